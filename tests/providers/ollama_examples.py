"""Small inputs that the Ollama tests share."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, GenerateConfig, ModelOutput
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams

from tests.support.fake_ollama import Reply
from toolward.providers.ollama.jsontext import decode
from toolward.providers.ollama.response import read_reply

LOOKUP_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "A username or display name."},
        "limit": {"type": "integer", "description": "1 to 25, default 10.", "default": 10, "minimum": 1},
        "window": {"type": "string", "enum": ["all_time", "last_7d"], "description": "Default all_time."},
    },
    "required": ["name"],
}
RUN = GenerateConfig(temperature=0, seed=42, max_tokens=4096)


def tool(name: str = "lookup_member", schema: dict[str, Any] | None = None) -> ToolInfo:
    parameters = ToolParams.model_validate(LOOKUP_SCHEMA if schema is None else schema)
    return ToolInfo(name=name, description=f"Does {name}.", parameters=parameters)


def asked(text: str = "who is ada?") -> list[ChatMessage]:
    return [ChatMessageSystem(content="You help staff."), ChatMessageUser(content=text)]


def read(reply: Reply, taken_ids: Collection[str] = (), cap: int | None = 4096) -> ModelOutput:
    """A scripted reply, through bytes, as the provider reads it."""
    assert isinstance(reply.body, dict)
    body = decode(json.dumps(reply.body).encode())
    return read_reply(body, model="qwen3:8b", num_ctx=8192, cap=cap, taken_ids=taken_ids)


def calls_of(output: ModelOutput) -> list[ToolCall]:
    return output.message.tool_calls or []


def notes(output: ModelOutput) -> dict[str, Any]:
    assert output.metadata is not None
    return output.metadata["toolward"]
