"""lookup_member: one member's profile, by id or by name.

Exactly one of id and name is given; an empty text is given. A name matches a username or a display name
exactly (after NFC and case folding), also of members who have left; anything similar is only suggested.
"""

from __future__ import annotations

from datetime import timedelta

from .. import rules
from ..base import Community
from ..failures import Candidate, ErrorCode, ToolFailure
from ..model import Frozen, Member, Utc, iso
from ..state import Session
from ..text import clean, echo

MOST_CANDIDATES = 10


class MemberProfile(Frozen):
    member_id: str
    username: str
    display_name: str
    total_xp: int
    level: int
    prestige: int
    xp_to_next_level: int
    rank: int | None
    roles: tuple[str, ...]
    color_roles: tuple[str, ...]
    joined_at: Utc | None
    in_server: bool
    is_banned: bool
    staff_note_count: int
    automod_events_90d: int
    achievements_unlocked: tuple[str, ...]
    is_booster: bool
    note: str | None


def lookup_member(
    session: Session, *, member_id: str | None = None, name: str | None = None
) -> MemberProfile:
    """BOTH_OR_NEITHER, INVALID_MEMBER_ID, NOT_FOUND, AMBIGUOUS_NAME."""
    if member_id is not None and name is not None:
        raise ToolFailure(
            ErrorCode.BOTH_OR_NEITHER,
            "Both member_id and name were given.",
            "Call lookup_member again with only one of them.",
        )
    if member_id is not None:
        return profile(session, session.find(clean(member_id)))
    if name is not None:
        return profile(session, _find_by_name(session, name))
    raise ToolFailure(
        ErrorCode.BOTH_OR_NEITHER,
        "Neither member_id nor name was given.",
        "Call lookup_member again with member_id (like 'mem_' and four digits) or name.",
    )


def profile(session: Session, position: int) -> MemberProfile:
    member = session.member(position)
    done = rules.progress(member.total_xp)
    roles = session.roles(position)
    return MemberProfile(
        member_id=member.member_id,
        username=member.username,
        display_name=member.display_name,
        total_xp=member.total_xp,
        level=done.level,
        prestige=done.prestige,
        xp_to_next_level=done.xp_to_next_level,
        rank=session.rank(position),
        roles=tuple(role.name for role in roles),
        color_roles=tuple(role.name for role in roles if role.kind in rules.COLOURS),
        joined_at=member.joined_at,
        in_server=session.in_server(position),
        is_banned=session.is_banned(position),
        staff_note_count=len(member.staff_notes),
        automod_events_90d=recent_events(session, member),
        achievements_unlocked=member.achievements,
        is_booster=member.is_booster and session.in_server(position),
        note=_note(session, position),
    )


def recent_events(session: Session, member: Member, days: int = 90) -> int:
    """AutoMod events of a member in the last ``days`` days, whatever their status."""
    since = session.now - timedelta(days=days)
    return sum(e.occurred_at >= since for e in session.community.events.of_member.get(member.member_id, ()))


def _note(session: Session, position: int) -> str | None:
    member, notes = session.member(position), list[str]()
    if member.joined_at is None:
        notes.append("The join date is unknown: this member joined before the bot was added.")
    ban = session.community.bans.get(member.member_id)
    if ban is not None:
        notes.append(f"This member was banned on {iso(ban.banned_at)}.")
    elif session.is_banned(position):
        notes.append(f"This member was banned on {iso(session.now)}.")
    elif member.left_at is not None:
        notes.append(f"This member left the server on {iso(member.left_at)}.")
    return " ".join(notes) or None


def _find_by_name(session: Session, name: str) -> int:
    community = session.community
    found = community.names.exact(name)
    if len(found) == 1:
        return found[0]
    shown = echo(name)
    if found:
        raise ToolFailure(
            ErrorCode.AMBIGUOUS_NAME,
            f"{len(found)} members match '{shown}' (usernames: {_usernames(community, found)}).",
            "Call lookup_member again with member_id set to one of the candidates, "
            "or ask the user which of them they mean.",
            _candidates(community, found[:MOST_CANDIDATES]),
        )
    similar = _candidates(community, community.names.similar(name))
    raise ToolFailure(
        ErrorCode.NOT_FOUND,
        f"No member has the username or display name '{shown}'.",
        "The candidates have similar names, but none matches: ask the user which of them they mean, if any."
        if similar
        else "Check the spelling, or ask the user for the exact username or display name.",
        similar,
    )


def _usernames(community: Community, found: tuple[int, ...]) -> str:
    names = ", ".join(community.members[k].username for k in found[:MOST_CANDIDATES])
    return names if len(found) <= MOST_CANDIDATES else f"{names}, and {len(found) - MOST_CANDIDATES} more"


def _candidates(community: Community, positions: tuple[int, ...]) -> tuple[Candidate, ...]:
    members = (community.members[k] for k in positions)
    return tuple(Candidate(m.member_id, m.display_name) for m in members)
