"""More tools in view, the same cases: success, tokens, unneeded calls, and whether it is really "no worse".

"No worse" is claimed only when two one-sided tests say so within the stated margin; a difference that is
merely not significant is reported as undecided.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from toolward.analysis import stats
from toolward.analysis.compare import compare, paired
from toolward.analysis.configurations import Configuration
from toolward.analysis.experiments import Experiment, Group
from toolward.analysis.stats import Equivalence
from toolward.analysis.tables.formats import count, interval, mean, p_text, points, points_interval
from toolward.analysis.tables.parts import footnotes, group_names, missing_runs, nothing_recorded, passed
from toolward.analysis.tables.table import Raw, Table

HEADINGS = (
    "model", "tools", "passed", "95% interval", "unneeded calls", "input tokens a run", "input tokens a turn",
    "points against fewest", "90% interval", "exact p", "no worse by 5 points?",
)  # fmt: skip


def tool_count(experiment: Experiment, groups: Sequence[Group]) -> Table:
    if not groups:
        return nothing_recorded(experiment)
    rows: list[tuple[str, ...]] = []
    raw: list[Raw] = []
    for name, group in zip(group_names(groups), groups, strict=True):
        recorded = [group.found[run.name] for run in experiment.runs if run.name in group.found]
        for config in recorded:
            cells, values = _row(name, recorded[0], config)
            rows.append(cells)
            raw.append(values)
    configs = [config for group in groups for config in group.found.values()]
    margin = f"{stats.MARGIN * 100:.0f}"
    notes = (
        "Only cases that need none but the first three tools. The 90% interval lies within the margin "
        f"exactly when both one-sided tests at 5% reject a difference of {margin} points (TOST).",
        "Undecided means that these cases can show neither a loss nor its absence.",
    )
    return Table(
        experiment.name, experiment.title, HEADINGS, tuple(rows), tuple(raw),
        (*notes, *missing_runs(experiment, groups)), footnotes(configs),
    )  # fmt: skip


def no_worse(first: Configuration, config: Configuration) -> Equivalence:
    """The equivalence test of two configurations, paired by case."""
    pairs = paired(first, config)
    changes = [two.share - one.share for one, two in pairs]
    return stats.paired_equivalence(changes, [one.cluster for one, _ in pairs])


def verdict(test: Equivalence) -> str:
    words = {
        "equivalent": "yes: equivalent", "no worse": "yes", "better": "yes: better", "worse": "no: worse",
        "undecided": "undecided",
    }  # fmt: skip
    return f"{words[test.verdict]} (p = {p_text(test.p_no_worse)})"


def _row(name: str, first: Configuration, config: Configuration) -> tuple[tuple[str, ...], Raw]:
    runs, rate = config.runs, config.rate()
    unneeded = int(runs["unneeded_calls"].sum())
    per_turn = runs["input_tokens"].astype("float64") / runs["turns"].astype("float64")
    same = config is first or set(config.settings.items()) == set(first.settings.items())
    test = None if same else no_worse(first, config)
    comparison = None if same else compare(first, config)
    cells = (
        name, config.settings["tool_count"], count(passed(config), len(runs)), interval(rate.interval),
        str(unneeded), mean(_known(runs["input_tokens"]), 0), mean(_known(per_turn), 0),
        "-" if test is None else points(test.difference),
        "-" if test is None else points_interval(test.interval),
        "-" if comparison is None else p_text(comparison.p),
        "-" if test is None else verdict(test),
    )  # fmt: skip
    raw: dict[str, object] = {
        "model": name, "tools": int(config.settings["tool_count"]), "cases": rate.cases, "runs": len(runs),
        "passed": passed(config), "rate": rate.estimate, "low": rate.interval.low, "high": rate.interval.high,
        "unneeded_calls": unneeded,
        "input_tokens_per_run": _average(runs["input_tokens"]), "input_tokens_per_turn": _average(per_turn),
        "difference": None if test is None else test.difference,
        "low_90": None if test is None else test.interval.low,
        "high_90": None if test is None else test.interval.high,
        "p": None if comparison is None else comparison.p,
        "mde": None if comparison is None else comparison.mde,
        "margin": stats.MARGIN, "p_no_worse": None if test is None else test.p_no_worse,
        "p_equivalent": None if test is None else test.p, "verdict": "" if test is None else test.verdict,
    }  # fmt: skip
    return cells, raw


def _known(values: pd.Series) -> list[float]:
    return [float(value) for value in values.dropna()]


def _average(values: pd.Series) -> float | None:
    known = _known(values)
    return sum(known) / len(known) if known else None
