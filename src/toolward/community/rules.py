"""The rules of the community: levels, prestige, severities, kinds of roles. Pure functions of plain values.

XP alone decides level and prestige. Going from level L to L + 1 costs 100 + 50 L XP, so level L starts at
25 L^2 + 75 L. Reaching level 50 gives one prestige and starts again at level 0, up to prestige 5; there
the level goes on without a ceiling.
"""

from __future__ import annotations

from enum import StrEnum
from math import isqrt
from typing import NamedTuple

LEVELS_PER_PRESTIGE = 50
MAX_PRESTIGE = 5


def xp_at_level(level: int) -> int:
    """XP, within one prestige, at which a level starts."""
    return 25 * level * level + 75 * level


XP_PER_PRESTIGE = xp_at_level(LEVELS_PER_PRESTIGE)


class Progress(NamedTuple):
    prestige: int
    level: int
    xp_to_next_level: int  # at level 49 below prestige 5: XP to the next prestige

    @property
    def highest_level(self) -> int:
        """The highest level ever reached; prestige does not take it away."""
        return max(self.level, LEVELS_PER_PRESTIGE) if self.prestige else self.level


def progress(total_xp: int) -> Progress:
    prestige = min(total_xp // XP_PER_PRESTIGE, MAX_PRESTIGE)
    rest = total_xp - prestige * XP_PER_PRESTIGE
    level = (isqrt(225 + 4 * rest) - 15) // 10  # the largest L with 25 L^2 + 75 L <= rest
    return Progress(prestige, level, xp_at_level(level + 1) - rest)


class AutomodAction(StrEnum):
    BLOCK_MESSAGE = "block_message"
    SEND_ALERT = "send_alert"
    TIMEOUT = "timeout"
    BLOCK_INTERACTION = "block_interaction"


class Severity(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


SEVERITY = {
    AutomodAction.TIMEOUT: Severity.HIGH,
    AutomodAction.BLOCK_MESSAGE: Severity.MEDIUM,
    AutomodAction.BLOCK_INTERACTION: Severity.MEDIUM,
    AutomodAction.SEND_ALERT: Severity.LOW,
}


class RoleKind(StrEnum):
    STAFF = "staff"
    BOT = "bot"  # managed by Discord: the bot's own role
    BOOST = "boost"  # managed by Discord: everyone who boosts
    ORDINARY = "ordinary"
    PRESTIGE = "prestige"  # automatic colour, one a prestige
    MILESTONE = "milestone"  # picked colours, from here on
    RARE = "rare"
    BOOSTER = "booster"
    EVERYONE = "everyone"  # "Member"


PICKED_COLOURS = frozenset({RoleKind.MILESTONE, RoleKind.RARE, RoleKind.BOOSTER})
COLOURS = PICKED_COLOURS | {RoleKind.PRESTIGE}
AUTOMATIC = frozenset({RoleKind.BOT, RoleKind.BOOST, RoleKind.PRESTIGE, RoleKind.EVERYONE})
GIVEN = frozenset(RoleKind) - AUTOMATIC


class Unlocks(NamedTuple):
    """What a member has done, as far as colours ask for it."""

    highest_level: int
    prestige: int
    achievements: frozenset[str]
    is_booster: bool
