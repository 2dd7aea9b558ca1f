"""Frames to CSV and back without a change: ids stay text, and a member may be called "NA" or "None".

Text is written as it is and read as text; only an empty cell of a nullable column is missing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from toolward.analysis.columns import COLUMNS, DTYPES, NAMES


def runs_csv(frame: pd.DataFrame) -> str:
    return frame.to_csv(index=False, lineterminator="\n")


def write_runs_csv(frame: pd.DataFrame, path: Path) -> None:
    path.write_bytes(runs_csv(frame).encode())


def read_runs_csv(path: Path) -> pd.DataFrame:
    """The frame as it was written; other columns than the declared ones are an error."""
    raw = pd.read_csv(path, dtype=str, keep_default_na=False, na_filter=False, encoding="utf-8")
    if tuple(raw.columns) != NAMES:
        raise ValueError(f"{path.name}: not the columns of a runs table")
    return pd.DataFrame({c.name: _read(raw[c.name], c.kind) for c in COLUMNS})


def _read(values: Any, kind: str) -> Any:
    if kind == "text":
        return values.astype(DTYPES["text"])
    present = values.where(values != "", None)
    if kind == "bool":
        return present.map({"True": True, "False": False}, na_action="ignore").astype(DTYPES["bool"])
    numbers: Any = pd.to_numeric(present, errors="raise")
    return numbers.astype(DTYPES["int"] if kind == "int" else DTYPES["float"])
