"""Tool calls without a model: one MCP session over a fresh community, for proofs and examples.

What comes back is what a trace keeps of a call. The session asks the given person when the server elicits;
without one it offers no elicitation.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from mcp.client.client import Client
from mcp.client.context import ClientRequestContext
from mcp.server import Server
from mcp_types import ElicitRequestParams, ElicitResult

from toolward.agent.staff import reply_to
from toolward.agent.toolbox import text_of
from toolward.server.results import STATE_CHANGES


@dataclass(frozen=True, slots=True)
class Answer:
    """The text a model would see, the error code (None for a success), and whether the state changed."""

    text: str
    error_code: str | None
    state_changed: bool


CallTool = Callable[[str, Mapping[str, Any]], Awaitable[Answer]]


@asynccontextmanager
async def open_session(
    server: Server[Any], approvals: tuple[bool, ...] | None = None
) -> AsyncIterator[CallTool]:
    """A function that calls tools in a session of its own.

    ``approvals``: what the person at the host answers when asked, in order; past the end they decline. None:
    there is no such person. Where the server lists output schemas, the client checks each result against
    them, which takes most of a short session.
    """
    person = None if approvals is None else _Person(approvals).decide
    async with Client(server, elicitation_callback=person, cache=None) as client:

        async def call(name: str, arguments: Mapping[str, Any]) -> Answer:
            result = await client.call_tool(name, dict(arguments))
            text = text_of(result)
            code = str(json.loads(text)["error"]["code"]) if result.is_error else None
            return Answer(text, code, bool((result.meta or {}).get(STATE_CHANGES, 0)))

        yield call


class _Person:
    def __init__(self, approvals: tuple[bool, ...]) -> None:
        self._approvals = list(approvals)

    async def decide(self, context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        return reply_to(params, approved=self._approvals.pop(0) if self._approvals else False)
