"""Tools about activity that look much like get_leaderboard and get_community_stats."""

from __future__ import annotations

from toolward.community.model import Frozen, Utc
from toolward.community.queries.leaderboard import Leaderboard, get_leaderboard
from toolward.community.queries.stats import ChannelCount, CommandCount
from toolward.community.state import Session
from toolward.community.windows import StatsWindow

from ..parameters import Choice, Whole
from ..tool import WordedTool

LIMIT = Whole(1, 25, default=10)
LIMIT_TEXT = "Members to list, 1-25. Default 10."
BOARD_WINDOW = Choice(("all_time", "week", "month"), default="week")
BOARD_WINDOW_TEXT = "all_time, week (last 7 days) or month (last 30 days). Default week."
STATS_WINDOW = Choice(("last_24h", "last_7d", "last_30d"), default="last_7d")
STATS_WINDOW_TEXT = "last_24h, last_7d or last_30d. Default last_7d."


class ChannelStats(Frozen):
    window: StatsWindow
    channels: tuple[ChannelCount, ...]


class CommandStats(Frozen):
    window: StatsWindow
    commands: tuple[CommandCount, ...]


class ServerInfo(Frozen):
    name: str
    now: Utc
    members: int
    roles: int
    stats_began_at: Utc


def get_xp_leaderboard(session: Session, *, limit: int) -> Leaderboard:
    return get_leaderboard(session, metric="xp", window="all_time", limit=limit)


def get_top_chatters(session: Session, *, window: str, limit: int) -> Leaderboard:
    return get_leaderboard(session, metric="messages", window=window, limit=limit)


def get_voice_leaderboard(session: Session, *, window: str, limit: int) -> Leaderboard:
    return get_leaderboard(session, metric="voice_minutes", window=window, limit=limit)


def get_channel_stats(session: Session, *, window: str) -> ChannelStats:
    which = StatsWindow(window)
    counts = session.community.totals[which].channels
    return ChannelStats(window=which, channels=tuple(ChannelCount(channel=c, messages=n) for c, n in counts))


def get_command_stats(session: Session, *, window: str) -> CommandStats:
    which = StatsWindow(window)
    counts = session.community.totals[which].commands
    return CommandStats(window=which, commands=tuple(CommandCount(command=c, uses=n) for c, n in counts))


def get_server_info(session: Session) -> ServerInfo:
    base = session.community
    gone = sum(base.members[k].left_at is None and not session.in_server(k) for k in session.changed)
    return ServerInfo(
        name=base.config.name,
        now=base.now,
        members=len(base.current) - gone,
        roles=len(base.roles.roles),
        stats_began_at=base.config.stats_began_at,
    )


GET_XP_LEADERBOARD = WordedTool(
    name="get_xp_leaderboard",
    title="Get the XP leaderboard",
    parameters={"limit": LIMIT},
    output=Leaderboard,
    run=get_xp_leaderboard,
    description="List the members with the most XP.",
    parameter_texts={"limit": LIMIT_TEXT},
)
GET_TOP_CHATTERS = WordedTool(
    name="get_top_chatters",
    title="Get the top chatters",
    parameters={"window": BOARD_WINDOW, "limit": LIMIT},
    output=Leaderboard,
    run=get_top_chatters,
    description="List the members who wrote the most messages.",
    parameter_texts={"window": BOARD_WINDOW_TEXT, "limit": LIMIT_TEXT},
)
GET_VOICE_LEADERBOARD = WordedTool(
    name="get_voice_leaderboard",
    title="Get the voice leaderboard",
    parameters={"window": BOARD_WINDOW, "limit": LIMIT},
    output=Leaderboard,
    run=get_voice_leaderboard,
    description="List the members who spent the most minutes in voice channels.",
    parameter_texts={"window": BOARD_WINDOW_TEXT, "limit": LIMIT_TEXT},
)
GET_CHANNEL_STATS = WordedTool(
    name="get_channel_stats",
    title="Get channel statistics",
    parameters={"window": STATS_WINDOW},
    output=ChannelStats,
    run=get_channel_stats,
    description="Count the messages in every channel, busiest first.",
    parameter_texts={"window": STATS_WINDOW_TEXT},
)
GET_COMMAND_STATS = WordedTool(
    name="get_command_stats",
    title="Get command statistics",
    parameters={"window": STATS_WINDOW},
    output=CommandStats,
    run=get_command_stats,
    description="Count the uses of every bot command, most used first.",
    parameter_texts={"window": STATS_WINDOW_TEXT},
)
GET_SERVER_INFO = WordedTool(
    name="get_server_info",
    title="Get server information",
    parameters={},
    output=ServerInfo,
    run=get_server_info,
    description="Get the server's name, current time, member count and number of roles.",
)
