"""Lone surrogates in incoming messages: replaced, not refused.

JSON can escape half of a surrogate pair, which no UTF-8 text can hold, and the SDK leaves a message with
one unanswered.
`mend_json` works on the JSON text; `mend` on values that never were text. Pairs are left as they are.
"""

from __future__ import annotations

import re

from toolward.community.text import clean

_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a pair
    r"|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"  # half of one
    r"|\\."
)


def mend_json(text: str) -> str:
    if "\\ud" not in text and "\\uD" not in text:
        return text
    return _ESCAPE.sub(lambda m: "\\ufffd" if m.group(1) else m.group(0), text)


def mend(value: object) -> object:
    """The same JSON value with every text and key mended, at any depth."""
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean(k) if isinstance(k, str) else k: mend(v) for k, v in value.items()}  # type: ignore[reportUnknownVariableType]
        case list() | tuple():
            return [mend(item) for item in value]  # type: ignore[reportUnknownVariableType]
        case _:
            return value
