"""What is sent: the exact body of every /api/chat request."""

from __future__ import annotations

import json

import pytest
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageTool,
    ChatMessageUser,
    ContentImage,
    ContentReasoning,
    ContentText,
    GenerateConfig,
)
from inspect_ai.tool import ToolCall, ToolCallError, ToolInfo, ToolParams

from tests.providers.ollama_examples import LOOKUP_SCHEMA, RUN, asked, tool
from toolward.providers.ollama.errors import OllamaConfigurationError
from toolward.providers.ollama.jsontext import encode
from toolward.providers.ollama.request import ChatSettings, chat_body, wire_messages, wire_tool

CALL = ToolCall(id="call_a", function="lookup_member", arguments={"name": "quietfern"})


def body(config: GenerateConfig = RUN, settings: ChatSettings | None = None):
    return chat_body("qwen3:8b", asked(), [tool()], config, settings or ChatSettings())


def test_every_setting_stands_in_options_and_nowhere_else():
    sent = body()
    assert sent["options"] == {"num_ctx": 8192, "temperature": 0, "seed": 42, "num_predict": 4096}
    assert not {"num_ctx", "temperature", "seed", "num_predict"} & sent.keys()


def test_zero_is_a_value_and_is_sent_as_a_number():
    sent = json.loads(encode(body(GenerateConfig(temperature=0, seed=0, max_tokens=512))))
    assert sent["options"] == {"num_ctx": 8192, "temperature": 0, "seed": 0, "num_predict": 512}
    assert type(sent["options"]["num_ctx"]) is int and type(sent["options"]["seed"]) is int


@pytest.mark.parametrize("no_cap", [None, 0])
def test_no_cap_sends_no_num_predict(no_cap: int | None):
    assert "num_predict" not in body(GenerateConfig(temperature=0, seed=1, max_tokens=no_cap))["options"]


@pytest.mark.parametrize("cap", [1, 4096, 100_000])
def test_a_cap_is_sent_as_it_is(cap: int):
    assert body(GenerateConfig(max_tokens=cap))["options"]["num_predict"] == cap


def test_an_overflow_is_made_an_error_on_every_request():
    sent = body()
    assert (sent["truncate"], sent["shift"], sent["stream"]) == (False, False, False)
    assert sent["keep_alive"] == "30m"


@pytest.mark.parametrize(("think", "sent"), [(False, {"think": False}), (True, {"think": True}), (None, {})])
def test_think_is_a_top_level_boolean_or_absent(think: bool | None, sent: dict[str, bool]):
    out = body(settings=ChatSettings(think=think))
    assert {k: v for k, v in out.items() if k == "think"} == sent
    assert "think" not in out["options"]


def test_sampling_flags_that_a_user_gives_reach_the_server():
    sent = body(GenerateConfig(top_p=0.9, top_k=20, stop_seqs=["END"], presence_penalty=0.0))["options"]
    assert sent == {"num_ctx": 8192, "top_p": 0.9, "top_k": 20, "stop": ["END"], "presence_penalty": 0.0}


def test_several_choices_are_refused_not_ignored():
    with pytest.raises(OllamaConfigurationError, match="num-choices"):
        body(GenerateConfig(num_choices=3))


def test_a_tool_schema_goes_out_as_it_was_given():
    assert wire_tool(tool())["function"]["parameters"] == LOOKUP_SCHEMA


def test_a_schema_gains_nothing_on_the_way():
    text = json.dumps(wire_tool(tool()))
    assert "anyOf" not in text and "additionalProperties" not in text and "null" not in text


def test_a_tool_without_parameters_is_still_an_object():
    bare = ToolInfo(name="now", description="Time.", parameters=ToolParams())
    assert wire_tool(bare)["function"]["parameters"] == {"type": "object", "properties": {}}


