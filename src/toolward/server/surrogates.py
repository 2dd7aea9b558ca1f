"""Incoming JSON that the SDK cannot take, made such that it can: lone surrogates and endless nesting.

JSON can escape half of a surrogate pair, which no UTF-8 text can hold, and can nest deeper than parsers go;
the SDK leaves a message with either unanswered. Halves become U+FFFD; what is nested more than `DEEPEST`
levels deep becomes the text "...", which no argument of ours takes. `mend_json` works on JSON text, `mend`
on values that never were text.
"""

from __future__ import annotations

import re

from toolward.community.text import clean

DEEPEST = 100  # levels of a whole message; parsers of the SDK stop at 200
_CUT = "..."
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a pair
    r"|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"  # half of one
    r"|\\."
)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[{]|[\]}]', re.S)


def mend_json(text: str) -> str:
    if "\\ud" in text or "\\uD" in text:
        text = _ESCAPE.sub(lambda m: "\\ufffd" if m.group(1) else m.group(0), text)
    return _flattened(text) if text.count("[") + text.count("{") > DEEPEST else text


def _flattened(text: str) -> str:
    parts: list[str] = []
    level, kept = 0, 0
    for token in _TOKEN.finditer(text):
        match token.group()[0]:
            case "[" | "{":
                level += 1
                if level == DEEPEST + 1:
                    parts.append(text[kept : token.start()])
            case "]" | "}":
                if level == DEEPEST + 1:
                    parts.append(f'"{_CUT}"')
                    kept = token.end()
                level -= 1
            case _:
                pass
    if level > DEEPEST:
        return text  # it never comes up again: no JSON, and the parser will say so
    return "".join(parts) + text[kept:]


def mend(value: object, levels: int = DEEPEST // 2) -> object:
    """The same JSON value with every text and key mended, and what is below ``levels`` cut."""
    match value:
        case str():
            return clean(value)
        case dict() | list() | tuple() if not levels:
            return _CUT
        case dict():
            return {
                clean(key) if isinstance(key, str) else key: mend(item, levels - 1)
                for key, item in value.items()  # type: ignore[reportUnknownVariableType]
            }
        case list() | tuple():
            return [mend(item, levels - 1) for item in value]  # type: ignore[reportUnknownVariableType]
        case _:
            return value
