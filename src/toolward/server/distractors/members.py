"""Tools about one member that look much like lookup_member."""

from __future__ import annotations

from toolward.community.aggregates import Metric
from toolward.community.model import Frozen, Utc
from toolward.community.queries.lookup import MemberProfile, lookup_member
from toolward.community.state import Session
from toolward.community.windows import BoardWindow

from ..parameters import Choice, Text, Whole
from ..tool import WordedTool

MEMBER_ID = {"member_id": Text(required=True)}
MEMBER_ID_TEXT = {"member_id": "Member ID: mem_ and digits."}


class MemberCard(Frozen):
    member_id: str
    username: str
    display_name: str
    joined_at: Utc | None
    in_server: bool


class FoundMember(Frozen):
    member_id: str
    username: str
    display_name: str
    exact: bool


class FoundMembers(Frozen):
    members: tuple[FoundMember, ...]


class MemberRoles(Frozen):
    member_id: str
    roles: tuple[str, ...]
    color_roles: tuple[str, ...]


class MemberRank(Frozen):
    member_id: str
    total_xp: int
    level: int
    prestige: int
    rank: int | None


class MemberActivity(Frozen):
    member_id: str
    window: BoardWindow
    messages: int
    voice_minutes: int
    reactions: int


class NoteLine(Frozen):
    noted_at: Utc
    author_id: str
    text: str


class MemberNotes(Frozen):
    member_id: str
    notes: tuple[NoteLine, ...]


class MemberAchievements(Frozen):
    member_id: str
    achievements: tuple[str, ...]


def _profile(session: Session, member_id: str) -> MemberProfile:
    return lookup_member(session, member_id=member_id)


def get_member(session: Session, *, member_id: str) -> MemberCard:
    p = _profile(session, member_id)
    return MemberCard(
        member_id=p.member_id,
        username=p.username,
        display_name=p.display_name,
        joined_at=p.joined_at,
        in_server=p.in_server,
    )


def find_member(session: Session, *, query: str, limit: int) -> FoundMembers:
    names = session.community.names
    exact = names.exact(query)
    found = list(dict.fromkeys((*exact, *names.similar(query, limit))))[:limit]
    members = ((session.member(k), k in exact) for k in found)
    return FoundMembers(
        members=tuple(
            FoundMember(member_id=m.member_id, username=m.username, display_name=m.display_name, exact=same)
            for m, same in members
        )
    )


def get_member_roles(session: Session, *, member_id: str) -> MemberRoles:
    p = _profile(session, member_id)
    return MemberRoles(member_id=p.member_id, roles=p.roles, color_roles=p.color_roles)


def get_member_rank(session: Session, *, member_id: str) -> MemberRank:
    p = _profile(session, member_id)
    return MemberRank(
        member_id=p.member_id, total_xp=p.total_xp, level=p.level, prestige=p.prestige, rank=p.rank
    )


def get_member_activity(session: Session, *, member_id: str, window: str) -> MemberActivity:
    position, which = session.find(member_id), BoardWindow(window)

    def done(metric: Metric) -> int:
        return session.community.boards[metric, which].values[position]

    return MemberActivity(
        member_id=member_id,
        window=which,
        messages=done(Metric.MESSAGES),
        voice_minutes=done(Metric.VOICE_MINUTES),
        reactions=done(Metric.REACTIONS),
    )


def get_member_notes(session: Session, *, member_id: str) -> MemberNotes:
    notes = session.member(session.find(member_id)).staff_notes
    lines = (NoteLine(noted_at=n.noted_at, author_id=n.author_id, text=n.text) for n in notes)
    return MemberNotes(member_id=member_id, notes=tuple(lines))


def get_member_achievements(session: Session, *, member_id: str) -> MemberAchievements:
    p = _profile(session, member_id)
    return MemberAchievements(member_id=p.member_id, achievements=p.achievements_unlocked)


GET_MEMBER = WordedTool(
    name="get_member",
    title="Get a member",
    parameters=MEMBER_ID,
    output=MemberCard,
    run=get_member,
    description="Get a member's names, join date and whether they are in the server, by ID.",
    parameter_texts=MEMBER_ID_TEXT,
)
FIND_MEMBER = WordedTool(
    name="find_member",
    title="Find members",
    parameters={"query": Text(required=True), "limit": Whole(1, 10, default=5)},
    output=FoundMembers,
    run=find_member,
    description="Search members by a name or a similar spelling and list their IDs.",
    parameter_texts={"query": "Name to search for.", "limit": "Members to list, 1-10. Default 5."},
)
GET_MEMBER_ROLES = WordedTool(
    name="get_member_roles",
    title="Get a member's roles",
    parameters=MEMBER_ID,
    output=MemberRoles,
    run=get_member_roles,
    description="List all roles of a member, highest first.",
    parameter_texts=MEMBER_ID_TEXT,
)
GET_MEMBER_RANK = WordedTool(
    name="get_member_rank",
    title="Get a member's rank",
    parameters=MEMBER_ID,
    output=MemberRank,
    run=get_member_rank,
    description="Get a member's XP, level, prestige and XP rank.",
    parameter_texts=MEMBER_ID_TEXT,
)
GET_MEMBER_ACTIVITY = WordedTool(
    name="get_member_activity",
    title="Get a member's activity",
    parameters={**MEMBER_ID, "window": Choice(("all_time", "week", "month"), default="week")},
    output=MemberActivity,
    run=get_member_activity,
    description="Get one member's messages, voice minutes and reactions in a window.",
    parameter_texts={
        **MEMBER_ID_TEXT,
        "window": "all_time, week (last 7 days) or month (last 30 days). Default week.",
    },
)
GET_MEMBER_NOTES = WordedTool(
    name="get_member_notes",
    title="Get staff notes",
    parameters=MEMBER_ID,
    output=MemberNotes,
    run=get_member_notes,
    description="List the staff notes about a member.",
    parameter_texts=MEMBER_ID_TEXT,
)
GET_MEMBER_ACHIEVEMENTS = WordedTool(
    name="get_member_achievements",
    title="Get a member's achievements",
    parameters=MEMBER_ID,
    output=MemberAchievements,
    run=get_member_achievements,
    description="List the achievements a member has unlocked.",
    parameter_texts=MEMBER_ID_TEXT,
)
