"""get_leaderboard: members by XP or by activity."""

from toolward.community.queries.leaderboard import Leaderboard, get_leaderboard

from ..parameters import Choice, Whole
from ..tool import Tool

METRIC = Choice(("xp", "messages", "voice_minutes", "reactions"), default="xp")
WINDOW = Choice(("all_time", "week", "month"), default="all_time")

GET_LEADERBOARD = Tool(
    name="get_leaderboard",
    title="Get the leaderboard",
    parameters={"metric": METRIC, "window": WINDOW, "limit": Whole(1, 25, default=10)},
    output=Leaderboard,
    run=get_leaderboard,
)
