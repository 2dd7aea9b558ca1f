"""Messages -> Trace: what a saved sample says the model did.

Counted are the calls of assistant messages that the model generated in this run (``source`` is not
"input", which marks the earlier conversation a case brings). Reasoning never counts as reply text, also
where it leaked into the content before a closing think tag.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from inspect_ai.event import Event, ModelEvent
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool
from inspect_ai.tool import ToolCall

from toolward.agent.run import RUN_KEY
from toolward.agent.text_calls import RECOVERED_KEY
from toolward.agent.toolbox import METADATA_KEY
from toolward.grading.trace import Call, Stop, Trace, TurnTokens

_CLOSED_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_LEAKED_THINKING = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_OPEN_THINKING = re.compile(r"<think(?:ing)?>.*\Z", re.DOTALL | re.IGNORECASE)


def trace_of(messages: Sequence[ChatMessage], store: Mapping[str, Any], events: Sequence[Event] = ()) -> Trace:
    """The trace of one sample, from its logged messages, store and model events."""
    noted: Mapping[str, Any] = store.get(RUN_KEY) or {}
    stop = noted.get("stop")
    calls: list[Call] = []
    replies: list[str] = []
    for turn, (reply, results) in enumerate(_turns(messages)):
        for call in reply.tool_calls or []:
            calls.append(_call(call, reply, results, turn))
        if not reply.tool_calls:
            replies.append(without_reasoning(reply.text))
    return Trace(
        calls=tuple(calls),
        replies=tuple(replies),
        stop=Stop(stop) if stop else Stop.INFRASTRUCTURE,
        tokens=tuple(_tokens(event) for event in events if isinstance(event, ModelEvent)),
        error=None if stop else "the run broke off before it ended by itself",
        exposed_tools=tuple(noted.get("exposed_tools", ())),
    )


def without_reasoning(text: str) -> str:
    """``text`` less what stands inside think tags, or before a stray closing one."""
    text = _CLOSED_THINKING.sub("", text)
    text = _LEAKED_THINKING.sub("", text)
    return _OPEN_THINKING.sub("", text).strip()


def _turns(messages: Sequence[ChatMessage]) -> list[tuple[ChatMessageAssistant, list[ChatMessageTool]]]:
    turns: list[tuple[ChatMessageAssistant, list[ChatMessageTool]]] = []
    for message in messages:
        if isinstance(message, ChatMessageAssistant) and message.source != "input":
            turns.append((message, []))
        elif isinstance(message, ChatMessageTool) and turns:
            turns[-1][1].append(message)
    return turns


def _call(call: ToolCall, reply: ChatMessageAssistant, results: list[ChatMessageTool], turn: int) -> Call:
    result = next((message for message in results if message.tool_call_id == call.id), None)
    facts: Mapping[str, Any] = ((result.metadata or {}) if result else {}).get(METADATA_KEY, {})
    return Call(
        name=call.function,
        arguments=call.arguments,
        parse_error=call.parse_error,
        error_code=facts.get("error_code"),
        state_changed=bool(facts.get("state_changes", 0)),
        run=bool(facts.get("run", False)),
        recovered=RECOVERED_KEY in (reply.metadata or {}),
        turn=turn,
    )


def _tokens(event: ModelEvent) -> TurnTokens:
    usage = event.output.usage
    return TurnTokens(input=usage.input_tokens if usage else None, output=usage.output_tokens if usage else None)
