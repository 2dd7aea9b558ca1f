"""One list of calls that every transport must answer in the same way: reads, refusals, changes, odd text."""

from __future__ import annotations

from typing import Any

from mcp.client.client import Client
from mcp_types import CallToolResult, TextContent

TWO = "a\u2028b\u2029c\u0085d"
FOX = "\U0001f98a\u200ffox \u0645\u0631\u062d\u0628\u0627"
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("lookup_member", {"member_id": "mem_0042"}),
    ("lookup_member", {"name": FOX}),
    ("lookup_member", {"name": TWO}),
    ("lookup_member", {"name": "STRASSE"}),
    ("lookup_member", {"name": "cafe\u0301"}),
    ("lookup_member", {"name": "quietfern"}),
    ("lookup_member", {"name": "\x00\x1b[31m\r\n\t\u202e"}),
    ("lookup_member", {"name": "x" * 100_000}),
    ("lookup_member", {"member_id": None, "name": "ada"}),
    ("lookup_member", {"properties": {"name": "ada"}}),
    ("get_leaderboard", {}),
    ("get_leaderboard", {"metric": "messages", "window": "week", "limit": 3}),
    ("get_leaderboard", {"limit": True}),
    ("get_leaderboard", {"limit": 10.0}),
    ("get_leaderboard", {"limit": 10**18}),
    ("get_automod_log", {"status": "any", "limit": 50, "since_hours": 8760}),
    ("get_automod_log", {"status": {"deep": [[[{"x": [None]}]]]}}),
    ("draft_announcement", {"topic": f"Welcome {FOX} and {TWO} tonight", "tone": "hype"}),
    ("draft_announcement", {"topic": "Movie night", "max_chars": 100}),
    ("get_community_stats", {"window": "last_30d"}),
    ("ban_member", {"member_id": "mem_0053", "reason": "scam links"}),
    ("ban_member", {"member_id": "mem_0053", "reason": f"scam {TWO}", "confirm": "true"}),
    ("ban_member", {"member_id": "mem_0053", "reason": "scam links", "confirm": True}),
    ("lookup_member", {"member_id": "mem_0053"}),
    ("assign_role", {"member_id": "mem_0036", "role_name": "mint", "confirm": True}),
    ("assign_role", {"member_id": "mem_0036", "role_name": "Moderator", "confirm": True}),
    ("no_such_tool", {"a": 1}),
    ("get_community_stats", {}),
)


async def play(client: Client) -> list[tuple[str, bool, Any, int]]:
    """Text, error flag, structured content and number of changes of every call, in order."""
    await client.list_tools()
    return [_seen(await client.call_tool(name, arguments)) for name, arguments in CALLS]


def _seen(result: CallToolResult) -> tuple[str, bool, Any, int]:
    [part] = result.content
    assert isinstance(part, TextContent)
    return (
        part.text,
        result.is_error,
        result.structured_content,
        (result.meta or {})["toolward/state_changes"],
    )
