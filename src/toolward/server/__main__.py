"""`toolward-server`: the MCP server over stdio (default) or streamable HTTP on 127.0.0.1.

Stdout belongs to the protocol; logs go to stderr. A wrong option is one line on stderr and status 2,
before anything is served. End of input ends the process with status 0.
"""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from typing import Any, NoReturn

import anyio
from mcp.server import Server

from toolward.community.fixtures import load_community

from .app import create_server
from .descriptions import CONFIRM_MODES, DESCRIPTIONS
from .toolsets import resolve_tools


class _OneLineParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"toolward-server: {' '.join(message.split())}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _OneLineParser(prog="toolward-server", description="The community-operations tools as an MCP server.")
    parser.add_argument("--http", type=_port, metavar="PORT", help="serve streamable HTTP on 127.0.0.1:PORT/mcp")
    parser.add_argument("--tools", type=resolve_tools_option, metavar="SET", help="3, 5, 7, 15, 30 or names with commas")
    parser.add_argument("--fixtures", type=Path, metavar="PATH", help="another community file")
    parser.add_argument(
        "--descriptions", metavar="SET", help=f"{', '.join(DESCRIPTIONS)} or the path of a YAML file (default V1)"
    )
    parser.add_argument("--confirm-mode", choices=CONFIRM_MODES, default="flag")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default="warning")
    return parser


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")


def resolve_tools_option(text: str) -> tuple[str, ...]:
    try:
        return resolve_tools(text)
    except ValueError as e:
        raise argparse.ArgumentTypeError(str(e)) from None


def main(arguments: list[str] | None = None) -> None:
    parser = _parser()
    options = parser.parse_args(arguments)
    logging.basicConfig(stream=sys.stderr, level=options.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    try:
        community = load_community(options.fixtures)
        server = create_server(
            community, descriptions=options.descriptions, confirm_mode=options.confirm_mode, tools=options.tools
        )
    except ValueError as e:
        parser.error(str(e))
    if options.http is not None:
        from .http import serve_http  # the web server is loaded only when it is used

        serve_http(server, options.http, options.log_level)
    else:
        anyio.run(_serve_stdio, server)


async def _serve_stdio(server: Server[Any]) -> None:
    from .stdio import serve_stdio

    await serve_stdio(server)


if __name__ == "__main__":
    main()
