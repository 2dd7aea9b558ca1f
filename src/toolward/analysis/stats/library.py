"""The calls into scipy and statsmodels, typed: both ship no types of their own.

Nothing is computed here; each function names what it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

stats: Any = import_module("scipy.stats")
optimize: Any = import_module("scipy.optimize")
contingency: Any = import_module("statsmodels.stats.contingency_tables")
multitest: Any = import_module("statsmodels.stats.multitest")
proportion: Any = import_module("statsmodels.stats.proportion")
Floats = npt.NDArray[np.float64]


def normal_quantile(probability: float) -> float:
    """scipy.stats.norm.ppf"""
    return float(stats.norm.ppf(probability))


def normal_cdf(value: float) -> float:
    """scipy.stats.norm.cdf"""
    return float(stats.norm.cdf(value))


def t_quantile(probability: float, df: int) -> float:
    """scipy.stats.t.ppf"""
    return float(stats.t.ppf(probability, df))


def t_tail(value: float, df: int) -> float:
    """P(T > value): scipy.stats.t.sf"""
    return float(stats.t.sf(value, df))


def binomial_pmf(n: int, probability: float) -> Floats:
    """P(0), ..., P(n): scipy.stats.binom.pmf"""
    return stats.binom.pmf(np.arange(n + 1), n, probability)


def wilson_bounds(successes: float, n: float, alpha: float) -> tuple[float, float]:
    """statsmodels proportion_confint(method="wilson"); fractional counts are allowed."""
    low, high = proportion.proportion_confint(successes, n, alpha=alpha, method="wilson")
    return float(low), float(high)


def exact_upper(events: int, n: int, level: float) -> float:
    """One-sided Clopper-Pearson: scipy.stats.binomtest(alternative="less")"""
    interval = stats.binomtest(events, n, alternative="less").proportion_ci(level, method="exact")
    return float(interval.high)


def mcnemar_p(gained: int, lost: int) -> float:
    """statsmodels mcnemar(exact=True)"""
    return float(contingency.mcnemar([[0, gained], [lost, 0]], exact=True).pvalue)


def holm_adjusted(p_values: Sequence[float]) -> list[float]:
    """statsmodels multipletests(method="holm")"""
    return [float(p) for p in multitest.multipletests(list(p_values), method="holm")[1]]


def ratio_bootstrap(
    sums: Floats, sizes: Floats, level: float, resamples: int, seed: int
) -> tuple[float, float]:
    """Percentile interval of sum(sums)/sum(sizes), clusters drawn together: scipy.stats.bootstrap"""
    result = stats.bootstrap(
        (sums, sizes),
        _ratio,
        paired=True,
        vectorized=True,
        n_resamples=resamples,
        batch=1000,
        confidence_level=level,
        method="percentile",
        rng=np.random.default_rng(seed),
    )
    return float(result.confidence_interval.low), float(result.confidence_interval.high)


def find_root(function: Callable[[float], float], low: float, high: float) -> float:
    """scipy.optimize.brentq"""
    return float(optimize.brentq(function, low, high, xtol=1e-10))


def _ratio(sums: Floats, sizes: Floats, axis: int) -> Floats:
    ratio: Floats = sums.sum(axis=axis) / sizes.sum(axis=axis)
    return ratio
