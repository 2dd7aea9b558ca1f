"""The scripted person on the other side: answers approvals (elicitation) and the model's questions.

What is not in the script is declined, or left without an answer.
"""

from __future__ import annotations

from inspect_ai.log import transcript
from mcp.client.context import ClientRequestContext
from mcp_types import ElicitRequestFormParams, ElicitRequestParams, ElicitResult

from toolward.cases.model import StaffScript
from toolward.grading.replies import asks


class Staff:
    """One sample's person; keeps count of what was asked so far."""

    def __init__(self, script: StaffScript) -> None:
        self._approvals = list(script.approvals)
        self._follow_ups = list(script.follow_ups)

    async def decide(self, context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        """Answer one elicitation: the next scripted approval, or a decline."""
        approved = self._approvals.pop(0) if self._approvals else False
        transcript().info({"asked": params.message, "approved": approved}, source="toolward staff")
        return reply_to(params, approved=approved)

    def answer(self, reply: str) -> str | None:
        """The next scripted answer, when the model asked something; None ends the run."""
        if self._follow_ups and asks(reply):
            return self._follow_ups.pop(0)
        return None


def reply_to(params: ElicitRequestParams, *, approved: bool) -> ElicitResult:
    """The person's decision on a form as MCP carries it; anything but a form is declined."""
    if not approved or not isinstance(params, ElicitRequestFormParams):
        return ElicitResult(action="decline")
    return ElicitResult(action="accept", content=_yes_to(params.requested_schema))


def _yes_to(schema: dict[str, object]) -> dict[str, str | int | float | bool | list[str] | None]:
    properties = schema.get("properties")
    names = list(properties) if isinstance(properties, dict) else []
    return {str(name): True for name in names}
