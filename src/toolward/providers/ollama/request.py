"""Inspect's messages, tools and settings -> the exact body of one POST /api/chat.

Every body carries `options.num_ctx`, `truncate: false`, `shift: false`, `stream: false` and `keep_alive`.
Zero is a value and is sent; only None is "unset". A cap of None or 0 means no cap: no `num_predict`.

Tool schemas go out as they were given: what was never set is not invented, what was set is not lost.

Reasoning goes back to the model in `thinking`, and only for assistant messages after the last user message:
inside a tool loop the templates of thinking models show it, in earlier turns they drop it, and so do we.
It never goes back inside `content`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    ChatMessageUser,
    ContentReasoning,
    ContentText,
    GenerateConfig,
)
from inspect_ai.tool import ToolCall, ToolInfo

from .errors import OllamaConfigurationError
from .jsontext import Json

DEFAULT_NUM_CTX = 8192
DEFAULT_KEEP_ALIVE = "30m"


@dataclass(frozen=True)
class ChatSettings:
    """What a run fixes for all of its requests."""

    num_ctx: int = DEFAULT_NUM_CTX
    think: bool | None = None  # None: the field is left out
    keep_alive: str | int = DEFAULT_KEEP_ALIVE
    split_text_and_calls: bool = False


def chat_body(
    model: str,
    messages: Sequence[ChatMessage],
    tools: Sequence[ToolInfo],
    config: GenerateConfig,
    settings: ChatSettings,
) -> Json:
    body: Json = {"model": model, "messages": wire_messages(messages, settings.split_text_and_calls)}
    if tools:
        body["tools"] = [wire_tool(tool) for tool in tools]
    if isinstance(settings.think, bool):
        body["think"] = settings.think
    body |= {"stream": False, "truncate": False, "shift": False, "keep_alive": settings.keep_alive}
    body["options"] = options(config, settings.num_ctx)
    if config.response_schema is not None:
        body["format"] = config.response_schema.json_schema.model_dump(exclude_none=True)
    return body


def options(config: GenerateConfig, num_ctx: int) -> Json:
    """Numbers as numbers: text for num_ctx is a 500, a top-level seed is ignored."""
    if config.num_choices not in (None, 1):
        raise OllamaConfigurationError("Ollama gives one reply a request: leave --num-choices out.")
    given = {
        "num_ctx": num_ctx,
        "temperature": config.temperature,
        "seed": config.seed,
        "num_predict": config.max_tokens or None,
        "top_p": config.top_p,
        "top_k": config.top_k,
        "stop": config.stop_seqs,
        "frequency_penalty": config.frequency_penalty,
        "presence_penalty": config.presence_penalty,
    }
    return {key: value for key, value in given.items() if value is not None}


def wire_tool(tool: ToolInfo) -> Json:
    parameters = tool.parameters.model_dump(exclude_unset=True, exclude_none=True)
    parameters = {"type": "object", "properties": {}} | parameters
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": parameters},
    }


def wire_messages(messages: Sequence[ChatMessage], split_text_and_calls: bool = False) -> list[Json]:
    last_user = max((i for i, m in enumerate(messages) if isinstance(m, ChatMessageUser)), default=-1)
    names = {call.id: call.function for m in messages for call in _calls(m)}
    out: list[Json] = []
    for i, message in enumerate(messages):
        if isinstance(message, ChatMessageAssistant):
            out += _assistant(message, split_text_and_calls, with_thinking=i > last_user)
        elif isinstance(message, ChatMessageTool):
            out.append(_tool_result(message, names))
        else:
            out.append({"role": message.role, "content": text_of(message)})
    return out


def _calls(message: ChatMessage) -> list[ToolCall]:
    return (message.tool_calls or []) if isinstance(message, ChatMessageAssistant) else []


def _assistant(message: ChatMessageAssistant, split: bool, with_thinking: bool) -> list[Json]:
    text = text_of(message)
    spoken: Json = {"role": "assistant", "content": text}
    thinking = reasoning_of(message)
    if thinking and with_thinking:
        spoken["thinking"] = thinking
    if not message.tool_calls:
        return [spoken]
    calls = [_call(call, i) for i, call in enumerate(message.tool_calls)]
    if split and text:
        return [spoken, {"role": "assistant", "content": "", "tool_calls": calls}]
    return [{**spoken, "tool_calls": calls}]


def _call(call: ToolCall, index: int) -> Json:
    """`arguments` as an object: as text it is a 400."""
    return {"id": call.id, "function": {"index": index, "name": call.function, "arguments": call.arguments}}


def _tool_result(message: ChatMessageTool, names: dict[str, str]) -> Json:
    content = text_of(message)
    if not content and message.error is not None:
        content = message.error.message
    out: Json = {"role": "tool", "content": content}
    name = message.function or names.get(message.tool_call_id or "")
    if name:
        out["tool_name"] = name
    if message.tool_call_id:
        out["tool_call_id"] = message.tool_call_id
    return out


def text_of(message: ChatMessage) -> str:
    """The message's text, with several parts joined by newlines, and without its reasoning."""
    if isinstance(message.content, str):
        return message.content
    parts: list[str] = []
    for part in message.content:
        if isinstance(part, ContentText):
            parts.append(part.text)
        elif not isinstance(part, ContentReasoning):
            raise OllamaConfigurationError(f"toolward sends text only; this message holds {part.type!r}.")
    return "\n".join(parts)


def reasoning_of(message: ChatMessageAssistant) -> str:
    if isinstance(message.content, str):
        return ""
    return "\n".join(part.reasoning for part in message.content if isinstance(part, ContentReasoning))
