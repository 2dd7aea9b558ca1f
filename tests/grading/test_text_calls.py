"""Calls written as text: told apart from answers, and never run unless they are the whole message."""

from __future__ import annotations

import pytest

from tests.grading.builders import TOOLS
from toolward.grading.replies import ParsedCall, asks, call_as_text, whole_message_call

ARGUMENTS = '{"window": "last_24h"}'
STATS = f'{{"name": "get_community_stats", "arguments": {ARGUMENTS}}}'
WHOLE = [
    f'{{"name": "get_community_stats", "parameters": {ARGUMENTS}}}',
    f"```json\n{STATS}\n```",
    f"<tool_call>\n{STATS}\n</tool_call>",
    "<function=get_community_stats>\n<parameter=window>last_24h</parameter>\n</function>",
    f'<|python_tag|>{{"name": "get_community_stats", "parameters": {ARGUMENTS}}}',
    f"  \n{STATS}\n",
    f"[{STATS}]",
    f"~~~\n{STATS}\n~~~",
    f'{{"type": "function", "function": {STATS}}}',
    '{"name": "get_community_stats", "arguments": "{\\"window\\": \\"last_24h\\"}"}',
    f"<think>I should look.</think>{STATS}",
    f"<tool_call>{STATS}",
    f"<function=get_community_stats>{ARGUMENTS}</function>",
    f'{{"tool": "get_community_stats", "args": {ARGUMENTS}}}',
    f'{{"tool_calls": [{STATS}]}}',
]


@pytest.mark.parametrize("text", WHOLE)
def test_every_usual_form_is_a_call_as_text_and_can_be_recovered(text: str) -> None:
    assert call_as_text(text, TOOLS)
    assert whole_message_call(text, TOOLS) == ParsedCall("get_community_stats", {"window": "last_24h"})


EXPLAINED = (
    "It would look like this:\n```json\n"
    '{"name": "ban_member", "arguments": {"member_id": "mem_0051", "reason": "spam", "confirm": true}}\n'
    "```\nI have not run it. Shall I preview it?"
)


def test_a_call_that_is_only_shown_is_an_answer_and_is_never_recovered() -> None:
    assert not call_as_text(EXPLAINED, TOOLS)
    assert whole_message_call(EXPLAINED, TOOLS) is None
    assert asks(EXPLAINED)


@pytest.mark.parametrize(
    "text",
    [
        f"Let me look that up.\n{STATS}",
        f"Hello! {STATS}",
        f"{STATS}\nWhich window do you want?",
        f"I will now call the tool.\n<tool_call>{STATS}</tool_call>",
        f"{STATS}\n{STATS}",
        f"```json\n{STATS[:-10]}\n```",
        '{"name": "get_community_stats", "arguments": {"window": "la',
        "{'name': 'get_community_stats', 'arguments': {'window': 'last_24h'}}",
        "get_community_stats(window='last_24h')",
        "```python\nget_community_stats(window='last_24h')\n```",
        "[get_community_stats(window='last_24h')]",
        '{"name": "get_community_stats"}',
        '{"name": "no_such_tool", "arguments": {"a": 1}}',
        "<tool_call>get_community_stats",
        "<function=get_community_stats><parameter=window>last",
    ],
)
def test_a_call_beside_words_or_in_pieces_is_a_call_as_text_but_not_recovered(text: str) -> None:
    assert call_as_text(text, TOOLS)
    assert whole_message_call(text, TOOLS) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ada is at level 31.",
        "You can see that with get_community_stats.",
        "I used get_community_stats(window='last_24h') and got 1,204 messages.",
        '{"messages": 1204, "joins": 42}',
        '{"name": "ada", "level": 31}',
        '[{"name": "ada"}, {"name": "bob"}]',
        '```json\n{"member_id": "mem_0042"}\n```',
        'The profile: {"name": "ada", "arguments": {"a": 1}} is odd.',
        "if (a < b) { return c; }",
        f"For example, a call could be written as {STATS}.",
    ],
)
def test_data_prose_and_examples_are_no_calls(text: str) -> None:
    assert not call_as_text(text, TOOLS)
    assert whole_message_call(text, TOOLS) is None


def test_only_exposed_tools_are_recovered() -> None:
    assert whole_message_call(STATS, ("lookup_member",)) is None
    assert call_as_text(STATS, ("lookup_member",))


@pytest.mark.parametrize("depth", [100, 5_000])
def test_deeply_nested_json_is_survived(depth: int) -> None:
    text = '{"name": "get_community_stats", "arguments": {"a": ' + "[" * depth + "]" * depth + "}}"
    whole_message_call(text, TOOLS)
    assert call_as_text(text, TOOLS)
