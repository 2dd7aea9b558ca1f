"""Case -> Sample: the earlier conversation and the request as messages, the case itself as metadata.

The whole case travels in the sample (as JSON text), so that a saved log can be scored again without the
case files, and against the case as it was.
"""

from __future__ import annotations

from collections.abc import Iterable

from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool, ChatMessageUser
from inspect_ai.tool import ToolCall, ToolCallError

from toolward.cases.matchers import compile_arguments
from toolward.cases.model import AssistantTurn, Case, Turn


def sample_of(case: Case) -> Sample:
    turns = [message for n, turn in enumerate(case.history) for message in _messages_of(n, turn)]
    return Sample(
        id=case.id,
        input=[*turns, ChatMessageUser(content=case.request)],
        target=_target(case),
        metadata={
            "category": case.category.value,
            "split": case.split.value,
            "cluster": case.cluster,
            "tags": list(case.tags),
            "why": case.why,
            "case": case.model_dump_json(),
        },
    )


def dataset_of(name: str, cases: Iterable[Case]) -> MemoryDataset:
    return MemoryDataset([sample_of(case) for case in cases], name=name)


def _messages_of(n: int, turn: Turn) -> list[ChatMessage]:
    if not isinstance(turn, AssistantTurn):
        return [ChatMessageUser(content=turn.text)]
    calls = [
        ToolCall(id=f"earlier_{n}_{i}", function=call.name, arguments=dict(call.arguments))
        for i, call in enumerate(turn.calls)
    ]
    reply = ChatMessageAssistant(content="" if calls else turn.text, tool_calls=calls or None, source="input")
    results: list[ChatMessage] = [
        ChatMessageTool(
            content="" if was.is_error else was.result,
            tool_call_id=call.id,
            function=call.function,
            error=ToolCallError("unknown", was.result) if was.is_error else None,
        )
        for call, was in zip(calls, turn.calls, strict=True)
    ]
    # What the assistant said after it saw the results is a message of its own, as it was when it happened.
    after = [ChatMessageAssistant(content=turn.text, source="input")] if calls and turn.text else []
    return [reply, *results, *after]


def _target(case: Case) -> str:
    """What a right run does, in one line for the viewer; graders read the case, not this."""
    parts = [f"{call.name} {compile_arguments(call.arguments).describe()}" for call in case.expected_calls]
    if case.must_ask_clarification:
        parts.append("ask")
    if case.must_refuse:
        parts.append("refuse")
    return ", then ".join(parts) or "answer without a call"
