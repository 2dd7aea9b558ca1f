"""Tools about moderation that look much like get_automod_log and ban_member, and change nothing."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from toolward.community.failures import ErrorCode, ToolFailure
from toolward.community.model import Frozen, Utc
from toolward.community.queries.automod import AutomodLog, get_automod_log
from toolward.community.state import LogEntry, Session

from ..parameters import Whole
from ..tool import WordedTool
from .members import MEMBER_ID, MEMBER_ID_TEXT

LIMIT = Whole(1, 50, default=20)
FOREVER = 24 * 365


class AutomodSummary(Frozen):
    since: Utc
    total: int
    by_action: dict[str, int]
    by_status: dict[str, int]


class BanLine(Frozen):
    member_id: str
    display_name: str
    banned_at: Utc


class BannedMembers(Frozen):
    total: int
    members: tuple[BanLine, ...]


class BanInfo(Frozen):
    member_id: str
    display_name: str
    banned_at: Utc
    reason: str
    actor_id: str


class ModerationLog(Frozen):
    entries: tuple[LogEntry, ...]
    total: int


class WelcomeDraft(Frozen):
    draft: str
    char_count: int
    sent: Literal[False] = False


def get_automod_summary(session: Session, *, since_hours: int) -> AutomodSummary:
    log = get_automod_log(session, status="any", since_hours=since_hours, limit=10**6)
    return AutomodSummary(
        since=log.since,
        total=log.total_matching,
        by_action=dict(Counter(event.action.value for event in log.events).most_common()),
        by_status=dict(Counter(event.status.value for event in log.events).most_common()),
    )


def get_member_automod_events(session: Session, *, member_id: str, limit: int) -> AutomodLog:
    return get_automod_log(session, status="any", member_id=member_id, since_hours=FOREVER, limit=limit)


def _bans(session: Session) -> list[BanInfo]:
    """Newest first: those of this session, then those of the base."""
    made = [entry for entry in reversed(session.moderation_log) if entry.action == "ban_member"]
    kept = sorted(session.community.bans.values(), key=lambda ban: (ban.banned_at, ban.member_id))[::-1]
    rows = [(e.member_id, e.at, e.reason or "", e.actor_id) for e in made]
    rows += [(ban.member_id, ban.banned_at, ban.reason, ban.actor_id) for ban in kept]
    return [
        BanInfo(
            member_id=member_id,
            display_name=session.member(session.find(member_id)).display_name,
            banned_at=at,
            reason=reason,
            actor_id=actor,
        )
        for member_id, at, reason, actor in rows
    ]


def list_banned_members(session: Session, *, limit: int) -> BannedMembers:
    bans = _bans(session)
    return BannedMembers(
        total=len(bans),
        members=tuple(
            BanLine(member_id=b.member_id, display_name=b.display_name, banned_at=b.banned_at)
            for b in bans[:limit]
        ),
    )


def get_ban_info(session: Session, *, member_id: str) -> BanInfo:
    session.find(member_id)
    for ban in _bans(session):
        if ban.member_id == member_id:
            return ban
    raise ToolFailure(
        ErrorCode.NOT_FOUND,
        f"{member_id} is not banned.",
        "Tell the user that this member is not banned, or check the ID.",
    )


def get_moderation_log(session: Session, *, limit: int) -> ModerationLog:
    log = session.moderation_log
    return ModerationLog(entries=tuple(reversed(log))[:limit], total=len(log))


def draft_welcome_message(session: Session, *, member_id: str) -> WelcomeDraft:
    name = session.member(session.find(member_id)).display_name
    text = f"Welcome, {name}! Have a look around, say hello in general, and ask staff if you need anything."
    return WelcomeDraft(draft=text, char_count=len(text))


GET_AUTOMOD_SUMMARY = WordedTool(
    name="get_automod_summary",
    title="Summarise AutoMod",
    parameters={"since_hours": Whole(1, FOREVER, default=168)},
    output=AutomodSummary,
    run=get_automod_summary,
    description="Count AutoMod events by action and by status.",
    parameter_texts={"since_hours": "Hours to look back, 1-8760. Default 168."},
)
GET_MEMBER_AUTOMOD_EVENTS = WordedTool(
    name="get_member_automod_events",
    title="Get a member's AutoMod events",
    parameters={**MEMBER_ID, "limit": LIMIT},
    output=AutomodLog,
    run=get_member_automod_events,
    description="List one member's AutoMod events of the last year, newest first.",
    parameter_texts={**MEMBER_ID_TEXT, "limit": "Events to list, 1-50. Default 20."},
)
LIST_BANNED_MEMBERS = WordedTool(
    name="list_banned_members",
    title="List banned members",
    parameters={"limit": LIMIT},
    output=BannedMembers,
    run=list_banned_members,
    description="List banned members, the newest ban first.",
    parameter_texts={"limit": "Members to list, 1-50. Default 20."},
)
GET_BAN_INFO = WordedTool(
    name="get_ban_info",
    title="Get a ban",
    parameters=MEMBER_ID,
    output=BanInfo,
    run=get_ban_info,
    description="Get when, why and by whom a member was banned.",
    parameter_texts=MEMBER_ID_TEXT,
)
GET_MODERATION_LOG = WordedTool(
    name="get_moderation_log",
    title="Get the moderation log",
    parameters={"limit": LIMIT},
    output=ModerationLog,
    run=get_moderation_log,
    description="List bans and role changes made in this session, newest first.",
    parameter_texts={"limit": "Entries to list, 1-50. Default 20."},
)
DRAFT_WELCOME_MESSAGE = WordedTool(
    name="draft_welcome_message",
    title="Draft a welcome message",
    parameters=MEMBER_ID,
    output=WelcomeDraft,
    run=draft_welcome_message,
    description="Draft a welcome message for one member, for staff to post. Nothing is sent.",
    parameter_texts=MEMBER_ID_TEXT,
)
