"""JSON as it is on the wire: strict in what is read, clean in what is kept.

Lone surrogates have no UTF-8, so they become U+FFFD on both ways; NaN and infinities are no JSON.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, cast

from .errors import GarbledReply

Json = dict[str, Any]
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def encode(body: Json) -> bytes:
    text = json.dumps(body, ensure_ascii=False, allow_nan=False)
    return LONE_SURROGATE.sub("\ufffd", text).encode()


def decode(raw: bytes) -> Json:
    """The body as an object with clean text, or GarbledReply."""
    try:
        value = loads(raw.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError) as error:
        shown = raw[:200].decode("utf-8", errors="replace")
        raise GarbledReply(f"the server's answer is not JSON ({error}): {shown!r}") from None
    if not isinstance(value, dict):
        raise GarbledReply(f"the server's answer is not a JSON object: {str(value)[:200]!r}")
    return value


def loads(text: str) -> Any:
    return _clean(json.loads(text, parse_float=_finite, parse_constant=_refuse))


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large a number")
    return value


def _refuse(text: str) -> float:
    raise ValueError(f"{text} is not JSON")


def _clean(value: Any) -> Any:
    """Lone surrogates become U+FFFD everywhere, keys too."""
    if isinstance(value, str):
        return LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_clean(item) for item in cast(list[Any], value)]
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in cast(dict[str, Any], value).items()}
    return value


def too_deep(value: Any, limit: int) -> bool:
    """Is it nested deeper than ``limit``? Serialisers give up at some 250 levels."""
    level = [value]
    for _ in range(limit):
        level = [inner for item in level for inner in _inside(item)]
        if not level:
            return False
    return True


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(cast(dict[str, Any], value).values())
    return cast(list[Any], value) if isinstance(value, list) else []
