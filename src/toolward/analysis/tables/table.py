"""A table once, written three ways: Markdown and HTML for reading, CSV with the plain numbers.

Cells are text, made by `formats`. Whatever stands in them (case ids, model names, reasons) may be hostile
and is escaped. Nothing is rounded in the CSV, and an empty CSV cell means "not known".
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

Raw = Mapping[str, object]


@dataclass(frozen=True)
class Table:
    """``rows`` are cells under ``headings``; ``raw`` holds the same rows as named plain values."""

    name: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    raw: tuple[Raw, ...] = ()
    notes: tuple[str, ...] = field(default=())  # how to read this table
    footnotes: tuple[str, ...] = field(default=())  # how its runs were made

    def __post_init__(self) -> None:
        if any(len(row) != len(self.headings) for row in self.rows):
            raise ValueError(f"table {self.name}: a row has not one cell a heading")

    @property
    def empty(self) -> bool:
        return not self.rows

    def markdown(self, level: int = 3, footnotes: bool = True) -> str:
        lines = [f"{'#' * level} {markdown_text(self.title)}", ""]
        if self.rows:
            lines.append("| " + " | ".join(markdown_text(h) for h in self.headings) + " |")
            lines.append("|" + "|".join(["---"] * len(self.headings)) + "|")
            lines += ["| " + " | ".join(markdown_text(cell) for cell in row) + " |" for row in self.rows]
            lines.append("")
        for note in (*self.notes, *(self.footnotes if footnotes else ())):
            lines += [f"_{markdown_text(note)}_", ""]
        return "\n".join(lines)

    def html(self) -> str:
        head = "".join(f"<th scope='col'>{escape(h)}</th>" for h in self.headings)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows
        )
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if self.rows else ""
        notes = "".join(f"<p class='note'>{escape(note)}</p>" for note in (*self.notes, *self.footnotes))
        wrapped = f"<div class='scroll'>{table}</div>" if table else ""
        return f"<section id='{escape(self.name)}'><h2>{escape(self.title)}</h2>{wrapped}{notes}</section>"

    def csv(self) -> str:
        names = list(dict.fromkeys(name for row in self.raw for name in row))
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(names)
        for row in self.raw:
            writer.writerow([_csv_value(row.get(name)) for name in names])
        return out.getvalue()


def not_recorded(name: str, title: str, missing: Sequence[str], how: str) -> Table:
    """In place of a table whose runs do not exist: says so, and how to make them."""
    what = f" ({', '.join(missing)})" if missing else ""
    return Table(name, title, (), (), (), (f"Not recorded yet{what}. {how}",))


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is: no table break, no tags, no emphasis by accident."""
    flat = re.sub(r"([\\`*|\[\]])", r"\\\1", " ".join(text.split()))
    flat = re.sub(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])", r"\_", flat)  # inside a word it means nothing
    return flat.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _csv_value(value: object) -> object:
    if value is None or (isinstance(value, float) and value != value):
        return ""
    return repr(value) if isinstance(value, float) else value
