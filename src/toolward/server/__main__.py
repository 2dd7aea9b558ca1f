"""`toolward-server`: the MCP server over stdio (default) or streamable HTTP on 127.0.0.1.

Stdout belongs to the protocol; logs go to stderr. A wrong option is one line on stderr and status 2,
before anything is served. End of input ends the process with status 0.
"""

from __future__ import annotations

import argparse
import logging
import signal
import sys
from pathlib import Path
from typing import NoReturn

import anyio

from toolward.community.fixtures import load_community

from .app import create_server
from .descriptions import CONFIRM_MODES, DESCRIPTIONS
from .stdio import serve_stdio
from .toolsets import resolve_tools

LOG_LINE = "%(levelname)s %(name)s: %(message)s"


class _OneLineParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"toolward-server: {' '.join(message.split())}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _OneLineParser(prog="toolward-server", description="Community-operations tools over MCP.")
    parser.add_argument(
        "--http", type=_port, metavar="PORT", help="streamable HTTP on 127.0.0.1:PORT/mcp (0: a free port)"
    )
    parser.add_argument("--tools", type=_tools, metavar="SET", help="3, 5, 7, 15, 30 or names with commas")
    parser.add_argument("--fixtures", type=Path, metavar="PATH", help="another community file")
    parser.add_argument(
        "--descriptions", metavar="SET", help=f"{', '.join(DESCRIPTIONS)} or a YAML file; default V1"
    )
    parser.add_argument("--confirm-mode", choices=CONFIRM_MODES, default="flag")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default="warning")
    return parser


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535, or 0 for a free one")


def _tools(text: str) -> tuple[str, ...]:
    try:
        return resolve_tools(text)
    except ValueError as e:
        raise argparse.ArgumentTypeError(str(e)) from None


def main(arguments: list[str] | None = None) -> None:
    parser = _parser()
    options = parser.parse_args(arguments)
    logging.basicConfig(stream=sys.stderr, level=options.log_level.upper(), format=LOG_LINE)
    try:
        community = load_community(options.fixtures)
        server = create_server(
            community,
            descriptions=options.descriptions,
            confirm_mode=options.confirm_mode,
            tools=options.tools,
        )
    except ValueError as e:
        parser.error(str(e))
    if options.http is None:
        # Python's own handler would wait for the thread that reads stdin; there is nothing to tidy up.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        anyio.run(serve_stdio, server)
        return
    from . import http  # the web server is loaded only when it is used

    try:
        listener = http.bind(options.http)
    except OSError as e:
        parser.error(f"port {options.http}: {e.strerror}")
    http.serve_http(server, listener)


if __name__ == "__main__":
    main()
