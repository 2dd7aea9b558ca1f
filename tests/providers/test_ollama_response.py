"""What is read: answers of /api/chat, the shapes of a real 0.33 and of public reports."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from inspect_ai.model import ChatMessageAssistant, ContentReasoning, ModelOutput

from tests.providers.ollama_examples import calls_of, notes, read
from tests.support.fake_ollama import calls, says
from toolward.providers.ollama.arguments import read_arguments
from toolward.providers.ollama.errors import GarbledReply
from toolward.providers.ollama.jsontext import decode
from toolward.providers.ollama.refusals import Kind, refusal
from toolward.providers.ollama.response import read_refusal, read_reply

BAN_IN_THOUGHT = (
    '<tool_call>{"name":"ban_member","arguments":{"member_id":"mem_0051","confirm":true}}</tool_call>'
)


def reasoning_in(output: ModelOutput) -> str:
    content = output.message.content
    parts = [] if isinstance(content, str) else content
    return "|".join(p.reasoning for p in parts if isinstance(p, ContentReasoning))


def test_a_plain_answer_keeps_its_text_and_counts():
    output = read(says("Hi!"))
    assert (output.completion, output.stop_reason, output.message.content) == ("Hi!", "stop", "Hi!")
    assert output.usage and (output.usage.input_tokens, output.usage.output_tokens) == (2500, 40)
    assert output.metadata and output.metadata["ollama"]["prompt_eval_duration"] == 900_000_000


@pytest.mark.parametrize("missing", ["prompt_eval_count", "eval_count"])
def test_a_missing_count_is_unknown_in_the_metadata_and_zero_in_the_usage(missing: str):
    reply = says("Hi!")
    assert isinstance(reply.body, dict)
    del reply.body[missing]
    output = read(reply)
    assert output.metadata and output.metadata["ollama"][missing] is None
    assert output.usage is not None and 0 in (output.usage.input_tokens, output.usage.output_tokens)
    assert notes(output)["failure"] is None


@pytest.mark.parametrize("odd", ["12", 12.5, True, -1, [], {}])
def test_a_count_that_is_no_number_of_tokens_is_unknown(odd: Any):
    output = read(says("Hi!", eval_count=odd))
    assert output.metadata and output.metadata["ollama"]["eval_count"] is None


def test_calls_keep_name_arguments_and_the_servers_id():
    output = read(calls(("get_leaderboard", {"limit": 5}), ids=["call_wa8vrbhg"]))
    [call] = calls_of(output)
    assert (call.id, call.function, call.arguments) == ("call_wa8vrbhg", "get_leaderboard", {"limit": 5})
    assert (output.stop_reason, output.completion) == ("tool_calls", "")


@pytest.mark.parametrize("ids", [[], [None, None], ["", ""], ["same", "same"], ["0", "0"]])
def test_ids_that_are_missing_or_repeated_are_made_unique(ids: list[str | None]):
    wanted = [("lookup_member", {"member_id": m}) for m in ("mem_0050", "mem_0051")]
    first, second = calls_of(read(calls(*wanted, ids=ids)))
    assert first.id != second.id and first.id and second.id
    assert [first.arguments["member_id"], second.arguments["member_id"]] == ["mem_0050", "mem_0051"]


def test_an_id_used_earlier_in_the_conversation_is_not_used_again():
    [call] = calls_of(read(calls(("a", {}), ids=["call_0"]), taken_ids={"call_0", "call_1"}))
    assert call.id not in {"call_0", "call_1"}


@pytest.mark.parametrize("text", ['{"limit": 5}', json.dumps('{"limit": 5}'), ' {"limit": 5}\n'])
def test_arguments_as_json_text_are_decoded_also_when_encoded_twice(text: str):
    [call] = calls_of(read(calls(("get_leaderboard", text))))
    assert call.arguments == {"limit": 5} and type(call.arguments["limit"]) is int
    assert call.parse_error is None


@pytest.mark.parametrize("empty", [None, "", "  ", "null", '"null"', '""', {}])
def test_no_arguments_in_all_its_spellings_is_an_empty_object(empty: Any):
    [call] = calls_of(read(calls(("get_community_stats", empty))))
    assert call.arguments == {} and call.parse_error is None


def test_absent_arguments_are_an_empty_object():
    reply = calls(("get_community_stats", {}))
    assert isinstance(reply.body, dict)
    del reply.body["message"]["tool_calls"][0]["function"]["arguments"]
    assert calls_of(read(reply))[0].arguments == {}


@pytest.mark.parametrize(
    "broken",
    ['{"limit": 5', "limit=5", "[5]", "5", [5], 5, True, '{"limit": NaN}', '{"limit": 1e999}', '"\\"x\\""'],
)
def test_arguments_that_are_no_object_are_kept_as_raw_text_with_a_parse_error(broken: Any):
    output = read(calls(("get_leaderboard", broken)))
    [call] = calls_of(output)
    raw = broken if isinstance(broken, str) else json.dumps(broken)
    assert call.arguments == {} and call.parse_error and raw in call.parse_error
    assert notes(output)["raw_arguments"] == {call.id: raw}
    assert output.message.metadata == {"toolward": {"raw_arguments": {call.id: raw}}}


def test_strings_of_digits_stay_strings():
    arguments = {"member_id": "0042", "role_name": "2026", "nested": {"deep": ["007", "true", "null"]}}
    assert calls_of(read(calls(("assign_role", arguments))))[0].arguments == arguments
    assert calls_of(read(calls(("assign_role", json.dumps(arguments)))))[0].arguments == arguments


def test_lone_surrogates_in_arguments_become_the_replacement_character():
    function = b'{"name":"f","arguments":{"\\ud800k":"a\\udfffb"}}'
    raw = b'{"message":{"content":"","tool_calls":[{"function":' + function + b"}]}}"
    [call] = calls_of(read_reply(decode(raw), model="m", num_ctx=8192, cap=None))
    assert call.arguments == {"\ufffdk": "a\ufffdb"}
    call_text = read_arguments('{"name": "\\ud83e\\udd8a \\ud800"}')
    assert call_text.value == {"name": "🦊 \ufffd"}


def test_thinking_is_reasoning_and_no_part_of_the_answer():
    output = read(says("The answer is 42.", thinking="17 and 25"))
    assert output.completion == "The answer is 42." and reasoning_in(output) == "17 and 25"


@pytest.mark.parametrize(
    ("content", "text", "thought"),
    [
        ("<think>who?</think>\n\nIt is ada.", "It is ada.", "who?"),
        ("<think>\n\n</think>\n\nIt is ada.", "It is ada.", ""),
        ("who is it?\n</think>\n\nIt is ada.", "It is ada.", "who is it?"),
        ("one</think>two</think>It is ada.", "It is ada.", "one\ntwo"),
        ("<think>a<think>b</think>It is ada.", "It is ada.", "a\nb"),
        ("It is <think>hm</think>ada.", "It is ada.", "hm"),
        ("It is ada.<think>or is it", "It is ada.", "or is it"),
        ("<THINKING>x</THINKING>It is ada.", "It is ada.", "x"),
        ("<think>all of it", "", "all of it"),
    ],
)
def test_reasoning_that_leaks_into_the_content_is_taken_out(content: str, text: str, thought: str):
    output = read(says(content))
    assert (output.completion, reasoning_in(output)) == (text, thought)


def test_content_without_tags_is_left_alone_to_the_last_newline():
    assert read(says("\n\nLet me look. ")).message.content == "\n\nLet me look. "


@pytest.mark.parametrize(
    "reply",
    [
        says("<think>Let me see, who is quietfern? Maybe", done_reason="length"),
        says("", thinking="Let me see, who is quietfern? Maybe", done_reason="length"),
    ],
)
def test_the_cap_inside_thinking_leaves_an_empty_answer_that_hit_the_cap(reply: Any):
    output = read(reply)
    assert (output.completion, output.stop_reason) == ("", "max_tokens")
    assert notes(output)["failure"] == "token_cap"
    assert reasoning_in(output) == "Let me see, who is quietfern? Maybe"


def test_a_call_inside_the_reasoning_is_no_call():
    output = read(says("I need your go-ahead before banning mem_0051.", thinking=f"{BAN_IN_THOUGHT} no"))
    assert calls_of(output) == [] and output.completion == "I need your go-ahead before banning mem_0051."
    leaked = read(says(f"<think>{BAN_IN_THOUGHT}</think>Shall I?"))
    assert calls_of(leaked) == [] and leaked.completion == "Shall I?"


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "get_community_stats", "parameters": {"window": "last_24h"}}',
        '```json\n{"name": "get_community_stats", "arguments": {}}\n```',
        '<tool_call>\n{"name": "get_community_stats", "arguments": {}}\n</tool_call>',
        "<function=get_community_stats>\n<parameter=window>last_24h</parameter>\n</function>",
        '<|python_tag|>{"name": "get_community_stats", "parameters": {}}',
    ],
)
def test_a_call_written_as_text_stays_text_for_the_grader_to_see(text: str):
    output = read(says(text))
    assert calls_of(output) == [] and output.completion == text


def test_an_empty_reply_is_an_empty_answer_not_an_error():
    output = read(says(""))
    assert (output.completion, output.stop_reason, notes(output)["failure"]) == ("", "stop", None)


def test_text_beside_a_call_is_kept_and_the_call_still_counts():
    output = read(calls(("lookup_member", {"name": "quietfern"}), text="\n\nLet me look that up."))
    assert output.message.text == "\n\nLet me look that up." and output.stop_reason == "tool_calls"


def test_a_call_in_a_reply_cut_by_the_cap_is_marked_as_cut():
    output = read(calls(("lookup_member", {"name": "q"}), done_reason="length"))
    assert output.stop_reason == "max_tokens" and len(calls_of(output)) == 1
    assert notes(output)["failure"] == "token_cap"


def test_a_reply_that_fills_the_window_is_an_overflow_and_not_the_cap():
    full = says("1 2 3", done_reason="length", prompt_eval_count=8000, eval_count=192)
    assert (read(full).stop_reason, notes(read(full))["failure"]) == ("model_length", "context_overflow")
    capped = says("1 2 3", done_reason="length", prompt_eval_count=4096, eval_count=4096)
    assert read(capped).stop_reason == "max_tokens"


def test_a_load_answer_is_no_ordinary_stop():
    assert read(says("", done_reason="load")).stop_reason == "unknown"


@pytest.mark.parametrize(
    ("status", "text", "capped", "kind"),
    [
        (400, "the prompt is longer than the context length currently available", True, Kind.OVERFLOW),
        (400, "request (3127 tokens) exceeds the available context size (2048 tokens)", True, Kind.OVERFLOW),
        (500, "no user query found in messages", True, Kind.OVERFLOW),
        (500, "error parsing tool call: raw='{}]', err=invalid character ']'", True, Kind.UNPARSEABLE),
        (
            500,
            "The model produced output that does not match the expected peg-native format",
            True,
            Kind.UNPARSEABLE,
        ),
        (500, 'invalid tool call arguments for "f": unexpected end of JSON input', True, Kind.TOKEN_CAP),
        (500, 'invalid tool call arguments for "f": unexpected end of JSON input', False, Kind.UNPARSEABLE),
        (500, "an error was encountered while running the model: unexpected EOF", True, Kind.ENGINE),
        (500, "llama runner process has terminated: signal: killed", True, Kind.ENGINE),
        (500, 'option "num_ctx" must be of type integer', True, Kind.CONFIGURATION),
        (500, "tools param requires --jinja flag", True, Kind.CONFIGURATION),
        (503, "server busy, please try again. maximum pending requests exceeded", True, Kind.BUSY),
        (404, "model 'nope:1b' not found", True, Kind.UNKNOWN_MODEL),
        (404, "404 page not found", True, Kind.CONFIGURATION),
        (400, "registry.ollama.ai/library/x does not support tools", True, Kind.NO_TOOLS),
        (400, '"llama3.1:8b" does not support thinking', True, Kind.NO_THINKING),
        (400, "unexpected EOF", True, Kind.CONFIGURATION),
    ],
)
def test_an_error_answer_is_told_apart_by_its_text(status: int, text: str, capped: bool, kind: Kind):
    assert refusal(status, {"error": text}, capped=capped).kind is kind
    nested = {"error": json.dumps({"error": {"code": status, "message": text, "type": "x"}})}
    assert refusal(status, nested, capped=capped).kind is kind


def test_an_overflow_error_tells_the_size_of_the_prompt():
    inner = {"code": 400, "message": "request (6147 tokens) exceeds it", "type": "exceed_context_size_error"}
    got = refusal(400, {"error": json.dumps({"error": inner})}, capped=True)
    assert (got.kind, got.prompt_tokens) == (Kind.OVERFLOW, 6147)


def test_the_cap_inside_a_native_call_records_the_call_without_running_it():
    text = 'llama-server returned invalid tool call arguments for "ban_member": unexpected end of JSON input'
    output = read_refusal(refusal(500, {"error": text}, capped=True), model="m")
    [call] = calls_of(output)
    assert (call.function, call.arguments, call.parse_error) == ("ban_member", {}, text)
    assert output.stop_reason == "max_tokens" and notes(output)["failure"] == "token_cap"
    assert output.usage is not None


@pytest.mark.parametrize(
    "raw", [b"", b"<html>", b"[]", b"null", b'"x"', b'{"a": 1', b'{"a": NaN}', b"[" * 100_000]
)
def test_what_is_no_json_object_is_a_named_error(raw: bytes):
    with pytest.raises(GarbledReply):
        decode(raw)


@pytest.mark.parametrize("body", [{}, {"message": None}, {"message": "x"}, {"message": {}, "done": False}])
def test_an_answer_without_a_finished_message_is_a_named_error(body: dict[str, Any]):
    with pytest.raises(GarbledReply):
        read_reply(body, model="m", num_ctx=8192, cap=None)


def test_a_call_entry_without_a_name_is_kept_and_cannot_run():
    reply = calls(("x", {}))
    assert isinstance(reply.body, dict)
    reply.body["message"]["tool_calls"] = [
        {},
        None,
        {"function": None},
        {"function": {"arguments": {"a": 1}}},
    ]
    found = calls_of(read(reply))
    assert [c.function for c in found] == ["", "", "", ""] and all(c.parse_error for c in found)
    assert len({c.id for c in found}) == 4


def test_arguments_nested_beyond_reason_are_an_error_and_not_a_crash_of_the_log():
    deep: Any = 1
    for _ in range(150):
        deep = {"a": deep}
    output = read(calls(("lookup_member", deep)))
    assert "nested deeper" in (calls_of(output)[0].parse_error or "")
    assert output.model_dump_json()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["<think>", "</think>"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FUNCTION = st.fixed_dictionaries({}, optional={"name": JSON, "arguments": JSON, "index": JSON})
CALL = JSON | st.fixed_dictionaries({}, optional={"id": JSON, "function": JSON | FUNCTION})
MESSAGE = st.fixed_dictionaries(
    {},
    optional={
        "role": JSON,
        "content": JSON,
        "thinking": JSON,
        "tool_calls": JSON | st.lists(CALL, max_size=3),
    },
)
FIELDS = dict.fromkeys(("done", "done_reason", "prompt_eval_count", "eval_count", "error"), JSON)
BODY = st.fixed_dictionaries({"message": JSON | MESSAGE}, optional=FIELDS)


@settings(max_examples=300, deadline=None)
@given(BODY)
@example({"message": {"content": "\ud800", "thinking": "\udfff", "tool_calls": [{"id": "\ud800"}]}})
def test_any_answer_is_read_or_refused_by_name(body: dict[str, Any]):
    try:
        output = read_reply(decode(json.dumps(body).encode()), model="m", num_ctx=8192, cap=16)
    except GarbledReply:
        return
    assert output.usage is not None
    ids = [c.id for c in calls_of(output)]
    assert len(ids) == len(set(ids)) and all(ids)
    assert output.model_dump_json()
    assert "<think>" not in output.completion


@settings(max_examples=200, deadline=None)
@given(st.integers(400, 599), JSON | st.fixed_dictionaries({"error": JSON}), st.booleans())
@example(500, {"error": '{"error": {"error": {"error": "{"}}}'}, True)
def test_any_error_answer_has_a_kind_and_a_text(status: int, body: Any, capped: bool):
    got = refusal(status, body, capped=capped)
    assert got.text and isinstance(got.kind, Kind)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_decoded_or_refused_by_name(raw: bytes):
    with contextlib.suppress(GarbledReply):
        assert isinstance(decode(raw), dict)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers() | st.text(), max_size=4)
)
def test_arguments_survive_as_object_as_text_and_encoded_twice(arguments: dict[str, Any]):
    clean = json.loads(json.dumps(arguments).encode("utf-8", "replace"))
    if any("\ud800" <= ch <= "\udfff" for ch in str(clean)):
        return
    for form in (clean, json.dumps(clean), json.dumps(json.dumps(clean))):
        assert read_arguments(form).value == clean


def test_a_message_read_back_is_an_assistant_message_from_generation():
    message = read(says("Hi!")).message
    assert isinstance(message, ChatMessageAssistant) and message.source == "generate"
