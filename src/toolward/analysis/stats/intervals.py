"""How sure a rate is.

A rate is the mean over cases of each case's own mean, so a case tried five times weighs as much as one
tried once. No normal interval is used anywhere: a few dozen cases are too few for it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeVar

from toolward.analysis.stats import library

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Interval:
    """Bounds as fractions (0.1 = 10 points), and how they were found. Unpacks as (low, high)."""

    low: float
    high: float
    level: float
    method: str

    def __iter__(self) -> Iterator[float]:
        yield self.low
        yield self.high


@dataclass(frozen=True)
class Rate:
    """A share with its standard error and interval; ``effective_n`` is what the interval is as wide as."""

    estimate: float
    se: float
    interval: Interval
    runs: int
    cases: int
    clusters: int
    effective_n: float


def wilson(successes: float, n: float, level: float = 0.95) -> Interval:
    """Wilson's score interval of one binomial share (Wilson 1927), by statsmodels' proportion_confint.

    Without a single run nothing is known: 0 to 1.
    """
    if n <= 0:
        return Interval(0.0, 1.0, level, "Wilson")
    low, high = library.wilson_bounds(successes, n, 1 - level)
    return Interval(max(0.0, low), min(1.0, high), level, "Wilson")


def case_means(values: Sequence[float], cases: Sequence[K]) -> dict[K, float]:
    """Each case's mean over its runs, in order of first appearance."""
    sums: dict[K, tuple[float, int]] = {}
    for value, case in zip(values, cases, strict=True):
        total, count = sums.get(case, (0.0, 0))
        sums[case] = (total + float(value), count + 1)
    return {case: total / count for case, (total, count) in sums.items()}


def clustered_rate(
    values: Sequence[float],
    cases: Sequence[K],
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Rate:
    """The mean over cases, with the case (or its cluster) as the unit that was sampled.

    SE = sqrt(sum((s_i - s)^2) / (n(n-1))) over cases, and its cluster form
    sqrt(G/(G-1) * sum over clusters of (sum of s_i - s)^2) / n (Liang and Zeger 1986; Miller 2024,
    "Adding error bars to evals"). The interval is Wilson's at the effective sample size p(1-p)/SE^2, the
    SE taken without its G/(G-1) correction (Korn and Graubard 1998), so that one run a case is exactly
    Wilson on n cases, and identical repetitions add nothing. Where the share is 0 or 1 the effective
    size is the number of clusters.
    """
    means = case_means(values, cases)
    owner = _cluster_of(cases, clusters)
    n, estimate = len(means), sum(means.values()) / len(means)
    deviations: dict[Hashable, float] = {}
    for case, mean in means.items():
        deviations[owner[case]] = deviations.get(owner[case], 0.0) + mean - estimate
    g = len(deviations)
    plain = sqrt(sum(d * d for d in deviations.values())) / n
    se = plain * sqrt(g / (g - 1)) if g > 1 else float("nan")
    effective = _effective_size(estimate, plain, g, len(values))
    interval = wilson(estimate * effective, effective, level)
    return Rate(estimate, se, interval, len(values), n, g, effective)


def upper_bound(events: int, n: int, level: float = 0.95) -> float:
    """The largest rate that still fits ``events`` in ``n``: exact, one-sided (Clopper and Pearson 1934).

    For no events this is 1 - (1 - level)^(1/n), about 3/n at 95% (Hanley and Lippman-Hand 1983, "the
    rule of three"). ``n`` counts independent units: cases, not repeated runs of one case.
    """
    if n <= 0:
        raise ValueError("an upper bound needs at least one case")
    return 1.0 if events >= n else library.exact_upper(events, n, level)


def _cluster_of(cases: Sequence[Hashable], clusters: Sequence[Hashable] | None) -> dict[Hashable, Hashable]:
    if not cases:
        raise ValueError("a rate needs at least one run")
    owner: dict[Hashable, Hashable] = {}
    for case, cluster in zip(cases, cases if clusters is None else clusters, strict=True):
        if owner.setdefault(case, cluster) != cluster:
            raise ValueError(f"case {case} stands in two clusters, {owner[case]} and {cluster}")
    return owner


def _effective_size(estimate: float, plain_se: float, clusters: int, runs: int) -> float:
    """Between one and the number of runs."""
    if plain_se <= 1e-12 or not 0 < estimate < 1:
        return float(clusters)
    return min(max(estimate * (1 - estimate) / plain_se**2, 1.0), float(runs))
