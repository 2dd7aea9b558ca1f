"""The arguments of a call, in all the spellings that servers use.

An object is taken as it is; JSON text is decoded, also when it was encoded twice; absent, null, "" and "null"
are {}. Anything else is an error that names the problem and keeps the raw text; so is nesting that no tool
has (100 levels, as in Inspect). Strings inside are never re-read: "0042" stays text.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple, cast

from .jsontext import loads, too_deep

MAX_DEPTH = 100


class Arguments(NamedTuple):
    value: dict[str, Any]
    error: str | None = None
    raw: str | None = None


def read_arguments(value: object) -> Arguments:
    raw = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    for _ in range(2):  # plain JSON text, or encoded twice
        if value is None or (isinstance(value, str) and not value.strip()):
            return Arguments({})
        if not isinstance(value, str):
            break
        try:
            value = loads(value)
        except (ValueError, RecursionError) as error:
            return Arguments({}, f"The arguments are not valid JSON ({error}): {raw}", raw)
    if value is None or value in ("", "null"):
        return Arguments({})
    if not isinstance(value, dict):
        return Arguments({}, f"The arguments are not a JSON object: {raw}", raw)
    if too_deep(value, MAX_DEPTH):
        return Arguments({}, f"The arguments are nested deeper than {MAX_DEPTH} levels: {raw}", raw)
    return Arguments(cast(dict[str, Any], value))
