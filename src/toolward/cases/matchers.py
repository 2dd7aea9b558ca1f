"""Matchers: what a case says of one JSON value, compiled once into a frozen tree.

A literal is compared strictly, nested too: ``"10"`` is not 10, ``true`` is not 1, and 10 equals 10.0 only
because both are numbers; no text is trimmed, folded or converted. An object whose single key starts with
``$`` is a matcher:

- ``{"$any": true}``: any value at all, null included; the key must be there
- ``{"$contains": "text"}``: a string that holds the needle, case ignored (by case folding); nothing else
  than a string ever matches
- ``{"$one_of": [...]}``: one of the values or matchers
- ``{"$all_of": [...]}``: all of the values or matchers
- ``{"$absent_or": ...}``: the key is missing, or its value fits; null is not missing. Stands directly
  under a key, nowhere else

An object that has a ``$`` key is never a literal: an unknown matcher, further keys beside one, or a bad
operand raise `MatcherError` when the case is compiled. A mismatch is a sentence, never a bare False.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from toolward.cases.values import fold, kind, same_json, show, show_text

KNOWN = ("$any", "$contains", "$one_of", "$all_of", "$absent_or")


class MatcherError(ValueError):
    """An expected value that no run could be compared with: where it stands, and what is wrong."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Exact:
    value: JsonValue

    def mismatch(self, actual: object) -> str | None:
        if same_json(self.value, actual):
            return None
        return f"expected {show(self.value)}, got {_got(self.value, actual)}"

    def describe(self) -> str:
        return show(self.value)


@dataclass(frozen=True, slots=True)
class Anything:
    def mismatch(self, actual: object) -> str | None:
        return None

    def describe(self) -> str:
        return "any value"


@dataclass(frozen=True, slots=True)
class Contains:
    needle: str
    folded: str

    def mismatch(self, actual: object) -> str | None:
        if not isinstance(actual, str):
            return f"expected {self.describe()}, got {show(actual)} ({kind(actual)})"
        return None if self.folded in fold(actual) else f"expected {self.describe()}, got {show(actual)}"

    def describe(self) -> str:
        return f"a text with {show(self.needle)}"


@dataclass(frozen=True, slots=True)
class OneOf:
    options: tuple[Matcher, ...]

    def mismatch(self, actual: object) -> str | None:
        if any(option.mismatch(actual) is None for option in self.options):
            return None
        return f"expected {self.describe()}, got {show(actual)} ({kind(actual)})"

    def describe(self) -> str:
        return "one of " + ", ".join(option.describe() for option in self.options)


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Matcher, ...]

    def mismatch(self, actual: object) -> str | None:
        failures = [text for part in self.parts if (text := part.mismatch(actual)) is not None]
        return "; ".join(failures) or None

    def describe(self) -> str:
        return " and ".join(part.describe() for part in self.parts)


@dataclass(frozen=True, slots=True)
class AbsentOr:
    """Only `Fields` reads it: whether the key is missing is not a property of a value."""

    inner: Matcher

    def mismatch(self, actual: object) -> str | None:
        text = self.inner.mismatch(actual)
        return None if text is None else f"{text} (leaving it out is fine too)"

    def describe(self) -> str:
        return f"nothing or {self.inner.describe()}"


@dataclass(frozen=True, slots=True)
class Items:
    items: tuple[Matcher, ...]

    def mismatch(self, actual: object) -> str | None:
        if not isinstance(actual, list):
            return f"expected a list, got {show(actual)} ({kind(actual)})"
        found = cast(list[object], actual)
        if len(found) != len(self.items):
            return f"expected a list of {len(self.items)}, got one of {len(found)}"
        pairs = zip(self.items, found, strict=True)
        checked = ((i, item.mismatch(value)) for i, (item, value) in enumerate(pairs))
        return "; ".join(f"[{i}] {text}" for i, text in checked if text is not None) or None

    def describe(self) -> str:
        return "[" + ", ".join(item.describe() for item in self.items) + "]"


