"""The 23 more tools: they answer from the session, the same each time, and change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from toolward.server.catalogue import CATALOGUE
from toolward.server.distractors import DISTRACTORS
from toolward.server.toolsets import resolve_tools

from .calling import Caller, serving

pytestmark = pytest.mark.anyio

NEEDED = {"member_id": "mem_0050", "role_name": "artist", "query": "quietfern"}
EXTRA = [tool.name for tool in DISTRACTORS]


def needed_by(name: str) -> dict[str, Any]:
    return {p: NEEDED[p] for p, kind in CATALOGUE[name].parameters.items() if kind.required}


async def all_answers(call: Caller) -> dict[str, Any]:
    return {name: await call.raw(name, needed_by(name)) for name in EXTRA}


async def test_they_answer_the_same_in_every_session_and_change_nothing() -> None:
    async with serving(tools=resolve_tools(30)) as call:
        first = await all_answers(call)
    async with serving(tools=resolve_tools(30)) as call:
        second = await all_answers(call)
    assert len(first) == 23 and first == second
    assert all(answer.changes == 0 for answer in first.values())
    assert [name for name, answer in first.items() if answer.is_error] == ["get_ban_info"]


async def test_they_agree_with_the_seven_before_and_after_a_change() -> None:
    async with serving(tools=resolve_tools(30)) as call:
        for _ in range(2):
            whole = await call("lookup_member", member_id="mem_0050")
            assert (await call("get_member", member_id="mem_0050"))["in_server"] == whole["in_server"]
            assert (await call("get_member_roles", member_id="mem_0050"))["roles"] == whole["roles"]
            assert (await call("get_member_rank", member_id="mem_0050"))["rank"] == whole["rank"]
            in_role = await call("list_role_members", role_name="Member", limit=50)
            assert in_role["total"] == (await call("get_server_info"))["members"]
            banned = (await call("list_banned_members"))["members"]
            assert ("mem_0050" in [m["member_id"] for m in banned]) == whole["is_banned"]
            await call("ban_member", member_id="mem_0050", reason="spam links", confirm=True)
        assert (await call("get_ban_info", member_id="mem_0050"))["reason"] == "spam links"


async def test_near_neighbours_give_the_numbers_of_their_neighbour() -> None:
    async with serving(tools=resolve_tools(30)) as call:
        same = {"window": "week", "limit": 5}
        assert await call("get_top_chatters", **same) == await call(
            "get_leaderboard", metric="messages", **same
        )
        assert await call("get_xp_leaderboard", limit=5) == await call("get_leaderboard", limit=5)
        channels = (await call("get_channel_stats"))["channels"]
        stats = await call("get_community_stats")
        assert channels[:5] == stats["top_channels"]
        assert sum(c["messages"] for c in channels) == stats["messages"]
        summary = await call("get_automod_summary", since_hours=720)
        log = await call("get_automod_log", status="any", since_hours=720)
        assert summary["total"] == sum(summary["by_status"].values()) == log["total_matching"]
        top = (await call("get_top_chatters", **same))["entries"][0]
        one = await call("get_member_activity", member_id=top["member_id"], window="week")
        assert one["messages"] == top["value"]


@pytest.mark.parametrize("name", EXTRA)
async def test_they_are_as_strict_as_the_seven(name: str) -> None:
    async with serving(tools=resolve_tools(30)) as call:
        unknown = await call.raw(name, {**needed_by(name), "verbose": True})
        assert unknown.code == "INVALID_ARGUMENTS" and "'verbose'" in unknown.message
        for parameter in needed_by(name):
            wrong = await call.raw(name, {**needed_by(name), parameter: 7})
            assert wrong.code == "INVALID_ARGUMENTS" and parameter in wrong.message


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("get_member", {"member_id": "quietfern"}, "INVALID_MEMBER_ID"),
        ("get_member_notes", {"member_id": "mem_9999"}, "NOT_FOUND"),
        ("get_ban_info", {"member_id": "mem_9999"}, "NOT_FOUND"),
        ("get_role_info", {"role_name": "Nope"}, "ROLE_NOT_FOUND"),
        ("list_role_members", {"role_name": ""}, "ROLE_NOT_FOUND"),
        ("draft_welcome_message", {"member_id": "42"}, "INVALID_MEMBER_ID"),
    ],
)
async def test_they_refuse_with_the_codes_of_the_seven(
    tool: str, arguments: dict[str, Any], code: str
) -> None:
    async with serving(tools=resolve_tools(30)) as call:
        assert (await call.raw(tool, arguments)).code == code


async def test_find_member_marks_exact_names_and_suggests_similar_ones() -> None:
    async with serving(tools=resolve_tools(30)) as call:
        found = (await call("find_member", query="Quietfern", limit=4))["members"]
        assert [m["member_id"] for m in found if m["exact"]] == ["mem_0050", "mem_0051", "mem_0052"]
        assert (await call("find_member", query=""))["members"] == []


def test_none_of_them_can_change_state_and_each_states_its_parameters() -> None:
    for tool in DISTRACTORS:
        assert not hasattr(tool, "act")
        assert set(tool.parameter_texts) == set(tool.parameters)
        assert tool.description.endswith(".") and len(tool.description) < 120
