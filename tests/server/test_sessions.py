"""Each connection has a community of its own; the base is never touched; changes are serialised."""

from __future__ import annotations

import anyio
import pytest

from toolward.community.fixtures import DEFAULT, load_community
from toolward.server.app import create_server

from .calling import Answer, Caller, connected

pytestmark = pytest.mark.anyio


async def ban(call: Caller, member_id: str = "mem_0051") -> Answer:
    return await call("ban_member", member_id=member_id, reason="spam links", confirm=True)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_ban_in_one_session_is_invisible_in_every_other(mode: str) -> None:
    before = DEFAULT.read_bytes()
    server = create_server()
    async with connected(server, mode=mode) as one, connected(server, mode=mode) as two:
        assert (await ban(one)).changes == 1
        for call, banned in ((one, True), (two, False)):
            seen = await call("lookup_member", member_id="mem_0051")
            assert (seen["is_banned"], seen["in_server"]) == (banned, not banned)
        assert (await ban(two)).changes == 1
    async with connected(server, mode=mode) as three:
        assert not (await three("lookup_member", member_id="mem_0051"))["is_banned"]
    assert DEFAULT.read_bytes() == before
    assert "mem_0051" not in load_community().bans


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_of_concurrent_bans_of_one_member_one_is_carried_out(mode: str) -> None:
    server = create_server(tools=["ban_member", "get_moderation_log"])
    answers: list[Answer] = []

    async def one_ban(call: Caller) -> None:
        answers.append(await ban(call))

    async with connected(server, mode=mode) as call:
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(one_ban, call)
        log = await call("get_moderation_log")
    assert sorted(a.code or "" for a in answers) == ["", *["ALREADY_BANNED"] * 7]
    assert sum(a.changes for a in answers) == log["total"] == 1


async def test_concurrent_changes_are_each_counted_once() -> None:
    server = create_server(tools=["ban_member", "assign_role", "get_moderation_log"])
    answers: list[Answer] = []

    async def change(call: Caller, number: int) -> None:
        member_id = f"mem_{50 + number % 4:04d}"
        if number % 2:
            answers.append(await ban(call, member_id))
        else:
            answers.append(
                await call("assign_role", member_id=member_id, role_name="Event Host", confirm=True)
            )

    async with connected(server) as call:
        async with anyio.create_task_group() as group:
            for number in range(16):
                group.start_soon(change, call, number)
        total = (await call("get_moderation_log"))["total"]
    assert total == sum(answer.changes for answer in answers) == sum(not a.is_error for a in answers)


async def test_a_session_ends_with_its_connection() -> None:
    server = create_server()
    for _ in range(3):
        async with connected(server) as call:
            assert (await ban(call)).changes == 1
