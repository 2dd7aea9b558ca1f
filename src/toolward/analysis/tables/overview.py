"""Every configuration there is, with its denominators: what was planned, what came of it, how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from toolward.analysis.configurations import Configuration, differing
from toolward.analysis.naming import DEFAULTS, brief_settings
from toolward.analysis.tables.formats import count, interval
from toolward.analysis.tables.parts import SPLITS, footnotes, only, passed, repetition_note
from toolward.analysis.tables.table import Raw, Table

OUTCOMES = ("failed", "capped", "errored", "unscored", "not_run")
HEADINGS = (
    "model", "prompt / descriptions / confirm", "settings", "split", "passed", "95% interval", "failed",
    "capped", "errored", "unscored", "not run", "status",
)  # fmt: skip
SHOWN = {"model", "prompt", "descriptions", "confirm_mode", "tools", *DEFAULTS}


def overview(configs: Sequence[Configuration]) -> Table:
    """A row a configuration and split. Incomplete ones come last, without a rate."""
    rows: list[tuple[bool, tuple[str, ...], Raw]] = []
    for config in configs:
        for split in (*SPLITS, "no split"):
            part = only(config, split=split)
            if part is not None:
                rows.append((not part.complete, *_row(part, split)))
    rows.sort(key=lambda row: row[0])
    others = [name for name in differing(configs) if name not in SHOWN] if configs else []
    notes = [
        "Every planned run is in the denominator; runs that were capped, errored, unscored or never "
        "started are failures, counted apart.",
        "Intervals: Wilson at the number of cases, not of runs.",
        *(f"These also differ: {', '.join(others)} (see the CSV)." for _ in others[:1]),
        *(note for config in configs if (note := repetition_note(config))),
    ]
    return Table(
        "overview", "All recorded configurations", HEADINGS, tuple(r[1] for r in rows),
        tuple(r[2] for r in rows), tuple(dict.fromkeys(notes)), footnotes(configs),
    )  # fmt: skip


def _row(config: Configuration, split: str) -> tuple[tuple[str, ...], Raw]:
    own, rate = config.settings, config.rate()
    counts = {name: int((config.runs["outcome"] == name).sum()) for name in OUTCOMES}
    done, planned = passed(config), len(config.runs)
    cells = (
        own["model"], config.label, brief_settings(config), split,
        count(done, planned) if config.complete else f"{done} of {planned} planned",
        interval(rate.interval) if config.complete else "not ranked",
        *(str(counts[name]) for name in OUTCOMES),
        config.status,
    )  # fmt: skip
    raw: dict[str, object] = {
        **own,
        "split": split,
        "cases": rate.cases,
        "planned_runs": planned,
        "passed": done,
        "rate": rate.estimate if config.complete else None,
        "low": rate.interval.low if config.complete else None,
        "high": rate.interval.high if config.complete else None,
        **counts,
        "complete": config.complete,
        "status": config.status,
        "logs": " ".join(sorted(set(config.runs["log"]))),
    }
    return cells, raw
