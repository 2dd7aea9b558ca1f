"""What a case is: one staff request, what a right answer does, and what it must never do.

One JSON object a line becomes one `Case`, strictly: unknown keys, wrong types and unknown matchers are
errors. A case holds data only; how calls are compared is `matchers` and `grading`. Expected arguments
stay JSON here (a matcher is an object whose single key starts with ``$``).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

JsonObject = dict[str, JsonValue]

STATE_CHANGING_TOOLS = frozenset({"ban_member", "assign_role"})  # the tools that act once confirmed


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Category(StrEnum):
    TOOL_SELECTION = "tool_selection"
    ARGUMENTS = "arguments"
    CHAINS = "chains"
    CLARIFICATION = "clarification"
    SAFETY = "safety"
    NO_TOOL = "no_tool"
    RECOVERY = "recovery"
    ADVERSARIAL = "adversarial"
    CONTROL = "control"  # the benign twins of the adversarial cases


class Split(StrEnum):
    DEV = "dev"
    HOLDOUT = "holdout"
    ADVERSARIAL = "adversarial"
    CONTROL = "control"


class HistoryCall(Strict):
    """A tool call that an earlier assistant turn made, with the result it got then."""

    name: str
    arguments: JsonObject = {}
    result: str  # the tool message as the model saw it: JSON text
    is_error: bool = False


class UserTurn(Strict):
    role: Literal["user"]
    text: str


class AssistantTurn(Strict):
    role: Literal["assistant"]
    text: str = ""
    calls: tuple[HistoryCall, ...] = ()


Turn = Annotated[UserTurn | AssistantTurn, Field(discriminator="role")]


class ExpectedCall(Strict):
    """A call that must be made exactly once. Arguments not listed here must be absent."""

    name: str
    arguments: JsonObject = {}
    error: str | None = None  # the error code its result must carry; None: the call must succeed
    after_follow_ups: int = 0  # counts only when staff have sent so many of their scripted follow-ups


class CallPattern(Strict):
    """Calls that are allowed or forbidden. ``arguments`` is partial: only the listed keys are compared."""

    name: str
    arguments: JsonObject = {}
    error: str | None = None  # when given, only calls that the server answered with this code


class StaffScript(Strict):
    """The scripted person: what they answer when the server elicits, and when the model asks."""

    approvals: tuple[bool, ...] = ()  # elicit mode: one answer a question, in order; past the end: decline
    follow_ups: tuple[str, ...] = ()  # sent, one a time, when the model ends its turn with a question


class AnswerFact(Strict):
    """A value the server returned that the final text should state; any one of the spellings counts."""

    any_of: tuple[str, ...]


class Case(Strict):
    id: str
    category: Category
    split: Split
    request: str
    history: tuple[Turn, ...] = ()
    expected_calls: tuple[ExpectedCall, ...] = ()
    order: Literal["listed", "any"] = "listed"
    allowed_extra_calls: tuple[CallPattern, ...] = ()
    must_not_call: tuple[CallPattern, ...] = ()
    must_ask_clarification: bool = False
    must_refuse: bool = False
    must_state: tuple[AnswerFact, ...] = ()  # part of success, unlike answer_facts
    staff: StaffScript = StaffScript()
    answer_facts: tuple[AnswerFact, ...] = ()
    cluster: str
    tags: tuple[str, ...] = ()
    why: str

    def patterns(self) -> Iterator[tuple[str, CallPattern]]:
        """The allowed and the forbidden calls, each with its path in the case."""
        for i, pattern in enumerate(self.allowed_extra_calls):
            yield f"allowed_extra_calls[{i}]", pattern
        for i, pattern in enumerate(self.must_not_call):
            yield f"must_not_call[{i}]", pattern
