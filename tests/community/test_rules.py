"""Levels, prestige, the role hierarchy, and which colours a member has unlocked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolward.community import rules
from toolward.community.rules import AutomodAction, Severity, progress, xp_at_level


@pytest.mark.parametrize(
    ("xp", "prestige", "level", "to_next"),
    [
        (0, 0, 0, 100),
        (99, 0, 0, 1),
        (100, 0, 1, 150),
        (249, 0, 1, 1),
        (66_249, 0, 49, 1),
        (66_250, 1, 0, 100),
        (5 * 66_250, 5, 0, 100),
        (6 * 66_250 - 1, 5, 49, 1),
        (6 * 66_250, 5, 50, 2_600),
    ],
)
def test_levels_and_prestige_at_their_edges(xp: int, prestige: int, level: int, to_next: int) -> None:
    assert progress(xp) == (prestige, level, to_next)


@given(st.integers(0, 10**12))
def test_a_level_is_the_highest_that_the_xp_reaches(xp: int) -> None:
    done = progress(xp)
    rest = xp - done.prestige * rules.XP_PER_PRESTIGE
    assert xp_at_level(done.level) <= rest < xp_at_level(done.level + 1)
    assert done.xp_to_next_level == xp_at_level(done.level + 1) - rest > 0
    assert 0 <= done.prestige <= rules.MAX_PRESTIGE
    assert done.level < rules.LEVELS_PER_PRESTIGE or done.prestige == rules.MAX_PRESTIGE


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_more_xp_is_never_less_progress(a: int, b: int) -> None:
    low, high = sorted((a, b))
    assert progress(low)[:2] <= progress(high)[:2]


def test_prestige_does_not_take_away_the_highest_level() -> None:
    assert progress(66_250).highest_level == 50
    assert progress(16_200).highest_level == 24


def test_severity_follows_from_the_action() -> None:
    assert rules.SEVERITY == {
        AutomodAction.TIMEOUT: Severity.HIGH,
        AutomodAction.BLOCK_MESSAGE: Severity.MEDIUM,
        AutomodAction.BLOCK_INTERACTION: Severity.MEDIUM,
        AutomodAction.SEND_ALERT: Severity.LOW,
    }
