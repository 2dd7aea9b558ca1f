"""A caller's raw arguments -> keyword arguments of a tool, or one failure that names every fault.

Arguments that the tool does not have are faults, however harmless they look: a misspelled filter would
otherwise answer another question than was asked. Nothing is unwrapped, trimmed or guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolward.community.failures import ErrorCode, ToolFailure
from toolward.community.text import echo

from .parameters import ABSENT, Parameter, Unreadable

_MOST_NAMED = 8  # faults listed in one message


def read_arguments(
    tool: str, parameters: Mapping[str, Parameter], given: Mapping[str, object]
) -> dict[str, Any]:
    """Every parameter with its value or default; optional ones without a default only when given.

    Raises:
        ToolFailure: INVALID_ARGUMENTS.
    """
    unknown = [name for name in given if name not in parameters]
    faults = [f"{tool} has no argument '{echo(name, 40)}'." for name in unknown]
    values: dict[str, Any] = {}
    for name, parameter in parameters.items():
        if name not in given:
            if parameter.required:
                faults.append(f"{name} is required and is missing.")
            value: object = parameter.optional
        else:
            try:
                value = parameter.read(given[name])
            except Unreadable as fault:
                faults.append(f"{name} must be {fault}.")
                continue
        if value is not ABSENT:
            values[name] = value
    if faults:
        raise ToolFailure(ErrorCode.INVALID_ARGUMENTS, _message(faults), _hint(tool, parameters))
    return values


def _message(faults: list[str]) -> str:
    if len(faults) > _MOST_NAMED:
        faults = [*faults[:_MOST_NAMED], f"And {len(faults) - _MOST_NAMED} more."]
    return " ".join(faults)


def _hint(tool: str, parameters: Mapping[str, Parameter]) -> str:
    if not parameters:
        return f"Call {tool} again without arguments."
    names = ", ".join(f"{name} (required)" if p.required else name for name, p in parameters.items())
    return f"Call {tool} again with these arguments only: {names}."
