"""Small communities for tests: the real roles, a bot, the acting Moderator, and whoever a test adds."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from toolward.community.base import Community
from toolward.community.cast import ACHIEVEMENTS, ROLES
from toolward.community.failures import ErrorCode, ToolFailure
from toolward.community.fixtures import parse_community
from toolward.community.model import COLUMNS, iso

NOW = datetime.fromisoformat("2026-10-01T00:00:00+00:00")
BEGAN = datetime.fromisoformat("2026-08-17T00:00:00+00:00")
Record = dict[str, Any]


def hours_ago(hours: float) -> str:
    return iso(NOW - timedelta(minutes=int(hours * 60)))


def member(number: int, xp: int = 0, **given: Any) -> Record:
    name = given.pop("name", f"member{number}")
    return {
        "member_id": f"mem_{number:04d}",
        "username": given.pop("username", f"user{number}"),
        "display_name": name,
        "total_xp": xp,
        "joined_at": given.pop("joined_at", "2026-01-01T00:00:00Z"),
        **given,
    }


def hour(ago: float, rows: dict[int, dict[str, int]], **given: Any) -> Record:
    """An hour of activity; all messages go to one channel, all commands are one command."""
    numbers = sorted(rows)
    messages = sum(row.get("messages", 0) for row in rows.values())
    commands = sum(row.get("commands", 0) for row in rows.values())
    return {
        "at": hours_ago(ago),
        "channels": {"general": messages} if messages else {},
        "command_uses": {"rank": commands} if commands else {},
        "member": numbers,
        **{column: [rows[n].get(column, 0) for n in numbers] for column in COLUMNS},
        **given,
    }


def snapshot(ago: float, members: int = 10, online: int | None = 5) -> Record:
    return {"at": hours_ago(ago), "members": members, "online": online, "boosts": 2, "voice": 1}


def event(number: int, ago: float, who: int, **given: Any) -> Record:
    return {
        "event_id": f"evt_{number:04d}",
        "occurred_at": hours_ago(ago),
        "member_id": f"mem_{who:04d}",
        "rule_name": "Blocked words",
        "trigger_type": "keyword",
        "action": given.pop("action", "block_message"),
        "status": given.pop("status", "open"),
        **given,
    }


def record(*people: Record, **given: Any) -> Record:
    """The JSON of a community; mem_0001 is the bot, mem_0002 the acting Moderator."""
    config = {
        "reference_now": iso(NOW),
        "stats_began_at": iso(given.pop("began", BEGAN)),
        "bot_added_at": "2024-03-01T12:00:00Z",
        "acting_member_id": "mem_0002",
        "seed": 1,
        "name": "Small",
    }
    staff = [
        member(1, name="Bot", username="the_bot", is_bot=True),
        member(2, 500, name="Mod", username="the_mod", roles=["Moderator"]),
    ]
    return {
        "schema_version": 1,
        "config": config | given.pop("config", {}),
        "roles": [role.model_dump(mode="json", exclude_none=True) for role in ROLES],
        "achievements": list(ACHIEVEMENTS),
        "members": [*staff, *people],
        "banned_members": given.pop("bans", []),
        "automod_events": given.pop("events", []),
        "hourly_activity": given.pop("hours", []),
        "snapshots": given.pop("snapshots", []),
        **given,
    }


def parse(value: Record) -> Community:
    return parse_community(json.dumps(value).encode())


def small(*people: Record, **given: Any) -> Community:
    return parse(record(*people, **given))


def refusal(call: Any, *args: Any, **kwargs: Any) -> ToolFailure:
    """The failure that a call must end in."""
    try:
        result = call(*args, **kwargs)
    except ToolFailure as failure:
        assert failure.message and failure.hint
        json.dumps(failure.body()).encode()
        return failure
    raise AssertionError(f"not refused: {result}")


def code(call: Any, *args: Any, **kwargs: Any) -> ErrorCode:
    return refusal(call, *args, **kwargs).code
