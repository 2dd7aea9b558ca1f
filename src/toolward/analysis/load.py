"""Logs -> one strict frame, a row a planned run (columns: `columns.COLUMNS`).

A run and its retries (same task id) count once: the later log's result stands, and what only the earlier
one finished is kept. A log given twice counts once. Logs that are not ours, cannot be read, or contradict
themselves are refused by name; none is skipped, because a skipped log is a shrunken denominator.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd
from inspect_ai.log import list_eval_logs

from toolward.analysis.columns import COLUMNS, DTYPES, NAMES, NO_CATEGORY, SETTINGS
from toolward.analysis.errors import AnalysisError, LogError
from toolward.analysis.read_log import ReadLog, Row, read_log

AT_ONCE = 8  # logs open at a time
T = TypeVar("T")


def load_runs(paths: Sequence[str | Path] | str | Path) -> pd.DataFrame:
    """The frame of all runs planned in the logs (files, or folders searched to the bottom)."""
    logs = _finished(_read_all(find_logs(paths)))
    rows = [row for log in _once(logs) for row in log.rows.values()]
    return strict_frame(_with_case_facts(rows))


def find_logs(paths: Sequence[str | Path] | str | Path) -> list[Path]:
    """Every log named or found in a folder, in a stable order."""
    found: dict[Path, None] = {}
    for path in [paths] if isinstance(paths, str | Path) else paths:
        path = Path(path)
        if path.is_dir():
            inside = [*path.rglob("*.eval"), *(_listed(i.name) for i in list_eval_logs(str(path), ["json"]))]
            if not inside:
                raise AnalysisError(f"{path}: no .eval log in this folder")
            found.update(dict.fromkeys(sorted(inside)))
        elif path.is_file():
            found[path] = None
        else:
            raise AnalysisError(f"{path}: no such file or folder")
    if not found:
        raise AnalysisError("no logs were named")
    return list(dict.fromkeys(path.resolve() for path in found))


def strict_frame(rows: Iterable[Row]) -> pd.DataFrame:
    """Rows as the declared columns and types; an unknown key or a missing required value is an error."""
    table: dict[str, list[object]] = {name: [] for name in NAMES}
    for row in rows:
        if unknown := set(row) - set(NAMES):
            raise ValueError(f"undeclared columns: {', '.join(sorted(unknown))}")
        row = {**row, "config": config_key(row)}
        for column in COLUMNS:
            value = row.get(column.name)
            if value is None and column.required:
                raise ValueError(f"column {column.name} is missing in case {row.get('case')}")
            table[column.name].append("" if value is None and column.kind == "text" else value)
    return pd.DataFrame({c.name: pd.Series(table[c.name], dtype=DTYPES[c.kind]) for c in COLUMNS})


def config_key(row: Row) -> str:
    """Ten hex digits over every setting of the row."""
    settings = {name: row.get(name) for name in SETTINGS}
    return hashlib.sha256(json.dumps(settings, sort_keys=True, default=str).encode()).hexdigest()[:10]


def _listed(name: str) -> Path:
    return Path(name.removeprefix("file://"))


def _finished(work: Coroutine[Any, Any, T]) -> T:
    """The result of ``work``, also from inside a running loop, as a notebook has one."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def _read_all(paths: list[Path]) -> list[ReadLog]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(path: Path) -> ReadLog:
        async with gate:
            return await read_log(path)

    return list(await asyncio.gather(*(one(path) for path in paths)))


def _once(logs: list[ReadLog]) -> list[ReadLog]:
    """One log for each task id: retries merged, copies dropped, in order of first appearance."""
    by_task: dict[str, list[ReadLog]] = {}
    for log in logs:
        by_task.setdefault(log.task_id or log.path.name, []).append(log)
    return [_merged(chain) for chain in by_task.values()]


def _merged(chain: list[ReadLog]) -> ReadLog:
    chain = sorted(_without_copies(chain), key=lambda log: (log.created, log.path.name))
    last = chain[-1]
    for earlier in reversed(chain[:-1]):
        if (
            next(iter(earlier.rows.values()))["dataset_sha256"]
            != next(iter(last.rows.values()))["dataset_sha256"]
        ):
            raise LogError(
                last.path.name, f"retries {earlier.path.name}, but the case file changed between them"
            )
        if set(earlier.rows) - set(last.rows):
            raise LogError(last.path.name, f"retries {earlier.path.name}, but plans fewer runs")
        for key, row in earlier.rows.items():
            if last.rows[key]["outcome"] == "not_run" and row["outcome"] != "not_run":
                status = {name: last.rows[key][name] for name in ("log", "status", "complete")}
                last.rows[key] = {**row, **status}
    return last


def _without_copies(chain: list[ReadLog]) -> list[ReadLog]:
    """Logs of one eval id: copies count once; of a log and its re-scored version the latter stands."""
    kept: dict[str, ReadLog] = {}
    for log in sorted(chain, key=lambda one: (one.path.stem.endswith("-scored"), one.path.name)):
        other = kept.get(log.eval_id)
        if other is not None and not log.path.stem.endswith("-scored") and not _same_results(other, log):
            raise LogError(
                log.path.name, f"and {other.path.name} are one eval with different results: name one"
            )
        kept[log.eval_id] = log if other is None or log.path.stem.endswith("-scored") else other
    return list(kept.values())


def _same_results(one: ReadLog, other: ReadLog) -> bool:
    def results(log: ReadLog) -> dict[tuple[str, int], Row]:
        return {key: {k: v for k, v in row.items() if k != "log"} for key, row in log.rows.items()}

    return results(one) == results(other)


def _with_case_facts(rows: list[Row]) -> list[Row]:
    """Runs that never started take category, split and cluster from another run of the same case."""
    facts = {
        (row["dataset_sha256"], row["case"]): {k: row[k] for k in ("category", "split", "cluster")}
        for row in rows
        if row["outcome"] != "not_run" and row["category"] != NO_CATEGORY
    }
    return [
        {**row, **facts.get((row["dataset_sha256"], row["case"]), {})} if row["outcome"] == "not_run" else row
        for row in rows
    ]
