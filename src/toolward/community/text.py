"""How text of members and callers is compared, cleaned and echoed.

Two names are the same when they are equal after NFC and case folding: "STRASSE" is "Straße", a decomposed
"café" is the composed one. Nothing else is forgiven: no trimming, no look-alike letters, no zero-width
characters dropped. Similarity only ever suggests; it never matches.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 80  # characters of a stored name
_LONGEST_QUERY = 1_000  # a query beyond this cannot equal a stored name in any spelling
_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """The text with every lone surrogate replaced, so that it can be encoded as UTF-8."""
    return text if text.isascii() else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def fold(text: str) -> str:
    """The key under which names are compared."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def fold_query(text: str) -> str | None:
    """`fold` for a caller's text; None when it is too long to be any name."""
    return fold(clean(text)) if len(text) <= _LONGEST_QUERY else None


def echo(text: str, limit: int = 60) -> str:
    """A caller's text as it may stand in a message: cleaned and cut."""
    text = clean(text[: limit + 1])
    return text if len(text) <= limit else text[:limit] + "…"


def trigrams(folded: str) -> frozenset[str]:
    """Groups of three characters, with the start (two blanks) and the end (one blank) marked."""
    padded = f"  {folded[:LONGEST_NAME]} "
    return frozenset(padded[i : i + 3] for i in range(len(padded) - 2))


def similarity(a: frozenset[str], b: frozenset[str]) -> float:
    """Dice's coefficient of two trigram sets: 0 for nothing in common, 1 for the same set."""
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0
