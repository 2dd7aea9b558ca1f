"""JSON values: when two are the same, and how one is shown in an explanation.

Both work on whatever a model sent (not-a-number, huge integers, lone surrogates, deep nesting) and never
raise. What is shown is cut to a readable length, so it is no record of the value.
"""

from __future__ import annotations

import unicodedata
from typing import cast


def same_json(expected: object, actual: object) -> bool:
    """Equality of JSON values: types count, and numbers of either kind are equal by value."""
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, (int, float)):
        return isinstance(actual, (int, float)) and expected == actual
    if isinstance(expected, list):
        left = cast(list[object], expected)
        if not isinstance(actual, list) or len(right := cast(list[object], actual)) != len(left):
            return False
        return all(same_json(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(expected, dict):
        mine = cast(dict[str, object], expected)
        if not isinstance(actual, dict) or mine.keys() != (theirs := cast(dict[str, object], actual)).keys():
            return False
        return all(same_json(mine[key], theirs[key]) for key in mine)
    return type(expected) is type(actual) and expected == actual


def fold(text: str) -> str:
    """The form in which ``$contains`` compares: composed, case folded."""
    return text.casefold() if text.isascii() else unicodedata.normalize("NFC", text.casefold())


def kind(value: object) -> str:
    """The JSON name of a value's type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    return "string" if isinstance(value, str) else "list" if isinstance(value, list) else "object"


def show(value: object, depth: int = 3) -> str:
    """A value in an explanation: short whatever its size, and never raising."""
    if isinstance(value, str):
        return show_text(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return "a huge number" if isinstance(value, int) and value.bit_length() > 400 else repr(value)
    if isinstance(value, list):
        items = cast(list[object], value)
        shown = [show(item, depth - 1) for item in items[:4]] if depth else []
        return "[" + ", ".join([*shown, *(["..."] if len(items) > len(shown) else [])]) + "]"
    if isinstance(value, dict):
        entries = cast(dict[str, object], value)
        keys = sorted(entries)[:4] if depth else []
        shown = [f"{show_text(key, quoted=False)}: {show(entries[key], depth - 1)}" for key in keys]
        return "{" + ", ".join([*shown, *(["..."] if len(entries) > len(shown) else [])]) + "}"
    return f"a {type(value).__name__}"


def show_text(text: str, *, quoted: bool = True, most: int = 80) -> str:
    """A text in an explanation: cut when long, control characters and lone surrogates escaped."""
    cut = text if len(text) <= most else text[: most - 3] + "..."
    escaped = cut if cut.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)
    return f"'{escaped}'" if quoted else escaped
