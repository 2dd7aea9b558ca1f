"""A session: a cheap overlay of changes over the shared base.

Opening one costs the same for any community. A session holds who it banned, which roles it gave and its
moderation log; all other sessions, and the base, never see any of it. Calls that change a session are
serialised by the caller.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from datetime import datetime
from typing import Literal

from . import rules
from .base import Community
from .failures import ErrorCode, ToolFailure
from .model import MEMBER_ID, Frozen, Member, Role, Utc
from .rules import RoleKind
from .text import echo


class LogEntry(Frozen):
    """One state change, as the moderation log holds it."""

    entry_id: str
    action: Literal["ban_member", "assign_role"]
    at: Utc
    actor_id: str
    member_id: str
    reason: str | None = None
    role: str | None = None
    replaced_roles: tuple[str, ...] = ()


class Session:
    def __init__(self, community: Community) -> None:
        self.community = community
        self._banned: dict[int, str] = {}  # position -> reason
        self._roles: dict[int, tuple[Role, ...]] = {}  # given roles, where they differ from the base
        self._lost_xp: list[int] = []  # XP of banned members who were current, ascending
        self._log: list[LogEntry] = []

    # -- what the session knows

    @property
    def now(self) -> datetime:
        return self.community.now

    @property
    def changes(self) -> int:
        """How many state changes this session has made."""
        return len(self._log)

    @property
    def moderation_log(self) -> tuple[LogEntry, ...]:
        return tuple(self._log)

    @property
    def actor(self) -> int:
        return self.community.position[self.community.config.acting_member_id]

    @property
    def changed(self) -> tuple[int, ...]:
        """Positions of members who differ from the base."""
        return tuple(self._banned.keys() | self._roles.keys())

    def find(self, member_id: str) -> int:
        """The position of a member by id; INVALID_MEMBER_ID or NOT_FOUND."""
        if not MEMBER_ID.fullmatch(member_id):
            raise ToolFailure(
                ErrorCode.INVALID_MEMBER_ID,
                f"'{echo(member_id)}' is not a member ID. "
                "IDs are 'mem_' and four digits (more only past mem_9999).",
                "Call lookup_member(name=...) with the member's username or display name to get the ID.",
            )
        position = self.community.position.get(member_id)
        if position is None:
            raise ToolFailure(
                ErrorCode.NOT_FOUND,
                f"No member has the ID '{member_id}'.",
                "Check the ID, or call lookup_member(name=...) with the member's username or display name.",
            )
        return position

    def member(self, position: int) -> Member:
        return self.community.members[position]

    def is_banned(self, position: int) -> bool:
        return position in self._banned or self.member(position).member_id in self.community.bans

    def in_server(self, position: int) -> bool:
        return self.member(position).left_at is None and position not in self._banned

    def is_current(self, position: int) -> bool:
        """In the server and not the bot."""
        return self.in_server(position) and not self.member(position).is_bot

    def given_roles(self, position: int) -> tuple[Role, ...]:
        if position in self._banned:
            return ()
        return self._roles.get(position, self.community.given_roles(position))

    def roles(self, position: int) -> tuple[Role, ...]:
        """All roles, the highest first: given and automatic. None for members who are not in the server."""
        if not self.in_server(position):
            return ()
        book, member = self.community.roles, self.member(position)
        if member.is_bot:
            automatic = [book.the(RoleKind.BOT)]
        else:
            prestige = rules.progress(member.total_xp).prestige
            automatic = [book.the(RoleKind.EVERYONE), book.prestige_colour(prestige)]
        if member.is_booster:
            automatic.append(book.the(RoleKind.BOOST))
        return book.sorted((*automatic, *self.given_roles(position)))

    def is_staff(self, position: int) -> bool:
        return any(role.kind is RoleKind.STAFF for role in self.given_roles(position))

    def rank(self, position: int) -> int | None:
        """XP rank among current members, ties sharing the better rank; None for anyone else."""
        if not self.is_current(position):
            return None
        xp, ranked = self.member(position).total_xp, self.community.current_xp
        above = len(ranked) - bisect_right(ranked, xp)
        return 1 + above - (len(self._lost_xp) - bisect_right(self._lost_xp, xp))

    # -- what changes it

    def record_ban(self, position: int, reason: str) -> LogEntry:
        if self.is_current(position):
            insort(self._lost_xp, self.member(position).total_xp)
        self._roles.pop(position, None)
        self._banned[position] = reason
        return self._enter("ban_member", position, reason=reason)

    def record_role(self, position: int, role: Role, replaced: tuple[Role, ...]) -> LogEntry:
        kept = tuple(r for r in self.given_roles(position) if r not in replaced)
        self._roles[position] = (*kept, role)
        names = tuple(r.name for r in replaced)
        return self._enter("assign_role", position, role=role.name, replaced_roles=names)

    def _enter(
        self,
        action: Literal["ban_member", "assign_role"],
        position: int,
        *,
        reason: str | None = None,
        role: str | None = None,
        replaced_roles: tuple[str, ...] = (),
    ) -> LogEntry:
        entry = LogEntry(
            entry_id=f"log_{len(self._log) + 1:04d}",
            action=action,
            at=self.now,
            actor_id=self.community.config.acting_member_id,
            member_id=self.member(position).member_id,
            reason=reason,
            role=role,
            replaced_roles=replaced_roles,
        )
        self._log.append(entry)
        return entry
