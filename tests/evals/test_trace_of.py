"""What counts as the model's doing when a sample's messages become a trace."""

from typing import Any

import pytest
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool, ChatMessageUser
from inspect_ai.tool import ToolCall

from toolward.evals.trace_of import trace_of
from toolward.grading.trace import Stop

STORE = {"toolward:run": {"stop": "answered", "exposed_tools": ["lookup_member"]}}


def call(id: str, **arguments: Any) -> ToolCall:
    return ToolCall(id=id, function="lookup_member", arguments=arguments)


def result(id: str, **facts: Any) -> ChatMessageTool:
    return ChatMessageTool(content="{}", tool_call_id=id, metadata={"toolward": {"run": True, **facts}})


def test_the_earlier_conversation_is_not_the_models_doing() -> None:
    earlier = ChatMessageAssistant(content="", tool_calls=[call("a")], source="input")
    messages: list[ChatMessage] = [
        earlier,
        result("a"),
        ChatMessageUser(content="and now?"),
        ChatMessageAssistant(content="Hello.", source="generate"),
    ]
    trace = trace_of(messages, STORE)
    assert trace.calls == () and trace.replies == ("Hello.",)


def test_ids_that_a_provider_repeats_do_not_mix_up_results() -> None:
    messages: list[ChatMessage] = []
    for code in ("NOT_FOUND", None):
        messages += [
            ChatMessageAssistant(content="", tool_calls=[call("same")], source="generate"),
            result("same", error_code=code),
        ]
    assert [c.error_code for c in trace_of(messages, STORE).calls] == ["NOT_FOUND", None]


def test_a_call_without_a_result_is_recorded_as_not_run() -> None:
    messages: list[ChatMessage] = [
        ChatMessageAssistant(content="", tool_calls=[call("a")], source="generate")
    ]
    assert [c.run for c in trace_of(messages, STORE).calls] == [False]


def test_calls_know_how_many_follow_ups_came_before_them() -> None:
    messages: list[ChatMessage] = [
        ChatMessageUser(content="ban them"),
        ChatMessageAssistant(content="", tool_calls=[call("a")], source="generate"),
        result("a"),
        ChatMessageAssistant(content="Sure?", source="generate"),
        ChatMessageUser(content="yes"),
        ChatMessageAssistant(content="", tool_calls=[call("b")], source="generate"),
        result("b", state_changes=1),
    ]
    trace = trace_of(messages, STORE)
    assert [(c.follow_ups, c.state_changed) for c in trace.calls] == [(0, False), (1, True)]


def test_a_run_that_broke_off_has_no_stop_of_its_own() -> None:
    trace = trace_of([], {"toolward:run": {"stop": None}})
    assert trace.stop is Stop.INFRASTRUCTURE and trace.error
    assert trace_of([], {}).stop is Stop.INFRASTRUCTURE


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<think>who?</think>Which one?", "Which one?"),
        ("hmm, maybe?</think>\nDone.", "Done."),
        ("<think>Let me see, who is quietfern? Maybe", ""),
        ("Fine.", "Fine."),
        ("a <thinking>b</thinking> c", "a  c"),
    ],
)
def test_reasoning_that_leaked_into_the_content_is_no_reply(content: str, text: str) -> None:
    messages: list[ChatMessage] = [ChatMessageAssistant(content=content, source="generate")]
    assert trace_of(messages, STORE).final_text == text
