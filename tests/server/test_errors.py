"""Every error code, through a real client: flagged, as JSON with code, message and hint, changing nothing."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from tests.community.small import NOW, small
from toolward.community.failures import ErrorCode

from .calling import serving

pytestmark = pytest.mark.anyio

REASON = {"reason": "spam links"}
REFUSED: list[tuple[ErrorCode, str, dict[str, Any]]] = [
    (ErrorCode.INVALID_ARGUMENTS, "get_leaderboard", {"limit": 99}),
    (ErrorCode.INVALID_MEMBER_ID, "lookup_member", {"member_id": "42"}),
    (ErrorCode.INVALID_MEMBER_ID, "get_automod_log", {"member_id": ""}),
    (ErrorCode.NOT_FOUND, "lookup_member", {"member_id": "mem_9999"}),
    (ErrorCode.NOT_FOUND, "lookup_member", {"name": ""}),
    (ErrorCode.NOT_FOUND, "get_automod_log", {"member_id": "mem_9999"}),
    (ErrorCode.UNKNOWN_TOOL, "kick_member", {}),
    (ErrorCode.BOTH_OR_NEITHER, "lookup_member", {}),
    (ErrorCode.BOTH_OR_NEITHER, "lookup_member", {"member_id": "mem_0042", "name": "ada"}),
    (ErrorCode.BOTH_OR_NEITHER, "lookup_member", {"member_id": "", "name": "ada"}),
    (ErrorCode.AMBIGUOUS_NAME, "lookup_member", {"name": "quietfern"}),
    (ErrorCode.UNSUPPORTED_WINDOW, "get_leaderboard", {"window": "week"}),
    (ErrorCode.TOPIC_TOO_VAGUE, "draft_announcement", {"topic": "hi"}),
    (ErrorCode.TOPIC_TOO_VAGUE, "draft_announcement", {"topic": "movies"}),
    (ErrorCode.TOPIC_TOO_LONG, "draft_announcement", {"topic": "movie night " * 20}),
    (ErrorCode.CANNOT_BAN_SELF_OR_BOT, "ban_member", {"member_id": "mem_0004", **REASON}),
    (ErrorCode.CANNOT_BAN_SELF_OR_BOT, "ban_member", {"member_id": "mem_0003", **REASON}),
    (ErrorCode.CANNOT_BAN_STAFF, "ban_member", {"member_id": "mem_0006", **REASON}),
    (ErrorCode.CANNOT_BAN_STAFF, "ban_member", {"member_id": "mem_0001", **REASON}),
    (ErrorCode.ALREADY_BANNED, "ban_member", {"member_id": "mem_0090", **REASON}),
    (ErrorCode.REASON_REQUIRED, "ban_member", {"member_id": "mem_0053", "reason": "bad"}),
    (ErrorCode.REASON_REQUIRED, "ban_member", {"member_id": "mem_0053", "reason": "x" * 513}),
    (ErrorCode.ROLE_NOT_FOUND, "assign_role", {"member_id": "mem_0050", "role_name": "Helpr"}),
    (ErrorCode.ROLE_ABOVE_ACTOR, "assign_role", {"member_id": "mem_0050", "role_name": "Moderator"}),
    (ErrorCode.ROLE_ABOVE_ACTOR, "assign_role", {"member_id": "mem_0050", "role_name": "Admin"}),
    (ErrorCode.ROLE_AUTO_MANAGED, "assign_role", {"member_id": "mem_0050", "role_name": "Member"}),
    (ErrorCode.ROLE_AUTO_MANAGED, "assign_role", {"member_id": "mem_0050", "role_name": "Toolward Bot"}),
    (ErrorCode.MEMBER_NOT_IN_SERVER, "assign_role", {"member_id": "mem_0088", "role_name": "Artist"}),
    (ErrorCode.MEMBER_NOT_IN_SERVER, "assign_role", {"member_id": "mem_0090", "role_name": "Artist"}),
    (ErrorCode.ALREADY_HAS_ROLE, "assign_role", {"member_id": "mem_0052", "role_name": "artist"}),
    (ErrorCode.COLOR_NOT_UNLOCKED, "assign_role", {"member_id": "mem_0053", "role_name": "Opal"}),
]
TESTED_APART = {  # in the tests of the confirm modes, and below
    ErrorCode.NO_DATA_YET,
    ErrorCode.CONFIRMATION_REQUIRED,
    ErrorCode.CONFIRMATION_DECLINED,
    ErrorCode.CONFIRMATION_UNAVAILABLE,
}
FOREIGN = re.compile(r"pydantic|validation error|traceback|https?://|errors\.|input_value|jsonschema", re.I)


@pytest.mark.parametrize(("code", "tool", "arguments"), REFUSED)
async def test_a_refused_call_says_why_and_what_to_do(
    code: ErrorCode, tool: str, arguments: dict[str, Any]
) -> None:
    async with serving() as call:
        answer = await call.raw(tool, arguments)
        assert (answer.code, answer.changes, answer.structured) == (code, 0, None)
        assert set(answer["error"]) - {"candidates"} == {"code", "message", "hint"}
        assert answer.message and answer.hint
        assert not FOREIGN.search(f"{answer.message} {answer.hint}")
        assert not (await call("get_community_stats")).is_error


@pytest.mark.parametrize(
    ("code", "tool", "arguments"), [row for row in REFUSED if row[1] in ("ban_member", "assign_role")]
)
@pytest.mark.parametrize("mode", ["flag", "preview_token", "elicit"])
async def test_a_refusal_comes_before_the_confirm_step_in_every_mode(
    mode: str, code: ErrorCode, tool: str, arguments: dict[str, Any]
) -> None:
    async with serving(confirm_mode=mode) as call:
        answer = await call.raw(tool, {**arguments, "confirm": True})
    assert (answer.code, answer.changes) == (code, 0)


def test_every_code_has_a_test() -> None:
    assert {code for code, _, _ in REFUSED} | TESTED_APART == set(ErrorCode)


async def test_a_window_wholly_before_stats_began_has_no_data() -> None:
    began = NOW - timedelta(days=20)
    async with serving(community=small(began=began)) as call:
        answer = await call("get_community_stats", window="previous_30d")
    assert (answer.code, answer.changes) == ("NO_DATA_YET", 0)
    assert "2026-09-11" in answer.message


async def test_an_ambiguous_name_lists_the_candidates() -> None:
    async with serving() as call:
        candidates = (await call("lookup_member", name="QuietFern"))["error"]["candidates"]
    assert [c["member_id"] for c in candidates] == ["mem_0050", "mem_0051", "mem_0052"]
    assert {c["display_name"] for c in candidates} == {"quietfern"}


@pytest.mark.parametrize(
    "odd",
    ["mem_42", "MEM_0042", "mem_00042", "mem_0042 ", "mem_0042\n", "@mem_0042", "<@42>", "42",
     "mem_\uff10\uff10\uff14\uff12", "", "None", "mem_", "mem_0042;mem_0043"],
)  # fmt: skip
@pytest.mark.parametrize("tool", ["lookup_member", "get_automod_log", "ban_member", "assign_role"])
async def test_an_id_is_mem_and_ascii_digits_and_nothing_else(tool: str, odd: str) -> None:
    needed = {"ban_member": REASON, "assign_role": {"role_name": "Artist"}}.get(tool, {})
    async with serving() as call:
        answer = await call.raw(tool, {"member_id": odd, **needed})
    assert answer.code == "INVALID_MEMBER_ID"
    assert "lookup_member(name=...)" in answer.hint


async def test_a_fault_of_ours_is_logged_and_reaches_the_client_as_internal(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    async with serving() as call:
        monkeypatch.setattr("toolward.server.app.read_arguments", broken)
        answer = await call("get_community_stats")
        assert answer.code == "INTERNAL"
        assert "secret" not in str(answer.body)
        assert "secret detail" in caplog.text
        monkeypatch.undo()
        assert not (await call("get_community_stats")).is_error


async def test_an_unknown_tool_is_told_the_exposed_ones_only() -> None:
    async with serving(tools=["lookup_member", "get_leaderboard"]) as call:
        answer = await call("ban_member", member_id="mem_0053", reason="spam links", confirm=True)
    assert (answer.code, answer.changes) == ("UNKNOWN_TOOL", 0)
    assert answer.hint == "The tools are: lookup_member, get_leaderboard."


@pytest.mark.parametrize("name", ["Lookup_Member", " lookup_member", "lookup-member", "lookup_member(", ""])
async def test_a_tool_name_is_matched_to_the_letter(name: str) -> None:
    async with serving() as call:
        assert (await call.raw(name, {"member_id": "mem_0042"})).code == "UNKNOWN_TOOL"
