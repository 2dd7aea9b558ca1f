"""What a run left behind, and all that a grader may look at.

A trace holds the tool calls in the order the model made them, with name and arguments exactly as it sent
them, the replies that ended its turns, and why the run stopped. Not part of it: reasoning, the earlier
conversation that a case brings, and calls written as text. One departure from "exactly": what is nested
deeper than `DEEPEST` levels is cut off, since no tool takes it and no validator reads it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import cast

from pydantic import BaseModel, ConfigDict, JsonValue, field_validator

DEEPEST = 64
CUT_OFF = "[nested too deep]"


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

    @field_validator("arguments", mode="before")
    @classmethod
    def _cut_deep_nesting(cls, value: object) -> object:
        return _cut(value, DEEPEST)


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

    @property
    def final_text(self) -> str:
        return self.replies[-1] if self.replies else ""


def _cut(value: object, levels: int) -> object:
    if isinstance(value, dict):
        entries = cast(dict[object, object], value)
        return {key: _cut(item, levels - 1) for key, item in entries.items()} if levels else CUT_OFF
    if isinstance(value, list):
        return [_cut(item, levels - 1) for item in cast(list[object], value)] if levels else CUT_OFF
    return value