def test_falsy_defaults_and_nested_schemas_survive():
    schema = {
        "type": "object",
        "properties": {
            "confirm": {"type": "boolean", "default": False},
            "limit": {"type": "integer", "default": 0, "enum": [0, 1]},
            "ids": {"type": "array", "items": {"type": "string", "description": "one"}},
            "at": {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]},
        },
        "required": [],
    }
    assert wire_tool(tool(schema=schema))["function"]["parameters"] == schema


def test_history_carries_arguments_as_an_object_and_the_result_under_its_name():
    messages = [
        *asked(),
        ChatMessageAssistant(content="", tool_calls=[CALL]),
        ChatMessageTool(content='{"ok": true}', tool_call_id="call_a", function="lookup_member"),
    ]
    sent = wire_messages(messages)
    assert [m["role"] for m in sent] == ["system", "user", "assistant", "tool"]
    assert sent[2]["tool_calls"][0]["function"]["arguments"] == {"name": "quietfern"}
    assert sent[3] == {
        "role": "tool",
        "content": '{"ok": true}',
        "tool_name": "lookup_member",
        "tool_call_id": "call_a",
    }


def test_two_calls_of_one_message_keep_their_order_and_their_results():
    other = ToolCall(id="call_b", function="lookup_member", arguments={"name": "ada"})
    messages = [
        *asked(),
        ChatMessageAssistant(content="", tool_calls=[CALL, other]),
        ChatMessageTool(content="first", tool_call_id="call_a"),
        ChatMessageTool(content="second", tool_call_id="call_b"),
    ]
    sent = wire_messages(messages)
    assert [c["function"]["index"] for c in sent[2]["tool_calls"]] == [0, 1]
    results = [(m["tool_call_id"], m["tool_name"], m["content"]) for m in sent[3:]]
    assert results == [("call_a", "lookup_member", "first"), ("call_b", "lookup_member", "second")]


def test_a_tool_error_without_text_sends_the_error():
    message = ChatMessageTool(content="", tool_call_id="x", error=ToolCallError("parsing", "not JSON"))
    assert wire_messages([message])[0]["content"] == "not JSON"


def test_text_beside_calls_is_kept_unchanged():
    message = ChatMessageAssistant(content="\n\nLet me look that up.", tool_calls=[CALL])
    [sent] = wire_messages([message])
    assert sent["content"] == "\n\nLet me look that up." and sent["tool_calls"]


def test_text_and_calls_go_as_two_messages_when_the_template_would_drop_the_calls():
    messages = [ChatMessageUser(content="?"), ChatMessageAssistant(content="I look.", tool_calls=[CALL])]
    _, said, called = wire_messages(messages, split_text_and_calls=True)
    assert (said["content"], called["content"]) == ("I look.", "")
    assert "tool_calls" not in said and called["tool_calls"][0]["id"] == "call_a"


def test_splitting_leaves_a_call_without_text_alone():
    assert len(wire_messages([ChatMessageAssistant(content="", tool_calls=[CALL])], True)) == 1


def test_reasoning_goes_back_as_thinking_inside_a_tool_loop_only():
    thought = [ContentReasoning(reasoning="who?"), ContentText(text="Here.")]
    messages = [
        ChatMessageUser(content="1"),
        ChatMessageAssistant(content=thought),
        ChatMessageUser(content="2"),
        ChatMessageAssistant(content=thought, tool_calls=[CALL]),
    ]
    earlier, current = wire_messages(messages)[1], wire_messages(messages)[3]
    assert earlier == {"role": "assistant", "content": "Here."}
    assert current["thinking"] == "who?" and current["content"] == "Here."


def test_lone_surrogates_become_the_replacement_character():
    message = ChatMessageUser(content="caf\ud800\udfff and 🦊")
    [sent] = json.loads(encode({"messages": wire_messages([message])}))["messages"]
    assert sent["content"] == "caf\ufffd\ufffd and 🦊"


def test_pictures_are_refused_not_dropped():
    with pytest.raises(OllamaConfigurationError, match="text only"):
        wire_messages([ChatMessageUser(content=[ContentImage(image="data:image/png;base64,AAAA")])])
