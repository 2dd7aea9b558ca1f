"""Messages -> Trace: what a saved sample says the model did.

Counted are the calls of assistant messages that the model generated in this run (``source`` is not
"input", which marks the earlier conversation a case brings). Reasoning never counts as reply text, also
where it leaked into the content before a closing think tag.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from inspect_ai.event import Event, ModelEvent
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool, ChatMessageUser
from inspect_ai.tool import ToolCall

from toolward.agent.run import RUN_KEY
from toolward.agent.text_calls import RECOVERED_KEY
from toolward.agent.toolbox import METADATA_KEY
from toolward.grading.trace import Call, Stop, Trace, TurnTokens
from toolward.providers.ollama.thinking import separate


def trace_of(
    messages: Sequence[ChatMessage], store: Mapping[str, Any], events: Sequence[Event] = ()
) -> Trace:
    """The trace of one sample, from its logged messages, store and model events."""
    noted: Mapping[str, Any] = store.get(RUN_KEY) or {}
    stop = noted.get("stop")
    calls: list[Call] = []
    replies: list[str] = []
    for turn, (reply, results, follow_ups) in enumerate(_turns(messages)):
        for call in reply.tool_calls or []:
            calls.append(_call(call, reply, results, turn, follow_ups))
        if not reply.tool_calls:
            replies.append(separate(reply.text).text)
    return Trace(
        calls=tuple(calls),
        replies=tuple(replies),
        stop=Stop(stop) if stop else Stop.INFRASTRUCTURE,
        tokens=tuple(_tokens(event) for event in events if isinstance(event, ModelEvent)),
        error=None if stop else "the run broke off before it ended by itself",
        exposed_tools=tuple(noted.get("exposed_tools", ())),
    )


class _Turn(NamedTuple):
    reply: ChatMessageAssistant
    results: list[ChatMessageTool]
    follow_ups: int  # how many scripted answers staff had given before


def _turns(messages: Sequence[ChatMessage]) -> list[_Turn]:
    turns: list[_Turn] = []
    follow_ups = 0
    for message in messages:
        if isinstance(message, ChatMessageAssistant) and message.source != "input":
            turns.append(_Turn(message, [], follow_ups))
        elif isinstance(message, ChatMessageTool) and turns:
            turns[-1].results.append(message)
        elif isinstance(message, ChatMessageUser) and turns:
            follow_ups += 1
    return turns


def _call(
    call: ToolCall, reply: ChatMessageAssistant, results: list[ChatMessageTool], turn: int, follow_ups: int
) -> Call:
    result = next((message for message in results if message.tool_call_id == call.id), None)
    facts: Mapping[str, Any] = ((result.metadata or {}) if result else {}).get(METADATA_KEY, {})
    notes: Mapping[str, Any] = (reply.metadata or {}).get(METADATA_KEY) or {}
    return Call(
        name=call.function,
        arguments=call.arguments,
        raw_arguments=notes.get("raw_arguments", {}).get(call.id),
        parse_error=call.parse_error,
        error_code=facts.get("error_code"),
        state_changed=bool(facts.get("state_changes", 0)),
        run=bool(facts.get("run", False)),
        recovered=RECOVERED_KEY in (reply.metadata or {}),
        turn=turn,
        follow_ups=follow_ups,
    )


def _tokens(event: ModelEvent) -> TurnTokens:
    usage = event.output.usage
    return TurnTokens(
        input=usage.input_tokens if usage else None, output=usage.output_tokens if usage else None
    )
