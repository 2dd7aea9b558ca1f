"""get_automod_log: AutoMod events, newest first."""

from toolward.community.queries.automod import AutomodLog, get_automod_log

from ..parameters import Choice, Text, Whole
from ..tool import Tool

STATUS = Choice(("open", "reviewed", "dismissed", "any"), default="open")
ACTION = Choice(("block_message", "send_alert", "timeout", "block_interaction", "any"), default="any")

GET_AUTOMOD_LOG = Tool(
    name="get_automod_log",
    title="Get the AutoMod log",
    parameters={
        "status": STATUS,
        "action": ACTION,
        "member_id": Text(),
        "since_hours": Whole(1, 8760, default=168),
        "limit": Whole(1, 50, default=20),
    },
    output=AutomodLog,
    run=get_automod_log,
)
