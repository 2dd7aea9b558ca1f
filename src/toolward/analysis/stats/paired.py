"""Two configurations on the same cases: the difference, its interval and its exact p.

Everything works on one number a case: after minus before. With one run a case that is -1, 0 or 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import lcm, sqrt

import numpy as np

from toolward.analysis.stats import library
from toolward.analysis.stats.intervals import Interval

SEED = 20261001
RESAMPLES = 9_999
_LARGEST_DENOMINATOR = 5_000
_FINEST = 27_720  # the grid of all numbers of runs up to 12; finer differences are rounded to it


def mcnemar_exact(gained: int, lost: int) -> float:
    """Two-sided exact p that gains and losses are equally likely (McNemar 1947, binomial on the flips).

    Equal to 1 when nothing flipped. statsmodels' mcnemar(exact=True).
    """
    return 1.0 if gained + lost == 0 else min(1.0, library.mcnemar_p(gained, lost))


def sign_flip(differences: Sequence[float], clusters: Sequence[Hashable] | None = None) -> float:
    """Two-sided exact p of the sign-flip (randomisation) test of a zero mean difference (Fisher 1935).

    Under the null each cluster's summed difference is as likely to be negative as positive; the
    distribution of the total over all 2^G signs is computed, not sampled. With differences of -1, 0 and 1
    and one case a cluster this is exactly McNemar's exact test.
    """
    totals_seen, _ = _sums(differences, clusters)
    sums = [Fraction(total).limit_denominator(_LARGEST_DENOMINATOR) for total in totals_seen]
    scale = min(lcm(*(total.denominator for total in sums)), _FINEST) if sums else 1
    steps = [abs(round(total * scale)) for total in sums]
    observed = abs(round(sum(sums, Fraction(0)) * scale))
    chances = np.ones(1)  # chances[i] is the chance of a total of 2i - sum(steps so far)
    for step in steps:
        if step:
            chances = (np.pad(chances, (0, step)) + np.pad(chances, (step, 0))) / 2
    totals = 2 * np.arange(len(chances)) - sum(steps)
    return min(1.0, float(chances[np.abs(totals) >= observed].sum()))


def mean_difference(
    differences: Sequence[float], clusters: Sequence[Hashable] | None = None
) -> tuple[float, float]:
    """(mean, standard error) over cases: SE = sd(d)/sqrt(n), summed by cluster where clusters are given.

    The SE is NaN for a single cluster: one case says nothing of the spread.
    """
    n = len(differences)
    if n == 0:
        raise ValueError("a difference needs at least one case")
    mean = float(np.mean(differences))
    sums, sizes = _sums(differences, clusters)
    g = len(sums)
    if g < 2:
        return mean, float("nan")
    spread = sum((total - size * mean) ** 2 for total, size in zip(sums, sizes, strict=True))
    return mean, sqrt(g / (g - 1) * spread) / n


def effective_flips(
    differences: Sequence[float], clusters: Sequence[Hashable] | None = None
) -> tuple[float, float, float]:
    """(gained, lost, n) of -1/0/1 differences, divided by the design effect of their clusters if above 1.

    The design effect is the squared ratio of the cluster SE to the plain one (Kish 1965); without any
    flip there is none to measure, and n is the number of clusters.
    """
    n, gained, lost = len(differences), sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    if clusters is None or len(set(clusters)) == n:
        return float(gained), float(lost), float(n)
    if gained + lost == 0:
        return 0.0, 0.0, float(len(set(clusters)))
    plain, clustered = mean_difference(differences)[1], mean_difference(differences, clusters)[1]
    effect = max(1.0, (clustered / plain) ** 2) if plain > 0 and clustered > 0 else n / len(set(clusters))
    return gained / effect, lost / effect, n / effect


def bootstrap_difference(
    differences: Sequence[float],
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Interval:
    """Percentile interval of the mean difference, cases (or clusters) resampled whole (Efron 1979).

    scipy.stats.bootstrap. When no case differs the resamples cannot either, so the score interval of
    `tango` for no flips at all is returned instead of a width of zero.
    """
    sums, sizes = _sums(differences, clusters)
    if all(total == 0 for total in sums):
        return tango(0, 0, len(sums), level)
    if len(sums) < 2:
        return Interval(-1.0, 1.0, level, "one case only")
    low, high = library.ratio_bootstrap(np.array(sums), np.array(sizes), level, resamples, seed)
    return Interval(low, high, level, "case bootstrap")


def tango_z(gained: float, lost: float, n: float, delta: float) -> float:
    """Tango's score statistic that the difference of paired shares is ``delta`` (Tango 1998, eq. 3).

    At delta = 0 it is McNemar's (gained - lost)/sqrt(gained + lost).
    """
    b = -gained - lost + (2 * n - gained + lost) * delta
    c = -lost * delta * (1 - delta)
    losing = (sqrt(max(b * b - 8 * n * c, 0.0)) - b) / (4 * n)
    variance = n * (2 * losing + delta * (1 - delta))
    distance = gained - lost - n * delta
    if variance <= 1e-12:
        return 0.0 if abs(distance) < 1e-9 else float("inf") * (1 if distance > 0 else -1)
    return distance / sqrt(variance)


def tango(gained: float, lost: float, n: float, level: float = 0.95) -> Interval:
    """Score interval of the difference of two paired shares, n pairs (Tango 1998, Statist. Med. 17:891).

    All differences that `tango_z` does not reject. Keeps its coverage with few pairs, and has a width
    when nothing flipped.
    """
    if n <= 0 or gained + lost > n + 1e-9:
        raise ValueError(f"{gained} gained and {lost} lost do not fit in {n} pairs")
    z, estimate = library.normal_quantile((1 + level) / 2), (gained - lost) / n
    edge = 1 - 1e-9

    def bound(target: float, outer: float) -> float:
        if abs(estimate - outer) < 1e-8 or abs(tango_z(gained, lost, n, outer)) <= z:
            return float(round(outer))
        return library.find_root(lambda d: tango_z(gained, lost, n, d) - target, *sorted((estimate, outer)))

    return Interval(bound(z, -edge), bound(-z, edge), level, "Tango score")


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values of several versions against one baseline, adjusted (Holm 1979). statsmodels multipletests."""
    return library.holm_adjusted(p_values) if len(p_values) else []


def _sums(differences: Sequence[float], clusters: Sequence[Hashable] | None) -> tuple[list[float], list[int]]:
    """Summed difference and number of cases of each cluster."""
    if clusters is None:
        return [float(d) for d in differences], [1] * len(differences)
    sums: dict[Hashable, float] = {}
    sizes: dict[Hashable, int] = {}
    for difference, cluster in zip(differences, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + float(difference)
        sizes[cluster] = sizes.get(cluster, 0) + 1
    return list(sums.values()), list(sizes.values())
