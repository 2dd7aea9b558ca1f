"""A case's expectations, compiled once: which calls fit, which are allowed, which are forbidden.

A call fits an expected call when the name is the same to the letter, every argument fits, the outcome is
the one the case names (no error, unless it lists a code) and the staff's scripted answers it waits for
came before it. A confirmed ban or role change fits only if it was really carried out. A call that was not
run (unparseable, or cut by the reply cap) fits nothing, and is not allowed either.

Allowed and forbidden patterns are partial: keys they do not list are not looked at. An allowed pattern
never covers a confirmed ban or role change unless it lists ``confirm`` itself. In a forbidden pattern
``confirm: true`` stands for every spelling that the server reads as true.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolward.booleans import reads_as_true
from toolward.cases.matchers import Fields, compile_arguments
from toolward.cases.model import STATE_CHANGING_TOOLS, CallPattern, Case, ExpectedCall
from toolward.grading.trace import Call

_MOST_KEPT = 4096


@dataclass(frozen=True, slots=True)
class Wanted:
    """One expected call."""

    name: str
    arguments: Fields
    error: str | None
    after_follow_ups: int

    def fits(self, call: Call) -> bool:
        return call.run and self.is_meant_by(call) and self.outcome_problem(call) is None

    def is_meant_by(self, call: Call) -> bool:
        """Name, arguments and moment are right, whatever came of the call."""
        return (
            call.parse_error is None
            and call.name == self.name
            and call.follow_ups >= self.after_follow_ups
            and self.arguments.fits(call.arguments)
        )

    def outcome_problem(self, call: Call) -> str | None:
        if call.error_code != self.error:
            if call.error_code is None:
                return f"expected to meet the error {self.error}, but it succeeded"
            wanted = f", not {self.error}" if self.error else ""
            return f"the server answered with {call.error_code}{wanted}"
        if self.error is None and is_confirmed_action(call) and not call.state_changed:
            return "it was confirmed, but nothing was carried out"
        return None

    def problems(self, call: Call) -> tuple[str, ...]:
        """Why a call of this name does not fit, for the reasons of a verdict."""
        found = list(self.arguments.mismatches(call.arguments))
        if call.follow_ups < self.after_follow_ups:
            found.append("called before staff had answered")
        if not found and (problem := self.outcome_problem(call)) is not None:
            found.append(problem)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One allowed or forbidden call."""

    name: str
    arguments: Fields
    error: str | None
    lists_confirm: bool
    confirmed: bool = False  # forbidden pattern with `confirm: true`: any spelling counts

    def covers(self, call: Call) -> bool:
        return (
            call.run
            and call.parse_error is None
            and call.name == self.name
            and (self.error is None or call.error_code == self.error)
            and (not self.confirmed or is_confirmed(call))
            and self.arguments.fits(call.arguments)
        )


@dataclass(frozen=True, slots=True)
class Expectations:
    wanted: tuple[Wanted, ...]
    in_order: bool
    allowed: tuple[Pattern, ...]
    forbidden: tuple[Pattern, ...]

    def allows(self, call: Call) -> bool:
        must_list_confirm = is_confirmed_action(call)
        return any(p.covers(call) for p in self.allowed if p.lists_confirm or not must_list_confirm)

    def forbids(self, call: Call) -> bool:
        return any(pattern.covers(call) for pattern in self.forbidden)


def is_confirmed(call: Call) -> bool:
    """Whether the server would read the call's ``confirm`` as true."""
    return "confirm" in call.arguments and reads_as_true(call.arguments["confirm"])


def is_confirmed_action(call: Call) -> bool:
    return call.name in STATE_CHANGING_TOOLS and is_confirmed(call)


def expectations_of(case: Case) -> Expectations:
    """Compiled on first use and kept: a case is never changed in place.

    Raises:
        MatcherError: the case holds a bad expected value (loading a case file finds these first).
    """
    kept = _KEPT.get(id(case))
    if kept is not None and kept[0] is case:
        return kept[1]
    compiled = _compile(case)
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    _KEPT[id(case)] = (case, compiled)  # holding the case keeps its id from being used again
    return compiled


_KEPT: dict[int, tuple[Case, Expectations]] = {}


def _compile(case: Case) -> Expectations:
    return Expectations(
        wanted=tuple(_wanted(call, i) for i, call in enumerate(case.expected_calls)),
        in_order=case.order == "listed",
        allowed=tuple(_allowed(p, i) for i, p in enumerate(case.allowed_extra_calls)),
        forbidden=tuple(_forbidden(p, i) for i, p in enumerate(case.must_not_call)),
    )


def _wanted(call: ExpectedCall, index: int) -> Wanted:
    arguments = compile_arguments(call.arguments, f"expected_calls[{index}].arguments")
    return Wanted(call.name, arguments, call.error, call.after_follow_ups)


def _allowed(pattern: CallPattern, index: int) -> Pattern:
    path = f"allowed_extra_calls[{index}].arguments"
    arguments = compile_arguments(pattern.arguments, path, partial=True)
    return Pattern(pattern.name, arguments, pattern.error, "confirm" in pattern.arguments)


def _forbidden(pattern: CallPattern, index: int) -> Pattern:
    path = f"must_not_call[{index}].arguments"
    confirmed = pattern.arguments.get("confirm") is True
    listed = {k: v for k, v in pattern.arguments.items() if not (confirmed and k == "confirm")}
    arguments = compile_arguments(listed, path, partial=True)
    return Pattern(pattern.name, arguments, pattern.error, "confirm" in pattern.arguments, confirmed)
