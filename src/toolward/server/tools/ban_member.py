"""ban_member: a preview, and with confirm the ban."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolward.community.moderation import MAX_REASON, MIN_REASON, BanPreview, BanResult, ban, check_ban
from toolward.community.state import Session
from toolward.community.text import echo

from ..parameters import Flag, Text
from ..tool import ConfirmedTool


def _question(session: Session, arguments: Mapping[str, Any]) -> str:
    preview = check_ban(session, **arguments)
    who = preview.would_ban
    return f"Ban {who.display_name} ({who.member_id})? Reason: {echo(arguments['reason'], MAX_REASON)}"


BAN_MEMBER = ConfirmedTool(
    name="ban_member",
    title="Ban a member",
    parameters={
        "member_id": Text(required=True),
        "reason": Text(required=True, lengths=(MIN_REASON, MAX_REASON)),
        "confirm": Flag(),
    },
    output=BanPreview,
    run=check_ban,
    executed=BanResult,
    act=ban,
    ask=_question,
    destructive=True,
)
