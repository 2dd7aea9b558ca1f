"""get_community_stats: what happened in the server in a window, from sums made when it was loaded.

An hour with a snapshot and no activity record was quiet and counts as zero; an hour with neither is a gap.
``partial`` says that the window starts before stats began, and nothing else: gaps are in coverage_note.
These are records of the past, so a ban in this session does not change them.
"""

from __future__ import annotations

from ..aggregates import WindowTotals
from ..failures import ErrorCode, ToolFailure
from ..model import Frozen, Utc, iso
from ..state import Session
from ..windows import StatsWindow, Window

TOP = 5


class ChannelCount(Frozen):
    channel: str
    messages: int


class CommandCount(Frozen):
    command: str
    uses: int


class SnapshotCounts(Frozen):
    at: Utc
    members: int
    online: int | None  # null is unknown, not 0
    boosts: int
    voice: int


class CommunityStats(Frozen):
    window_start: Utc
    window_end: Utc
    messages: int
    replies: int
    attachments: int
    thread_messages: int
    reactions: int
    voice_minutes: int
    commands: int
    joins: int
    leaves: int
    net_growth: int
    active_members: int
    active_chatters: int
    busiest_hour_utc: int | None
    top_channels: tuple[ChannelCount, ...]
    top_commands: tuple[CommandCount, ...]
    latest_snapshot: SnapshotCounts | None
    hours_with_data: int
    hours_in_window: int
    partial: bool
    data_starts_at: Utc
    coverage_note: str | None


def get_community_stats(session: Session, *, window: str = "last_7d") -> CommunityStats:
    """NO_DATA_YET when the whole window is before stats began."""
    which = StatsWindow(window)
    totals = session.community.totals[which]
    began = session.community.config.stats_began_at
    span = totals.window
    if span.end <= began:
        raise ToolFailure(
            ErrorCode.NO_DATA_YET,
            f"{which.value} ends at {iso(span.end)}, before hourly stats began at {iso(began)}.",
            "Choose a later window, for example last_7d.",
        )
    return CommunityStats(
        window_start=span.start,
        window_end=span.end,
        messages=totals.sums["messages"],
        replies=totals.sums["replies"],
        attachments=totals.sums["attachments"],
        thread_messages=totals.sums["thread_messages"],
        reactions=totals.sums["reactions"],
        voice_minutes=totals.sums["voice_minutes"],
        commands=totals.sums["commands"],
        joins=totals.joins,
        leaves=totals.leaves,
        net_growth=totals.joins - totals.leaves,
        active_members=totals.active_members,
        active_chatters=totals.active_chatters,
        busiest_hour_utc=totals.busiest_hour,
        top_channels=tuple(ChannelCount(channel=c, messages=n) for c, n in totals.channels[:TOP]),
        top_commands=tuple(CommandCount(command=c, uses=n) for c, n in totals.commands[:TOP]),
        latest_snapshot=_snapshot(totals),
        hours_with_data=totals.hours_with_data,
        hours_in_window=span.hours,
        partial=span.start < began,
        data_starts_at=began,
        coverage_note=_coverage(session, totals),
    )


def _snapshot(totals: WindowTotals) -> SnapshotCounts | None:
    s = totals.snapshot
    if s is None:
        return None
    return SnapshotCounts(at=s.at, members=s.members, online=s.online, boosts=s.boosts, voice=s.voice)


def _coverage(session: Session, totals: WindowTotals) -> str | None:
    notes: list[str] = []
    began = session.community.config.stats_began_at
    if totals.window.start < began:
        notes.append(f"Hourly stats began at {iso(began)}; the part of the window before that has no data.")
    if totals.gaps:
        gaps = "; ".join(_gap(gap) for gap in totals.gaps)
        notes.append(f"The bot was offline, and nothing was recorded, in: {gaps}.")
    if totals.snapshot is not None and totals.snapshot.online is None:
        notes.append("The online count of the latest snapshot is unknown (null), which does not mean 0.")
    return " ".join(notes) or None


def _gap(gap: Window) -> str:
    return f"{iso(gap.start)} to {iso(gap.end)} ({gap.hours} h)"
