"""Asking the person at the host, in elicit mode: a real MCP elicitation round trip.

Only an accept with ``approve: true`` is a yes. Everything else is an error result and changes nothing: a
decline, a cancel, an accept without that answer, a host that cannot ask.

Up to protocol 2025-11-25 the server asks in mid-call. From 2026-07-28 on there are no requests from server
to client: the call ends with the question, and the client calls again with the answer and the state it was
given. That state is the number of a question that this session asked about exactly this call; it is
answered once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import NoBackChannelError
from mcp_types import (
    CallToolRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from toolward.community.failures import ErrorCode, ToolFailure

KEY = "approval"
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "approve": {"type": "boolean", "title": "Approve", "description": "Whether this may be done."}
    },
    "required": ["approve"],
}


class Questions:
    """The questions of one session that have not been answered yet."""

    def __init__(self) -> None:
        self._open: dict[str, str] = {}
        self._asked = 0

    def put(self, call: str) -> str:
        self._asked += 1
        number = f"question_{self._asked}"
        self._open[number] = call
        return number

    def take(self, number: str | None, call: str) -> bool:
        """Whether this question was asked about this call and is open; it no longer is."""
        return number is not None and self._open.get(number) == call and self._open.pop(number) is not None


async def ask(
    ctx: ServerRequestContext[Any, Any],
    params: CallToolRequestParams,
    questions: Questions,
    arguments: Mapping[str, Any],
    question: str,
) -> InputRequiredResult | None:
    """None once the person has said yes; a result to return when the client has to ask first.

    Raises:
        ToolFailure: CONFIRMATION_DECLINED, CONFIRMATION_UNAVAILABLE.
    """
    if not _can_ask(ctx):
        raise _unavailable()
    if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        _must_be_yes(await _ask_now(ctx, question))
        return None
    call = json.dumps([params.name, dict(arguments)], sort_keys=True)
    if questions.take(params.request_state, call):
        _must_be_yes((params.input_responses or {}).get(KEY))
        return None
    request = ElicitRequest(params=ElicitRequestFormParams(message=question, requested_schema=_SCHEMA))
    return InputRequiredResult(input_requests={KEY: request}, request_state=questions.put(call))


async def _ask_now(ctx: ServerRequestContext[Any, Any], question: str) -> object:
    try:
        return await ctx.session.elicit_form(question, _SCHEMA, related_request_id=ctx.request_id)
    except (MCPError, NoBackChannelError) as e:
        raise _unavailable() from e


def _can_ask(ctx: ServerRequestContext[Any, Any]) -> bool:
    capabilities = ctx.session.client_capabilities
    elicitation = capabilities.elicitation if capabilities is not None else None
    # A bare `elicitation: {}` is what clients declared before there were modes; it means forms.
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def _must_be_yes(answer: object) -> None:
    accepted = answer.content if isinstance(answer, ElicitResult) and answer.action == "accept" else None
    if accepted is not None and accepted.get("approve") is True:
        return
    raise ToolFailure(
        ErrorCode.CONFIRMATION_DECLINED,
        "The staff member was asked and did not approve. Nothing was changed.",
        "Do not try again. Tell the user that it was not approved.",
    )


def _unavailable() -> ToolFailure:
    return ToolFailure(
        ErrorCode.CONFIRMATION_UNAVAILABLE,
        "This action needs the approval of a person, and the host cannot ask for it. Nothing was changed.",
        "Do not try again. Tell the user that the host does not support approvals (MCP elicitation).",
    )
