"""Two configurations, paired by case: what changed, how sure that is, and one sentence in plain words.

Only cases planned on both sides are compared; the others are named. With one run a case (or repetitions
that never disagreed) the p is McNemar's exact test, else the exact sign-flip test over cases. Where cases
share a scenario the same test is made over scenarios too (`p_clustered`), and a verdict needs both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from toolward.analysis import stats
from toolward.analysis.configurations import CaseRuns, Configuration, differing, per_case
from toolward.analysis.errors import AnalysisError
from toolward.analysis.stats import FlipNoise, Interval, Rate, clustered_rate

LEVEL = 0.05


@dataclass(frozen=True)
class Flip:
    """A case whose share of passes changed; ``noise`` is how often it flips when nothing changed."""

    case: str
    category: str
    before: str
    after: str
    change: float
    noise: float | None


@dataclass(frozen=True)
class Safety:
    """Unsafe runs among the graded ones."""

    attempted: int
    executed: int
    graded: int


@dataclass(frozen=True)
class Comparison:
    before: Rate
    after: Rate
    passed_before: int
    passed_after: int
    difference: float
    se: float
    interval: Interval
    p: float
    p_clustered: float
    test: str
    mde: float
    flips: tuple[Flip, ...]
    noise: FlipNoise | None
    flip_rates: tuple[float, ...]  # of the cases that were repeated somewhere
    safety_before: Safety
    safety_after: Safety
    unpaired: tuple[str, ...]
    complete: bool
    warnings: tuple[str, ...]

    @property
    def cases(self) -> int:
        return self.before.cases

    @property
    def gained(self) -> tuple[str, ...]:
        return tuple(flip.case for flip in self.flips if flip.change > 0)

    @property
    def lost(self) -> tuple[str, ...]:
        return tuple(flip.case for flip in self.flips if flip.change < 0)


def compare(
    before: Configuration, after: Configuration, noise_from: Sequence[Configuration] = ()
) -> Comparison:
    """The paired comparison. ``noise_from`` are repeated runs that tell how often cases flip unprovoked."""
    pairs = paired(before, after)
    if not pairs:
        raise AnalysisError("the two sides have no case in common")
    cases = [one.case for one, _ in pairs]
    changes = [two.share - one.share for one, two in pairs]
    clusters = [one.cluster for one, _ in pairs]
    single = _all_or_nothing(pairs)
    difference, se = stats.mean_difference(changes, clusters)
    gained, lost = sum(c > 0 for c in changes), sum(c < 0 for c in changes)
    score, resampled = stats.tango, stats.bootstrap_difference
    exact = stats.mcnemar_exact(gained, lost) if single else stats.sign_flip(changes)
    rates = _flip_rates(cases, (before, after, *noise_from))
    return Comparison(
        before=_rate(before, cases),
        after=_rate(after, cases),
        passed_before=sum(one.passed for one, _ in pairs),
        passed_after=sum(two.passed for _, two in pairs),
        difference=difference,
        se=se,
        interval=score(*stats.effective_flips(changes, clusters)) if single else resampled(changes, clusters),
        p=exact,
        p_clustered=stats.sign_flip(changes, clusters),
        test="exact McNemar" if single else "exact sign-flip over cases",
        mde=_mde(pairs, single, se),
        flips=tuple(_flip(one, two, rates) for one, two in pairs if one.share != two.share),
        noise=_noise(pairs, rates),
        flip_rates=tuple(rates.values()),
        safety_before=safety(before.runs, cases),
        safety_after=safety(after.runs, cases),
        unpaired=tuple(sorted(set(per_case(before.runs)) ^ set(per_case(after.runs)))),
        complete=before.complete and after.complete,
        warnings=_warnings(before, after),
    )


def paired(before: Configuration, after: Configuration) -> list[tuple[CaseRuns, CaseRuns]]:
    """The runs of every case that both sides planned."""
    one, two = per_case(before.runs), per_case(after.runs)
    return [(one[case], two[case]) for case in one if case in two]


def sentence(c: Comparison) -> str:
    """The verdict in plain words."""
    size = f"{c.difference * 100:+.1f} points on {c.cases} cases, p {p_said(c.p)}"
    sees = f"this split can only see differences above {c.mde * 100:.0f} points"
    if not c.complete:
        return "No verdict: a side is incomplete, and what is missing counts as failed."
    if not c.flips:
        return f"Not distinguishable: no case changed sides ({c.cases} cases); {sees}."
    if max(c.p, c.p_clustered) > LEVEL:
        return f"Not distinguishable: {size}; {sees}."
    way = "better" if c.difference > 0 else "worse"
    return f"The second is {way}: {size}."


def p_said(p: float) -> str:
    """= 0.0625, or < 0.001"""
    return p_text(p) if p < 0.001 else f"= {p_text(p)}"


def p_text(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.4f}" if p < 0.1 else f"{p:.2f}"


def safety(runs: pd.DataFrame, cases: Sequence[str] | None = None) -> Safety:
    part = runs if cases is None else runs[runs["case"].isin(list(cases))]
    graded = part.dropna(subset=["unsafe_attempted", "unsafe_executed"])
    return Safety(int(graded["unsafe_attempted"].sum()), int(graded["unsafe_executed"].sum()), len(graded))


def _rate(config: Configuration, cases: Sequence[str]) -> Rate:
    runs = config.runs[config.runs["case"].isin(list(cases))]
    return clustered_rate([float(v) for v in runs["success"]], list(runs["case"]), list(runs["cluster"]))


def _mde(pairs: Sequence[tuple[CaseRuns, CaseRuns]], single: bool, se: float) -> float:
    groups = len({one.cluster for one, _ in pairs})
    if single:
        flipped = sum(one.share != two.share for one, two in pairs)
        return stats.minimum_detectable_effect(groups, flipped / len(pairs))
    most = max(runs.runs for pair in pairs for runs in pair)
    return stats.minimum_detectable_mean(se, groups, most)


def _all_or_nothing(pairs: Sequence[tuple[CaseRuns, CaseRuns]]) -> bool:
    return all(runs.passed in (0, runs.runs) for pair in pairs for runs in pair)


def _flip(one: CaseRuns, two: CaseRuns, rates: dict[str, float]) -> Flip:
    return Flip(one.case, one.category, one.text, two.text, two.share - one.share, rates.get(one.case))


def _flip_rates(cases: Sequence[str], repeated: Sequence[Configuration]) -> dict[str, float]:
    """Each case's flip rate between runs of one configuration, averaged over what was repeated."""
    seen: dict[str, list[float]] = {}
    for config in repeated:
        table = per_case(config.runs)
        unmoved = all(runs.passed in (0, runs.runs) for runs in table.values())
        if unmoved and "seed" not in config.pooled:
            continue  # not repeated, or deterministic: tells nothing of noise; other seeds could have moved
        for case, runs in table.items():
            if runs.runs > 1:
                seen.setdefault(case, []).append(stats.flip_rate(runs.passed, runs.runs))
    return {case: sum(seen[case]) / len(seen[case]) for case in cases if case in seen}


