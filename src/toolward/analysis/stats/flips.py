"""Flips against noise: how many cases change sides when nothing was changed.

A case that flips between two runs of one configuration will also flip between two configurations. Only
what exceeds that is evidence of a change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class FlipNoise:
    """``observed`` cases flipped, ``expected`` by noise alone; ``p`` is the chance of at least as many.

    With several runs a case, ``observed`` is the mean over all pairs of runs, and there is no ``p``.
    """

    observed: float
    expected: float
    excess: float
    p: float | None


def flip_rate(passed: int, runs: int) -> float:
    """The chance that two different runs of one case disagree: 2c(K-c)/(K(K-1)), unbiased for 2p(1-p).

    Gini's mean difference of a 0/1 sample (U-statistic; Hoeffding 1948). Needs two runs.
    """
    if runs < 2 or not 0 <= passed <= runs:
        raise ValueError(f"a flip rate needs two runs or more, got {passed} of {runs}")
    return 2 * passed * (runs - passed) / (runs * (runs - 1))


def chance_of_flips(rates: Sequence[float], at_least: int) -> float:
    """P(number of flips >= at_least) when case i flips with rates[i]: Poisson binomial, by convolution."""
    chances = np.ones(1)
    for rate in rates:
        chances = np.convolve(chances, [1 - rate, rate])
    return float(min(1.0, max(0.0, chances[max(at_least, 0) :].sum())))


def flips_against_noise(flipped: Sequence[bool], rates: Sequence[float]) -> FlipNoise:
    """Compare the flips of the same cases with each case's own flip rate."""
    if len(flipped) != len(rates):
        raise ValueError("one flip rate a case")
    observed, expected = sum(flipped), float(sum(rates))
    return FlipNoise(observed, expected, observed - expected, chance_of_flips(rates, observed))
