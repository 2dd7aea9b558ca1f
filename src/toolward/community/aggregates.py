"""Sums of the hourly activity, made once when a community is loaded; no query reads a row again.

For members: the total of each metric in each leaderboard window. For the server: the totals, the people
and the tallies of each stats window. Sums hold what the records say; whether a member is still there is
not their business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import compress

from .model import COLUMNS, CommunityData, HourlyActivity, Snapshot
from .windows import HOUR, BoardWindow, StatsWindow, Window, board_window, stats_window


class Metric(StrEnum):
    XP = "xp"
    MESSAGES = "messages"
    VOICE_MINUTES = "voice_minutes"
    REACTIONS = "reactions"


ACTIVITY_METRICS = (Metric.MESSAGES, Metric.VOICE_MINUTES, Metric.REACTIONS)


@dataclass(frozen=True, slots=True)
class WindowTotals:
    window: Window
    sums: Mapping[str, int]  # by column of HourlyActivity
    joins: int
    leaves: int
    active_members: int
    active_chatters: int
    busiest_hour: int | None  # hour of the day with the most messages; the earliest of equals
    channels: tuple[tuple[str, int], ...]  # all, most messages first, then by name
    commands: tuple[tuple[str, int], ...]
    snapshot: Snapshot | None
    hours_with_data: int
    gaps: tuple[Window, ...]  # stretches without any record, since stats began


def window_totals(data: CommunityData) -> dict[StatsWindow, WindowTotals]:
    return {which: _totals(data, stats_window(which, data.config.reference_now)) for which in StatsWindow}


def _totals(data: CommunityData, window: Window) -> WindowTotals:
    hours = [hour for hour in data.hourly_activity if window.start <= hour.at < window.end]
    by_hour_of_day: Counter[int] = Counter()
    channels: Counter[str] = Counter()
    commands: Counter[str] = Counter()
    active: set[int] = set()
    chatters: set[int] = set()
    sums: dict[str, int] = dict.fromkeys(COLUMNS, 0)
    for hour in hours:
        by_hour_of_day[hour.at.hour] += sum(hour.messages)
        channels.update(hour.channels)
        commands.update(hour.command_uses)
        active.update(hour.member)
        chatters.update(compress(hour.member, hour.messages))
        for column in COLUMNS:
            sums[column] += sum(_column(hour, column))
    recorded = {hour.at for hour in hours}
    recorded |= {s.at for s in data.snapshots if window.start <= s.at < window.end}
    return WindowTotals(
        window=window,
        sums=sums,
        joins=sum(hour.joins for hour in hours),
        leaves=sum(hour.leaves for hour in hours),
        active_members=len(active),
        active_chatters=len(chatters),
        busiest_hour=_busiest(by_hour_of_day),
        channels=_ranked(channels),
        commands=_ranked(commands),
        snapshot=next((s for s in reversed(data.snapshots) if s.at <= window.end), None),
        hours_with_data=len(recorded),
        gaps=_gaps(recorded, max(window.start, data.config.stats_began_at), window.end),
    )


def _column(hour: HourlyActivity, column: str) -> Sequence[int]:
    return getattr(hour, column)


def _busiest(messages: Mapping[int, int]) -> int | None:
    hour = max(sorted(messages), key=lambda h: messages[h], default=None)
    return hour if hour is not None and messages[hour] else None


def _ranked(tally: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(tally.items(), key=lambda item: (-item[1], item[0])))


def _gaps(recorded: set[datetime], start: datetime, end: datetime) -> tuple[Window, ...]:
    gaps: list[Window] = []
    at = start
    while at < end:
        if at not in recorded:
            if gaps and gaps[-1].end == at:
                gaps[-1] = Window(gaps[-1].start, at + HOUR)
            else:
                gaps.append(Window(at, at + HOUR))
        at += HOUR
    return tuple(gaps)


def member_totals(
    data: CommunityData, positions: Mapping[int, int]
) -> dict[tuple[Metric, BoardWindow], list[int]]:
    """Totals by position of the member; ``positions``: member number -> position."""
    config = data.config
    totals = {
        (metric, window): [0] * len(data.members) for metric in ACTIVITY_METRICS for window in BoardWindow
    }
    windows = {
        which: board_window(which, config.reference_now, config.stats_began_at) for which in BoardWindow
    }
    for hour in data.hourly_activity:
        rows = list(map(positions.__getitem__, hour.member))
        for which, window in windows.items():
            if window.start <= hour.at < window.end:
                for metric in ACTIVITY_METRICS:
                    _add(totals[metric, which], rows, _column(hour, metric))
    totals.update({(Metric.XP, BoardWindow.ALL_TIME): [m.total_xp for m in data.members]})
    return totals


def _add(totals: list[int], rows: Sequence[int], values: Sequence[int]) -> None:
    for position, value in zip(rows, values, strict=True):
        if value:
            totals[position] += value
