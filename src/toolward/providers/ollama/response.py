"""One answer of /api/chat -> Inspect's `ModelOutput`, without losing or inventing anything.

Tool calls come from `message.tool_calls` only: a call written in the content or in the reasoning is text. A
call whose arguments cannot be read (`arguments.py`) has a `parse_error`, its raw text in the message's
metadata, and must not run.

`output.metadata["toolward"]` says what a run needs to know: `failure` (context_overflow | token_cap |
unparseable_call | None), `server_error`, `raw_arguments` {call id: text}, `attempts` that failed before.
`output.metadata["ollama"]` keeps the server's counts and durations (ns; None where it sent none).
Usage is always set, so that Inspect never counts tokens itself; a missing count is 0 there.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    Content,
    ContentReasoning,
    ContentText,
    ModelOutput,
    ModelUsage,
    StopReason,
)
from inspect_ai.tool import ToolCall

from .arguments import read_arguments
from .errors import GarbledReply
from .jsontext import Json
from .refusals import Kind, Refusal
from .thinking import separate

COUNTS = ("prompt_eval_count", "eval_count")
DURATIONS = ("total_duration", "load_duration", "prompt_eval_duration", "eval_duration")
FAILURE_KINDS = (Kind.OVERFLOW, Kind.TOKEN_CAP, Kind.UNPARSEABLE)


def read_reply(
    body: Json, *, model: str, num_ctx: int, cap: int | None, taken_ids: Collection[str] = ()
) -> ModelOutput:
    """A 200 answer. Raises GarbledReply when it holds no finished message."""
    message = body.get("message")
    if not isinstance(message, dict):
        raise GarbledReply(f"the server's answer holds no message; its keys: {sorted(body)[:20]}")
    if body.get("done") is False:
        raise GarbledReply("the server's answer is unfinished (done is false)")
    raw_arguments: dict[str, str] = {}
    calls = _tool_calls(message.get("tool_calls"), set(taken_ids), raw_arguments)
    stop, failure = _stop(body, bool(calls), num_ctx, cap)
    return _output(
        body,
        model=model,
        content=_content(message),
        calls=calls,
        stop=stop,
        notes={"failure": failure, "raw_arguments": raw_arguments},
    )


def read_refusal(refusal: Refusal, *, model: str, taken_ids: Collection[str] = ()) -> ModelOutput:
    """An error answer that is an outcome of the run: overflow, cap inside a call, unreadable call."""
    stops: dict[Kind, StopReason] = {Kind.OVERFLOW: "model_length", Kind.TOKEN_CAP: "max_tokens"}
    calls: list[ToolCall] = []
    if refusal.tool_name is not None:
        call_id = _free_id(None, set(taken_ids))
        calls = [ToolCall(id=call_id, function=refusal.tool_name, arguments={}, parse_error=refusal.text)]
    return _output(
        {"prompt_tokens_refused": refusal.prompt_tokens},
        model=model,
        content="",
        calls=calls,
        stop=stops.get(refusal.kind, "unknown"),
        notes={"failure": refusal.kind.value, "server_error": refusal.text, "raw_arguments": {}},
        error=refusal.text,
    )


def _output(
    body: Json,
    *,
    model: str,
    content: str | list[Content],
    calls: list[ToolCall],
    stop: StopReason,
    notes: Json,
    error: str | None = None,
) -> ModelOutput:
    numbers: Json = {key: _count(body.get(key)) for key in (*COUNTS, *DURATIONS)}
    if body.get("prompt_tokens_refused") is not None:
        numbers["prompt_tokens_refused"] = body["prompt_tokens_refused"]
    read, written = numbers["prompt_eval_count"] or 0, numbers["eval_count"] or 0
    metadata = {"toolward": {"raw_arguments": notes["raw_arguments"]}} if notes["raw_arguments"] else None
    message = ChatMessageAssistant(
        content=content, tool_calls=calls or None, model=model, source="generate", metadata=metadata
    )
    return ModelOutput(
        model=model,
        choices=[ChatCompletionChoice(message=message, stop_reason=stop)],
        usage=ModelUsage(input_tokens=read, output_tokens=written, total_tokens=read + written),
        metadata={"toolward": notes, "ollama": numbers},
        error=error,
    )


def _stop(body: Json, calls: bool, num_ctx: int, cap: int | None) -> tuple[StopReason, str | None]:
    """`length` is the reply cap, unless the reply ended because the window was full (`shift: false`)."""
    if body.get("done_reason") == "length":
        read, written = (_count(body.get(key)) for key in COUNTS)
        capped = cap is not None and (written is None or written >= cap)
        if not capped and read is not None and written is not None and read + written >= num_ctx - 1:
            return "model_length", Kind.OVERFLOW.value
        return "max_tokens", Kind.TOKEN_CAP.value
    if calls:
        return "tool_calls", None
    return ("stop" if body.get("done_reason") in ("stop", None) else "unknown"), None


def _content(message: Json) -> str | list[Content]:
    text, leaked = separate(_text(message.get("content")))
    thoughts = [t for t in (_text(message.get("thinking")), leaked) if t]
    if not thoughts:
        return text
    parts: list[Content] = [ContentReasoning(reasoning="\n".join(thoughts))]
    return [*parts, ContentText(text=text)] if text else parts


def _tool_calls(entries: object, taken: set[str], raw_arguments: dict[str, str]) -> list[ToolCall]:
    calls: list[ToolCall] = []
    for entry in cast(list[Any], entries) if isinstance(entries, list) else []:
        entry = entry if isinstance(entry, dict) else {}
        function = entry.get("function")
        function = function if isinstance(function, dict) else {}
        name = _text(function.get("name"))
        read = read_arguments(function.get("arguments"))
        error = read.error or (None if name else "The call has no tool name.")
        call_id = _free_id(entry.get("id"), taken)
        if read.raw is not None:
            raw_arguments[call_id] = read.raw
        calls.append(ToolCall(id=call_id, function=name, arguments=read.value, parse_error=error))
    return calls


def _free_id(given: object, taken: set[str]) -> str:
    """The server's id when it is text and new; else the next free `call_N`. Marks it as taken."""
    number = len(taken)
    call_id = given if isinstance(given, str) and given else f"call_{number}"
    while call_id in taken:
        number += 1
        call_id = f"call_{number}"
    taken.add(call_id)
    return call_id


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(value: object) -> int | None:
    """A count or duration; None for what is no number of things."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
