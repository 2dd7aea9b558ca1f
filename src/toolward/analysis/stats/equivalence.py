""" "No worse" as a claim that can fail: two one-sided tests against a stated margin.

"Not significantly different" is no evidence of equality; a small set is never different from anything.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from toolward.analysis.stats import library
from toolward.analysis.stats.intervals import Interval
from toolward.analysis.stats.paired import effective_flips, mean_difference, tango, tango_z

MARGIN = 0.05


@dataclass(frozen=True)
class Equivalence:
    """``p_no_worse`` tests difference > -margin, ``p_no_better`` difference < margin; equivalence needs both.

    ``interval`` is the two-sided interval at 1 - 2 alpha that lies inside the margins exactly when both
    tests reject.
    """

    margin: float
    difference: float
    interval: Interval
    p_no_worse: float
    p_no_better: float
    verdict: Literal["equivalent", "no worse", "worse", "better", "undecided"]

    @property
    def p(self) -> float:
        return max(self.p_no_worse, self.p_no_better)


def paired_equivalence(
    differences: Sequence[float],
    clusters: Sequence[Hashable] | None = None,
    margin: float = MARGIN,
    alpha: float = 0.05,
) -> Equivalence:
    """TOST (Schuirmann 1987) on per-case differences.

    One run a case (differences of -1, 0, 1): score tests of Tango (1998), valid for few pairs and when
    nothing flipped, on counts divided by the clusters' design effect. Otherwise t tests on the mean with
    its (cluster) SE, as statsmodels' ttost_paired does for plain pairs.
    """
    mean, se = mean_difference(differences, clusters)
    groups = len(differences) if clusters is None else len(set(clusters))
    if all(d in (-1, 0, 1) for d in differences):
        p_low, p_high, interval = _score(*effective_flips(differences, clusters), margin, alpha)
    elif se > 0:
        reach = library.t_quantile(1 - alpha, groups - 1) * se
        interval = Interval(mean - reach, mean + reach, 1 - 2 * alpha, "t on case differences")
        p_low = library.t_tail((mean + margin) / se, groups - 1)
        p_high = library.t_tail((margin - mean) / se, groups - 1)
    else:
        p_low, p_high, interval = 1.0, 1.0, Interval(-1.0, 1.0, 1 - 2 * alpha, "one case only")
    verdict = _verdict(p_low, p_high, interval, margin, alpha)
    return Equivalence(margin, mean, interval, p_low, p_high, verdict)


def _score(
    gained: float, lost: float, n: float, margin: float, alpha: float
) -> tuple[float, float, Interval]:
    p_low = 1 - library.normal_cdf(tango_z(gained, lost, n, -margin))
    p_high = library.normal_cdf(tango_z(gained, lost, n, margin))
    return p_low, p_high, tango(gained, lost, n, 1 - 2 * alpha)


def _verdict(
    p_low: float, p_high: float, interval: Interval, margin: float, alpha: float
) -> Literal["equivalent", "no worse", "worse", "better", "undecided"]:
    if p_low <= alpha and p_high <= alpha:
        return "equivalent"
    if interval.high < -margin:
        return "worse"
    if interval.low > margin:
        return "better"
    return "no worse" if p_low <= alpha else "undecided"
