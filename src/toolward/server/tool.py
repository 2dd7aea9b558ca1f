"""What a tool is, apart from its words: parameters, output and the operation behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from toolward.community.state import Session

from .parameters import Parameter

Operation = Callable[..., BaseModel]
"""``operation(session, **arguments)`` -> the output; raises ToolFailure, or changes what it says."""


@dataclass(frozen=True)
class Tool:
    name: str
    title: str
    parameters: Mapping[str, Parameter]
    output: type[BaseModel]
    run: Operation
    """A read or a draft. For a `ConfirmedTool`: the preview, which refuses what would be refused."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", MappingProxyType(dict(self.parameters)))

    @property
    def outputs(self) -> tuple[type[BaseModel], ...]:
        return (self.output,)


@dataclass(frozen=True)
class ConfirmedTool(Tool):
    """A tool that changes state, and only with ``confirm``; its arguments without confirm go to both."""

    executed: type[BaseModel]
    act: Operation
    ask: Callable[[Session, Mapping[str, Any]], str]
    """The question for the person at the host, in elicit mode."""
    destructive: bool = False

    @property
    def outputs(self) -> tuple[type[BaseModel], ...]:
        return (self.output, self.executed)


@dataclass(frozen=True)
class WordedTool(Tool):
    """A tool that brings its own words, since no description set covers it."""

    description: str = ""
    parameter_texts: Mapping[str, str] = field(default_factory=dict[str, str])
