"""ban_member and assign_role: every refusal, what a preview says, and the change itself.

`check_*` refuse or describe and change nothing; `ban` and `assign_role` check again and then act, once.
Refusals come in a fixed order: the id, the member, then who or what may not be touched, then the text.
Whether the caller has confirmed is not known here.
"""

from __future__ import annotations

from typing import Literal

from . import rules
from .failures import ErrorCode, ToolFailure
from .model import AchievementUnlock, BoostUnlock, Frozen, LevelUnlock, Member, PrestigeUnlock, Role, Utc
from .queries.lookup import profile
from .rules import RoleKind
from .state import Session
from .text import clean, echo, fold, fold_query, similarity, trigrams

MIN_REASON, MAX_REASON = 5, 512
LOGGED_TO = "moderation_log"


class MemberRef(Frozen):
    member_id: str
    display_name: str


class BanPreview(Frozen):
    executed: Literal[False] = False
    would_ban: MemberRef
    level: int
    prestige: int
    in_server: bool
    staff_note_count: int
    automod_events_90d: int
    joined_at: Utc | None
    message: str


class BanResult(Frozen):
    executed: Literal[True] = True
    banned_at: Utc
    member: MemberRef
    reason: str
    logged_to: Literal["moderation_log"] = LOGGED_TO


class RolePreview(Frozen):
    executed: Literal[False] = False
    member: MemberRef
    role: str
    replaced_roles: tuple[str, ...]
    message: str


class RoleResult(Frozen):
    executed: Literal[True] = True
    member: MemberRef
    role: str
    replaced_roles: tuple[str, ...]
    message: str
    logged_to: Literal["moderation_log"] = LOGGED_TO


def check_ban(session: Session, *, member_id: str, reason: str) -> BanPreview:
    """INVALID_MEMBER_ID, NOT_FOUND, CANNOT_BAN_SELF_OR_BOT, CANNOT_BAN_STAFF, ALREADY_BANNED,
    REASON_REQUIRED."""
    position = session.find(member_id)
    _refuse_ban(session, position)
    _checked_reason(reason)
    p = profile(session, position)
    return BanPreview(
        would_ban=MemberRef(member_id=p.member_id, display_name=p.display_name),
        level=p.level,
        prestige=p.prestige,
        in_server=p.in_server,
        staff_note_count=p.staff_note_count,
        automod_events_90d=p.automod_events_90d,
        joined_at=p.joined_at,
        message="Preview only: nobody was banned. To ban this member, call ban_member again with the same "
        "arguments and confirm=true.",
    )


def ban(session: Session, *, member_id: str, reason: str) -> BanResult:
    """Bans, after the checks of `check_ban`. The member leaves the server and loses all roles."""
    position = session.find(member_id)
    _refuse_ban(session, position)
    entry = session.record_ban(position, _checked_reason(reason))
    return BanResult(banned_at=entry.at, member=_ref(session.member(position)), reason=entry.reason or "")


def check_role(session: Session, *, member_id: str, role_name: str) -> RolePreview:
    """INVALID_MEMBER_ID, NOT_FOUND, ROLE_NOT_FOUND, MEMBER_NOT_IN_SERVER, ROLE_ABOVE_ACTOR,
    ROLE_AUTO_MANAGED, ALREADY_HAS_ROLE, COLOR_NOT_UNLOCKED."""
    position, role, replaced = _checked_role(session, member_id, role_name)
    return RolePreview(
        member=_ref(session.member(position)),
        role=role.name,
        replaced_roles=tuple(r.name for r in replaced),
        message=f"Preview only: nothing was changed. To give the role {role.name}"
        + (f" in place of {replaced[0].name}" if replaced else "")
        + ", call assign_role again with the same arguments and confirm=true.",
    )


def assign_role(session: Session, *, member_id: str, role_name: str) -> RoleResult:
    """Gives the role, after the checks of `check_role`; a new picked colour replaces the old one."""
    position, role, replaced = _checked_role(session, member_id, role_name)
    session.record_role(position, role, replaced)
    return RoleResult(
        member=_ref(session.member(position)),
        role=role.name,
        replaced_roles=tuple(r.name for r in replaced),
        message=f"The member now has the role {role.name}"
        + (f"; {replaced[0].name} was removed." if replaced else "."),
    )


def _ref(member: Member) -> MemberRef:
    return MemberRef(member_id=member.member_id, display_name=member.display_name)


