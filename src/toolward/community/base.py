"""A loaded community: immutable, shared by every session, with all its indexes built once.

Positions are indexes into ``members``, which are sorted by id; "current" means in the server, not banned
and not the bot. What a session changes is not here: see `state`.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from datetime import datetime

from .aggregates import Metric, WindowTotals, member_totals, window_totals
from .audiences import Audience, belongs
from .checks import unlocked, unlocks_of
from .model import AutomodEvent, Ban, CommunityData, Config, Member, Role
from .name_index import NameIndex
from .rules import RoleKind
from .text import fold
from .windows import BoardWindow, StatsWindow


class RoleBook:
    """The roles in their order, by name and by kind. Rank 0 is the highest."""

    def __init__(self, roles: tuple[Role, ...]) -> None:
        self.roles = roles
        self._by_name = {role.name: role for role in roles}
        self._rank = {role.name: rank for rank, role in enumerate(roles)}
        self._by_key = {fold(role.name): role for role in roles}
        self._prestige = {role.prestige: role for role in roles if role.prestige is not None}

    def find(self, folded: str) -> Role | None:
        return self._by_key.get(folded)

    def named(self, name: str) -> Role:
        return self._by_name[name]

    def rank(self, role: Role) -> int:
        return self._rank[role.name]

    def the(self, kind: RoleKind) -> Role:
        """The one role of a kind that has one."""
        return next(role for role in self.roles if role.kind is kind)

    def prestige_colour(self, prestige: int) -> Role:
        return self._prestige[prestige]

    def sorted(self, roles: Iterable[Role]) -> tuple[Role, ...]:
        return tuple(sorted(roles, key=self.rank))


class Board:
    """Current members with a value, highest first, equal ones by id."""

    def __init__(self, values: list[int], current: tuple[int, ...]) -> None:
        self.values = values
        self.order = array(
            "L", sorted(filter(values.__getitem__, current), key=values.__getitem__, reverse=True)
        )


class EventIndex:
    """AutoMod events, newest first, and lists of them for each pair of filters."""

    def __init__(self, events: tuple[AutomodEvent, ...]) -> None:
        newest_first = sorted(events, key=lambda e: (e.occurred_at, int(e.event_id[4:])), reverse=True)
        self.lists: dict[tuple[str, str], list[AutomodEvent]] = {}
        self._times: dict[tuple[str, str], list[float]] = {}
        self.of_member: dict[str, list[AutomodEvent]] = {}
        for event in newest_first:
            self.of_member.setdefault(event.member_id, []).append(event)
            for status in (event.status, "any"):
                for action in (event.action, "any"):
                    self.lists.setdefault((status, action), []).append(event)
                    self._times.setdefault((status, action), []).append(-event.occurred_at.timestamp())

    def since(self, status: str, action: str, start: datetime, limit: int) -> tuple[list[AutomodEvent], int]:
        """The newest ``limit`` of the matching events, and how many match."""
        key = (status, action)
        total = bisect_left(self._times.get(key, []), -start.timestamp() + 0.5)
        return self.lists.get(key, [])[: min(limit, total)], total


class Community:
    """Holds what queries need. The hourly records are summed up and let go."""

    def __init__(self, data: CommunityData, sha256: str) -> None:
        self.sha256 = sha256
        self.config: Config = data.config
        self.now: datetime = data.config.reference_now
        self.members: tuple[Member, ...] = data.members
        self.activity_rows = sum(len(hour.member) for hour in data.hourly_activity)
        self.roles = RoleBook(data.roles)
        self.bans: Mapping[str, Ban] = {ban.member_id: ban for ban in data.banned_members}
        self.position: Mapping[str, int] = {m.member_id: k for k, m in enumerate(data.members)}
        self.names = NameIndex((m.username, m.display_name) for m in data.members)
        self.events = EventIndex(data.automod_events)
        self.totals: Mapping[StatsWindow, WindowTotals] = window_totals(data)
        self.current = tuple(k for k, m in enumerate(data.members) if m.left_at is None and not m.is_bot)
        values = member_totals(data, {m.number: k for k, m in enumerate(data.members)})
        self.boards: Mapping[tuple[Metric, BoardWindow], Board] = {
            key: Board(column, self.current) for key, column in values.items()
        }
        self.current_xp = array("q", sorted(data.members[k].total_xp for k in self.current))
        self._given = {
            k: tuple(self.roles.named(name) for name in m.roles)
            for k, m in enumerate(data.members)
            if m.roles
        }
        self.audience_sizes: Mapping[Audience, int] = {
            audience: sum(self.in_audience(audience, k) for k in self.current) for audience in Audience
        }

    def given_roles(self, position: int) -> tuple[Role, ...]:
        return self._given.get(position, ())

    def in_audience(self, audience: Audience, position: int) -> bool:
        member = self.members[position]
        return belongs(
            audience,
            member,
            current=member.left_at is None and not member.is_bot,
            staff=any(role.kind is RoleKind.STAFF for role in self.given_roles(position)),
            now=self.now,
        )

    def unlocked(self, role: Role, member: Member) -> bool:
        return unlocked(role.unlock, unlocks_of(member))
