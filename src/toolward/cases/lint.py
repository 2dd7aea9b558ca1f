"""Is a case fair? Static checks of one case against the tools it names and the members it speaks of.

An *error* is a case that nobody could pass, that anybody could pass, or that contradicts itself: an expected
value that its tool can never receive, a call that is expected and forbidden at once, nothing that a run must
do. A *warning* is something a careful author looks at again: an id that is not in the fixtures, a tool's name
in the request, a fact that the request itself gives away. Whether an expected call does on the server what
the case says is not checked here: that is proven by execution (`toolward cases prove`).

Tools come as ``{"name", "description", "parameters": <JSON schema>}``. A value is held against type, enum,
minimum and maximum; where the case expects INVALID_ARGUMENTS, it may break them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from toolward.booleans import reads_as_true
from toolward.cases.matchers import compile_arguments
from toolward.cases.model import (
    STATE_CHANGING_TOOLS,
    AssistantTurn,
    CallPattern,
    Case,
    Category,
    ExpectedCall,
    JsonObject,
)
from toolward.cases.oracle import witness_arguments

_MEMBER_ID = re.compile(r"(?<![\w-])mem_[0-9]+(?![\w-])")
_ID_REFUSALS = frozenset({"NOT_FOUND", "INVALID_MEMBER_ID", "INVALID_ARGUMENTS"})
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """``path`` says where in the case; an error makes the case unusable, a warning does not."""

    path: str
    reason: str
    is_error: bool


@dataclass(frozen=True, slots=True)
class ToolShape:
    name: str
    parameters: Mapping[str, JsonObject]
    required: frozenset[str]


Tools = Mapping[str, ToolShape]


def tools_of(schemas: Iterable[JsonObject]) -> Tools:
    """The shapes of the listed tools, by name."""
    shapes = (_shape(schema) for schema in schemas)
    return {shape.name: shape for shape in shapes}


def lint_case(case: Case, tools: Tools, member_ids: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Every finding of one case, errors first. Without ``member_ids`` ids are not looked up."""
    found = [
        *_calls(case, tools),
        *_contradictions(case),
        *_allowances(case),
        *_condition(case),
        *_history(case, tools),
        *_texts(case, tools),
    ]
    if member_ids is not None:
        found += _members(case, member_ids)
    return tuple(sorted(found, key=lambda finding: not finding.is_error))


def _error(path: str, reason: str) -> Finding:
    return Finding(path, reason, True)


def _warning(path: str, reason: str) -> Finding:
    return Finding(path, reason, False)


# --- expected values against the tools


def _calls(case: Case, tools: Tools) -> Iterator[Finding]:
    sent = len(case.staff.follow_ups)
    for i, call in enumerate(case.expected_calls):
        path, loose = f"expected_calls[{i}]", call.error == "INVALID_ARGUMENTS"
        yield from _arguments(path, call.name, call.arguments, tools, partial=False, loose=loose)
        if call.after_follow_ups > sent:
            yield _error(f"{path}.after_follow_ups", f"staff send only {sent} follow-ups")
    for path, pattern in case.patterns():
        yield from _arguments(path, pattern.name, pattern.arguments, tools, partial=True, loose=False)


def _arguments(
    path: str, name: str, arguments: JsonObject, tools: Tools, *, partial: bool, loose: bool
) -> Iterator[Finding]:
    tool = tools.get(name)
    if tool is None:
        yield _error(f"{path}.name", f"unknown tool {name!r} (known: {', '.join(tools)})")
        return
    for key, value in arguments.items():
        where = f"{path}.arguments.{key}"
        if key not in tool.parameters:
            if not loose:
                yield _error(where, f"unknown argument of {name} (known: {', '.join(tool.parameters)})")
            continue
        if not loose:
            yield from _value(where, value, tool.parameters[key])
        if isinstance(value, dict) and "$absent_or" in value and key in tool.required and not partial:
            yield _error(where, f"{name} requires it, so a call without it cannot be right")
    missing = sorted(tool.required - arguments.keys())
    if missing and not partial and not loose:
        yield _error(f"{path}.arguments", f"{name} requires {', '.join(missing)}")


def _value(path: str, value: JsonValue, schema: JsonObject) -> Iterator[Finding]:
    """Findings for a literal or any value that a matcher accepts."""
    if isinstance(value, dict) and len(value) == 1:
        key, inner = next(iter(value.items()))
        if key == "$any":
            return
        if key == "$contains":
            if schema.get("type") != "string" or "enum" in schema:
                yield _error(f"{path}.{key}", f"only free text contains something, this is {_kind(schema)}")
            return
        if key == "$absent_or":
            yield from _value(f"{path}.{key}", inner, schema)
            return
        if key in ("$one_of", "$all_of") and isinstance(inner, list):
            for i, item in enumerate(inner):
                yield from _value(f"{path}.{key}[{i}]", item, schema)
            return
    if (problem := _misfit(value, schema)) is not None:
        yield _error(path, problem)


def _misfit(value: JsonValue, schema: JsonObject) -> str | None:
    types = _TYPES.get(str(schema.get("type")), (object,))
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        return f"wrong type: {json.dumps(value, ensure_ascii=False)} can never be {_kind(schema)}"
    options = schema.get("enum")
    if isinstance(options, list) and value not in options:
        return f"{value!r} is not one of {', '.join(map(str, options))}"
    low, high = schema.get("minimum"), schema.get("maximum")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if isinstance(low, (int, float)) and value < low:
            return f"{value} is below the minimum of {low}"
        if isinstance(high, (int, float)) and value > high:
            return f"{value} is above the maximum of {high}"
    return None


def _kind(schema: JsonObject) -> str:
    return "one of a fixed list" if "enum" in schema else f"of type {schema.get('type', 'any')}"


