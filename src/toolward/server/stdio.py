"""Serving one client over the process's own stdin and stdout.

UTF-8 whatever the locale says, one JSON-RPC message a line, split at newlines only. While serving, the SDK
points the process's stdout at stderr, so a stray print cannot reach the protocol.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from io import TextIOWrapper
from typing import Any, cast

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server

from .surrogates import mend_json


class _MendedLines:
    """Lines of a text file with lone surrogates replaced; all that the SDK asks of its input."""

    def __init__(self, file: TextIOWrapper) -> None:
        self._file = anyio.wrap_file(file)

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._file:
            yield mend_json(line)


async def serve_stdio(server: Server[Any]) -> None:
    """Until the client closes our input."""
    stdin = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace", newline="\n")
    lines = cast("anyio.AsyncFile[str]", _MendedLines(stdin))
    async with stdio_server(stdin=lines) as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
