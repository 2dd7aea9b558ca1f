"""The indexes agree with counting again from the records, also after any changes of a session."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.community.small import NOW, Record, event, hour, member, parse, record, snapshot
from toolward.community.aggregates import ACTIVITY_METRICS
from toolward.community.announcement import reach
from toolward.community.audiences import Audience
from toolward.community.failures import ErrorCode, ToolFailure
from toolward.community.model import COLUMNS
from toolward.community.moderation import assign_role, ban
from toolward.community.queries.automod import get_automod_log
from toolward.community.queries.leaderboard import Leaderboard, get_leaderboard
from toolward.community.queries.lookup import lookup_member
from toolward.community.queries.stats import get_community_stats
from toolward.community.rules import PICKED_COLOURS
from toolward.community.state import Session
from toolward.community.windows import BoardWindow, StatsWindow

PEOPLE = range(3, 13)
AGES = st.sampled_from([1, 5, 23, 24, 25, 167, 168, 169, 335, 336, 337, 719, 720, 721, 1079, 1080])


@st.composite
def communities(draw: Any) -> Record:
    people = []
    for number in PEOPLE:
        left = draw(st.sampled_from([None, None, None, "2026-09-20T10:00:00Z"]))
        joined = draw(
            st.sampled_from([None, "2026-01-01T00:00:00Z", "2026-09-24T00:00:00Z", "2026-09-23T23:59:59Z"])
        )
        joined = None if left else joined
        people.append(
            member(
                number,
                draw(st.sampled_from([0, 0, 10, 500, 500, 3_250, 66_249, 66_250, 200_000])),
                joined_at=joined,
                left_at=left,
                is_booster=draw(st.booleans()),
            )
        )
    hours = []
    for ago in sorted(draw(st.sets(AGES)), reverse=True):
        rows = {}
        for number in draw(st.sets(st.sampled_from(PEOPLE), min_size=1)):
            row = {c: draw(st.integers(0, 3)) for c in ("messages", "reactions", "voice_minutes", "commands")}
            row["replies"] = draw(st.integers(0, row["messages"]))
            rows[number] = row if any(row.values()) else {"reactions": 1}
        hours.append(hour(ago, rows, joins=draw(st.integers(0, 2)), leaves=draw(st.integers(0, 2))))
    shots = [snapshot(ago) for ago in sorted(draw(st.sets(AGES)), reverse=True)]
    events = [
        event(
            k, draw(AGES), draw(st.sampled_from(PEOPLE)), status=draw(st.sampled_from(["open", "reviewed"]))
        )
        for k in range(1, draw(st.integers(0, 6)) + 1)
    ]
    return record(*people, hours=hours, snapshots=shots, events=events)


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["ban", "Helper", "Artist", "Mint", "Coral", "Neon", "Opal", "Moderator"]),
        st.integers(1, 14),
    ),
    max_size=12,
)


def change(session: Session, changes: list[tuple[str, int]]) -> set[int]:
    """Tries all changes; gives who was banned."""
    banned: set[int] = set()
    for what, number in changes:
        who, before = f"mem_{number:04d}", session.changes
        try:
            if what == "ban":
                ban(session, member_id=who, reason="spam links")
                banned.add(number)
            else:
                assign_role(session, member_id=who, role_name=what)
        except ToolFailure:
            assert session.changes == before
        else:
            assert session.changes == before + 1
    return banned


def totals(data: Record, metric: str, since: object) -> dict[int, int]:
    sums: dict[int, int] = {}
    for h in data["hourly_activity"]:
        if since is None or h["at"] >= since:
            for number, value in zip(h["member"], h[metric], strict=True):
                sums[number] = sums.get(number, 0) + value
    return sums


def expected_board(values: dict[int, int], current: set[int], limit: int) -> list[tuple[int, str, int, bool]]:
    listed = sorted(((n, v) for n, v in values.items() if v and n in current), key=lambda nv: (-nv[1], nv[0]))
    ranked = [(1 + sum(w > v for _, w in listed), n, v) for n, v in listed]
    kept = ranked[:limit] + [r for r in ranked[limit:] if r[0] == ranked[limit - 1][0]]
    shown = [v for _, _, v in kept]
    return [(rank, f"mem_{n:04d}", v, shown.count(v) > 1) for rank, n, v in kept]


def rows(board: Leaderboard) -> list[tuple[int, str, int, bool]]:
    return [(e.rank, e.member_id, e.value, e.tied) for e in board.entries]


@settings(max_examples=120, deadline=None)
@given(communities(), CHANGES, st.integers(1, 12))
def test_ranks_boards_and_reach_after_any_changes(
    data: Record, changes: list[tuple[str, int]], limit: int
) -> None:
    base = parse(data)
    session = Session(base)
    banned = change(session, changes)
    people = {int(m["member_id"][4:]): m for m in data["members"]}
    current = {n for n, m in people.items() if n != 1 and not m.get("left_at") and n not in banned}
    xp = {n: m["total_xp"] for n, m in people.items()}
    assert rows(get_leaderboard(session, limit=limit)) == expected_board(xp, current, limit)
    for days, window in ((7, "week"), (30, "month"), (None, "all_time")):
        since = None if days is None else (NOW - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
        for metric in ACTIVITY_METRICS:
            board = get_leaderboard(session, metric=metric.value, window=window, limit=limit)
            assert rows(board) == expected_board(totals(data, metric.value, since), current, limit)
    for n in people:
        p = lookup_member(session, member_id=f"mem_{n:04d}")
        assert p.rank == (1 + sum(xp[o] > xp[n] for o in current) if n in current else None)
        assert p.in_server == (n in current or n == 1) and p.is_banned == (n in banned)
        assert bool(p.roles) == p.in_server
        picked = [r for r in p.color_roles if base.roles.named(r).kind in PICKED_COLOURS]
        assert len(picked) <= 1
    assert reach(session, Audience.EVERYONE) == len(current)
    week = "2026-09-24T00:00:00Z"
    assert reach(session, Audience.NEW_MEMBERS) == sum(
        (people[n]["joined_at"] or "") >= week for n in current
    )
    assert reach(session, Audience.PRESTIGED) == sum(xp[n] >= 66_250 for n in current)
    assert reach(session, Audience.BOOSTERS) == sum(bool(people[n].get("is_booster")) for n in current)
    helpers = {e.member_id for e in session.moderation_log if e.role == "Helper"} - {"mem_0001", "mem_0002"}
    assert reach(session, Audience.STAFF) == 1 + len(helpers)
    assert len(session.moderation_log) == session.changes
    fresh = Session(base)
    assert fresh.changes == 0 and reach(fresh, Audience.EVERYONE) == len(current | (banned - left_of(people)))


def left_of(people: dict[int, Record]) -> set[int]:
    return {n for n, m in people.items() if m.get("left_at")}


BACK = {
    "last_24h": (1, 0),
    "last_7d": (7, 0),
    "last_30d": (30, 0),
    "previous_7d": (14, 7),
    "previous_30d": (60, 30),
}


@settings(max_examples=120, deadline=None)
@given(communities(), st.sampled_from(list(StatsWindow)))
def test_stats_of_any_window(data: Record, window: StatsWindow) -> None:
    back, until = BACK[window.value]
    start, end = ((NOW - timedelta(days=d)).strftime("%Y-%m-%dT%H:%M:%SZ") for d in (back, until))
    hours = [h for h in data["hourly_activity"] if start <= h["at"] < end]
    s = get_community_stats(Session(parse(data)), window=window.value)
    for column in COLUMNS:
        assert getattr(s, column) == sum(sum(h[column]) for h in hours)
    assert s.net_growth == sum(h["joins"] - h["leaves"] for h in hours)
    assert s.active_members == len({n for h in hours for n in h["member"]})
    chatters = {n for h in hours for n, m in zip(h["member"], h["messages"], strict=True) if m}
    assert s.active_chatters == len(chatters)
    said = [0] * 24
    for h in hours:
        said[int(h["at"][11:13])] += sum(h["messages"])
    assert s.busiest_hour_utc == (said.index(max(said)) if any(said) else None)
    shots = [shot["at"] for shot in data["snapshots"]]
    assert s.hours_with_data == len({h["at"] for h in hours} | {at for at in shots if start <= at < end})
    latest = max((at for at in shots if at <= end), default=None)
    assert (s.latest_snapshot and s.latest_snapshot.at.strftime("%Y-%m-%dT%H:%M:%SZ")) == latest


@settings(max_examples=80, deadline=None)
@given(communities(), AGES, st.sampled_from(["open", "reviewed", "dismissed", "any"]), st.integers(1, 5))
def test_the_automod_log_of_any_filter(data: Record, since: int, status: str, limit: int) -> None:
    session = Session(parse(data))
    start = (NOW - timedelta(hours=since)).strftime("%Y-%m-%dT%H:%M:%SZ")
    found = [
        e for e in data["automod_events"] if e["occurred_at"] >= start and status in (e["status"], "any")
    ]
    found.sort(key=lambda e: (e["occurred_at"], e["event_id"]), reverse=True)
    log = get_automod_log(session, status=status, since_hours=since, limit=limit)
    assert log.total_matching == len(found)
    assert [e.event_id for e in log.events] == [e["event_id"] for e in found[:limit]]


TEXT = st.text(st.characters(), max_size=40) | st.text(st.characters(categories=["Cs"]), max_size=5)


@settings(max_examples=300, deadline=None)
@given(TEXT, TEXT)
def test_any_name_finds_its_owner_in_every_spelling_and_nobody_else(name: str, other: str) -> None:
    shown = name.encode("utf-8", "replace").decode()[:80] or "x"
    session = Session(parse(record(member(3, name=shown), member(4, name="somebody else"))))
    for spelling in (shown, shown.upper(), shown.lower(), shown.casefold()):
        if spelling.casefold() == shown.casefold():
            assert lookup_member(session, name=spelling).member_id == "mem_0003"
    try:
        assert lookup_member(session, name=other).member_id
    except ToolFailure as failure:
        assert failure.code in (ErrorCode.NOT_FOUND, ErrorCode.AMBIGUOUS_NAME)
        str(failure.body()).encode("utf-8")


def test_every_pair_of_metric_and_window_has_a_board_except_xp_of_a_week_or_month() -> None:
    boards = parse(record()).boards
    assert len(boards) == len(ACTIVITY_METRICS) * len(BoardWindow) + 1
