"""Twenty-three more tools, for the question what a longer list does to a model.

All read or draft, none changes anything. They work on the session like the seven, and many are near
neighbours of one of them on purpose. Their words stand with them: they are the same under every
description set. The first eight make the set of 15.
"""

from ..tool import WordedTool
from .boards import (
    GET_CHANNEL_STATS,
    GET_COMMAND_STATS,
    GET_SERVER_INFO,
    GET_TOP_CHATTERS,
    GET_VOICE_LEADERBOARD,
    GET_XP_LEADERBOARD,
)
from .members import (
    FIND_MEMBER,
    GET_MEMBER,
    GET_MEMBER_ACHIEVEMENTS,
    GET_MEMBER_ACTIVITY,
    GET_MEMBER_NOTES,
    GET_MEMBER_RANK,
    GET_MEMBER_ROLES,
)
from .moderation import (
    DRAFT_WELCOME_MESSAGE,
    GET_AUTOMOD_SUMMARY,
    GET_BAN_INFO,
    GET_MEMBER_AUTOMOD_EVENTS,
    GET_MODERATION_LOG,
    LIST_BANNED_MEMBERS,
)
from .roles import GET_ROLE_INFO, LIST_COLOR_ROLES, LIST_ROLE_MEMBERS, LIST_ROLES

DISTRACTORS: tuple[WordedTool, ...] = (
    GET_MEMBER,
    FIND_MEMBER,
    GET_MEMBER_ROLES,
    GET_XP_LEADERBOARD,
    GET_CHANNEL_STATS,
    LIST_ROLES,
    LIST_BANNED_MEMBERS,
    DRAFT_WELCOME_MESSAGE,
    GET_MEMBER_RANK,
    GET_MEMBER_ACTIVITY,
    GET_MEMBER_NOTES,
    GET_MEMBER_ACHIEVEMENTS,
    GET_TOP_CHATTERS,
    GET_VOICE_LEADERBOARD,
    GET_AUTOMOD_SUMMARY,
    GET_MEMBER_AUTOMOD_EVENTS,
    GET_BAN_INFO,
    GET_MODERATION_LOG,
    GET_ROLE_INFO,
    LIST_ROLE_MEMBERS,
    LIST_COLOR_ROLES,
    GET_COMMAND_STATS,
    GET_SERVER_INFO,
)
