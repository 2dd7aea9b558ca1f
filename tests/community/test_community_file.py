"""Strict loading: each fault is one line with the file, the path of the value and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.community.small import Record, event, hour, hours_ago, member, parse, record, small, snapshot
from toolward.community.fixtures import (
    DEFAULT,
    CommunityFileError,
    fixture_sha256,
    load_community,
    parse_community,
)

LEFT = "2026-09-01T00:00:00Z"
BAN = {"member_id": "mem_0004", "banned_at": LEFT, "reason": "raid", "actor_id": "mem_0002"}


def whole() -> Record:
    """A community with something of everything."""
    data = record(
        member(3, 5_000, roles=["Mint"], achievements=["Night Owl"]),
        member(4, left_at=LEFT),
        bans=[BAN],
        events=[event(1, 5, 3)],
        hours=[hour(9, {3: {"messages": 3, "commands": 1}}), hour(8, {2: {"reactions": 1}})],
        snapshots=[snapshot(9), snapshot(8)],
    )
    return deepcopy(data)


def test_the_whole_one_is_valid() -> None:
    assert parse(whole()).activity_rows == 2


def put(value: object, *path: str | int) -> Callable[[Record], None]:
    def change(data: Record) -> None:
        spot: Any = data
        for part in path[:-1]:
            spot = spot[part]
        spot[path[-1]] = value

    return change


HOUR = ("hourly_activity", 0)
FAULTS: list[tuple[Callable[[Record], None], str, str]] = [
    (put(1, "extra"), "extra", "is not a known field"),
    (put(2, "schema_version"), "schema_version", ""),
    (lambda d: d["members"][2].pop("total_xp"), "members[2].total_xp", "is missing"),
    (put("5", "members", 2, "total_xp"), "members[2].total_xp", "integer"),
    (put(True, "members", 2, "total_xp"), "members[2].total_xp", "integer"),
    (put(5.0, "members", 2, "total_xp"), "members[2].total_xp", "integer"),
    (put(-1, "members", 2, "total_xp"), "members[2].total_xp", "greater"),
    (put(10**30, "members", 2, "total_xp"), "members[2].total_xp", ""),
    (put(1, "members", 2, "is_booster"), "members[2].is_booster", "boolean"),
    (put("mem_3", "members", 2, "member_id"), "members[2].member_id", "pattern"),
    (put("mem_00003", "members", 2, "member_id"), "members[2].member_id", "pattern"),
    (put("mem_0003\n", "members", 2, "member_id"), "members[2].member_id", "pattern"),
    (put("mem_0004", "members", 2, "member_id"), "members[3].member_id", "sorted"),
    (put("mem_0009", "members", 2, "member_id"), "members[3].member_id", "sorted"),
    (put("", "members", 2, "display_name"), "members[2].display_name", ""),
    (put("x" * 81, "members", 2, "display_name"), "members[2].display_name", ""),
    (put("THE_MOD", "members", 2, "username"), "members[2]", "stands twice"),
    (put("2026-01-01T00:00:00+02:00", "members", 2, "joined_at"), "members[2].joined_at", "UTC"),
    (put("2026-01-01T00:00:00", "members", 2, "joined_at"), "members[2].joined_at", "timezone"),
    (put("2026-01-01T00:00:00.5Z", "members", 2, "joined_at"), "members[2].joined_at", "whole seconds"),
    (put(0, "members", 2, "joined_at"), "members[2].joined_at", ""),
    (
        put("2026-10-01T00:00:01Z", "members", 2, "joined_at"),
        "members[2].joined_at",
        "after config.reference_now",
    ),
    (put("2025-01-01T00:00:00Z", "members", 3, "left_at"), "members[3].left_at", "before joined_at"),
    (put(["Nope"], "members", 2, "roles"), "members[2].roles", "is not a role that is given"),
    (put(["mint"], "members", 2, "roles"), "members[2].roles", "is not a role that is given"),
    (put(["Member"], "members", 2, "roles"), "members[2].roles", "is not a role that is given"),
    (put(["Mint", "Starlight"], "members", 2, "roles"), "members[2].roles", "at most one"),
    (put(["Mint", "Mint"], "members", 2, "roles"), "members[2].roles[1]", "stands twice"),
    (put(["Opal"], "members", 2, "roles"), "members[2].roles", "not unlocked"),
    (put(["Artist"], "members", 3, "roles"), "members[3].roles", "left has no roles"),
    (put(["Nope"], "members", 2, "achievements"), "members[2].achievements", "not a known"),
    (put(True, "members", 2, "is_bot"), "members", "exactly one bot"),
    (put(False, "members", 0, "is_bot"), "members", "exactly one bot"),
    (
        put("mem_0003", "banned_members", 0, "member_id"),
        "banned_members[0].member_id",
        "not a member who has left",
    ),
    (put([BAN, BAN], "banned_members"), "banned_members[1]", "stands twice"),
    (put("mem_0003", "config", "acting_member_id"), "config.acting_member_id", "is not a staff member"),
    (put("mem_0777", "config", "acting_member_id"), "config.acting_member_id", "is not a staff member"),
    (put("2026-10-01T00:30:00Z", "config", "reference_now"), "config.reference_now", "start of an hour"),
    (put("2026-10-02T00:00:00Z", "config", "stats_began_at"), "config.stats_began_at", "after"),
    (put("mem_0777", "automod_events", 0, "member_id"), "automod_events[0].member_id", "no member"),
    (put("ban", "automod_events", 0, "action"), "automod_events[0].action", ""),
    (
        put("2026-10-01T00:00:01Z", "automod_events", 0, "occurred_at"),
        "automod_events[0].occurred_at",
        "after",
    ),
    (lambda d: d["automod_events"].append(event(1, 4, 3)), "automod_events[1]", "stands twice"),
    (put([3, 3], *HOUR, "member"), "hourly_activity[0].messages", "must have 2 values"),
    (put([1], *HOUR, "member"), "hourly_activity[0].member", "the bot"),
    (put([77], *HOUR, "member"), "hourly_activity[0].member", "no member"),
    (put([4], *HOUR, "replies"), "hourly_activity[0].replies", "more than the messages"),
    (put([61], *HOUR, "voice_minutes"), "hourly_activity[0].voice_minutes", "more than 60"),
    (put([-1], *HOUR, "reactions"), "hourly_activity[0].reactions[0]", ""),
    (put({"general": 4}, *HOUR, "channels"), "hourly_activity[0].channels", "add up"),
    (put({"rank": 2}, *HOUR, "command_uses"), "hourly_activity[0].command_uses", "add up"),
    (put(hours_ago(7), *HOUR, "at"), "hourly_activity[1].at", "sorted by time"),
    (put(hours_ago(8), *HOUR, "at"), "hourly_activity[1].at", "sorted by time"),
    (put(hours_ago(8.5), *HOUR, "at"), "hourly_activity[0].at", "start of an hour"),
    (put(hours_ago(0), "hourly_activity", 1, "at"), "hourly_activity[1].at", "outside"),
    (put("2026-08-16T23:00:00Z", *HOUR, "at"), "hourly_activity[0].at", "outside"),
    (put({"at": hours_ago(9)}, *HOUR), "hourly_activity[0]", "nothing happened"),
    (lambda d: d["hourly_activity"].insert(0, hour(10, {3: {}})), "hourly_activity[0]", "did nothing"),
    (put(11, "snapshots", 0, "online"), "snapshots[0].online", "more than the members"),
    (put(hours_ago(8), "snapshots", 0, "at"), "snapshots[1].at", "sorted by time"),
    (put("2026-10-01T01:00:00Z", "snapshots", 1, "at"), "snapshots[1].at", "outside"),
    (lambda d: d["snapshots"][0].pop("online"), "snapshots[0].online", "is missing"),
    (lambda d: d["roles"].pop(), "roles", "'everyone'"),
    (lambda d: d["roles"].append({"name": "OWNER", "kind": "staff"}), "roles[24]", "stands twice"),
    (put({"name": "Mint", "kind": "milestone"}, "roles", 17), "roles[17].unlock", "picked colours have"),
    (lambda d: d["roles"].pop(8), "roles", "one prestige colour for each"),
    (put({"by": "level"}, "roles", 17, "unlock"), "roles[17].unlock.level.level", "is missing"),
    (
        put({"by": "achievement", "achievement": "X"}, "roles", 17, "unlock"),
        "roles[17].unlock",
        "no achievement",
    ),
]


@pytest.mark.parametrize("k", range(len(FAULTS)))
def test_a_faulty_record_is_refused_with_its_path_and_the_reason(k: int) -> None:
    change, path, reason = FAULTS[k]
    data = whole()
    change(data)
    with pytest.raises(CommunityFileError) as caught:
        parse_community(json.dumps(data).encode(), "some.json")
    fault = caught.value
    assert fault.path == path and reason in fault.reason
    text = str(fault)
    assert text.startswith(f"some.json: {path}: ") and "\n" not in text and "http" not in text


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff\xfe{}", b'{"schema_version": NaN}', b'{"a":' * 10_000, b'"\\ud800"'],
)
def test_what_is_no_community_at_all_is_refused_on_one_line(content: bytes) -> None:
    with pytest.raises(CommunityFileError) as caught:
        parse_community(content, "some.json")
    assert str(caught.value).startswith("some.json") and "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(CommunityFileError, match="cannot be read"):
            load_community(path)


def test_a_file_is_loaded_once_and_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "community.json"
    path.write_text(json.dumps(whole()), "utf-8")
    first = load_community(path)
    assert load_community(path) is first and first.sha256 == fixture_sha256(path)
    path.write_text(json.dumps(record(member(3))), "utf-8")
    assert load_community(path) is not first and fixture_sha256(path) != first.sha256


def test_using_sessions_never_writes_the_file() -> None:
    from toolward.community.moderation import ban
    from toolward.community.state import Session

    before = DEFAULT.read_bytes()
    ban(Session(load_community()), member_id="mem_0051", reason="spam links")
    assert DEFAULT.read_bytes() == before


def test_the_smallest_community_loads() -> None:
    assert len(small().members) == 2


@pytest.mark.parametrize(
    "change",
    [
        put(10, "snapshots", 0, "online"),
        put(hours_ago(0), "banned_members", 0, "banned_at"),
        put(hours_ago(0), "members", 2, "joined_at"),
        put(hours_ago(0), "automod_events", 0, "occurred_at"),
        put(hours_ago(0), "snapshots", 1, "at"),
        put("2026-08-17T00:00:00Z", *HOUR, "at"),
        put([60], *HOUR, "voice_minutes"),
        put([3], *HOUR, "replies"),
        put("2026-01-01T00:00:00Z", "members", 3, "left_at"),
        put("x" * 80, "members", 2, "display_name"),
    ],
)
def test_values_exactly_at_their_limits_are_valid(change: Callable[[Record], None]) -> None:
    data = whole()
    change(data)
    assert parse(data)
