"""Does a text state a value? For `answer_facts` (reported apart) and `must_state` (part of success).

Compared are composed, case-folded texts. Digits of every script are read as 0 to 9, and separators
between groups of thousands fall away, so 8400 is found in "8,400", "8 400", "8.400" and "８４００", but not
in "18400" or "8400.5". A value is found only as a whole: 42 is not in "mem_0042", "ada" is not in "Canada".
Next to a script that writes no spaces any neighbour will do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from toolward.cases.model import AnswerFact

_SPACES = " \u00a0\u2007\u2009\u202f"
_GROUPS = re.compile(rf"(?<![\d.,'’_])\d{{1,3}}([,.'’_{_SPACES}])\d{{3}}(?:\1\d{{3}})*(?!\d)")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]")
_FIRST_UNSPACED = 0x2E80  # CJK and what follows: words are not set apart by spaces


def missing_facts(text: str, facts: Sequence[AnswerFact]) -> tuple[str, ...]:
    """The facts that ``text`` does not state, each by its first spelling."""
    if not facts:
        return ()
    plain = _plain(text)
    readings = (plain, _GROUPS.sub(_join, plain))
    return tuple(fact.any_of[0] for fact in facts if not _stated(fact, readings))


def _stated(fact: AnswerFact, readings: tuple[str, str]) -> bool:
    for spelling in fact.any_of:
        plain = _plain(spelling).strip()
        forms = {plain, _GROUPS.sub(_join, plain)} - {""}
        if any(_found(form, reading) for form in forms for reading in readings):
            return True
    return False


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFC", _INVISIBLE.sub("", text).casefold())
    if folded.isascii():
        return folded
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in folded)


def _join(match: re.Match[str]) -> str:
    return "".join(c for c in match.group() if c.isdigit())


def _found(value: str, text: str) -> bool:
    start = text.find(value)
    while start >= 0:
        if _stands_alone(text, start, start + len(value)):
            return True
        start = text.find(value, start + 1)
    return False


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if _joins(text[start], before) or _joins(text[end - 1], after):
        return False
    if text[end - 1].isdigit() and after in (".", ",") and text[end + 1 : end + 2].isdigit():
        return False  # the start of a longer number
    if text[start].isdigit() and before in (".", ","):
        return not text[max(start - 2, 0) : start - 1].isdigit()  # the end of a longer number
    return True


def _joins(edge: str, neighbour: str) -> bool:
    if not neighbour or not (edge.isalnum() or edge == "_"):
        return False
    if edge.isdigit() and neighbour.isdigit():
        return True
    if ord(edge) >= _FIRST_UNSPACED or ord(neighbour) >= _FIRST_UNSPACED:
        return False
    return neighbour.isalnum() or neighbour == "_"
