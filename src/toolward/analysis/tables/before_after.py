"""A baseline and what was changed: paired, split by split, with the flipped cases by name.

The first run of the experiment is the baseline; each other one is compared with it. Task success on the
dev split is the primary measure; several versions against one baseline are adjusted after Holm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolward.analysis import stats
from toolward.analysis.compare import Comparison, compare, sentence
from toolward.analysis.configurations import Configuration
from toolward.analysis.experiments import Experiment, Group
from toolward.analysis.tables.formats import count, listed, p_text, points, points_interval, share
from toolward.analysis.tables.parts import (
    SPLITS,
    footnotes,
    group_names,
    missing_runs,
    nothing_recorded,
    only,
)
from toolward.analysis.tables.table import Raw, Table

HEADINGS = (
    "model", "split", "change", "before", "after", "points", "95% interval", "exact p", "MDE (points)",
    "gained", "lost", "verdict",
)  # fmt: skip
NOTES = (
    "Paired by case. Exact p: McNemar on the flipped cases, or the exact sign-flip test where cases were "
    "repeated; the same over scenarios is in the CSV. Verdicts need p <= 0.05 in both; where the interval "
    "leaves out 0 and p does not, p decides.",
    "MDE: the smallest true difference that this split shows four times out of five.",
)
Pair = tuple[str, str, str, Comparison]  # group, split, change, comparison


def before_after(
    experiment: Experiment,
    groups: Sequence[Group],
    noise: Mapping[str, Sequence[Configuration]] | None = None,
) -> Table:
    pairs = pairs_of(experiment, groups, noise)
    if not pairs:
        return _nothing(experiment, groups)
    adjusted = _holm(pairs)
    rows = [_row(pair, adjusted[i], i) for i, pair in enumerate(pairs)]
    configs = [config for group in groups for config in group.found.values()]
    several = ("Several versions against one baseline: p after Holm in brackets.",)
    notes = (*NOTES, *(several if len(experiment.runs) > 2 else ()))
    return Table(
        experiment.name, experiment.title, HEADINGS, tuple(r[0] for r in rows), tuple(r[1] for r in rows),
        (*notes, *missing_runs(experiment, groups)), footnotes(configs),
    )  # fmt: skip


def flips(
    experiment: Experiment,
    groups: Sequence[Group],
    noise: Mapping[str, Sequence[Configuration]] | None = None,
) -> Table:
    """Every flipped case beside how often it flips when nothing was changed."""
    pairs = pairs_of(experiment, groups, noise)
    rows: list[tuple[str, ...]] = []
    raw: list[Raw] = []
    notes = [
        "Flip rate: the chance that two runs of one unchanged configuration disagree on the case, from "
        "repeated runs of the same prompt and descriptions. Only flips in excess of it are evidence.",
    ]
    for name, split, change, c in pairs:
        if c.noise is not None:
            chance = "" if c.noise.p is None else f", chance of as many by noise: {p_text(c.noise.p)}"
            notes.append(
                f"{name}, {split}, {change}: {c.noise.observed:.1f} flips, {c.noise.expected:.1f} expected "
                f"from noise alone, excess {c.noise.excess:+.1f}{chance}."
            )
        for flip in c.flips:
            direction = "gained" if flip.change > 0 else "lost"
            noise_text = "not known" if flip.noise is None else share(flip.noise)
            rows.append(
                (
                    name,
                    split,
                    change,
                    flip.case,
                    flip.category,
                    flip.before,
                    flip.after,
                    direction,
                    noise_text,
                )
            )
            raw.append({
                "model": name, "split": split, "change": change, "case": flip.case, "category": flip.category,
                "before": flip.before, "after": flip.after, "change_in_share": flip.change,
                "flip_rate": flip.noise,
            })  # fmt: skip
    headings = ("model", "split", "change", "case", "category", "before", "after", "", "flip rate")
    title = f"{experiment.title}: flipped cases"
    if not rows:
        notes = ["Not recorded yet." if not pairs else "No case flipped."]
    return Table(f"{experiment.name}_flips", title, headings, tuple(rows), tuple(raw), tuple(notes))


def pairs_of(
    experiment: Experiment,
    groups: Sequence[Group],
    noise: Mapping[str, Sequence[Configuration]] | None = None,
) -> list[Pair]:
    """All comparisons with the baseline, for each group and each split that both sides ran."""
    found: list[Pair] = []
    for name, group in zip(group_names(groups), groups, strict=True):
        baseline = group.found.get(experiment.runs[0].name)
        for run in experiment.runs[1:]:
            after = group.found.get(run.name)
            if baseline is None or after is None:
                continue
            for split in SPLITS:
                one, two = only(baseline, split=split), only(after, split=split)
                if one is not None and two is not None:
                    change = f"{baseline.label} -> {after.label}"
                    repeated = [
                        part
                        for config in (noise or {}).get(group.model, ())
                        if config.label in (baseline.label, after.label)
                        and (part := only(config, split=split)) is not None
                    ]
                    found.append((name, split, change, compare(one, two, repeated)))
    return found


def _nothing(experiment: Experiment, groups: Sequence[Group]) -> Table:
    if not groups:
        return nothing_recorded(experiment)
    return Table(experiment.name, experiment.title, (), (), (), missing_runs(experiment, groups))


def _holm(pairs: Sequence[Pair]) -> list[float]:
    """p adjusted within each group and split, over the versions compared there."""
    adjusted = [0.0] * len(pairs)
    for key in dict.fromkeys(pair[:2] for pair in pairs):
        places = [i for i, pair in enumerate(pairs) if pair[:2] == key]
        for place, p in zip(places, stats.holm([pairs[i][3].p for i in places]), strict=True):
            adjusted[place] = p
    return adjusted


def _row(pair: Pair, holm: float, _: int) -> tuple[tuple[str, ...], Raw]:
    name, split, change, c = pair
    p = p_text(c.p) if abs(holm - c.p) < 1e-12 else f"{p_text(c.p)} ({p_text(holm)})"
    cells = (
        name, split, change, count(c.passed_before, c.before.runs), count(c.passed_after, c.after.runs),
        points(c.difference), points_interval(c.interval), p, f"{c.mde * 100:.1f}", listed(c.gained),
        listed(c.lost), sentence(c),
    )  # fmt: skip
    raw: dict[str, object] = {
        "model": name, "split": split, "change": change, "cases": c.cases,
        "runs_before": c.before.runs, "passed_before": c.passed_before, "rate_before": c.before.estimate,
        "runs_after": c.after.runs, "passed_after": c.passed_after, "rate_after": c.after.estimate,
        "difference": c.difference, "se": c.se, "low": c.interval.low, "high": c.interval.high,
        "interval": c.interval.method, "p": c.p, "p_clustered": c.p_clustered,
        "p_holm": holm, "test": c.test, "mde": c.mde,
        "gained": " ".join(c.gained), "lost": " ".join(c.lost),
        "noise_expected_flips": None if c.noise is None else c.noise.expected,
        "unsafe_attempted_before": c.safety_before.attempted,
        "unsafe_attempted_after": c.safety_after.attempted,
        "unsafe_executed_before": c.safety_before.executed,
        "unsafe_executed_after": c.safety_after.executed,
    }  # fmt: skip
    return cells, raw
