"""get_leaderboard: members by XP or by activity.

Competition ranking (1, 2, 2, 4), equal members by id. Everyone tied at the last rank is listed, also past
the limit. Not listed: the bot, members who left or are banned, members with nothing.
"""

from __future__ import annotations

from ..aggregates import Metric
from ..base import Board
from ..failures import ErrorCode, ToolFailure
from ..model import Frozen, Utc
from ..state import Session
from ..windows import BoardWindow, board_window

TIE_RULE = "Equal values share a rank and the next ranks are skipped (1, 2, 2, 4); ties are listed by ID."


class LeaderboardEntry(Frozen):
    rank: int
    member_id: str
    display_name: str
    value: int
    tied: bool


class Leaderboard(Frozen):
    entries: tuple[LeaderboardEntry, ...]
    metric: Metric
    window: BoardWindow
    window_start: Utc | None  # null for XP, which has no beginning
    window_end: Utc
    tie_rule: str
    note: str | None


def get_leaderboard(
    session: Session, *, metric: str = "xp", window: str = "all_time", limit: int = 10
) -> Leaderboard:
    """UNSUPPORTED_WINDOW for XP in a week or a month."""
    what, which = Metric(metric), BoardWindow(window)
    community = session.community
    board = community.boards.get((what, which))
    if board is None:
        raise ToolFailure(
            ErrorCode.UNSUPPORTED_WINDOW,
            f"There is no XP leaderboard for a {which.value}: XP is only stored as an all-time total.",
            "Use window='all_time' for XP, or metric 'messages', 'voice_minutes' or 'reactions' "
            f"with window='{which.value}'.",
        )
    entries = _entries(session, board, limit)
    span = board_window(which, session.now, community.config.stats_began_at)
    return Leaderboard(
        entries=entries,
        metric=what,
        window=which,
        window_start=None if what is Metric.XP else span.start,
        window_end=span.end,
        tie_rule=TIE_RULE,
        note=_note(session, what, which, entries, limit),
    )


def _entries(session: Session, board: Board, limit: int) -> tuple[LeaderboardEntry, ...]:
    """Walk the base's order past who is gone in this session, one further than needed to see ties."""
    listed: list[int] = []
    for position in board.order:
        if not session.in_server(position):
            continue
        if len(listed) >= limit and board.values[position] != board.values[listed[-1]]:
            break
        listed.append(position)
    values = [board.values[position] for position in listed]
    first = {value: k for k, value in reversed(list(enumerate(values, 1)))}
    members = [session.member(position) for position in listed]
    return tuple(
        LeaderboardEntry(
            rank=first[value],
            member_id=member.member_id,
            display_name=member.display_name,
            value=value,
            tied=value in (values[k - 1] if k else None, values[k + 1] if k + 1 < len(values) else None),
        )
        for k, (member, value) in enumerate(zip(members, values, strict=True))
    )


def _note(
    session: Session, what: Metric, which: BoardWindow, entries: tuple[LeaderboardEntry, ...], limit: int
) -> str | None:
    notes: list[str] = []
    if what is not Metric.XP and which is BoardWindow.ALL_TIME:
        began = session.community.config.stats_began_at
        notes.append(f"All time means since hourly stats began on {began:%Y-%m-%d}.")
    if len(entries) > limit:
        notes.append(
            f"{len(entries)} members are listed instead of {limit}, because several are tied at "
            f"rank {entries[-1].rank}."
        )
    return " ".join(notes) or None
