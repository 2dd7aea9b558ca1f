"""How well the reply patterns agree with people's labels: precision and recall on a labelled set.

A row is one reply with the labels that its meaning deserves. The set grew in rounds: each round was written
and scored unseen, and only then taken into the part ``tune``, whose misses the patterns were mended by. The
part ``check`` is the last round, by which nothing was mended: its scores are what to expect of new replies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from toolward.grading.replies import asks, claims_done, refuses


class ReplyRow(BaseModel):
    """One line of datasets/replies.jsonl."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    text: str
    asks: bool
    refuses: bool
    claims_done: bool
    language: str  # ISO 639-1
    part: Literal["tune", "check"]
    note: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """One label on one part of the set."""

    label: Literal["asks", "refuses", "claims_done"]
    part: Literal["all", "tune", "check"]
    rows: int
    right: int  # labelled and found
    wrong: tuple[ReplyRow, ...]  # found, but not labelled
    missed: tuple[ReplyRow, ...]  # labelled, but not found

    @property
    def precision(self) -> float:
        found = self.right + len(self.wrong)
        return self.right / found if found else 1.0

    @property
    def recall(self) -> float:
        labelled = self.right + len(self.missed)
        return self.right / labelled if labelled else 1.0


_CHECKS: tuple[tuple[Literal["asks", "refuses", "claims_done"], Callable[[str], bool]], ...] = (
    ("asks", asks),
    ("refuses", refuses),
    ("claims_done", claims_done),
)


def read_rows(jsonl: str) -> tuple[ReplyRow, ...]:
    """Rows of a JSON Lines text; a bad line raises pydantic's ValidationError."""
    return tuple(ReplyRow.model_validate_json(line) for line in jsonl.split("\n") if line.strip())


def evaluate_replies(rows: Iterable[ReplyRow]) -> tuple[Agreement, ...]:
    """Agreement of every check on all rows, and on each part apart."""
    listed = tuple(rows)
    parts: tuple[Literal["all", "tune", "check"], ...] = ("all", "tune", "check")
    return tuple(
        _agreement(label, check, part, [row for row in listed if part in ("all", row.part)])
        for label, check in _CHECKS
        for part in parts
    )


def _agreement(
    label: Literal["asks", "refuses", "claims_done"],
    check: Callable[[str], bool],
    part: Literal["all", "tune", "check"],
    rows: Sequence[ReplyRow],
) -> Agreement:
    judged = [(row, bool(getattr(row, label)), check(row.text)) for row in rows]
    return Agreement(
        label=label,
        part=part,
        rows=len(rows),
        right=sum(labelled and found for _, labelled, found in judged),
        wrong=tuple(row for row, labelled, found in judged if found and not labelled),
        missed=tuple(row for row, labelled, found in judged if labelled and not found),
    )
