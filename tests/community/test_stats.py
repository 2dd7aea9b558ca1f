"""Windows of hourly activity: quiet hours, outages, partial windows and unknown counts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.community.small import BEGAN, NOW, code, hour, member, small, snapshot
from toolward.community.failures import ErrorCode
from toolward.community.fixtures import load_community
from toolward.community.moderation import ban
from toolward.community.queries.stats import CommunityStats, get_community_stats
from toolward.community.state import Session
from toolward.community.windows import StatsWindow

SAID = {3: {"messages": 1}}


def stats(window: str = "last_24h", **given: Any) -> CommunityStats:
    community = small(*(member(k) for k in range(3, 8)), **given)
    return get_community_stats(Session(community), window=window)


def test_the_fields_are_those_of_the_contract() -> None:
    assert list(CommunityStats.model_fields) == [
        "window_start", "window_end", "messages", "replies", "attachments", "thread_messages", "reactions",
        "voice_minutes", "commands", "joins", "leaves", "net_growth", "active_members", "active_chatters",
        "busiest_hour_utc", "top_channels", "top_commands", "latest_snapshot", "hours_with_data",
        "hours_in_window", "partial", "data_starts_at", "coverage_note",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("window", "start", "end"),
    [
        ("last_24h", 1, 0),
        ("last_7d", 7, 0),
        ("last_30d", 30, 0),
        ("previous_7d", 14, 7),
        ("previous_30d", 60, 30),
    ],
)
def test_each_window_lies_where_its_name_says(window: str, start: int, end: int) -> None:
    found = stats(window)
    assert found.window_start == NOW - timedelta(days=start)
    assert found.window_end == NOW - timedelta(days=end)
    assert found.hours_in_window == 24 * (start - end)


def test_a_window_holds_its_first_hour_and_not_the_hour_at_its_end() -> None:
    hours = [hour(ago, SAID) for ago in (14 * 24 + 1, 14 * 24, 7 * 24 + 1, 7 * 24, 1)]
    assert stats("previous_7d", hours=hours).messages == 2
    assert stats("last_7d", hours=hours).messages == 2


def test_columns_are_summed_and_people_are_counted_once() -> None:
    full = {"messages": 5, "replies": 2, "attachments": 1, "thread_messages": 3}
    hours = [
        hour(9, {3: full, 4: {"reactions": 2}, 5: {"voice_minutes": 30}}, joins=3, leaves=1),
        hour(8, {3: {"messages": 1}, 6: {"commands": 2}}, leaves=4),
    ]
    s = stats(hours=hours)
    assert (s.messages, s.replies, s.attachments, s.thread_messages) == (6, 2, 1, 3)
    assert (s.reactions, s.voice_minutes, s.commands) == (2, 30, 2)
    assert (s.joins, s.leaves, s.net_growth) == (3, 5, -2)
    assert (s.active_members, s.active_chatters) == (4, 1)


def test_the_busiest_hour_is_one_of_the_day_and_the_earliest_of_equals() -> None:
    hours = [hour(30, {3: {"messages": 2}}), hour(10, {3: {"messages": 3}}), hour(6, {3: {"messages": 1}})]
    assert stats("last_7d", hours=hours).busiest_hour_utc == 14  # 10 hours before midnight
    assert stats("last_7d", hours=[hour(30, SAID), hour(29, SAID)]).busiest_hour_utc == 18
    assert stats("last_7d", hours=[hour(30, SAID), hour(6, SAID)]).busiest_hour_utc == 18
    assert stats("last_7d", hours=[hour(10, SAID), hour(31, SAID)][::-1]).busiest_hour_utc == 14


def test_without_messages_there_is_no_busiest_hour() -> None:
    assert stats(hours=[hour(9, {3: {"reactions": 1}})]).busiest_hour_utc is None
    assert stats().busiest_hour_utc is None


def test_the_five_most_used_are_listed_equal_ones_by_name() -> None:
    tally = {"f": 1, "e": 1, "d": 2, "c": 2, "b": 3, "a": 1, "g": 9}
    hours = [hour(9, {3: {"messages": 19, "commands": 19}}, channels=tally, command_uses=tally)]
    s = stats(hours=hours)
    assert [(c.channel, c.messages) for c in s.top_channels] == [
        ("g", 9),
        ("b", 3),
        ("c", 2),
        ("d", 2),
        ("a", 1),
    ]
    assert [(c.command, c.uses) for c in s.top_commands] == [("g", 9), ("b", 3), ("c", 2), ("d", 2), ("a", 1)]


def test_an_hour_with_a_snapshot_only_was_quiet_and_counts_as_zero() -> None:
    s = stats(snapshots=[snapshot(ago) for ago in range(24, 0, -1)])
    assert (s.messages, s.hours_with_data, s.coverage_note) == (0, 24, None)


def test_an_hour_with_neither_is_a_gap_also_at_both_ends_of_the_window() -> None:
    offline = {24, 23, 12, 1}
    s = stats(snapshots=[snapshot(ago) for ago in range(24, 0, -1) if ago not in offline])
    assert s.hours_with_data == 20 and not s.partial
    assert s.coverage_note is not None
    assert "2026-09-30T00:00:00Z to 2026-09-30T02:00:00Z (2 h)" in s.coverage_note
    assert "2026-09-30T12:00:00Z to 2026-09-30T13:00:00Z (1 h)" in s.coverage_note
    assert "2026-09-30T23:00:00Z to 2026-10-01T00:00:00Z (1 h)" in s.coverage_note


def test_an_hour_with_activity_and_no_snapshot_has_data() -> None:
    assert stats(hours=[hour(9, SAID)]).hours_with_data == 1


def test_an_outage_over_a_border_is_reported_on_each_side_only_for_its_part() -> None:
    session = Session(load_community())
    after, before = (get_community_stats(session, window=w) for w in ("last_7d", "previous_7d"))
    assert after.coverage_note is not None and before.coverage_note is not None
    assert "2026-09-24T00:00:00Z to 2026-09-24T02:00:00Z (2 h)" in after.coverage_note
    assert "2026-09-23T22:00:00Z to 2026-09-24T00:00:00Z (2 h)" in before.coverage_note
    assert before.latest_snapshot is not None and before.latest_snapshot.at.hour == 21


def test_the_latest_snapshot_is_at_or_before_the_end_and_unknown_online_stays_null() -> None:
    shots = [snapshot(7 * 24, 8), snapshot(30, 9, 3), snapshot(0, 10, None)]
    last = stats(snapshots=shots).latest_snapshot
    assert last is not None and (last.at, last.members, last.online) == (NOW, 10, None)
    earlier = stats("previous_7d", snapshots=shots).latest_snapshot
    assert earlier is not None and earlier.members == 8
    assert stats("previous_7d", snapshots=shots[1:]).latest_snapshot is None


def test_the_committed_window_ends_with_an_unknown_online_count() -> None:
    s = get_community_stats(Session(load_community()), window="last_24h")
    assert s.latest_snapshot is not None and s.latest_snapshot.online is None
    assert '"online":null' in s.model_dump_json()
    assert s.coverage_note is not None and "unknown" in s.coverage_note


def test_a_window_from_before_stats_began_is_partial() -> None:
    s = get_community_stats(Session(load_community()), window="previous_30d")
    assert s.partial and s.data_starts_at == BEGAN and s.hours_in_window == 720
    assert s.hours_with_data == 15 * 24 - 5
    assert s.coverage_note is not None and "began at 2026-08-17T00:00:00Z" in s.coverage_note


@pytest.mark.parametrize("days", [7, 6, 1])
def test_a_window_that_ends_when_stats_begin_or_before_has_no_data_yet(days: int) -> None:
    session = Session(small(began=NOW - timedelta(days=days)))
    for window in ("previous_7d", "previous_30d"):
        assert code(get_community_stats, session, window=window) is ErrorCode.NO_DATA_YET
    assert not get_community_stats(session, window="last_24h").partial


def test_a_window_of_which_one_hour_has_stats_has_data() -> None:
    session = Session(small(began=NOW - timedelta(days=7) - timedelta(hours=1)))
    assert get_community_stats(session, window="previous_7d").partial


def test_a_window_that_starts_when_stats_begin_is_whole() -> None:
    assert not get_community_stats(Session(small(began=NOW - timedelta(days=7))), window="last_7d").partial


@pytest.mark.parametrize("window", list(StatsWindow))
def test_a_ban_does_not_rewrite_the_past(window: StatsWindow) -> None:
    session = Session(load_community())
    before = get_community_stats(session, window=window.value)
    ban(session, member_id="mem_0021", reason="spam links")
    assert get_community_stats(session, window=window.value) == before
