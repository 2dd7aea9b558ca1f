"""Is this request the one that was recorded? The first difference, or None.

Compared: every message (role, text, tool calls with their ids and arguments, the call a result answers,
errors), every tool as the model is shown it, and the settings that change what a model says. Not
compared: message ids and metadata, and reasoning, which providers keep in the history or drop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    ContentReasoning,
    ContentText,
    GenerateConfig,
)
from inspect_ai.tool import ToolInfo

SETTINGS = (
    "temperature",
    "seed",
    "max_tokens",
    "top_p",
    "top_k",
    "stop_seqs",
    "frequency_penalty",
    "presence_penalty",
    "reasoning_effort",
    "reasoning_tokens",
)
ABSENT = "(absent)"
_MOST_SHOWN = 300


@dataclass(frozen=True)
class Difference:
    """Where two requests part, and what stands there in each."""

    path: str
    recorded: object
    asked: object

    def __str__(self) -> str:
        return f"{self.path}\n  recorded: {_shown(self.recorded)}\n  asked:    {_shown(self.asked)}"


def request_form(
    messages: Sequence[ChatMessage], tools: Sequence[ToolInfo], config: GenerateConfig
) -> dict[str, Any]:
    """What of a request is compared, as plain JSON values."""
    return {
        "settings": {name: getattr(config, name) for name in SETTINGS},
        "tools": [tool.model_dump(mode="json", exclude_none=True, exclude={"options"}) for tool in tools],
        "messages": [_message_form(message) for message in messages],
    }


def first_difference(recorded: object, asked: object, path: str = "") -> Difference | None:
    """The first place, in reading order, where two JSON values differ; types count (1 is not true)."""
    if isinstance(recorded, Mapping) and isinstance(asked, Mapping):
        for key in [*recorded, *(k for k in asked if k not in recorded)]:
            inner = f"{path}.{key}" if path else str(key)
            found = first_difference(recorded.get(key, ABSENT), asked.get(key, ABSENT), inner)
            if found is not None:
                return found
        return None
    if isinstance(recorded, list) and isinstance(asked, list):
        for n in range(max(len(recorded), len(asked))):
            was, now = (values[n] if n < len(values) else ABSENT for values in (recorded, asked))
            if (found := first_difference(was, now, f"{path}[{n}]")) is not None:
                return found
        return None
    same = recorded == asked and isinstance(recorded, bool) == isinstance(asked, bool)
    return None if same else Difference(path, recorded, asked)


def _message_form(message: ChatMessage) -> dict[str, Any]:
    form: dict[str, Any] = {"role": message.role, "content": _content_form(message)}
    if isinstance(message, ChatMessageAssistant):
        form["tool_calls"] = [
            {"id": c.id, "function": c.function, "arguments": c.arguments, "parse_error": c.parse_error}
            for c in message.tool_calls or []
        ]
    if isinstance(message, ChatMessageTool):
        form["tool_call_id"] = message.tool_call_id
        form["error"] = message.error.message if message.error else None
    return form


def _content_form(message: ChatMessage) -> object:
    parts = [message.content] if isinstance(message.content, str) else message.content
    shown = [part for part in parts if not isinstance(part, ContentReasoning)]
    texts = [
        part if isinstance(part, str) else part.text for part in shown if isinstance(part, str | ContentText)
    ]
    if len(texts) == len(shown):
        return "\n".join(texts)
    return [
        part if isinstance(part, str) else part.model_dump(mode="json", exclude_none=True) for part in shown
    ]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + f"... ({len(text)} characters)"
