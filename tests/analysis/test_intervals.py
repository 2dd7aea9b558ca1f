"""Rates: worked examples, coverage by simulation, and what clusters may and may not change."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolward.analysis.stats import case_means, clustered_rate, upper_bound, wilson


def test_wilson_gives_the_textbook_interval() -> None:
    low, high = wilson(81, 263)  # Newcombe 1998, table I, method 3: 0.2553 to 0.3662
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    low, high = wilson(0, 20)
    assert (round(low, 4), round(high, 4)) == (0.0, 0.1611)


def test_wilson_of_nothing_knows_nothing() -> None:
    assert tuple(wilson(0, 0)) == (0.0, 1.0)


def test_wilson_keeps_its_coverage_with_few_cases() -> None:
    rng = np.random.default_rng(1)
    for truth in (0.1, 0.5, 0.9):
        intervals = [wilson(int(k), 20) for k in rng.binomial(20, truth, 2000)]
        covered = np.mean([i.low <= truth <= i.high for i in intervals])
        assert 0.92 <= covered <= 0.985


def test_one_run_a_case_is_plain_wilson() -> None:
    values = [1.0] * 31 + [0.0] * 17
    rate = clustered_rate(values, range(48))
    assert tuple(rate.interval) == pytest.approx(tuple(wilson(31, 48)))
    assert rate.se == pytest.approx(np.std(values, ddof=1) / np.sqrt(48))


def test_identical_repetitions_do_not_narrow_the_interval() -> None:
    once = clustered_rate([1] * 36 + [0] * 22, range(58))
    thrice = clustered_rate(([1] * 36 + [0] * 22) * 3, list(range(58)) * 3)
    assert thrice.runs == 174 and thrice.cases == 58
    assert tuple(thrice.interval) == pytest.approx(tuple(once.interval))
    assert thrice.se == pytest.approx(once.se)


def test_the_standard_error_is_that_of_the_case_means() -> None:
    values, cases = [1, 1, 0, 1, 0, 0, 0, 0], [0, 0, 1, 1, 2, 2, 3, 3]  # means 1, 0.5, 0, 0; mean 0.375
    expected = np.sqrt(((0.625**2) + (0.125**2) + 2 * 0.375**2) / (4 * 3))
    assert clustered_rate(values, cases).se == pytest.approx(expected)


def test_cases_of_one_scenario_widen_the_interval() -> None:
    values = [1] * 10 + [0] * 10
    alone = clustered_rate(values, range(20))
    together = clustered_rate(values, range(20), [c // 5 for c in range(20)])
    assert together.clusters == 4
    assert together.interval.low < alone.interval.low and together.interval.high > alone.interval.high
    # statsmodels' cluster covariance of a constant, with its G/(G-1) * (n-1)/(n-1) correction
    assert together.se == pytest.approx(np.sqrt(4 / 3 * 4 * 2.5**2) / 20)


def test_cluster_error_agrees_with_statsmodels() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(3)
    values, clusters = rng.integers(0, 2, 60).astype(float), np.repeat(np.arange(12), 5)
    fit = sm.OLS(values, np.ones(60)).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": True}
    )
    assert clustered_rate(list(values), range(60), list(clusters)).se == pytest.approx(float(fit.bse[0]))


def test_the_clustered_interval_covers_repeated_runs() -> None:
    """Cases differ in difficulty and are run three times each; the interval is for the mean over cases."""
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(400):
        difficulty = rng.beta(1, 1, 40)
        values = (rng.random((3, 40)) < difficulty).astype(float).ravel()
        interval = clustered_rate(list(values), list(range(40)) * 3).interval
        covered += interval.low <= 0.5 <= interval.high
    assert 0.91 <= covered / 400 <= 0.99


def test_a_case_in_two_clusters_is_an_error() -> None:
    with pytest.raises(ValueError, match="two clusters"):
        clustered_rate([1, 0], ["a", "a"], ["x", "y"])


def test_no_runs_are_an_error_not_a_rate() -> None:
    with pytest.raises(ValueError, match="at least one"):
        clustered_rate([], [])


def test_no_event_in_n_is_bounded_by_the_exact_limit_and_about_three_over_n() -> None:
    assert upper_bound(0, 58) == pytest.approx(1 - 0.05 ** (1 / 58))
    assert upper_bound(0, 100) == pytest.approx(3 / 100, rel=0.02)
    assert upper_bound(58, 58) == 1.0


@given(st.integers(1, 200), st.data())
def test_an_upper_bound_lies_above_what_was_seen_and_falls_with_more_cases(
    n: int, data: st.DataObject
) -> None:
    events = data.draw(st.integers(0, n))
    assert upper_bound(events, n) >= events / n
    assert upper_bound(events, n + 10) <= upper_bound(events, n) + 1e-12


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 1)), min_size=1, max_size=60))
def test_a_rate_is_inside_its_interval_and_ignores_the_order_of_runs(runs: list[tuple[int, int]]) -> None:
    cases, values = [c for c, _ in runs], [float(v) for _, v in runs]
    rate = clustered_rate(values, cases)
    assert (
        0 <= rate.interval.low <= rate.estimate + 1e-12
        and rate.estimate <= rate.interval.high + 1e-12 <= 1 + 2e-12
    )
    assert 1 <= rate.effective_n <= len(runs) + 1e-9
    back = clustered_rate(values[::-1], cases[::-1])
    assert back.estimate == pytest.approx(rate.estimate) and tuple(back.interval) == pytest.approx(
        tuple(rate.interval)
    )


def test_case_means_average_within_the_case_first() -> None:
    assert case_means([1, 0, 1, 1], ["a", "a", "b", "a"]) == {"a": pytest.approx(2 / 3), "b": 1.0}
