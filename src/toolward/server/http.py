"""Serving many clients over streamable HTTP on 127.0.0.1, at /mcp.

Host and origin are checked by the SDK (a page in a browser cannot reach the server under another name).
Each `Mcp-Session-Id` is a session with a community of its own. Protocol 2026-07-28 has no sessions over
HTTP, so its requests are answered with UNSUPPORTED_PROTOCOL_VERSION and the versions that have them;
clients that speak both fall back to the handshake.
"""

from __future__ import annotations

import socket
import sys
from typing import Any

import uvicorn
from mcp.server import Server
from mcp.server.transport_security import (
    DEFAULT_MAX_REQUEST_BODY_SIZE,
    RequestBodyLimitMiddleware,
    TransportSecurityMiddleware,
    TransportSecuritySettings,
)
from mcp.shared.inbound import ERROR_CODE_HTTP_STATUS, MCP_PROTOCOL_VERSION_HEADER
from mcp_types import UNSUPPORTED_PROTOCOL_VERSION
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .surrogates import mend_json

HOST = "127.0.0.1"
PATH = "/mcp"
SECURITY = TransportSecuritySettings(
    enable_dns_rebinding_protection=True,
    allowed_hosts=["127.0.0.1:*", "localhost:*"],
    allowed_origins=["http://127.0.0.1:*", "http://localhost:*"],
)


def bind(port: int) -> socket.socket:
    """A listening socket on the local machine only; port 0 takes a free one. OSError when it is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def serve_http(server: Server[Any], listener: socket.socket) -> None:
    """Until the process is told to stop."""
    config = uvicorn.Config(
        http_app(server),
        log_config=None,  # uvicorn's own would log to stdout
        lifespan="on",
        timeout_graceful_shutdown=1,  # open event streams would hold it for ever
    )
    print(f"toolward-server: http://{HOST}:{listener.getsockname()[1]}{PATH}", file=sys.stderr, flush=True)
    uvicorn.Server(config).run(sockets=[listener])


def http_app(server: Server[Any]) -> ASGIApp:
    app = server.streamable_http_app(streamable_http_path=PATH, transport_security=SECURITY)
    return RequestBodyLimitMiddleware(_Handshake(_Mended(app)), DEFAULT_MAX_REQUEST_BODY_SIZE)


class _Handshake:
    """Only requests of protocol versions that have sessions get through."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._security = TransportSecurityMiddleware(SECURITY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        request = Request(scope)
        asked = request.headers.get(MCP_PROTOCOL_VERSION_HEADER)
        if asked is None or asked in HANDSHAKE_PROTOCOL_VERSIONS:
            return await self._app(scope, receive, send)
        refused = await self._security.validate_request(request, is_post=request.method == "POST")
        await (refused or _without_sessions(asked))(scope, receive, send)


def _without_sessions(asked: str) -> Response:
    error = {
        "code": UNSUPPORTED_PROTOCOL_VERSION,
        "message": "Over HTTP this server needs a session: use a version with the initialize handshake",
        "data": {"supported": list(HANDSHAKE_PROTOCOL_VERSIONS), "requested": asked},
    }
    status = ERROR_CODE_HTTP_STATUS[UNSUPPORTED_PROTOCOL_VERSION]
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status_code=status)


class _Mended:
    """Lone surrogates in bodies replaced; as escapes they have the same length as what replaces them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def mended() -> Message:
            message = await receive()
            if message["type"] == "http.request":  # whole: the body limit collects it first
                body = mend_json(message.get("body", b"").decode("latin-1")).encode("latin-1")
                return {**message, "body": body}
            return message

        await self._app(scope, mended if scope["type"] == "http" else receive, send)
