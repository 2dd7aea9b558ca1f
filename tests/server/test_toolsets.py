"""Tool sets: sizes, names, the forms that YAML delivers, and a server that exposes just those."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from mcp.client.client import Client

from toolward.server.app import create_server
from toolward.server.catalogue import CATALOGUE
from toolward.server.toolsets import SIZES, resolve_tools

SEVEN = (
    "lookup_member", "get_leaderboard", "get_automod_log", "draft_announcement", "ban_member",
    "get_community_stats", "assign_role",
)  # fmt: skip


def test_the_seven_come_first_and_every_set_holds_the_smaller_ones() -> None:
    assert tuple(CATALOGUE)[:7] == SEVEN
    sets = [resolve_tools(size) for size in SIZES]
    assert [len(s) for s in sets] == [3, 5, 7, 15, 30]
    assert all(large[: len(small)] == small for small, large in pairwise(sets))
    assert len(CATALOGUE) == 30


@pytest.mark.parametrize(
    ("spec", "names"),
    [
        (3, SEVEN[:3]),
        ("3", SEVEN[:3]),
        (" 7 ", SEVEN),
        ([5], None),
        (["5"], SEVEN[:5]),
        ("ban_member", ("ban_member",)),
        ("ban_member,lookup_member", ("ban_member", "lookup_member")),
        (" ban_member , lookup_member, ", ("ban_member", "lookup_member")),
        (["ban_member", "ban_member"], ("ban_member",)),
        (("get_member", "lookup_member"), ("get_member", "lookup_member")),
    ],
)
def test_a_set_is_a_size_or_names_in_any_form_that_yaml_gives(
    spec: object, names: tuple[str, ...] | None
) -> None:
    assert resolve_tools(spec) == (names or SEVEN[:5])


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (4, "there is no set of 4"),
        ("10", "there is no set of 10"),
        (0, "there is no set of 0"),
        ("nope", "there is no tool 'nope'"),
        ("ban_member,nope", "there is no tool 'nope'"),
        ("Ban_Member", "there is no tool 'Ban_Member'"),
        (["ban_member", 3], "there is no tool 3"),
        ([["ban_member"]], r"there is no tool \[.*'ban_member'"),
        ("", "no tool is named"),
        (",", "no tool is named"),
        ([], "no tool is named"),
        (None, "None is neither a size nor names"),
        (True, "True is neither a size nor names"),
        (3.0, "3.0 is neither a size nor names"),
        ({"lookup_member": 1}, "is neither a size nor names"),
    ],
)
def test_anything_else_is_refused_with_what_there_is(spec: object, said: str) -> None:
    with pytest.raises(
        ValueError, match=f"tools: .*{said}.*; allowed: 3, 5, 7, 15, 30, or names of: lookup_member"
    ):
        resolve_tools(spec)


@pytest.mark.anyio
@pytest.mark.parametrize("spec", [3, 15, "assign_role,get_member"])
async def test_a_server_lists_its_set_in_its_order(spec: Any) -> None:
    names = resolve_tools(spec)
    async with Client(create_server(tools=names)) as client:
        assert tuple(tool.name for tool in (await client.list_tools()).tools) == names
