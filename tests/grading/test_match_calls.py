"""Pairing of expected and actual calls, against every possible pairing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolward.grading.match_calls import Pairing, pair_any_order, pair_in_order

Matrix = list[list[bool]]


def every_pairing(fits: Matrix, columns: int, *, ordered: bool) -> Iterator[dict[int, int]]:
    """All one-to-one pairings by trying each choice for each expected call."""
    choices = [[None, *(a for a in range(columns) if row[a])] for row in fits]
    for chosen in product(*choices):
        pairs = {e: a for e, a in enumerate(chosen) if a is not None}
        calls = list(pairs.values())
        if len(set(calls)) == len(calls) and (not ordered or calls == sorted(calls)):
            yield pairs


def worth(pairs: dict[int, int], weights: list[int]) -> tuple[int, int]:
    return len(pairs), sum(weights[a] for a in pairs.values())


@st.composite
def problems(draw: st.DrawFn) -> tuple[Matrix, list[int]]:
    rows, columns = draw(st.integers(0, 4)), draw(st.integers(0, 5))
    fits = [[draw(st.booleans()) for _ in range(columns)] for _ in range(rows)]
    return fits, [draw(st.sampled_from([0, 1, 10, 100])) for _ in range(columns)]


def check(found: Pairing, fits: Matrix, weights: list[int], *, ordered: bool) -> None:
    best = max(worth(pairs, weights) for pairs in every_pairing(fits, len(weights), ordered=ordered))
    pairs = dict(found.pairs)
    assert worth(pairs, weights) == best
    assert pairs in list(every_pairing(fits, len(weights), ordered=ordered))
    assert set(found.missing) == set(range(len(fits))) - set(pairs)
    assert set(found.leftover) == set(range(len(weights))) - set(pairs.values())


@settings(deadline=None)
@given(problems())
def test_pairing_in_any_order_is_the_best_of_all_pairings(problem: tuple[Matrix, list[int]]) -> None:
    fits, weights = problem
    check(pair_any_order(fits, weights), fits, weights, ordered=False)


@settings(deadline=None)
@given(problems())
def test_pairing_in_order_is_the_best_of_all_order_keeping_pairings(
    problem: tuple[Matrix, list[int]],
) -> None:
    fits, weights = problem
    check(pair_in_order(fits, weights), fits, weights, ordered=True)


def test_the_first_fitting_call_is_not_taken_when_another_needs_it() -> None:
    fits = [[True, True], [True, False]]  # the first expected call takes either, the second only call 0
    assert pair_any_order(fits, [1, 1]).pairs == ((0, 1), (1, 0))
    assert not pair_in_order(fits, [1, 1]).complete


def test_a_call_that_weighs_more_is_paired_and_the_lighter_one_left_over() -> None:
    fits = [[True, True]]
    assert pair_any_order(fits, [0, 1]).leftover == (0,)
    assert pair_in_order(fits, [1, 0]).leftover == (1,)


@pytest.mark.parametrize("pair", [pair_any_order, pair_in_order])
def test_thousands_of_calls_are_paired_without_trouble(pair: Callable[[Matrix, list[int]], Pairing]) -> None:
    columns = 4000
    fits = [[True] * columns for _ in range(6)]
    assert len(pair(fits, [1] * columns).leftover) == columns - 6
