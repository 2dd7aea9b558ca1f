"""pass^k: the chance that k runs of a case in a row all pass. Reliability, not luck."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from toolward.analysis.stats import library
from toolward.analysis.stats.intervals import Interval, wilson
from toolward.analysis.stats.paired import RESAMPLES, SEED


@dataclass(frozen=True)
class PassK:
    k: int
    estimate: float
    interval: Interval
    cases: int


def pass_k(
    passed: Sequence[int],
    runs: Sequence[int],
    k: int,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    seed: int = SEED,
) -> PassK:
    """Mean over cases of C(c, k)/C(n, k), c passed of n runs (Yao et al. 2024, tau-bench, sec. 4).

    The interval resamples cases (or clusters) whole (scipy.stats.bootstrap, percentile). Where every case
    gives 0 or every case gives 1, resampling has no width and Wilson's interval on the clusters stands in.
    """
    if k < 1 or not passed or any(n < k for n in runs):
        raise ValueError(f"pass^{k} needs at least {k} runs of every case")
    shares = [comb(c, k) / comb(n, k) for c, n in zip(passed, runs, strict=True)]
    estimate = sum(shares) / len(shares)
    owners = list(range(len(shares))) if clusters is None else list(clusters)
    groups = list(dict.fromkeys(owners))
    if len(set(shares)) == 1 or len(groups) < 2:
        return PassK(k, estimate, wilson(estimate * len(groups), len(groups), level), len(shares))
    place = {group: i for i, group in enumerate(groups)}
    sums, sizes = np.zeros(len(groups)), np.zeros(len(groups))
    for share, owner in zip(shares, owners, strict=True):
        sums[place[owner]] += share
        sizes[place[owner]] += 1
    low, high = library.ratio_bootstrap(sums, sizes, level, RESAMPLES, seed)
    return PassK(k, estimate, Interval(low, high, level, "case bootstrap"), len(shares))
