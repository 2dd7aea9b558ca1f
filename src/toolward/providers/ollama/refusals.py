"""What an error answer of the server means: outcome of the run, something that may pass, or our mistake.

The texts are those of real servers (0.33) and of public reports. A status alone does not tell: an
unreadable tool call, a dead engine and a wrongly typed option are all 500.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    OVERFLOW = "context_overflow"  # an outcome; never retried
    TOKEN_CAP = "token_cap"  # an outcome: the cap fell inside a tool call
    UNPARSEABLE = "unparseable_call"  # an outcome: the server could not read the model's own call
    BUSY = "busy"  # passes by itself
    ENGINE = "engine_died"  # the next request loads the model again: one retry
    UNKNOWN_MODEL = "unknown_model"
    NO_TOOLS = "no_tools"
    NO_THINKING = "no_thinking"
    CONFIGURATION = "configuration"


@dataclass(frozen=True)
class Refusal:
    kind: Kind
    status: int
    text: str
    prompt_tokens: int | None = None
    tool_name: str | None = None


_OVERFLOW = re.compile(
    r"exceed_context_size_error|exceeds the available context size|prompt is longer than the context"
    r"|input length exceeds|no user query found",  # the last: the window lost the user's own message
    re.I,
)
_UNPARSEABLE = re.compile(
    r"error parsing tool call|invalid tool call arguments|does not match the expected"
    r"|failed to parse (?:input|tool)",
    re.I,
)
_CUT_SHORT = re.compile(r"unexpected end of JSON input", re.I)
_OUR_MISTAKE = re.compile(
    r'^option "|must be of type|tools param requires|cannot unmarshal|template:|jinja|roles must alternate',
    re.I,
)
_NO_MODEL = re.compile(r"model .{1,200} not found", re.I)
_CALL_NAME = re.compile(r'tool call arguments for "([^"]*)"')
_PROMPT_TOKENS = re.compile(r"request \((\d{1,9}) tokens\)")


def refusal(status: int, body: object, *, capped: bool) -> Refusal:
    """Read an error answer. ``capped``: the request had a reply cap, so a call cut short is the cap's."""
    text = error_text(body) or f"HTTP status {status}"
    count, name = _PROMPT_TOKENS.search(text), _CALL_NAME.search(text)
    return Refusal(
        kind=_kind(status, text, capped),
        status=status,
        text=text,
        prompt_tokens=int(count[1]) if count else None,
        tool_name=name[1] if name else None,
    )


def _kind(status: int, text: str, capped: bool) -> Kind:
    if _OVERFLOW.search(text):
        return Kind.OVERFLOW
    if _UNPARSEABLE.search(text) and status != 400:
        return Kind.TOKEN_CAP if capped and _CUT_SHORT.search(text) else Kind.UNPARSEABLE
    if "does not support tools" in text:
        return Kind.NO_TOOLS
    if "does not support thinking" in text:
        return Kind.NO_THINKING
    if status in (408, 429, 502, 503, 504):
        return Kind.BUSY
    if _NO_MODEL.search(text):
        return Kind.UNKNOWN_MODEL
    if status >= 500 and not _OUR_MISTAKE.search(text):
        return Kind.ENGINE
    return Kind.CONFIGURATION


def error_text(body: object) -> str:
    """The message inside `{"error": ...}`, also where it is JSON inside text, or an object."""
    value: Any = body.get("error", body.get("message")) if isinstance(body, dict) else body
    for _ in range(3):
        if isinstance(value, dict):
            inner = value.get("message", value.get("error"))
            if not isinstance(inner, str | dict):
                return json.dumps(value, ensure_ascii=False, default=str)[:2000]
            if value.get("type") == "exceed_context_size_error" and isinstance(inner, str):
                inner = f"{inner} (exceed_context_size_error)"
            value = inner
        elif isinstance(value, str) and value.lstrip().startswith("{"):
            try:
                value = json.loads(value)
            except (ValueError, RecursionError):
                break
    return value.strip()[:2000] if isinstance(value, str) else ""
