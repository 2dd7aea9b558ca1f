"""The seven tools, one file each, in the order in which tool sets take them."""

from .assign_role import ASSIGN_ROLE
from .ban_member import BAN_MEMBER
from .draft_announcement import DRAFT_ANNOUNCEMENT
from .get_automod_log import GET_AUTOMOD_LOG
from .get_community_stats import GET_COMMUNITY_STATS
from .get_leaderboard import GET_LEADERBOARD
from .lookup_member import LOOKUP_MEMBER

SEVEN = (
    LOOKUP_MEMBER,
    GET_LEADERBOARD,
    GET_AUTOMOD_LOG,
    DRAFT_ANNOUNCEMENT,
    BAN_MEMBER,
    GET_COMMUNITY_STATS,
    ASSIGN_ROLE,
)
