"""Pairing of expected and actual calls: one to one, by a real assignment.

An expected call takes one actual call, an actual call serves one expected call. Of all pairings, the one
chosen leaves the fewest expected calls without a partner; among those, the partners are the calls that
would weigh most if they were left over (``weights``), so that what stays is what the case allows. When
calls are `listed`, only pairings that keep the listed order count; leftover calls may stand anywhere
between. No greedy choice is made: the first fitting call is not simply taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Fits = Sequence[Sequence[bool]]  # fits[expected][actual]


@dataclass(frozen=True, slots=True)
class Pairing:
    pairs: tuple[tuple[int, int], ...]  # (expected, actual), by expected
    missing: tuple[int, ...]  # expected calls without a partner
    leftover: tuple[int, ...]  # actual calls without a partner

    @property
    def complete(self) -> bool:
        return not self.missing


def pair_any_order(fits: Fits, weights: Sequence[int]) -> Pairing:
    """The best pairing regardless of order.

    Actual calls look for a partner heaviest first, along augmenting paths. A path never unpairs an actual
    call, and the sets of actual calls that can be paired form a matroid, so that taking the heaviest first
    is exact here.
    """
    partner: list[int | None] = [None] * len(fits)  # of each expected call
    for actual in sorted(range(len(weights)), key=lambda index: (-weights[index], index)):
        _find_partner(actual, fits, partner, set())
    return _pairing({e: a for e, a in enumerate(partner) if a is not None}, len(fits), len(weights))


def _find_partner(actual: int, fits: Fits, partner: list[int | None], seen: set[int]) -> bool:
    for expected, row in enumerate(fits):
        if not row[actual] or expected in seen:
            continue
        seen.add(expected)
        holder = partner[expected]
        if holder is None or _find_partner(holder, fits, partner, seen):
            partner[expected] = actual
            return True
    return False


def pair_in_order(fits: Fits, weights: Sequence[int]) -> Pairing:
    """The best pairing that keeps the order of both sides, by dynamic programming over their suffixes."""
    rows, columns = len(fits), len(weights)
    one_pair = sum(weights) + 1  # a further pair outweighs any choice of partners
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for e in reversed(range(rows)):
        for a in reversed(range(columns)):
            best[e][a] = max(best[e + 1][a], best[e][a + 1])
            if fits[e][a]:
                best[e][a] = max(best[e][a], best[e + 1][a + 1] + one_pair + weights[a])
    found: dict[int, int] = {}
    e = a = 0
    while e < rows and a < columns:
        if fits[e][a] and best[e][a] == best[e + 1][a + 1] + one_pair + weights[a]:
            found[e] = a
            e, a = e + 1, a + 1
        elif best[e][a] == best[e][a + 1]:
            a += 1
        else:
            e += 1
    return _pairing(found, rows, columns)


def _pairing(found: dict[int, int], rows: int, columns: int) -> Pairing:
    taken = set(found.values())
    return Pairing(
        pairs=tuple(sorted(found.items())),
        missing=tuple(e for e in range(rows) if e not in found),
        leftover=tuple(a for a in range(columns) if a not in taken),
    )
