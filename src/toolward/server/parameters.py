"""The kinds of parameters a tool can have: what their schema is, and which values they take.

A schema uses only what survives to a model (type, description, enum) and what MCP needs beside it
(default, minimum, maximum); no anyOf, no null, no $ref. Types are strict: true is not 1, "10" is not 10,
10.0 is 10 as in JSON Schema. ``null`` is "absent" for an optional text or choice and an error everywhere
else. `read` gives the value or raises `Unreadable` with what is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from toolward.booleans import read_boolean
from toolward.community.text import clean, echo

Schema = dict[str, Any]
_LARGEST_SHOWN = 10**15


class Unreadable(ValueError):
    """A value that a parameter does not take; the text goes on from "NAME must be"."""


class Absent:
    """What an optional parameter without a default reads as when it is not given."""


ABSENT = Absent()


def shown(value: object) -> str:
    """A caller's value as it may stand in a message: JSON-like, short, safe to encode."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return f"'{echo(value, 40)}'"
        case int():
            return str(value) if abs(value) < _LARGEST_SHOWN else "a number that large"
        case float():
            return repr(value)
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            return "a value of another type"


@dataclass(frozen=True)
class Text:
    """Any text, "" included: lengths are the tool's own rules, with codes of their own."""

    required: bool = False
    lengths: tuple[int, int] | None = None  # characters; what the texts must state, not checked here
    optional: ClassVar[Absent] = ABSENT

    def schema(self) -> Schema:
        return {"type": "string"}

    def read(self, value: object) -> object:
        if isinstance(value, str):
            return clean(value)
        if value is None and not self.required:
            return self.optional
        raise Unreadable(f"text, not {shown(value)}")

    @property
    def limits(self) -> tuple[object, ...]:
        return self.lengths or ()


@dataclass(frozen=True)
class Choice:
    options: tuple[str, ...]
    default: str
    required: ClassVar[bool] = False

    @property
    def optional(self) -> str:
        return self.default

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.options), "default": self.default}

    def read(self, value: object) -> object:
        if value is None:
            return self.default
        if isinstance(value, str) and value in self.options:
            return value
        raise Unreadable(f"one of {', '.join(self.options)}, not {shown(value)}")

    @property
    def limits(self) -> tuple[object, ...]:
        return (self.default,)


@dataclass(frozen=True)
class Whole:
    least: int
    most: int
    default: int
    required: ClassVar[bool] = False

    @property
    def optional(self) -> int:
        return self.default

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most, "default": self.default}

    def read(self, value: object) -> object:
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if whole and not isinstance(value, bool) and self.least <= value <= self.most:  # type: ignore[operator]
            return int(value)  # type: ignore[call-overload]
        raise Unreadable(f"a whole number from {self.least} to {self.most}, not {shown(value)}")

    @property
    def limits(self) -> tuple[object, ...]:
        return (self.least, self.most, self.default)


@dataclass(frozen=True)
class Flag:
    """A boolean, read as the validation layer reads booleans: the text "true" counts."""

    default: bool = False
    required: ClassVar[bool] = False

    @property
    def optional(self) -> bool:
        return self.default

    def schema(self) -> Schema:
        return {"type": "boolean", "default": self.default}

    def read(self, value: object) -> object:
        read = read_boolean(value)
        if read is None:
            raise Unreadable(f"true or false, not {shown(value)}")
        return read

    @property
    def limits(self) -> tuple[object, ...]:
        return ("true" if self.default else "false",)


Parameter = Text | Choice | Whole | Flag
