"""Success by category: each configuration beside the agents that understand nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolward.analysis.configurations import Configuration
from toolward.analysis.experiments import Experiment, Group
from toolward.analysis.tables.formats import count, interval
from toolward.analysis.tables.parts import (
    footnotes,
    group_names,
    missing_runs,
    nothing_recorded,
    only,
    passed,
    repetition_note,
)
from toolward.analysis.tables.table import Raw, Table
from toolward.analysis.trivial import TrivialAgent

ORDER = (
    "tool_selection", "arguments", "chains", "clarification", "safety", "no_tool", "recovery", "adversarial",
    "control", "no category",
)  # fmt: skip

OUTSIDE_CORE = ("adversarial", "control")


def baselines(experiment: Experiment, groups: Sequence[Group], trivial: Sequence[TrivialAgent]) -> Table:
    if not groups:
        return nothing_recorded(experiment)
    named = [
        (f"{name}, {run.name}", group.found[run.name])
        for name, group in zip(group_names(groups), groups, strict=True)
        for run in experiment.runs
        if run.name in group.found
    ]
    configs = [config for _, config in named]
    table = by_category(experiment.name, experiment.title, named, trivial)
    notes = (*table.notes, *missing_runs(experiment, groups))
    return replace(table, notes=notes, footnotes=footnotes(configs))


def by_category(
    name: str, title: str, named: Sequence[tuple[str, Configuration]], trivial: Sequence[TrivialAgent] = ()
) -> Table:
    """Passed of planned runs in each category; the sum over categories is the total."""
    seen = {c for _, config in named for c in config.runs["category"]}
    categories = [c for c in ORDER if c in seen] + sorted(seen - set(ORDER))
    rows: list[tuple[str, ...]] = []
    raw: list[Raw] = []
    for label, config in named:
        parts = [only(config, category=category) for category in categories]
        whole = core_part(config)
        rows.append((
            label, config.label,
            *("-" if part is None else f"{passed(part)}/{len(part.runs)}" for part in parts),
            count(passed(whole), len(whole.runs)) if config.complete else config.status,
            interval(whole.rate().interval) if config.complete else "not ranked",
        ))  # fmt: skip
        raw += [_raw(label, config, category, part) for category, part in zip(categories, parts, strict=True)]
    cases = _cases(named, trivial)
    for agent in trivial if cases else ():
        rows.append(_trivial_row(agent, cases, categories))
        raw += [_trivial_raw(agent, cases, category) for category in categories]
    repeated = [note for _, config in named if (note := repetition_note(config))]
    notes = [
        "Passed of planned runs. The total is of the core cases (dev and holdout), without the attacks and "
        "their benign twins; its interval is Wilson's at the number of cases.",
        *repeated,
    ]
    if trivial and cases:
        notes.append("Trivial agents understand nothing; a model's score near theirs shows no skill.")
    elif trivial:
        notes.append("Trivial agents are not shown: they are known for another version of the case file.")
    headings = ("configuration", "prompt / descriptions / confirm", *categories, "core total", "95% interval")
    return Table(name, title, headings, tuple(rows), tuple(raw), tuple(notes))


def core_part(config: Configuration) -> Configuration:
    """The dev and holdout cases, which the total is about; everything where a run had none of them."""
    return only(config, split=("dev", "holdout")) or config


def _raw(label: str, config: Configuration, category: str, part: Configuration | None) -> Raw:
    rate = None if part is None else part.rate()
    return {
        "configuration": label, "label": config.label, "category": category,
        "passed": 0 if part is None else passed(part), "runs": 0 if part is None else len(part.runs),
        "cases": 0 if rate is None else rate.cases, "rate": None if rate is None else rate.estimate,
        "low": None if rate is None else rate.interval.low,
        "high": None if rate is None else rate.interval.high,
    }  # fmt: skip


def _cases(named: Sequence[tuple[str, Configuration]], trivial: Sequence[TrivialAgent]) -> dict[str, str]:
    """Case -> category, of the runs made with the case file that the trivial agents are known for."""
    known = {agent.dataset_sha256 for agent in trivial}
    return {
        str(case): str(category)
        for _, config in named
        if config.settings["dataset_sha256"] in known
        for case, category in zip(config.runs["case"], config.runs["category"], strict=True)
    }


def _trivial_row(agent: TrivialAgent, cases: dict[str, str], categories: Sequence[str]) -> tuple[str, ...]:
    per = [agent.score([case for case, own in cases.items() if own == category]) for category in categories]
    inside = [score for score, category in zip(per, categories, strict=True) if category not in OUTSIDE_CORE]
    done, planned = sum(p for p, _ in inside), sum(n for _, n in inside)
    return (
        f"trivial: {agent.name}",
        "-",
        *(f"{p}/{n}" if n else "-" for p, n in per),
        count(done, planned),
        "-",
    )


def _trivial_raw(agent: TrivialAgent, cases: dict[str, str], category: str) -> Raw:
    done, planned = agent.score([case for case, own in cases.items() if own == category])
    return {
        "configuration": f"trivial: {agent.name}", "label": "", "category": category, "passed": done,
        "runs": planned, "cases": planned, "rate": done / planned if planned else None,
    }  # fmt: skip
