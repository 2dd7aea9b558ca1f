"""Calling a server through a real MCP client, and reading what came back."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from mcp.client.client import Client
from mcp_types import CallToolResult, TextContent

from toolward.server.app import create_server


@dataclass(frozen=True)
class Answer:
    """One result: the JSON of its text, and the flags beside it."""

    body: dict[str, Any]
    is_error: bool
    changes: int
    structured: Any

    @property
    def code(self) -> str | None:
        return self.body["error"]["code"] if self.is_error else None

    @property
    def message(self) -> str:
        return self.body["error"]["message"]

    @property
    def hint(self) -> str:
        return self.body["error"]["hint"]

    def __getitem__(self, key: str) -> Any:
        return self.body[key]


def read(result: CallToolResult) -> Answer:
    [part] = result.content
    assert isinstance(part, TextContent)
    changes = (result.meta or {})["toolward/state_changes"]
    body = json.loads(part.text)
    if not result.is_error:
        assert result.structured_content == body
    return Answer(body, result.is_error, changes, result.structured_content)


class Caller:
    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, /, **arguments: Any) -> Answer:
        return await self.raw(tool, arguments)

    async def raw(self, tool: str, arguments: dict[str, Any] | None) -> Answer:
        return read(await self.client.call_tool(tool, arguments))


@asynccontextmanager
async def connected(server: Any = None, **client_options: Any) -> AsyncIterator[Caller]:
    """A client of ``server`` (the default one when unset); it lists the tools, so outputs are checked."""
    async with Client(create_server() if server is None else server, **client_options) as client:
        await client.list_tools()
        yield Caller(client)


@asynccontextmanager
async def serving(
    client_options: dict[str, Any] | None = None, **server_options: Any
) -> AsyncIterator[Caller]:
    async with connected(create_server(**server_options), **(client_options or {})) as call:
        yield call
