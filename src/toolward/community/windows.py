"""Windows of time on the community's fixed clock. A window holds its start and not its end."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

HOUR = timedelta(hours=1)


class Window(NamedTuple):
    start: datetime
    end: datetime

    @property
    def hours(self) -> int:
        return (self.end - self.start) // HOUR


class StatsWindow(StrEnum):
    LAST_24H = "last_24h"
    LAST_7D = "last_7d"
    LAST_30D = "last_30d"
    PREVIOUS_7D = "previous_7d"
    PREVIOUS_30D = "previous_30d"


class BoardWindow(StrEnum):
    ALL_TIME = "all_time"
    WEEK = "week"
    MONTH = "month"


_BACK = {  # days before now: from, to
    StatsWindow.LAST_24H: (1, 0),
    StatsWindow.LAST_7D: (7, 0),
    StatsWindow.LAST_30D: (30, 0),
    StatsWindow.PREVIOUS_7D: (14, 7),
    StatsWindow.PREVIOUS_30D: (60, 30),
}
_BOARD_DAYS = {BoardWindow.WEEK: 7, BoardWindow.MONTH: 30}


def stats_window(which: StatsWindow, now: datetime) -> Window:
    start, end = _BACK[which]
    return Window(now - timedelta(days=start), now - timedelta(days=end))


def board_window(which: BoardWindow, now: datetime, began: datetime) -> Window:
    """``began``: where all_time starts."""
    days = _BOARD_DAYS.get(which)
    return Window(began if days is None else now - timedelta(days=days), now)
