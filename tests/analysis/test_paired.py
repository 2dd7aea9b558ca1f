"""Paired differences against statsmodels, against each other, and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolward.analysis.stats import (
    bootstrap_difference,
    effective_flips,
    holm,
    mcnemar_exact,
    mean_difference,
    sign_flip,
    tango,
)


def test_five_gained_and_none_lost_is_not_significant() -> None:
    assert mcnemar_exact(5, 0) == 0.0625
    assert mcnemar_exact(6, 0) == 0.03125
    assert mcnemar_exact(0, 0) == 1.0


@given(st.integers(0, 30), st.integers(0, 30))
def test_mcnemar_is_the_two_sided_binomial_on_the_flips(gained: int, lost: int) -> None:
    from scipy.stats import binomtest

    expected = binomtest(gained, gained + lost, 0.5).pvalue if gained + lost else 1.0
    assert mcnemar_exact(gained, lost) == pytest.approx(expected)
    assert mcnemar_exact(gained, lost) == mcnemar_exact(lost, gained)


@given(st.integers(0, 25), st.integers(0, 25), st.integers(0, 40))
def test_the_sign_flip_test_of_single_runs_is_mcnemars(gained: int, lost: int, same: int) -> None:
    differences = [1.0] * gained + [-1.0] * lost + [0.0] * same
    assert sign_flip(differences) == pytest.approx(mcnemar_exact(gained, lost))


def test_the_sign_flip_test_counts_all_sign_patterns() -> None:
    rng = np.random.default_rng(0)
    differences = list(rng.integers(-3, 4, 9) / 3)
    signs = np.array(np.meshgrid(*[[-1, 1]] * 9)).reshape(9, -1)
    totals = np.abs((np.abs(differences)[:, None] * signs).sum(axis=0))
    expected = np.mean(totals >= abs(sum(differences)) - 1e-9)
    assert sign_flip(differences) == pytest.approx(expected)


def test_many_different_numbers_of_runs_stay_cheap() -> None:
    rng = np.random.default_rng(1)
    differences = [float(rng.integers(-k, k) / k) for k in range(13, 80)]
    assert 0 <= sign_flip(differences) <= 1
    assert sign_flip([d + 0.5 for d in differences]) < 0.01


def test_cases_of_one_scenario_flip_their_sign_together() -> None:
    assert sign_flip([1, 1, 1, 1, 1, 1]) == 0.03125
    assert sign_flip([1, 1, 1, 1, 1, 1], list("aabbcc")) == 0.25


def test_the_standard_error_is_that_of_the_differences() -> None:
    d = [1, 0, 0, -1, 1, 1, 0, 1]
    assert mean_difference(d) == pytest.approx((np.mean(d), np.std(d, ddof=1) / np.sqrt(8)))
    assert mean_difference(d, range(8)) == pytest.approx(mean_difference(d))
    assert np.isnan(mean_difference([1])[1])


def test_the_bootstrap_repeats_with_its_seed_and_agrees_with_the_normal_for_many_cases() -> None:
    d = list(np.random.default_rng(2).choice([-1, 0, 0, 0, 1, 1], 300).astype(float))
    mean, se = mean_difference(d)
    interval = bootstrap_difference(d)
    assert tuple(interval) == tuple(bootstrap_difference(d))
    assert interval.low == pytest.approx(mean - 1.96 * se, abs=0.012)
    assert interval.high == pytest.approx(mean + 1.96 * se, abs=0.012)


def test_no_difference_at_all_still_has_a_width() -> None:
    interval = bootstrap_difference([0.0] * 26)
    assert interval.low < -0.1 and interval.high > 0.1


@pytest.mark.parametrize(("gained", "lost", "n"), [(12, 2, 54), (5, 0, 48), (3, 3, 20), (0, 0, 26)])
def test_tangos_bounds_are_where_the_score_test_turns(gained: int, lost: int, n: int) -> None:
    """The restricted maximum of the likelihood is looked for numerically, not by Tango's closed form."""
    from scipy.optimize import minimize_scalar

    def score(delta: float) -> float:
        def minus_log_likelihood(losing: float) -> float:
            parts = ((gained, losing + delta), (lost, losing), (n - gained - lost, 1 - 2 * losing - delta))
            return -sum(count * np.log(max(p, 1e-300)) for count, p in parts if count)

        inside = (max(0.0, -delta), (1 - delta) / 2)
        losing = minimize_scalar(
            minus_log_likelihood, bounds=inside, method="bounded", options={"xatol": 1e-12}
        ).x
        return (gained - lost - n * delta) / np.sqrt(n * (2 * losing + delta - delta**2))

    low, high = tango(gained, lost, n)
    assert score(low) == pytest.approx(1.96, abs=2e-3)
    assert score(high) == pytest.approx(-1.96, abs=2e-3)


def test_tangos_interval_is_symmetric_and_stays_in_bounds() -> None:
    for gained, lost, n in [(0, 0, 5), (5, 0, 5), (0, 5, 5), (3, 1, 40), (26, 0, 26)]:
        low, high = tango(gained, lost, n)
        assert -1 <= low <= (gained - lost) / n <= high <= 1
        assert tuple(tango(lost, gained, n)) == pytest.approx((-high, -low), abs=1e-7)


def test_tangos_interval_keeps_its_coverage() -> None:
    rng = np.random.default_rng(7)
    for n, up, down in [(48, 0.15, 0.05), (10, 0.2, 0.1), (26, 0.05, 0.05)]:
        drawn = rng.multinomial(n, [up, down, 1 - up - down], 800)
        cache = {(g, x): tango(int(g), int(x), n) for g, x, _ in drawn}
        covered = np.mean([cache[g, x].low <= up - down <= cache[g, x].high for g, x, _ in drawn])
        assert covered >= 0.925


def test_the_case_bootstrap_covers_repeated_runs() -> None:
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(200):
        base = rng.beta(1, 1, 40)
        better = np.clip(base + 0.1, 0, 1)
        d = rng.binomial(3, better) / 3 - rng.binomial(3, base) / 3
        interval = bootstrap_difference(list(d), resamples=499)
        covered += interval.low <= 0.095 <= interval.high
    assert 0.88 <= covered / 200 <= 0.99


def test_holm_adjusts_as_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


def test_clusters_shrink_the_effective_number_of_flips_and_never_grow_it() -> None:
    assert effective_flips([1, 0, -1, 1]) == (2.0, 1.0, 4.0)
    gained, lost, n = effective_flips([1, 1, 1, 1, 0, 0, 0, 0], list("aabbcdef"))
    assert n < 8 and gained / n == pytest.approx(0.5) and lost == 0
    assert effective_flips([0, 0, 0, 0], list("aabb")) == (0.0, 0.0, 2.0)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from([-1.0, 0.0, 1.0]), st.integers(0, 6)), min_size=1, max_size=40))
def test_scaled_counts_stay_a_valid_table(pairs: list[tuple[float, int]]) -> None:
    gained, lost, n = effective_flips([d for d, _ in pairs], [c for _, c in pairs])
    assert gained >= 0 and lost >= 0 and gained + lost <= n + 1e-9 and n <= len(pairs) + 1e-9
    low, high = tango(gained, lost, n)
    assert low - 1e-9 <= (gained - lost) / n <= high + 1e-9
