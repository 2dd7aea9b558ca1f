"""The seeded generator of communities: the same members and seed give the same bytes, on any platform.

Only `random.Random.random` is drawn from (its sequence is guaranteed for a seed) and no function that
may round differently between platforms is used. `generate` gives the text of a community file; it writes
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeVar

from . import cast, rules, words
from .generate_activity import activity_records, snapshot_records
from .model import iso

SEED = 20_261_001
NOW = datetime.fromisoformat("2026-10-01T00:00:00+00:00")
STATS_BEGAN = datetime.fromisoformat("2026-08-17T00:00:00+00:00")
BOT_ADDED = datetime.fromisoformat("2024-03-01T12:00:00+00:00")
T = TypeVar("T")
Record = dict[str, Any]


class Draw:
    """Draws from one seeded source."""

    def __init__(self, seed: int | str) -> None:
        self.random: Callable[[], float] = Random(seed).random

    def below(self, n: int) -> int:
        return int(self.random() * n)

    def chance(self, p: float) -> bool:
        return self.random() < p

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def moment(self, start: datetime, end: datetime) -> datetime:
        """A whole minute in [start, end)."""
        return start + timedelta(minutes=self.below(int((end - start) / timedelta(minutes=1))))


def generate(members: int = cast.SMALLEST, seed: int = SEED, rows: int | None = None) -> str:
    """The text of a community file.

    ``rows`` is the number of member-hours of activity (a few more or less at small sizes); unset: 90 a
    member, or 20 a member from 10,000 members on. ValueError for fewer members than the cast needs.
    """
    if members < cast.SMALLEST:
        raise ValueError(f"a community has at least {cast.SMALLEST} members, {members} were asked for")
    if rows is None:
        rows = members * (20 if members >= 10_000 else 90)
    roster = _roster(members, Draw(f"{seed} members"))
    head: Record = {
        "reference_now": iso(NOW),
        "stats_began_at": iso(STATS_BEGAN),
        "bot_added_at": iso(BOT_ADDED),
        "acting_member_id": "mem_0004",
        "seed": seed,
        "name": "Lantern Harbor",
    }
    parts: list[tuple[str, Record | int | Iterable[Any]]] = [
        ("schema_version", 1),
        ("config", head),
        ("roles", [role.model_dump(mode="json", exclude_none=True) for role in cast.ROLES]),
        ("achievements", list(cast.ACHIEVEMENTS)),
        ("members", [_trimmed(record) for record in roster]),
        ("banned_members", _bans()),
        ("automod_events", _automod(roster, Draw(f"{seed} automod"))),
        ("hourly_activity", activity_records(roster, rows, Draw(f"{seed} activity"), STATS_BEGAN, NOW)),
        ("snapshots", snapshot_records(roster, Draw(f"{seed} snapshots"), STATS_BEGAN, NOW)),
    ]
    return "{\n" + ",\n".join(f'"{key}": {_lay_out(value)}' for key, value in parts) + "\n}\n"


def _lay_out(value: Record | int | Iterable[Any]) -> str:
    """A record a line, so that a change of one shows as one line."""
    if isinstance(value, (dict, int)):
        return _compact(value)
    return "[\n" + ",\n".join(map(_compact, value)) + "\n]"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _trimmed(record: Record) -> Record:
    """Without what equals the default; joined_at stays, because null means something there."""
    return {
        key: value
        for key, value in record.items()
        if key == "joined_at" or not (value is None or value is False or value == [])
    }


def _member_id(number: int) -> str:
    return f"mem_{number:04d}"


def _roster(members: int, draw: Draw) -> list[Record]:
    known = {c.number: c for c in cast.MEMBERS}
    taken = {c.username for c in cast.MEMBERS} | {c.display_name.casefold() for c in cast.MEMBERS}
    roster: list[Record] = []
    for number in range(1, members + 1):
        entry = known.get(number)
        roster.append(_from_cast(entry, draw) if entry else _drawn(number, draw, taken))
    return roster


def _from_cast(c: cast.Cast, draw: Draw) -> Record:
    joined = c.joined
    if joined == cast.OLD:
        end = min(STATS_BEGAN, datetime.fromisoformat(c.left)) if c.left else STATS_BEGAN
        joined = iso(draw.moment(BOT_ADDED, end - timedelta(days=1)))
    noted = sorted(draw.moment(NOW - timedelta(days=30), NOW - timedelta(days=1)) for _ in c.notes)
    notes = [
        {"noted_at": iso(when), "author_id": "mem_0005", "text": text}
        for when, text in zip(noted, c.notes, strict=True)
    ]
    return {
        "member_id": _member_id(c.number), "username": c.username, "display_name": c.display_name,
        "total_xp": c.xp, "joined_at": joined, "left_at": c.left, "roles": list(c.roles),
        "achievements": list(c.achievements), "staff_notes": notes, "is_booster": c.booster,
        "is_bot": c.bot,
    }  # fmt: skip


def _drawn(number: int, draw: Draw, taken: set[str]) -> Record:
    username, display_name = _names(draw, taken)
    u = draw.random()
    xp = 0 if draw.chance(0.03) else 5 + int(u * u * u * u * 139_000)
    joined = _joined(draw)
    left = _left(draw, joined) if draw.chance(0.1) else None
    booster = left is None and draw.chance(0.06)
    achievements = [name for name in cast.ACHIEVEMENTS if draw.chance(0.15)]
    record = {
        "member_id": _member_id(number), "username": username, "display_name": display_name,
        "total_xp": xp, "joined_at": joined and iso(joined), "left_at": left and iso(left), "roles": [],
        "achievements": achievements, "staff_notes": _notes(draw), "is_booster": booster, "is_bot": False,
    }  # fmt: skip
    if left is None:
        record["roles"] = _roles(draw, rules.progress(xp).highest_level, booster)
    return record


def _names(draw: Draw, taken: set[str]) -> tuple[str, str]:
    first, second = draw.pick(words.FIRST), draw.pick(words.SECOND)
    username = first + draw.pick((".", "_", "")) + second
    while username in taken:
        username += str(draw.below(10))
    display = draw.pick((username, f"{first.title()} {second.title()}", second.title(), first + second))
    if display.casefold() in taken:
        display = username
    taken.update((username, display.casefold()))
    return username, display


def _joined(draw: Draw) -> datetime | None:
    u = draw.random()
    if u < 0.08:
        return None
    if u < 0.22:
        return draw.moment(STATS_BEGAN, NOW - timedelta(days=7))
    return draw.moment(BOT_ADDED, STATS_BEGAN)


def _left(draw: Draw, joined: datetime | None) -> datetime:
    earliest = max(joined or BOT_ADDED, STATS_BEGAN - timedelta(days=40))
    return draw.moment(earliest, NOW - timedelta(days=1)) + timedelta(hours=1)


def _notes(draw: Draw) -> list[Record]:
    if not draw.chance(0.12):
        return []
    when = draw.moment(NOW - timedelta(days=200), NOW)
    return [{"noted_at": iso(when), "author_id": "mem_0004", "text": draw.pick(words.NOTES)}]


def _roles(draw: Draw, highest_level: int, booster: bool) -> list[str]:
    roles: list[str] = []
    if draw.chance(0.08):
        roles.append(draw.pick(("Event Host", "Artist")))
    if booster and draw.chance(0.4):
        roles.append(draw.pick(("Blush", "Neon")))
    elif highest_level >= 10 and draw.chance(0.4):
        open_to = [name for name, level in (("Mint", 10), ("Coral", 20), ("Amber", 30), ("Indigo", 40))
                   if highest_level >= level]  # fmt: skip
        roles.append(draw.pick(open_to))
    return roles


def _bans() -> list[Record]:
    return [
        {
            "member_id": _member_id(c.number),
            "banned_at": c.left,
            "reason": c.ban_reason,
            "actor_id": "mem_0005",
        }
        for c in cast.MEMBERS
        if c.ban_reason
    ]


def _automod(roster: list[Record], draw: Draw) -> list[Record]:
    """The cast's events, and drawn ones that are all more than eight days old."""
    events = [
        (NOW - timedelta(minutes=int(e.hours_ago * 60)), e.number, e.rule, e.action, e.status, e.keyword)
        for e in cast.EVENTS
    ]
    numbers = [number for number, record in enumerate(roster, 1) if not record["is_bot"]]
    for _ in range(110 + (len(roster) - cast.SMALLEST) // 4):
        when = draw.moment(NOW - timedelta(days=300), NOW - timedelta(days=8))
        rule = draw.below(len(words.RULES))
        _, _, actions, keywords = words.RULES[rule]
        status = "open" if draw.chance(0.1) else draw.pick(("reviewed", "reviewed", "dismissed"))
        keyword = draw.pick(keywords) if keywords else None
        events.append((when, draw.pick(numbers), rule, draw.pick(actions), status, keyword))
    events.sort(key=lambda event: event[0])
    return [
        {
            "event_id": f"evt_{k:04d}", "occurred_at": iso(when), "member_id": _member_id(number),
            "rule_name": words.RULES[rule][0], "trigger_type": words.RULES[rule][1], "action": action,
            "status": status, "matched_keyword": keyword,
        }
        for k, (when, number, rule, action, status, keyword) in enumerate(events, 1)
    ]  # fmt: skip
