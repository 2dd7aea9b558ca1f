"""Run the notebooks headlessly: the same source and the same logs give the same file.

Outputs keep no timing, no Python version and no path of the machine; a cell that fails stops it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 600  # seconds a cell may take on a slow machine
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def notebook_paths(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.ipynb"))


def executed(path: Path) -> bytes:
    """The notebook with fresh outputs."""
    book: Any = nbformat.read(path, as_version=4)
    for cell in book.cells:
        cell.metadata.clear()
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    book.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    NotebookClient(
        book, timeout=TIMEOUT, record_timing=False, resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    book.metadata.pop("language_info", None)
    for cell in book.cells:
        for output in cell.get("outputs", ()):
            output.update(_clean(output))
    return (nbformat.writes(book, indent=1).rstrip() + "\n").encode()


def _clean(value: Any) -> Any:
    """Without the checkout's path, the home folder and memory addresses."""
    if isinstance(value, str):
        text = value.replace(str(ROOT), ".").replace(str(Path.home()), "~")
        return ADDRESS.sub("", text)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items()}
    return value
