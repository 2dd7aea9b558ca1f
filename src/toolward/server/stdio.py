"""Serving one client over the process's own stdin and stdout.

UTF-8 whatever the locale says, one JSON-RPC message a line, split at newlines only. While serving, the SDK
points the process's stdout at stderr, so a stray print cannot reach the protocol. At the end of input the
SDK would cancel calls that are still running; here the end is held back until they are answered.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from io import TextIOWrapper
from typing import Any, cast

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse

from .surrogates import mend_json

LAST_ANSWERS_S = 5.0
"""How long calls may go on after the end of input; a question to a client that is gone has no answer."""

Incoming = SessionMessage | Exception


class _MendedLines:
    """Lines of a text file with lone surrogates replaced; all that the SDK asks of its input."""

    def __init__(self, file: TextIOWrapper) -> None:
        self._file = anyio.wrap_file(file)

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._file:
            yield mend_json(line)


class _Open:
    """The requests that have come in and have not been answered."""

    def __init__(self) -> None:
        self._ids: set[str | int] = set()
        self._none = anyio.Event()

    def came(self, item: Incoming) -> None:
        if isinstance(item, SessionMessage) and isinstance(item.message, JSONRPCRequest):
            self._ids.add(item.message.id)

    def went(self, item: SessionMessage) -> None:
        if isinstance(item.message, JSONRPCResponse | JSONRPCError) and item.message.id is not None:
            self._ids.discard(item.message.id)
            if not self._ids:
                self._none.set()

    async def none(self) -> None:
        while self._ids:
            self._none = anyio.Event()
            await self._none.wait()


async def serve_stdio(server: Server[Any]) -> None:
    """Until the client closes our input."""
    stdin = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace", newline="\n")
    lines = cast("anyio.AsyncFile[str]", _MendedLines(stdin))
    requests = _Open()
    to_server, at_server = anyio.create_memory_object_stream[Incoming](0)
    from_server, to_client = anyio.create_memory_object_stream[SessionMessage](0)
    async with stdio_server(stdin=lines) as (incoming, outgoing), anyio.create_task_group() as relays:
        relays.start_soon(_relay_in, incoming, to_server, requests)
        relays.start_soon(_relay_out, to_client, outgoing, requests)
        await server.run(at_server, from_server, server.create_initialization_options())


async def _relay_in(source: Any, target: MemoryObjectSendStream[Incoming], requests: _Open) -> None:
    async with source, target:
        async for item in source:
            requests.came(item)
            await target.send(item)
        with anyio.move_on_after(LAST_ANSWERS_S):
            await requests.none()


async def _relay_out(source: MemoryObjectReceiveStream[SessionMessage], target: Any, requests: _Open) -> None:
    async with source, target:
        async for item in source:
            await target.send(item)
            requests.went(item)
