"""The same calls, in process, over stdio and over HTTP, on both protocol generations: the same results."""

from __future__ import annotations

import anyio
import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client

from toolward.server.app import create_server

from .battery import CALLS, play
from .processes import COMMAND, http_server

pytestmark = pytest.mark.anyio


async def test_every_transport_gives_identical_results() -> None:
    async with Client(create_server()) as client:
        expected = await play(client)
    assert sum(changes for *_, changes in expected) == 2
    assert 0 < sum(is_error for _, is_error, *_ in expected) < len(CALLS)
    stdio = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:])
    with anyio.fail_after(240):
        async with Client(create_server(), mode="legacy") as client:
            assert await play(client) == expected
        for mode in ("auto", "legacy"):
            async with Client(stdio, mode=mode) as client:
                assert await play(client) == expected
        with http_server() as url:
            for _ in range(2):  # a second client finds nothing that the first one changed
                async with Client(url) as client:
                    assert await play(client) == expected
