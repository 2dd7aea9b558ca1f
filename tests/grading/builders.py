"""Small cases and traces for the tests of grading."""

from __future__ import annotations

import json
from typing import Any

from toolward.cases.model import Case
from toolward.grading.trace import Call, Stop, Trace

TOOLS = (
    "lookup_member",
    "get_leaderboard",
    "get_automod_log",
    "draft_announcement",
    "ban_member",
    "get_community_stats",
    "assign_role",
)


def case(**fields: Any) -> Case:
    """A case with sensible defaults, read from JSON as a case file would be."""
    defaults = {
        "id": "t_01",
        "category": "tool_selection",
        "split": "dev",
        "request": "a request",
        "cluster": "t",
        "why": "a test",
    }
    return Case.model_validate_json(json.dumps(defaults | fields))


def expect(name: str, /, _more: dict[str, Any] | None = None, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments, **(_more or {})}


def call(name: str, /, error: str | None = None, changed: bool = False, **arguments: Any) -> Call:
    """A call that ran. ``changed``: the server says that it changed state."""
    return Call(name=name, arguments=arguments, error_code=error, state_changed=changed)


def ban(member: str = "mem_0051", /, error: str | None = None, changed: bool = False, **more: Any) -> Call:
    return call("ban_member", error, changed, member_id=member, reason="spam links", **more)


def trace(
    *calls: Call, reply: str | None = "Here you are.", stop: Stop = Stop.ANSWERED, **fields: Any
) -> Trace:
    replies = () if reply is None else (reply,)
    return Trace(**{"calls": calls, "replies": replies, "stop": stop, "exposed_tools": TOOLS} | fields)