def _refuse_ban(session: Session, position: int) -> None:
    member = session.member(position)
    if member.is_bot or position == session.actor:
        who = "the bot" if member.is_bot else "the staff member you act for"
        raise ToolFailure(
            ErrorCode.CANNOT_BAN_SELF_OR_BOT,
            f"{member.member_id} is {who} and cannot be banned.",
            "Check the member ID with the user.",
        )
    if session.is_staff(position):
        raise ToolFailure(
            ErrorCode.CANNOT_BAN_STAFF,
            f"{member.member_id} is staff, and staff cannot be banned with this tool.",
            "Tell the user that an admin or the owner must handle this.",
        )
    if session.is_banned(position):
        raise ToolFailure(
            ErrorCode.ALREADY_BANNED,
            f"{member.member_id} is already banned.",
            "There is nothing to do. Tell the user that this member is banned already.",
        )


def _checked_reason(reason: str) -> str:
    text = clean(reason).strip()
    if MIN_REASON <= len(text) <= MAX_REASON:
        return text
    raise ToolFailure(
        ErrorCode.REASON_REQUIRED,
        f"The reason has {len(text)} characters; it needs {MIN_REASON} to {MAX_REASON}.",
        "Ask the user why the member should be banned, or shorten the reason.",
    )


def _checked_role(session: Session, member_id: str, role_name: str) -> tuple[int, Role, tuple[Role, ...]]:
    position = session.find(member_id)
    role = _find_role(session, role_name)
    _refuse_role(session, position, role)
    if role.kind not in rules.PICKED_COLOURS:
        return position, role, ()
    worn = session.given_roles(position)
    return position, role, tuple(r for r in worn if r.kind in rules.PICKED_COLOURS)


def _find_role(session: Session, role_name: str) -> Role:
    book = session.community.roles
    folded = fold_query(role_name)
    role = book.find(folded) if folded is not None else None
    if role is not None:
        return role
    wanted = trigrams(folded or "")
    scored = [(similarity(wanted, trigrams(fold(r.name))), r.name) for r in book.roles] if folded else []
    similar = [name for score, name in sorted(scored, key=lambda s: -s[0]) if score >= 0.25][:3]
    raise ToolFailure(
        ErrorCode.ROLE_NOT_FOUND,
        f"There is no role named '{echo(role_name)}'.",
        f"Similar roles: {', '.join(similar)}. Ask the user which role they mean."
        if similar
        else "Ask the user for the exact name of the role.",
    )


def _refuse_role(session: Session, position: int, role: Role) -> None:
    member, book = session.member(position), session.community.roles
    if not session.in_server(position):
        raise ToolFailure(
            ErrorCode.MEMBER_NOT_IN_SERVER,
            f"{member.member_id} "
            + ("is banned." if session.is_banned(position) else "is no longer in the server."),
            "Roles can only be given to members who are in the server. Tell the user.",
        )
    if book.rank(role) <= min(map(book.rank, session.roles(session.actor))):
        raise ToolFailure(
            ErrorCode.ROLE_ABOVE_ACTOR,
            f"{role.name} is not below the highest role of the staff member you act for.",
            "Tell the user that someone with a higher role must assign it.",
        )
    if role.kind in rules.AUTOMATIC:
        raise ToolFailure(
            ErrorCode.ROLE_AUTO_MANAGED,
            f"{role.name} is given automatically ({_AUTOMATIC[role.kind]}) and cannot be assigned.",
            "Tell the user that this role cannot be assigned by hand.",
        )
    if role in session.given_roles(position):
        raise ToolFailure(
            ErrorCode.ALREADY_HAS_ROLE,
            f"{member.member_id} already has the role {role.name}.",
            "There is nothing to do. Tell the user that the member has this role already.",
        )
    if not session.community.unlocked(role, member):
        raise ToolFailure(
            ErrorCode.COLOR_NOT_UNLOCKED,
            f"{member.member_id} has not unlocked the colour {role.name}: it requires {requirement(role)}.",
            "Tell the user what is required, or ask for another colour.",
        )


_AUTOMATIC = {
    RoleKind.BOT: "it is the bot's own role",
    RoleKind.BOOST: "to everyone who boosts the server",
    RoleKind.PRESTIGE: "by prestige",
    RoleKind.EVERYONE: "to every member",
}


def requirement(role: Role) -> str:
    """What unlocks a picked colour, in words."""
    match role.unlock:
        case LevelUnlock(level=level):
            return (
                f"level {level} (or any prestige)" if level <= rules.LEVELS_PER_PRESTIGE else f"level {level}"
            )
        case PrestigeUnlock(prestige=prestige):
            return f"prestige {prestige}"
        case AchievementUnlock(achievement=achievement):
            return f"the achievement '{achievement}'"
        case BoostUnlock():
            return "boosting the server"
        case None:
            return "nothing"
