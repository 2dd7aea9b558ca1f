"""What one connection has: a session over the shared community, and its open confirmations.

The SDK runs a server's lifespan once a connection on stdio and in memory, but once a process over HTTP.
`Connections` is what the lifespan yields: one connection in the first case, one a session id in the other.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from mcp.server.streamable_http_manager import DEFAULT_MAX_SESSIONS

from toolward.community.base import Community
from toolward.community.state import Session

from .elicitation import Questions
from .tokens import Tokens


class Connection:
    def __init__(self, community: Community) -> None:
        self.session = Session(community)
        self.tokens = Tokens()
        self.questions = Questions()
        self.lock = anyio.Lock()
        """Held while a call checks and changes the session; not while a person is asked."""


class Connections:
    def __init__(self, community: Community) -> None:
        self._community = community
        self._by_id: OrderedDict[str | None, Connection] = OrderedDict()

    def of(self, ctx: ServerRequestContext[Any, Any]) -> Connection:
        headers = getattr(ctx.request, "headers", None)
        session_id = headers.get(MCP_SESSION_ID_HEADER) if headers is not None else None
        found = self._by_id.get(session_id)
        if found is None:
            found = self._by_id[session_id] = Connection(self._community)
            if len(self._by_id) > DEFAULT_MAX_SESSIONS:  # more than can be open: the oldest has ended
                self._by_id.popitem(last=False)
        self._by_id.move_to_end(session_id)
        return found
