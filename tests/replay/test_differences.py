"""The first difference of two requests: where, what was recorded, what was asked."""

from __future__ import annotations

import pytest
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageTool,
    ChatMessageUser,
    ContentReasoning,
    ContentText,
    GenerateConfig,
)
from inspect_ai.tool import ToolCall, ToolInfo

from toolward.providers.replay.differences import ABSENT, first_difference, request_form


@pytest.mark.parametrize(
    ("recorded", "asked", "path", "was", "now"),
    [
        ({"a": 1}, {"a": 2}, "a", 1, 2),
        ({"a": 1}, {"a": True}, "a", 1, True),
        ({"a": 1}, {"a": "1"}, "a", 1, "1"),
        ({"a": None}, {}, "a", None, ABSENT),
        ({}, {"a": 1}, "a", ABSENT, 1),
        ([1, [2, 3]], [1, [2]], "[1][1]", 3, ABSENT),
        ({"a": [{"b": "x"}]}, {"a": [{"b": "y"}]}, "a[0].b", "x", "y"),
        ({"a": {"b": 1}}, {"a": [1]}, "a", {"b": 1}, [1]),
        ({"a": 1, "b": 1}, {"b": 2, "a": 2}, "a", 1, 2),
    ],
)
def test_the_first_difference_is_found_where_it_is(
    recorded: object, asked: object, path: str, was: object, now: object
) -> None:
    found = first_difference(recorded, asked)
    assert found is not None
    assert (found.path, found.recorded, found.asked) == (path, was, now)


@pytest.mark.parametrize("value", [{}, [], {"a": [1, {"b": None}]}, "x", 1.0, None])
def test_equal_values_have_no_difference(value: object) -> None:
    assert first_difference(value, value) is None


def test_the_order_of_arguments_is_no_difference() -> None:
    assert first_difference({"a": 1, "b": 2}, {"b": 2, "a": 1}) is None


def test_a_long_text_is_shown_shortened() -> None:
    shown = str(first_difference({"a": "x" * 1000}, {"a": "y"}))
    assert len(shown) < 500 and "(1002 characters)" in shown


def test_ids_of_messages_and_reasoning_are_not_compared() -> None:
    thought = ChatMessageAssistant(content=[ContentReasoning(reasoning="hm"), ContentText(text="ok")], id="a")
    plain = ChatMessageAssistant(content="ok", id="b", metadata={"x": 1})
    first, second = (request_form([message], [], GenerateConfig()) for message in (thought, plain))
    assert first_difference(first, second) is None


def test_the_id_of_a_call_and_of_its_result_are_compared() -> None:
    def form(call_id: str, result_id: str) -> dict[str, object]:
        call = ToolCall(id=call_id, function="f", arguments={})
        messages = [
            ChatMessageAssistant(content="", tool_calls=[call]),
            ChatMessageTool(content="x", tool_call_id=result_id),
        ]
        return request_form(messages, [], GenerateConfig())

    for changed in (form("b", "a"), form("a", "b")):
        assert first_difference(form("a", "a"), changed) is not None


def test_a_word_of_a_tool_description_is_a_difference() -> None:
    first, second = [
        request_form([], [ToolInfo(name="f", description=d)], GenerateConfig()) for d in ("One.", "Two.")
    ]
    found = first_difference(first, second)
    assert found is not None and found.path == "tools[0].description"


def test_settings_that_do_not_change_the_answer_are_not_compared() -> None:
    message = ChatMessageUser(content="hi")
    first, second = (
        request_form([message], [], GenerateConfig(max_connections=n, timeout=n)) for n in (1, 2)
    )
    assert first_difference(first, second) is None
