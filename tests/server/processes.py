"""Starting `toolward-server` as the process that a host would start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

COMMAND = [sys.executable, "-m", "toolward.server"]
HELLO: tuple[dict[str, Any], ...] = (
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
)


def call(number: int, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def lines(*messages: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def run(
    *options: str, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The finished process of a server whose input was this and then ended."""
    return subprocess.run(
        [*COMMAND, *options],
        input=stdin,
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, **(env or {})},
    )


def replies(done: subprocess.CompletedProcess[bytes]) -> dict[int, dict[str, Any]]:
    """By id. Every line of stdout must be one JSON-RPC object; only newlines separate them."""
    found = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n")[:-1]]
    assert all(message["jsonrpc"] == "2.0" for message in found)
    return {message["id"]: message for message in found if "id" in message}


@contextmanager
def http_server(*options: str) -> Iterator[str]:
    """The URL of a server on a free port; the process is gone afterwards, and wrote nothing to stdout."""
    process = subprocess.Popen(
        [*COMMAND, "--http", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout and process.stderr
    try:
        yield process.stderr.readline().split(": ", 1)[1].strip()
    finally:
        process.terminate()
        assert process.stdout.read() == ""
        process.stderr.close()
        process.wait(timeout=60)
