"""What a set of cases can see at all: said beside every split, before anyone reads a difference into it."""

from __future__ import annotations

from math import sqrt

import numpy as np

from toolward.analysis.stats import library
from toolward.analysis.stats.paired import mcnemar_exact


def minimum_detectable_effect(n: int, discordant: float, power: float = 0.8, alpha: float = 0.05) -> float:
    """The smallest true difference of paired shares that ``n`` cases show with ``power``.

    Solves MDE = k sqrt((psi - MDE^2)/n), k = z(1-alpha/2) + z(power) = 2.80 (Miettinen 1968; Connor
    1987), with psi = ``discordant``, the share of cases that flip: MDE = k sqrt(psi/(n + k^2)). A
    difference cannot be larger than the flips that make it, so psi is at least the MDE itself, and the
    MDE never below k^2/(n + k^2): what is seen when every flip goes one way.
    """
    if n <= 0:
        raise ValueError("a power needs at least one case")
    k2 = _k(power, alpha) ** 2
    return min(1.0, max(sqrt(discordant * k2 / (n + k2)), k2 / (n + k2)))


def minimum_detectable_mean(
    se: float, n: int, runs: int = 1, power: float = 0.8, alpha: float = 0.05
) -> float:
    """The same for ``runs`` runs a case: k times the SE of the mean difference (Miller 2024, sec. 5).

    An SE from hardly any flips is too small to plan with, so the MDE is at least k^2/(n + k^2)/runs: what
    is seen when every case that moves goes the same way, by one run.
    """
    floor = minimum_detectable_effect(n, 0.0, power, alpha) / runs
    return min(1.0, max(_k(power, alpha) * se, floor)) if se > 0 else floor


def mcnemar_power(n: int, discordant: float, difference: float, alpha: float = 0.05) -> float:
    """The chance that the exact McNemar test on ``n`` cases gives p <= alpha, by full enumeration.

    ``discordant`` is the share of cases that flip, ``difference`` gained minus lost.
    """
    if abs(difference) > discordant:
        raise ValueError("a difference cannot be larger than the share of cases that flip")
    if discordant == 0:
        return 0.0
    flips = library.binomial_pmf(n, discordant)
    gains = (discordant + difference) / (2 * discordant)
    total = 0.0
    for count in range(1, n + 1):
        rejected = [mcnemar_exact(g, count - g) <= alpha for g in range(count + 1)]
        total += float(flips[count] * library.binomial_pmf(count, gains)[np.array(rejected)].sum())
    return total


def _k(power: float, alpha: float) -> float:
    return library.normal_quantile(1 - alpha / 2) + library.normal_quantile(power)
