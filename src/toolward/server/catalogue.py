"""Every tool that a server can expose, in order: the seven first, then the distractors."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .distractors import DISTRACTORS
from .tool import Tool
from .tools import SEVEN

CATALOGUE: Mapping[str, Tool] = MappingProxyType({tool.name: tool for tool in (*SEVEN, *DISTRACTORS)})
