"""Finding members by name: the exact ones through one dictionary, similar ones through trigrams.

A search for similar names looks at a bounded number of index entries, the rarest trigrams first, so its
cost does not follow the size of the community. It suggests; it never decides.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable

from .text import fold, fold_query, similarity, trigrams

_BUDGET = 3_000  # index entries that one search may look at
_SHORTLIST = 30
_SIMILAR = 0.3


class NameIndex:
    """Over (username, display name) pairs; members are given by their position."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self._exact: dict[str, tuple[int, ...]] = {}
        self._owner = array("L")
        self._folded: list[str] = []
        self._entries: dict[str, array[int]] = {}
        for position, (username, display_name) in enumerate(names):
            for folded in dict.fromkeys((fold(username), fold(display_name))):
                self._add(folded, position)

    def _add(self, folded: str, position: int) -> None:
        self._exact[folded] = (*self._exact.get(folded, ()), position)
        entry = len(self._folded)
        self._folded.append(folded)
        self._owner.append(position)
        for gram in trigrams(folded):
            entries = self._entries.get(gram)
            if entries is None:
                entries = self._entries[gram] = array("L")
            entries.append(entry)

    def exact(self, name: str) -> tuple[int, ...]:
        """Positions of all members with this username or display name, in order."""
        folded = fold_query(name)
        return () if folded is None else self._exact.get(folded, ())

    def similar(self, name: str, limit: int = 3) -> tuple[int, ...]:
        """Positions of up to ``limit`` members with a similar name, the most similar first."""
        folded = fold_query(name)
        if not folded:
            return ()
        wanted = trigrams(folded)
        best: dict[int, float] = {}
        for entry in self._shortlist(wanted):
            score = similarity(wanted, trigrams(self._folded[entry]))
            if score >= _SIMILAR:
                owner = self._owner[entry]
                best[owner] = max(score, best.get(owner, 0.0))
        return tuple(sorted(best, key=lambda owner: (-best[owner], owner))[:limit])

    def _shortlist(self, wanted: frozenset[str]) -> list[int]:
        lists = sorted((self._entries[g] for g in wanted if g in self._entries), key=len)
        shared: Counter[int] = Counter()
        left = _BUDGET
        for entries in lists:
            shared.update(entries[:left])
            left -= len(entries)
            if left <= 0:
                break
        return sorted(shared, key=lambda entry: (-shared[entry], entry))[:_SHORTLIST]
