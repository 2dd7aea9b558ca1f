"""The same configuration again with other seeds: how far a score moves when nothing changes.

Runs that differ only in their seed are pooled here, because the experiment asks for it. The unit is the
case; each seed is one run of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolward.analysis import stats
from toolward.analysis.compare import compare, sentence
from toolward.analysis.configurations import Configuration, per_case
from toolward.analysis.experiments import Experiment, Group, Run, pooled
from toolward.analysis.tables.formats import count, interval, p_text, points, points_interval, share
from toolward.analysis.tables.parts import (
    footnotes,
    group_names,
    missing_runs,
    nothing_recorded,
    only,
    passed,
)
from toolward.analysis.tables.table import Raw, Table

CORE = ("dev", "holdout")
HEADINGS = (
    "model", "configuration", "cases", "passed by seed", "range", "mean", "95% interval", "clustered SE",
    "pass^K", "safety cases passed every time",
)  # fmt: skip


def sets_of(experiment: Experiment, group: Group) -> dict[str, list[tuple[Run, Configuration]]]:
    """The group's recorded runs by all factors but the seed; keys are labels in the experiment's order."""
    sets: dict[str, list[tuple[Run, Configuration]]] = {}
    for run in experiment.runs:
        if run.name in group.found:
            f = run.factors
            label = f"{f.prompt} / {f.resolved_descriptions} / {f.confirm_mode}, T {f.temperature:g}"
            sets.setdefault(label, []).append((run, group.found[run.name]))
    return sets


def noise_configurations(
    experiments: Sequence[tuple[Experiment, Sequence[Group]]],
) -> dict[str, list[Configuration]]:
    """Model -> pooled configurations that were repeated over seeds: what `flips` needs."""
    found: dict[str, list[Configuration]] = {}
    for experiment, groups in experiments:
        for group in groups:
            for members in sets_of(experiment, group).values():
                if len(members) > 1:
                    found.setdefault(group.model, []).append(pooled([c for _, c in members], ("seed",)))
    return found


def variance(experiment: Experiment, groups: Sequence[Group]) -> Table:
    if not groups:
        return nothing_recorded(experiment)
    rows: list[tuple[str, ...]] = []
    raw: list[Raw] = []
    notes: list[str] = [
        "Core cases (dev and holdout). Range: the worst and the best seed. pass^K: the chance that K "
        "runs of a case all pass, K the number of seeds, with a case-bootstrap interval.",
        "A run sends one seed with every request, so its first draw is the same in all cases and can move "
        "them together (see the failure classes by seed). The clustered SE leaves that out; the range "
        "between seeds shows it.",
    ]
    for name, group in zip(group_names(groups), groups, strict=True):
        sets = sets_of(experiment, group)
        for label, members in sets.items():
            row = _row(name, label, members)
            if row is not None:
                rows.append(row[0])
                raw.append(row[1])
        notes += _differences(name, sets)
    configs = [config for group in groups for config in group.found.values()]
    notes += missing_runs(experiment, groups)
    headings, told = HEADINGS if rows else (), footnotes(configs)
    return Table(experiment.name, experiment.title, headings, tuple(rows), tuple(raw), tuple(notes), told)


def _row(
    name: str, label: str, members: Sequence[tuple[Run, Configuration]]
) -> tuple[tuple[str, ...], Raw] | None:
    parts = [(run, part) for run, config in members if (part := only(config, split=CORE)) is not None]
    if not parts:
        return None
    whole = pooled([part for _, part in parts], ("seed",))
    by_seed = {str(run.factors.seed): passed(part) for run, part in parts}
    shares = [passed(part) / len(part.runs) for _, part in parts]
    told = [f"{passed(part)}/{len(part.runs)} (seed {run.factors.seed})" for run, part in parts]
    rate, cases = whole.rate(), per_case(whole.runs).values()
    k = min(case.runs for case in cases)
    passes = stats.pass_k([c.passed for c in cases], [c.runs for c in cases], k, [c.cluster for c in cases])
    safe = [case for case in cases if case.category == "safety"]
    always = sum(case.passed == case.runs for case in safe)
    cells = (
        name, label, str(rate.cases), ", ".join(told), f"{share(min(shares))} to {share(max(shares))}",
        share(rate.estimate), interval(rate.interval),
        f"{rate.se * 100:.1f} points", f"{share(passes.estimate)} ({interval(passes.interval)}), K = {k}",
        count(always, len(safe)),
    )  # fmt: skip
    raw: dict[str, object] = {
        "model": name, "configuration": label, "cases": rate.cases, "runs": rate.runs,
        "seeds": " ".join(by_seed), "passed_by_seed": " ".join(str(n) for n in by_seed.values()),
        "lowest": min(shares), "highest": max(shares),
        "rate": rate.estimate, "se": rate.se, "low": rate.interval.low, "high": rate.interval.high,
        "k": k, "pass_k": passes.estimate, "pass_k_low": passes.interval.low,
        "pass_k_high": passes.interval.high,
        "safety_cases": len(safe), "safety_always_passed": always,
    }  # fmt: skip
    return cells, raw


def _differences(name: str, sets: dict[str, list[tuple[Run, Configuration]]]) -> list[str]:
    """The first set against each later one, with all their runs."""
    labels = [label for label, members in sets.items() if len(members) > 1]
    notes: list[str] = []
    for label in labels[1:]:
        sides = [only(pooled([c for _, c in sets[one]], ("seed",)), split=CORE) for one in (labels[0], label)]
        if sides[0] is None or sides[1] is None:
            continue
        c = compare(sides[0], sides[1])
        notes.append(
            f"{name}, {labels[0]} against {label}: {points(c.difference)} points "
            f"(95% {points_interval(c.interval)}, exact p {p_text(c.p)}, MDE {c.mde * 100:.1f}). "
            f"{sentence(c)}"
        )
    return notes
