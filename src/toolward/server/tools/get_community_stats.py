"""get_community_stats: the server's activity in a window."""

from toolward.community.queries.stats import CommunityStats, get_community_stats

from ..parameters import Choice
from ..tool import Tool

WINDOW = Choice(("last_24h", "last_7d", "last_30d", "previous_7d", "previous_30d"), default="last_7d")

GET_COMMUNITY_STATS = Tool(
    name="get_community_stats",
    title="Get community statistics",
    parameters={"window": WINDOW},
    output=CommunityStats,
    run=get_community_stats,
)
