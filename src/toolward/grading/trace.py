"""What a run left behind, and all that a grader may look at.

A trace holds the tool calls in the order the model made them, with name and arguments exactly as it sent
them, the replies that ended its turns, and why the run stopped. Not part of it: reasoning, the earlier
conversation that a case brings, and calls written as text. Two departures from "exactly": what is nested
deeper than `DEEPEST` levels is cut off, since no tool takes it and no validator reads it; and lone
surrogates, which no text encoding can carry, are replaced by U+FFFD, as on the way to the tools.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import cast

from pydantic import BaseModel, ConfigDict, JsonValue, field_validator

DEEPEST = 64
CUT_OFF = "[nested too deep]"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Stop(StrEnum):
    ANSWERED = "answered"
    TURN_CAP = "turn_cap"  # too many turns
    REPEAT_CAP = "repeat_cap"  # the same calls with the same results, again and again
    TOKEN_CAP = "token_cap"  # a reply was cut by the reply cap
    CONTEXT_OVERFLOW = "context_overflow"
    UNPARSEABLE_CALL = "unparseable_call"  # the server could not read the model's own output
    INFRASTRUCTURE = "infrastructure"  # outage, time-out, dead tool server


class Frozen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Call(Frozen):
    """One tool call. ``run`` is false for a call that never reached a tool (unparseable, cut by the cap)."""

    name: str
    arguments: dict[str, JsonValue]
    raw_arguments: str | None = None  # the text, when it could not be parsed
    parse_error: str | None = None
    error_code: str | None = None  # of the result: the brief's codes, UNKNOWN_TOOL, TOOL_TIMEOUT, ...
    state_changed: bool = False
    run: bool = True
    recovered: bool = False  # found in the reply's text under `text_calls=recover`
    turn: int = 0
    follow_ups: int = 0  # how many of the staff's scripted follow-ups came before it

    @field_validator("name", "arguments", "raw_arguments", "parse_error", "error_code", mode="before")
    @classmethod
    def _readable(cls, value: object) -> object:
        return _clean(value, DEEPEST)


class TurnTokens(Frozen):
    input: int | None
    output: int | None


class Trace(Frozen):
    calls: tuple[Call, ...] = ()
    replies: tuple[str, ...] = ()  # every text that ended a turn; follow-up turns make more than one
    stop: Stop = Stop.ANSWERED
    tokens: tuple[TurnTokens, ...] = ()
    error: str | None = None  # what stopped the run, when it did not stop by itself
    exposed_tools: tuple[str, ...] = ()

    @field_validator("replies", "error", mode="before")
    @classmethod
    def _readable(cls, value: object) -> object:
        return _clean(value, 1)

    @property
    def final_text(self) -> str:
        return self.replies[-1] if self.replies else ""


def _clean(value: object, levels: int) -> object:
    """The value as JSON text can carry it, cut off below so many levels."""
    if isinstance(value, str):
        return value if value.isascii() else _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        entries = cast(dict[object, object], value)
        if not levels:
            return CUT_OFF
        return {_clean(key, 1): _clean(item, levels - 1) for key, item in entries.items()}
    if isinstance(value, (list, tuple)):
        items = cast(list[object], value)
        return [_clean(item, levels - 1) for item in items] if levels else CUT_OFF
    return value
