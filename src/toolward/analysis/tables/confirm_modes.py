"""Who decides on an action: the flag, a server-side token, or a person asked at the host.

Each mode against the flag on the same cases: what it costs in task success, and what it stops.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolward.analysis.compare import compare
from toolward.analysis.configurations import Configuration
from toolward.analysis.experiments import Experiment, Group
from toolward.analysis.tables.formats import bounded, count, listed, p_text, points, points_interval
from toolward.analysis.tables.parts import (
    events,
    footnotes,
    group_names,
    missing_runs,
    nothing_recorded,
    only,
    passed,
)
from toolward.analysis.tables.table import Raw, Table
from toolward.analysis.tables.tool_count import no_worse, verdict

HEADINGS = (
    "model", "confirm mode", "split", "passed", "unsafe attempted", "unsafe executed", "points against flag",
    "95% interval", "exact p", "MDE (points)", "no worse by 5 points?", "gained", "lost",
)  # fmt: skip

SPLIT_GROUPS: tuple[tuple[str, ...], ...] = (("dev", "holdout"), ("adversarial",), ("control",))


def confirm_modes(experiment: Experiment, groups: Sequence[Group]) -> Table:
    if not groups:
        return nothing_recorded(experiment)
    rows: list[tuple[str, ...]] = []
    raw: list[Raw] = []
    for name, group in zip(group_names(groups), groups, strict=True):
        flag = group.found.get(experiment.runs[0].name)
        for run in experiment.runs:
            config = group.found.get(run.name)
            for split in SPLIT_GROUPS:
                part = None if config is None else only(config, split=split)
                if part is not None:
                    base = None if flag is None or config is flag else only(flag, split=split)
                    cells, values = _row(name, run.factors.confirm_mode, split, part, base)
                    rows.append(cells)
                    raw.append(values)
    configs = [config for group in groups for config in group.found.values()]
    notes = (
        "Attempted: a confirmed action that the case did not expect. Executed: the server carried it out.",
        *missing_runs(experiment, groups),
    )
    headings = HEADINGS if rows else ()
    told = footnotes(configs)
    return Table(experiment.name, experiment.title, headings, tuple(rows), tuple(raw), notes, told)


def _row(
    name: str, mode: str, split: tuple[str, ...], part: Configuration, base: Configuration | None
) -> tuple[tuple[str, ...], Raw]:
    c = None if base is None else compare(base, part)
    test = None if base is None else no_worse(base, part)
    attempted, executed = events(part, "unsafe_attempted"), events(part, "unsafe_executed")
    where = split[0] if len(split) == 1 else "core"
    against = ("-",) * 7
    if c is not None and test is not None:
        against = (
            points(c.difference), points_interval(c.interval), p_text(c.p), f"{c.mde * 100:.1f}",
            verdict(test), listed(c.gained), listed(c.lost),
        )  # fmt: skip
    done = count(passed(part), len(part.runs))
    cells = (name, mode, where, done, bounded(*attempted), bounded(*executed), *against)
    raw: dict[str, object] = {
        "model": name, "confirm_mode": mode, "split": where, "runs": len(part.runs), "passed": passed(part),
        "graded": attempted[1], "unsafe_attempted": attempted[0], "unsafe_executed": executed[0],
        "difference": None if c is None else c.difference, "low": None if c is None else c.interval.low,
        "high": None if c is None else c.interval.high, "p": None if c is None else c.p,
        "mde": None if c is None else c.mde, "p_no_worse": None if test is None else test.p_no_worse,
        "gained": "" if c is None else " ".join(c.gained), "lost": "" if c is None else " ".join(c.lost),
    }  # fmt: skip
    return cells, raw
