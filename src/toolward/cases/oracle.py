"""Oracles: scripts of what a run does that gets a case right, derived from the case alone.

A script is what the assistant side does, step by step: make a call, or end its turn with a text. A text that
is not the last step is answered by the staff's next follow-up. The first oracle of a case leaves out every
optional argument; each further one differs from it in one way that the case leaves open: another accepted
value, an optional argument given, the calls in another order, an allowed extra call. All of them must pass.

``confirmation_id`` is never scripted: only a server in preview_token mode can tell one, so whoever plays the
script fills it in. Patterns that allow a refused call (with ``error``) are not played: whether a call is
refused depends on the confirm mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pydantic import JsonValue

from toolward.cases.matchers import AbsentOr, compile_arguments, compile_value
from toolward.cases.model import STATE_CHANGING_TOOLS, CallPattern, Case, ExpectedCall, JsonObject

FILLED_IN_BY_PLAYER = "confirmation_id"
ASKING = "Which one do you mean? Please tell me, I would rather not guess."
REFUSING = "I can't do that, so nothing was changed."
PREVIEWED = "This is only a preview; nothing has been done yet. Shall I go ahead?"
_ANY_VALUE = "as agreed with the staff"
_FILLERS: dict[str, JsonObject] = {  # what an allowed call needs beside the arguments its pattern lists
    "lookup_member": {"member_id": "mem_0050"},
    "draft_announcement": {"topic": "movie night on saturday"},
    "ban_member": {"member_id": "mem_0050", "reason": "as agreed with the staff"},
    "assign_role": {"member_id": "mem_0050", "role_name": "Artist"},
}


@dataclass(frozen=True, slots=True)
class Do:
    """A tool call. With a ``parse_error`` it never reaches the server."""

    name: str
    arguments: JsonObject
    parse_error: str | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """A text that ends a turn."""

    text: str


Step = Do | Say


@dataclass(frozen=True, slots=True)
class Script:
    """``name`` says in what it differs; ``stop`` is how the run ended, as a trace names it."""

    name: str
    steps: tuple[Step, ...]
    stop: str = "answered"

    @property
    def final_text(self) -> str:
        last = self.steps[-1] if self.steps else None
        return last.text if isinstance(last, Say) else ""


def oracles(case: Case) -> tuple[Script, ...]:
    """The scripts that must pass; the first is the plainest."""
    plain = oracle(case)
    return (plain, *_other_arguments(case, plain), *_other_orders(case), *_with_extras(case, plain))


def oracle(case: Case) -> Script:
    return Script("oracle", script_steps(case, case.expected_calls))


def script_steps(case: Case, calls: tuple[ExpectedCall, ...]) -> tuple[Step, ...]:
    """The given expected calls with the replies around them, each follow-up answered where it is due."""
    steps: list[Step] = []
    for answered in range(len(case.staff.follow_ups) + 1):
        if answered:
            steps.append(Say(PREVIEWED))
        due = (call for call in calls if call.after_follow_ups == answered)
        steps += [Do(call.name, witness_arguments(call.arguments)[0]) for call in due]
    return (*steps, Say(final_reply(case)))


def final_reply(case: Case) -> str:
    """A last text that does all that the case asks of it."""
    if case.must_ask_clarification:
        text = ASKING
    elif case.must_refuse:
        text = REFUSING
    elif any(call.name in STATE_CHANGING_TOOLS for call in case.expected_calls):
        text = "That is done." if _acts_last(case) else PREVIEWED
    else:
        text = "Here is what I found."
    facts = [fact.any_of[0] for fact in (*case.must_state, *case.answer_facts)]
    return " ".join([text, *(f"[{fact}]" for fact in facts)])


def witness_arguments(arguments: JsonObject) -> tuple[JsonObject, ...]:
    """Arguments that fit: the plainest first, then one for every other value the matchers name."""
    plain: JsonObject = {}
    others: list[tuple[str, JsonValue]] = []
    for key, value in arguments.items():
        values = [] if key == FILLED_IN_BY_PLAYER else list(_witnesses(value))
        if not (isinstance(value, dict) and "$absent_or" in value):
            plain[key] = values.pop(0)
        others += [(key, other) for other in values]
    return (plain, *({**plain, key: other} for key, other in others))


def _witnesses(value: JsonValue) -> Iterator[JsonValue]:
    if not isinstance(value, dict) or len(value) != 1:
        yield value
        return
    key, inner = next(iter(value.items()))
    if key == "$any":
        yield _ANY_VALUE
    elif key == "$contains":
        yield f"{inner}, as reported today"
    elif key == "$absent_or":
        yield from _witnesses(inner)
    elif key == "$one_of" and isinstance(inner, list):
        for option in inner:
            yield from _witnesses(option)
    elif key == "$all_of" and isinstance(inner, list):
        yield _fitting_all(value, inner)
    else:
        yield value


def _fitting_all(matcher: JsonValue, parts: list[JsonValue]) -> JsonValue:
    each = [witness for part in parts for witness in _witnesses(part)]
    needles = [str(part["$contains"]) for part in parts if isinstance(part, dict) and "$contains" in part]
    compiled = compile_value(matcher)
    for candidate in (*each, " and ".join(needles)):
        if compiled.mismatch(candidate) is None:
            return candidate
    raise ValueError(f"no value is known that fits {compiled.describe()}")


def covered(case: Case, call: Do) -> bool:
    """Whether the case allows this call as an extra one, on a server without tokens."""
    if call.parse_error is not None:
        return False
    return any(_covers(pattern, call) for pattern in case.allowed_extra_calls if pattern.error is None)


def _covers(pattern: CallPattern, call: Do) -> bool:
    fields = compile_arguments(pattern.arguments, partial=True)
    return pattern.name == call.name and fields.fits(call.arguments)


def _acts_last(case: Case) -> bool:
    last = case.expected_calls[-1]
    return last.arguments.get("confirm") is True


def placed_calls(case: Case, script: Script) -> list[tuple[int, ExpectedCall]]:
    """Where each expected call stands among the steps of the plain oracle."""
    places = [i for i, step in enumerate(script.steps) if isinstance(step, Do)]
    ordered = sorted(case.expected_calls, key=lambda call: call.after_follow_ups)
    return list(zip(places, ordered, strict=True))


def _other_arguments(case: Case, plain: Script) -> Iterator[Script]:
    for at, call in placed_calls(case, plain):
        first, *others = witness_arguments(call.arguments)
        for arguments in others:
            key = next(k for k in arguments if k not in first or arguments[k] != first[k])
            yield _swap(plain, f"call {at}: {key}={arguments[key]!r}", at, Do(call.name, arguments))


def _other_orders(case: Case) -> Iterator[Script]:
    if case.order == "any" and len(case.expected_calls) > 1:
        yield Script("oracle, calls reversed", script_steps(case, case.expected_calls[::-1]))


def _with_extras(case: Case, plain: Script) -> Iterator[Script]:
    for pattern in case.allowed_extra_calls:
        fields = compile_arguments(pattern.arguments, partial=True)
        if pattern.error is not None:
            continue
        listed = {k: v for k, v in pattern.arguments.items() if not isinstance(fields.fields[k], AbsentOr)}
        extra = Do(pattern.name, {**_FILLERS.get(pattern.name, {}), **witness_arguments(listed)[0]})
        yield Script(f"oracle, {pattern.name} first", (extra, *plain.steps))
        yield Script(f"oracle, {pattern.name} last", (*plain.steps[:-1], extra, plain.steps[-1]))


def _swap(script: Script, name: str, at: int, step: Step) -> Script:
    return replace(script, name=f"oracle, {name}", steps=(*script.steps[:at], step, *script.steps[at + 1 :]))