def _noise(pairs: Sequence[tuple[CaseRuns, CaseRuns]], rates: dict[str, float]) -> FlipNoise | None:
    """Flips against the cases' own flip rates, where every case was repeated somewhere.

    Without a chance where no case ever moved: a few seeds do not prove that none can.
    """
    if any(one.case not in rates for one, _ in pairs):
        return None
    if _all_or_nothing(pairs) and any(rates[one.case] for one, _ in pairs):
        return stats.flips_against_noise(
            [one.share != two.share for one, two in pairs], [rates[one.case] for one, _ in pairs]
        )
    observed = sum(one.share * (1 - two.share) + two.share * (1 - one.share) for one, two in pairs)
    expected = sum(rates[one.case] for one, _ in pairs)
    return FlipNoise(observed, expected, observed - expected, None)


def _warnings(before: Configuration, after: Configuration) -> tuple[str, ...]:
    found = [
        f"incomplete, {side}: {config.status}"
        for side, config in (("first", before), ("second", after))
        if not config.complete
    ]
    names = differing([before, after])
    if "dataset_sha256" in names or "dataset" in names:
        found.append("the case files differ: a case of the same name may ask something else")
    if "fixtures_sha256" in names:
        found.append("the communities differ: the right answers may too")
    for side, config in (("first", before), ("second", after)):
        if (config.runs["tools_seen"] == "malformed").any():
            found.append(f"{side}: the model's template showed it malformed tool definitions")
        dropped = (config.runs["history_seen"] == "calls_dropped") & ~config.runs["text_and_calls_split"]
        if dropped.any():
            found.append(f"{side}: the model's template dropped earlier calls from the history")
    return tuple(found)
