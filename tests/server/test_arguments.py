"""Arguments are read strictly, by the server: types, ranges, unknown names, absent and null."""

from __future__ import annotations

from typing import Any

import pytest

from .calling import serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("limit", [True, False, "10", 10.5, "ten", "", None, 0, 26, -1, 10**30, [], {}, [10]])
async def test_a_limit_that_is_no_whole_number_in_range_is_refused_by_name(limit: Any) -> None:
    async with serving() as call:
        answer = await call("get_leaderboard", limit=limit)
    assert answer.code == "INVALID_ARGUMENTS"
    assert "limit must be a whole number from 1 to 25, not " in answer.message


@pytest.mark.parametrize(("limit", "rows"), [(1, 1), (25, 25), (10.0, 10)])
async def test_a_whole_number_in_range_is_taken(limit: Any, rows: int) -> None:
    async with serving() as call:
        board = await call("get_leaderboard", limit=limit)
    assert len(board["entries"]) >= rows


@pytest.mark.parametrize("whole", [float("inf"), float("-inf"), float("nan"), 1e308])
async def test_a_float_without_a_whole_value_in_range_is_refused(whole: float) -> None:
    async with serving() as call:
        assert (await call("get_automod_log", since_hours=whole)).code == "INVALID_ARGUMENTS"


@pytest.mark.parametrize(
    ("tool", "arguments", "named"),
    [
        ("get_leaderboard", {"limits": 3}, "limits"),
        ("get_automod_log", {"member": "mem_0050"}, "member"),
        (
            "ban_member",
            {"member_id": "mem_0051", "reason": "spam links", "confirm": True, "dry_run": True},
            "dry_run",
        ),
        ("lookup_member", {"properties": {"name": "ada"}}, "properties"),
        ("get_leaderboard", {"parameters": {"metric": "messages", "window": "week"}}, "parameters"),
        ("get_community_stats", {"Window": "last_24h"}, "Window"),
        (
            "ban_member",
            {"member_id": "mem_0051", "reason": "spam links", "confirmation_id": "x"},
            "confirmation_id",
        ),
    ],
)
async def test_an_argument_that_the_tool_does_not_have_is_an_error_that_names_it(
    tool: str, arguments: dict[str, Any], named: str
) -> None:
    async with serving() as call:
        answer = await call.raw(tool, arguments)
        assert (answer.code, answer.changes) == ("INVALID_ARGUMENTS", 0)
        assert f"'{named}'" in answer.message
        assert not (await call("lookup_member", member_id="mem_0051"))["is_banned"]


async def test_all_faults_are_named_at_once_and_the_hint_lists_what_is_allowed() -> None:
    async with serving() as call:
        answer = await call("ban_member", reason=7, force=1, confirm="maybe")
    for part in (
        "'force'",
        "member_id is required",
        "reason must be text, not 7",
        "confirm must be true or false",
    ):
        assert part in answer.message
    assert answer.hint.endswith("member_id (required), reason (required), confirm.")


async def test_a_flood_of_unknown_arguments_gives_a_short_message() -> None:
    async with serving() as call:
        answer = await call.raw("lookup_member", {"x" * 5000 + str(i): i for i in range(300)})
    assert answer.code == "INVALID_ARGUMENTS"
    assert len(answer.message) < 1000
    assert "And 292 more." in answer.message


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("lookup_member", {"member_id": None, "name": "ada"}),
        ("get_automod_log", {"member_id": None}),
        ("get_leaderboard", {"metric": None, "window": None}),
        ("draft_announcement", {"topic": "Movie night", "audience": None, "tone": None}),
    ],
)
async def test_null_for_an_optional_text_is_absent(tool: str, arguments: dict[str, Any]) -> None:
    async with serving() as call:
        given = await call.raw(tool, arguments)
        left_out = await call.raw(tool, {k: v for k, v in arguments.items() if v is not None})
    assert given == left_out
    assert not given.is_error


@pytest.mark.parametrize(
    ("tool", "arguments", "named"),
    [
        ("ban_member", {"member_id": None, "reason": "spam links"}, "member_id"),
        ("ban_member", {"member_id": "mem_0053", "reason": None}, "reason"),
        ("draft_announcement", {"topic": None}, "topic"),
        ("get_leaderboard", {"limit": None}, "limit"),
        ("ban_member", {"member_id": "mem_0053", "reason": "spam links", "confirm": None}, "confirm"),
    ],
)
async def test_null_for_anything_else_is_wrong(tool: str, arguments: dict[str, Any], named: str) -> None:
    async with serving() as call:
        answer = await call.raw(tool, arguments)
    assert answer.code == "INVALID_ARGUMENTS"
    assert answer.message.startswith(f"{named} must be")


@pytest.mark.parametrize("metric", ["XP", "xp ", "", "karma", 1, True, ["xp"]])
async def test_a_choice_is_one_of_its_options_to_the_letter(metric: Any) -> None:
    async with serving() as call:
        answer = await call("get_leaderboard", metric=metric)
    assert answer.code == "INVALID_ARGUMENTS"
    assert "metric must be one of xp, messages, voice_minutes, reactions" in answer.message


@pytest.mark.parametrize("yes", [True, "true", "True", "yes", "on", "1", 1, 1.0, "t", "y"])
async def test_confirm_is_read_as_the_validation_layer_reads_booleans(yes: Any) -> None:
    async with serving() as call:
        done = await call("ban_member", member_id="mem_0053", reason="spam links", confirm=yes)
    assert (done["executed"], done.changes) == (True, 1)


@pytest.mark.parametrize("no", [False, "false", "no", "off", "0", 0])
async def test_a_confirm_that_reads_as_false_gives_the_preview(no: Any) -> None:
    async with serving() as call:
        done = await call("ban_member", member_id="mem_0053", reason="spam links", confirm=no)
    assert (done["executed"], done.changes) == (False, 0)


@pytest.mark.parametrize("odd", ["maybe", "", " true", 2, -1, 1.5, [True], {}, "confirmed"])
async def test_a_confirm_that_is_no_boolean_does_nothing(odd: Any) -> None:
    async with serving() as call:
        answer = await call("ban_member", member_id="mem_0053", reason="spam links", confirm=odd)
        assert (answer.code, answer.changes) == ("INVALID_ARGUMENTS", 0)
        assert (await call("lookup_member", member_id="mem_0053"))["in_server"]


async def test_no_arguments_at_all_are_an_empty_object() -> None:
    async with serving() as call:
        assert await call.raw("get_community_stats", None) == await call.raw("get_community_stats", {})
