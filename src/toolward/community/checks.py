"""What must hold between the records of a community, beyond the type of each.

`check(data)` raises `Inconsistent` at the first fault, with the path of the record and the reason. It is
linear in the size of the community.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise
from operator import add, gt, lt

from . import rules
from .model import (
    COLUMNS,
    AchievementUnlock,
    BoostUnlock,
    CommunityData,
    HourlyActivity,
    LevelUnlock,
    Member,
    PrestigeUnlock,
    Role,
    Unlock,
)
from .rules import RoleKind, Unlocks
from .text import fold


class Inconsistent(ValueError):
    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


def unlocked(rule: Unlock | None, has: Unlocks) -> bool:
    match rule:
        case LevelUnlock():
            return has.highest_level >= rule.level
        case PrestigeUnlock():
            return has.prestige >= rule.prestige
        case AchievementUnlock():
            return rule.achievement in has.achievements
        case BoostUnlock():
            return has.is_booster
        case None:
            return True


def unlocks_of(member: Member) -> Unlocks:
    done = rules.progress(member.total_xp)
    return Unlocks(done.highest_level, done.prestige, frozenset(member.achievements), member.is_booster)


def check(data: CommunityData) -> None:
    _check_roles(data)
    _check_members(data)
    _check_bans(data)
    _check_acting_member(data)
    _check_automod(data)
    _check_activity(data)
    _check_snapshots(data)


def _no_repeats(path: str, what: str, keys: Iterable[str]) -> None:
    seen: set[str] = set()
    for k, key in enumerate(keys):
        if key in seen:
            raise Inconsistent(f"{path}[{k}]", f"{what} {key!r} stands twice")
        seen.add(key)


def _check_roles(data: CommunityData) -> None:
    _no_repeats("roles", "role name", (fold(role.name) for role in data.roles))
    for kind in (RoleKind.BOT, RoleKind.BOOST, RoleKind.EVERYONE):
        if sum(role.kind is kind for role in data.roles) != 1:
            raise Inconsistent("roles", f"there must be exactly one role of kind {kind.value!r}")
    worn = sorted(role.prestige for role in data.roles if role.prestige is not None)
    if worn != list(range(rules.MAX_PRESTIGE + 1)):
        raise Inconsistent(
            "roles", f"there must be one prestige colour for each of 0 to {rules.MAX_PRESTIGE}"
        )
    for k, role in enumerate(data.roles):
        _check_role(f"roles[{k}]", role, data)


def _check_role(path: str, role: Role, data: CommunityData) -> None:
    if (role.kind in rules.PICKED_COLOURS) != (role.unlock is not None):
        raise Inconsistent(f"{path}.unlock", "picked colours have an unlock rule, other roles have none")
    if (role.kind is RoleKind.PRESTIGE) != (role.prestige is not None):
        raise Inconsistent(f"{path}.prestige", "prestige colours have it, other roles do not")
    if isinstance(role.unlock, AchievementUnlock) and role.unlock.achievement not in data.achievements:
        raise Inconsistent(f"{path}.unlock", f"no achievement is named {role.unlock.achievement!r}")


def _check_members(data: CommunityData) -> None:
    roles = {role.name: role for role in data.roles}
    achievements = frozenset(data.achievements)
    _no_repeats("members", "username", (fold(m.username) for m in data.members))
    last = 0
    for k, member in enumerate(data.members):
        path = f"members[{k}]"
        if member.number <= last:
            raise Inconsistent(f"{path}.member_id", "members must be sorted by id, without repeats")
        last = member.number
        _check_dates(path, member, data.config.reference_now)
        _check_given_roles(path, member, roles)
        if not achievements.issuperset(member.achievements):
            raise Inconsistent(f"{path}.achievements", "not a known achievement")
        _no_repeats(f"{path}.achievements", "achievement", member.achievements)
    if sum(m.is_bot for m in data.members) != 1:
        raise Inconsistent("members", "there must be exactly one bot")


def _check_dates(path: str, member: Member, now: datetime) -> None:
    if member.joined_at and member.joined_at > now:
        raise Inconsistent(f"{path}.joined_at", "lies after config.reference_now")
    if member.left_at and member.left_at > now:
        raise Inconsistent(f"{path}.left_at", "lies after config.reference_now")
    if member.joined_at and member.left_at and member.left_at < member.joined_at:
        raise Inconsistent(f"{path}.left_at", "lies before joined_at")
    if any(note.noted_at > now for note in member.staff_notes):
        raise Inconsistent(f"{path}.staff_notes", "a note lies after config.reference_now")


def _check_given_roles(path: str, member: Member, roles: dict[str, Role]) -> None:
    if not member.roles:
        return
    path = f"{path}.roles"
    if member.left_at:
        raise Inconsistent(path, "a member who left has no roles")
    _no_repeats(path, "role", member.roles)
    picked = 0
    for name in member.roles:
        role = roles.get(name)
        if role is None or role.kind not in rules.GIVEN:
            raise Inconsistent(path, f"{name!r} is not a role that is given")
        if not unlocked(role.unlock, unlocks_of(member)):
            raise Inconsistent(path, f"{name!r} is worn but not unlocked")
        picked += role.kind in rules.PICKED_COLOURS
    if picked > 1:
        raise Inconsistent(path, "at most one picked colour is worn")


def _check_bans(data: CommunityData) -> None:
    members = {m.member_id: m for m in data.members}
    _no_repeats("banned_members", "member", (ban.member_id for ban in data.banned_members))
    for k, ban in enumerate(data.banned_members):
        member = members.get(ban.member_id)
        if member is None or member.left_at is None:
            raise Inconsistent(f"banned_members[{k}].member_id", "is not a member who has left")
        if ban.banned_at > data.config.reference_now:
            raise Inconsistent(f"banned_members[{k}].banned_at", "lies after config.reference_now")


def _check_acting_member(data: CommunityData) -> None:
    staff = {role.name for role in data.roles if role.kind is RoleKind.STAFF}
    acting = next((m for m in data.members if m.member_id == data.config.acting_member_id), None)
    if acting is None or acting.left_at or not staff.intersection(acting.roles):
        raise Inconsistent("config.acting_member_id", "is not a staff member in the server")


def _check_automod(data: CommunityData) -> None:
    members = {m.member_id for m in data.members}
    _no_repeats("automod_events", "event", (event.event_id for event in data.automod_events))
    for k, event in enumerate(data.automod_events):
        if event.member_id not in members:
            raise Inconsistent(f"automod_events[{k}].member_id", f"no member is {event.member_id}")
        if event.occurred_at > data.config.reference_now:
            raise Inconsistent(f"automod_events[{k}].occurred_at", "lies after config.reference_now")


def _check_activity(data: CommunityData) -> None:
    people = {m.number for m in data.members if not m.is_bot}
    config = data.config
    if config.stats_began_at > config.reference_now:
        raise Inconsistent("config.stats_began_at", "lies after config.reference_now")
    _check_increasing("hourly_activity", [hour.at for hour in data.hourly_activity])
    for k, hour in enumerate(data.hourly_activity):
        if not config.stats_began_at <= hour.at < config.reference_now:
            raise Inconsistent(f"hourly_activity[{k}].at", "lies outside stats_began_at to reference_now")
        _check_hour(f"hourly_activity[{k}]", hour)
        if not people.issuperset(hour.member):
            raise Inconsistent(f"hourly_activity[{k}].member", "names someone who is no member, or the bot")


def _check_hour(path: str, hour: HourlyActivity) -> None:
    rows = len(hour.member)
    for column in COLUMNS:
        if len(getattr(hour, column)) != rows:
            raise Inconsistent(f"{path}.{column}", f"must have {rows} values, as `member` has")
    if not rows and not hour.joins and not hour.leaves:
        raise Inconsistent(path, "an hour in which nothing happened has no record")
    if not all(map(lt, hour.member, hour.member[1:])):
        raise Inconsistent(f"{path}.member", "must be sorted, without repeats")
    for column in ("replies", "attachments", "thread_messages"):
        if any(map(gt, getattr(hour, column), hour.messages)):
            raise Inconsistent(f"{path}.{column}", "more than the messages it is part of")
    if any(minutes > 60 for minutes in hour.voice_minutes):
        raise Inconsistent(f"{path}.voice_minutes", "more than 60 minutes in an hour")
    did = map(add, map(add, hour.messages, hour.reactions), map(add, hour.voice_minutes, hour.commands))
    if not all(did):
        raise Inconsistent(path, "a row says that the member did nothing")
    if sum(hour.channels.values()) != sum(hour.messages):
        raise Inconsistent(f"{path}.channels", "does not add up to the messages")
    if sum(hour.command_uses.values()) != sum(hour.commands):
        raise Inconsistent(f"{path}.command_uses", "does not add up to the commands")


def _check_snapshots(data: CommunityData) -> None:
    _check_increasing("snapshots", [snapshot.at for snapshot in data.snapshots])
    for k, snapshot in enumerate(data.snapshots):
        if not data.config.stats_began_at <= snapshot.at <= data.config.reference_now:
            raise Inconsistent(f"snapshots[{k}].at", "lies outside stats_began_at to reference_now")
        if snapshot.online is not None and snapshot.online > snapshot.members:
            raise Inconsistent(f"snapshots[{k}].online", "more than the members")


def _check_increasing(path: str, times: list[datetime]) -> None:
    for k, (before, after) in enumerate(pairwise(times), start=1):
        if after <= before:
            raise Inconsistent(f"{path}[{k}].at", "must be sorted by time, without repeats")