@dataclass(frozen=True, slots=True)
class Fields:
    """An object, or a call's arguments. ``partial``: keys that are not listed are not looked at."""

    fields: Mapping[str, Matcher]
    partial: bool = False

    def fits(self, actual: Mapping[str, object]) -> bool:
        return next(self._failures(actual), None) is None

    def mismatches(self, actual: Mapping[str, object]) -> tuple[str, ...]:
        """Every mismatch as ``key: what is wrong``, in the order of the keys' names."""
        return tuple(sorted(self._failures(actual)))

    def mismatch(self, actual: object) -> str | None:
        if not isinstance(actual, dict):
            return f"expected an object, got {show(actual)} ({kind(actual)})"
        return "; ".join(self.mismatches(cast(dict[str, object], actual))) or None

    def describe(self) -> str:
        return "{" + ", ".join(f"{key}: {self.fields[key].describe()}" for key in sorted(self.fields)) + "}"

    def _failures(self, actual: Mapping[str, object]) -> Iterator[str]:
        for key, matcher in self.fields.items():
            if key not in actual:
                if not isinstance(matcher, AbsentOr):
                    yield f"{key}: missing, expected {matcher.describe()}"
            elif (text := matcher.mismatch(actual[key])) is not None:
                yield f"{key}: {text}"
        if not self.partial:
            for key in actual:
                if key not in self.fields:
                    yield f"{show_text(key, quoted=False)}: not expected, got {show(actual[key])}"


Matcher = Exact | Anything | Contains | OneOf | AllOf | AbsentOr | Items | Fields


def compile_arguments(
    arguments: Mapping[str, JsonValue], path: str = "arguments", *, partial: bool = False
) -> Fields:
    """The matcher of a call's arguments.

    Raises:
        MatcherError: with the path of the bad value below ``path``.
    """
    for key in arguments:
        if key.startswith("$"):
            raise MatcherError(f"{path}.{key}", "a matcher cannot stand for all the arguments of a call")
    return Fields({key: _under_key(value, f"{path}.{key}") for key, value in arguments.items()}, partial)


def compile_value(value: JsonValue, path: str = "") -> Matcher:
    """The matcher of one value that is always present (so no ``$absent_or`` at its top).

    Raises:
        MatcherError: with the path of the bad value below ``path``.
    """
    if isinstance(value, dict):
        if any(key.startswith("$") for key in value):
            return _matcher(value, path)
        return Fields({key: _under_key(item, f"{path}.{key}") for key, item in value.items()})
    if isinstance(value, list):
        return Items(tuple(compile_value(item, f"{path}[{i}]") for i, item in enumerate(value)))
    if isinstance(value, float) and not math.isfinite(value):
        raise MatcherError(path, f"{value} is not a JSON number")
    return Exact(value)


def _under_key(value: JsonValue, path: str) -> Matcher:
    if isinstance(value, dict) and "$absent_or" in value:
        _only_key(value, path)
        return AbsentOr(compile_value(value["$absent_or"], f"{path}.$absent_or"))
    return compile_value(value, path)


def _matcher(value: Mapping[str, JsonValue], path: str) -> Matcher:
    key = _only_key(value, path)
    operand, below = value[key], f"{path}.{key}"
    if key == "$any":
        if operand is not True:
            raise MatcherError(below, f"takes true, not {show(operand)}")
        return Anything()
    if key == "$contains":
        if not isinstance(operand, str) or not fold(operand).strip():
            raise MatcherError(below, f"takes a text that is not empty, not {show(operand)}")
        return Contains(operand, fold(operand))
    if key in ("$one_of", "$all_of"):
        if not isinstance(operand, list) or not operand:
            raise MatcherError(below, f"takes a list that is not empty, not {show(operand)}")
        parts = tuple(compile_value(item, f"{below}[{i}]") for i, item in enumerate(operand))
        return OneOf(parts) if key == "$one_of" else AllOf(parts)
    if key == "$absent_or":
        raise MatcherError(path, "$absent_or stands directly under a key, nowhere else")
    raise MatcherError(path, f"unknown matcher {show_text(key)} (known: {', '.join(KNOWN)})")


def _only_key(value: Mapping[str, JsonValue], path: str) -> str:
    if len(value) > 1:
        raise MatcherError(path, f"a matcher stands alone, but here are the keys {', '.join(sorted(value))}")
    return next(iter(value))


def _got(expected: JsonValue, actual: object) -> str:
    named = kind(actual)
    return show(actual) if named == kind(expected) or actual is None else f"{show(actual)} ({named})"
