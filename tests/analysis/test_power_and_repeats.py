"""Minimum detectable effect, pass^k, flips, equivalence: against simulation and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolward.analysis.stats import (
    chance_of_flips,
    flip_rate,
    flips_against_noise,
    mcnemar_exact,
    mcnemar_power,
    minimum_detectable_effect,
    minimum_detectable_mean,
    paired_equivalence,
    pass_k,
)


def test_the_mde_solves_its_own_formula() -> None:
    mde = minimum_detectable_effect(48, 0.3)
    assert mde == pytest.approx(2.8016 * np.sqrt((0.3 - mde**2) / 48), abs=1e-4)


def test_the_mde_is_never_more_than_the_flips_that_would_make_it() -> None:
    for n in (10, 48, 200):
        floor = minimum_detectable_effect(n, 0.0)
        assert floor == pytest.approx(2.8016**2 / (n + 2.8016**2), abs=1e-4)
        assert minimum_detectable_effect(n, floor / 2) == floor


def test_ten_cases_can_hardly_see_anything() -> None:
    assert minimum_detectable_effect(10, 0.2) > 0.4


def test_a_simulation_finds_the_stated_power_at_the_mde() -> None:
    """The score form of the test has 80% power there; the exact test, being conservative, a little less."""
    rng = np.random.default_rng(4)
    for n, psi in [(200, 0.3), (400, 0.2)]:
        mde = minimum_detectable_effect(n, psi)
        drawn = rng.multinomial(n, [(psi + mde) / 2, (psi - mde) / 2, 1 - psi], 3000)
        gained, lost = drawn[:, 0], drawn[:, 1]
        score = np.abs(gained - lost) / np.sqrt(np.maximum(gained + lost, 1)) > 1.96
        assert score.mean() == pytest.approx(0.8, abs=0.03)
        exact = np.mean([mcnemar_exact(int(g), int(x)) <= 0.05 for g, x in zip(gained, lost, strict=True)])
        assert exact == pytest.approx(mcnemar_power(n, psi, mde), abs=0.03)
        assert 0.72 <= exact <= 0.82


def test_the_exact_test_has_most_of_that_power_on_the_dev_split() -> None:
    assert 0.6 <= mcnemar_power(48, 0.3, minimum_detectable_effect(48, 0.3)) <= 0.82


def test_without_a_difference_the_exact_test_rarely_rejects() -> None:
    assert mcnemar_power(48, 0.3, 0.0) <= 0.05
    assert mcnemar_power(48, 0.0, 0.0) == 0.0


def test_for_repeated_runs_the_mde_is_2_8_standard_errors() -> None:
    assert minimum_detectable_mean(0.05, 48) == pytest.approx(0.14, abs=1e-3)
    assert minimum_detectable_mean(0.0, 48) == minimum_detectable_effect(48, 0.0)


def test_pass_k_by_hand() -> None:
    result = pass_k([3, 2, 0], [3, 3, 3], 2)
    assert result.estimate == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert pass_k([3, 2, 0], [3, 3, 3], 1).estimate == pytest.approx(5 / 9)
    assert pass_k([3, 2, 0], [3, 3, 3], 3).estimate == pytest.approx(1 / 3)


def test_pass_k_needs_k_runs_of_every_case() -> None:
    with pytest.raises(ValueError, match="at least 3 runs"):
        pass_k([1, 1], [3, 2], 3)


def test_pass_k_of_equal_cases_still_has_a_width() -> None:
    low, high = pass_k([3] * 8, [3] * 8, 3).interval
    assert low < 0.8 and high == pytest.approx(1)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=30))
def test_pass_k_falls_with_k(passed: list[int]) -> None:
    estimates = [pass_k(passed, [5] * len(passed), k, seed=1).estimate for k in (1, 3, 5)]
    assert estimates[0] >= estimates[1] >= estimates[2]


def test_pass_k_is_unbiased() -> None:
    rng = np.random.default_rng(8)
    truth = rng.beta(2, 1, 300)
    drawn = [pass_k(list(rng.binomial(5, truth)), [5] * 300, 3, seed=1).estimate for _ in range(60)]
    assert np.mean(drawn) == pytest.approx(np.mean(truth**3), abs=0.01)


def test_flip_rates_by_hand() -> None:
    assert flip_rate(0, 3) == flip_rate(3, 3) == 0
    assert flip_rate(1, 3) == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match="two runs"):
        flip_rate(1, 1)


def test_the_chance_of_flips_is_binomial_for_equal_rates() -> None:
    from scipy.stats import binom

    for k in range(12):
        assert chance_of_flips([0.3] * 10, k) == pytest.approx(float(binom.sf(k - 1, 10, 0.3)), abs=1e-12)


def test_flips_that_noise_explains_are_no_excess() -> None:
    noise = flips_against_noise([True, True, False, False], [0.5, 0.5, 0.5, 0.5])
    assert noise.observed == noise.expected == 2 and noise.excess == 0
    assert noise.p == pytest.approx(11 / 16)


def test_a_few_equal_cases_do_not_show_equivalence() -> None:
    result = paired_equivalence([0] * 26)
    assert result.difference == 0 and result.verdict == "undecided" and result.p > 0.05


def test_many_equal_cases_do() -> None:
    assert paired_equivalence([0] * 200).verdict == "equivalent"


def test_a_clear_loss_is_worse_and_a_clear_gain_is_better() -> None:
    assert paired_equivalence([-1] * 15 + [0] * 25).verdict == "worse"
    assert paired_equivalence([1] * 15 + [0] * 25).verdict == "better"


def test_repeated_runs_agree_with_statsmodels_two_one_sided_tests() -> None:
    from statsmodels.stats.weightstats import ttost_paired

    d = list(np.random.default_rng(6).integers(-2, 3, 60) / 6)
    p, low, high = ttost_paired(np.array(d), np.zeros(60), -0.05, 0.05)
    result = paired_equivalence(d)
    assert result.p == pytest.approx(float(p))
    assert result.p_no_worse == pytest.approx(float(low[1])) and result.p_no_better == pytest.approx(
        float(high[1])
    )


def test_equivalence_is_rarely_claimed_at_the_margin() -> None:
    """A true loss of exactly the margin is called 'no worse' at most about one time in twenty."""
    rng = np.random.default_rng(9)
    drawn = rng.multinomial(200, [0.10, 0.15, 0.75], 500)
    verdicts = [
        paired_equivalence([1] * int(g) + [-1] * int(x) + [0] * int(s)).p_no_worse <= 0.05
        for g, x, s in drawn
    ]
    assert np.mean(verdicts) <= 0.075


@given(st.lists(st.sampled_from([-1, 0, 1]), min_size=2, max_size=60))
def test_the_interval_lies_in_the_margins_exactly_when_equivalence_is_claimed(d: list[int]) -> None:
    result = paired_equivalence(d)
    inside = result.interval.low > -result.margin and result.interval.high < result.margin
    assert inside == (result.verdict == "equivalent")