# --- the case against itself


def _contradictions(case: Case) -> Iterator[Finding]:
    if case.must_ask_clarification and case.must_refuse:
        yield _error("must_refuse", "a reply cannot be asked both to ask and to refuse")
    for i, call in enumerate(case.expected_calls):
        if _acts(call) and case.must_ask_clarification:
            yield _error(f"expected_calls[{i}]", "a case that must ask cannot also act")
        for n, pattern in enumerate(case.must_not_call):
            if pattern.name == call.name and pattern.error is None and _meets(pattern, call):
                yield _error(f"must_not_call[{n}]", f"forbids expected_calls[{i}]")
    actions = sum(map(_acts, case.expected_calls))
    approved = sum(case.staff.approvals)
    if actions > approved:
        reason = f"{actions} confirmed calls expected, {approved} approved: nobody could pass in elicit mode"
        yield _error("staff.approvals", reason)


def _acts(call: ExpectedCall) -> bool:
    return call.name in STATE_CHANGING_TOOLS and reads_as_true(call.arguments.get("confirm"))


def _meets(pattern: CallPattern, call: ExpectedCall) -> bool:
    fields = compile_arguments(pattern.arguments, partial=True)
    return any(fields.fits(arguments) for arguments in witness_arguments(call.arguments))


def _allowances(case: Case) -> Iterator[Finding]:
    """Allowed calls that are forbidden too, or that would let a confirmed action pass."""
    for n, pattern in enumerate(case.allowed_extra_calls):
        path = f"allowed_extra_calls[{n}]"
        if pattern in case.must_not_call:
            yield _error(path, "is forbidden by must_not_call as well")
        if pattern.name in STATE_CHANGING_TOOLS and pattern.error is None:
            fields = compile_arguments(pattern.arguments, partial=True)
            witness = witness_arguments(pattern.arguments)[0]
            if "confirm" not in pattern.arguments or fields.fits({**witness, "confirm": True}):
                yield _error(path, "would let a confirmed action pass: list confirm as absent or false")


def _condition(case: Case) -> Iterator[Finding]:
    if not (case.expected_calls or case.must_ask_clarification or case.must_refuse or case.must_state):
        yield _error("expected_calls", "no condition at all: any reply would pass")
    if case.category is Category.CLARIFICATION and not case.must_ask_clarification:
        yield _warning("must_ask_clarification", "a clarification case that need not ask")
    if case.category is Category.RECOVERY and not any(call.error for call in case.expected_calls[:1]):
        yield _warning("expected_calls[0]", "a recovery case whose first call meets no error")
    for field, facts in (("answer_facts", case.answer_facts), ("must_state", case.must_state)):
        for i, fact in enumerate(facts):
            if not fact.any_of or not all(spelling.strip() for spelling in fact.any_of):
                yield _error(f"{field}[{i}].any_of", "is empty, or has an empty spelling")
            elif any(_stands_in(spelling, case.request) for spelling in fact.any_of):
                yield _warning(f"{field}[{i}]", "the request itself says it, so stating it shows nothing")


def _stands_in(spelling: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(spelling.casefold())}(?!\w)", text.casefold()) is not None


def _history(case: Case, tools: Tools) -> Iterator[Finding]:
    if case.history and not isinstance(case.history[-1], AssistantTurn):
        yield _error(f"history[{len(case.history) - 1}]", "ends with a user turn, and so does the request")
    for i, turn in enumerate(case.history):
        for n, call in enumerate(turn.calls if isinstance(turn, AssistantTurn) else ()):
            path = f"history[{i}].calls[{n}]"
            yield from _arguments(path, call.name, call.arguments, tools, partial=False, loose=call.is_error)
            try:
                json.loads(call.result)
            except ValueError:
                yield _error(f"{path}.result", "is not the JSON text that a tool answers with")


# --- what the request says


def _texts(case: Case, tools: Tools) -> Iterator[Finding]:
    for field in ("id", "request", "cluster", "why"):
        if not cast(str, getattr(case, field)).strip():
            yield _error(field, "is empty")
    said = [("request", case.request)]
    said += [(f"staff.follow_ups[{i}]", text) for i, text in enumerate(case.staff.follow_ups)]
    said += [(f"history[{i}].text", turn.text) for i, turn in enumerate(case.history) if turn.role == "user"]
    names = {*tools, *(name for tool in tools.values() for name in tool.parameters if "_" in name)}
    for path, text in said:
        folded = re.sub(r"[\s_]+", " ", text.casefold())
        for name in sorted(names):
            if _stands_in(name.replace("_", " "), folded):
                yield _warning(path, f"gives away the name {name}")


def _members(case: Case, member_ids: Collection[str]) -> Iterator[Finding]:
    if "not_found" in case.tags:
        return
    known = set(member_ids)
    for call in case.expected_calls:
        if call.error in _ID_REFUSALS:  # the case means an id that does not exist
            known.update(_MEMBER_ID.findall(json.dumps(call.arguments)))
    for i, call in enumerate(case.expected_calls):
        yield from _unknown(f"expected_calls[{i}]", json.dumps(call.arguments), known)
    yield from _unknown("request", case.request, known)


def _unknown(path: str, text: str, member_ids: Collection[str]) -> Iterator[Finding]:
    for member_id in dict.fromkeys(_MEMBER_ID.findall(text)):
        if member_id not in member_ids:
            yield _warning(path, f"{member_id} is not in the fixtures (meant? tag the case not_found)")


def _shape(schema: JsonObject) -> ToolShape:
    parameters = cast(JsonObject, schema.get("parameters") or {})
    properties = cast(dict[str, JsonObject], parameters.get("properties") or {})
    required = cast(list[str], parameters.get("required") or [])
    return ToolShape(str(schema["name"]), properties, frozenset(required))
