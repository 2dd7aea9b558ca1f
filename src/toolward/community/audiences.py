"""Who an announcement can be for. Only people who are in the server now; the bot is nobody's audience."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from . import rules
from .model import Member

NEW_DAYS = 7


class Audience(StrEnum):
    EVERYONE = "everyone"
    NEW_MEMBERS = "new_members"
    PRESTIGED = "prestiged"
    BOOSTERS = "boosters"
    STAFF = "staff"


def belongs(audience: Audience, member: Member, *, current: bool, staff: bool, now: datetime) -> bool:
    """``current``: in the server and not the bot. ``staff``: has a staff role."""
    if not current:
        return False
    match audience:
        case Audience.EVERYONE:
            return True
        case Audience.NEW_MEMBERS:
            return member.joined_at is not None and member.joined_at >= now - timedelta(days=NEW_DAYS)
        case Audience.PRESTIGED:
            return member.total_xp >= rules.XP_PER_PRESTIGE
        case Audience.BOOSTERS:
            return member.is_booster
        case Audience.STAFF:
            return staff
