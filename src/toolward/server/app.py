"""The MCP server: `create_server` builds it once; every connection to it has a community of its own.

It is the SDK's low-level `Server`, because the schemas and the checking of arguments are ours: what a
client lists is `specs.tool_schemas` to the byte, and no text of a validation library reaches a model. A
failure that a caller can mend is a `ToolFailure` and comes back as an error result. Anything else is a
fault of ours: it is logged with its traceback, and the client gets the code INTERNAL.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from mcp.server import Server
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
)
from pydantic import BaseModel

from toolward.community.base import Community
from toolward.community.failures import ErrorCode, ToolFailure
from toolward.community.fixtures import load_community
from toolward.community.text import echo

from .arguments import read_arguments
from .catalogue import CATALOGUE
from .confirmation import Confirmed, run_confirmed
from .connection import Connection, Connections
from .descriptions import CONFIRM_MODES, ConfirmMode, DescriptionSet, default_descriptions, description_set
from .parameters import shown
from .results import internal_error, refusal, success
from .specs import mcp_tools, parameters_of
from .tool import ConfirmedTool, Tool
from .toolsets import DEFAULT, resolve_tools

logger = logging.getLogger(__name__)
Context = ServerRequestContext[Connections, Any]
INSTRUCTIONS = (
    "Tools for the staff of an online community. All data is synthetic, the clock stands still, and changes "
    "last as long as the connection."
)


def create_server(
    community: Community | None = None,
    *,
    descriptions: str | DescriptionSet | None = None,
    confirm_mode: ConfirmMode = "flag",
    tools: Sequence[str] | None = None,
    output_schemas: bool = True,
) -> Server[Connections]:
    """A server over ``community`` (the packaged one when unset), exposing ``tools`` (the seven when unset).

    ``descriptions`` is a version, the path of a YAML file, or a set; unset it follows the confirm mode.
    A client that reads only the text of results can do without ``output_schemas``: the SDK's client
    compiles each of them in every session, which costs many times the call.

    Raises:
        ValueError: an unknown confirm mode, tool or description set, or a set that this mode cannot use.
    """
    if confirm_mode not in CONFIRM_MODES:
        raise ValueError(f"confirm mode {confirm_mode!r}: allowed are {', '.join(CONFIRM_MODES)}")
    texts = description_set(descriptions) if isinstance(descriptions, str) else descriptions
    names = DEFAULT if tools is None else resolve_tools(tools)
    calls = _Calls(names, confirm_mode)
    chosen = texts or default_descriptions(confirm_mode)
    listed = ListToolsResult(tools=mcp_tools(chosen, names, confirm_mode, output_schemas))
    base = load_community() if community is None else community

    async def list_tools(ctx: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        return listed

    @asynccontextmanager
    async def lifespan(_: Server[Connections]) -> AsyncIterator[Connections]:
        yield Connections(base)

    server = Server(
        "toolward",
        version=version("toolward"),
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=calls.call,
    )
    server.middleware.append(_arguments_are_an_object)
    return server


async def _arguments_are_an_object(ctx: Context, call_next: CallNext) -> HandlerResult:
    """The SDK would answer anything else with a protocol error, which a model never gets to see."""
    arguments = (ctx.params or {}).get("arguments")
    if ctx.method != "tools/call" or arguments is None or isinstance(arguments, Mapping):
        return await call_next(ctx)
    message = f"The arguments must be an object, not {shown(arguments)}."
    hint = "Call the tool again with its arguments by name, as one JSON object."
    return refusal(ToolFailure(ErrorCode.INVALID_ARGUMENTS, message, hint))


class _Calls:
    """How a call is answered, for one choice of tools and confirm mode."""

    def __init__(self, names: Sequence[str], mode: ConfirmMode) -> None:
        self._tools: dict[str, Tool] = {name: CATALOGUE[name] for name in names}
        self._parameters = {name: parameters_of(tool, mode) for name, tool in self._tools.items()}
        self._mode: ConfirmMode = mode

    async def call(self, ctx: Context, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        connection = ctx.lifespan_context.of(ctx)
        confirmed = Confirmed(ctx, params, connection, self._mode)
        try:
            result = await self._answer(connection, params, confirmed)
        except ToolFailure as failure:
            return refusal(failure, confirmed.changes)
        except Exception:
            logger.exception("tool %s failed", echo(params.name))
            return internal_error(confirmed.changes)
        return result if isinstance(result, InputRequiredResult) else success(result, confirmed.changes)

    async def _answer(
        self, connection: Connection, params: CallToolRequestParams, confirmed: Confirmed
    ) -> BaseModel | InputRequiredResult:
        tool = self._tools.get(params.name)
        if tool is None:
            raise self._unknown(params.name)
        given: Mapping[str, object] = params.arguments or {}
        arguments = read_arguments(tool.name, self._parameters[tool.name], given)
        if isinstance(tool, ConfirmedTool):
            return await run_confirmed(tool, arguments, confirmed)
        return tool.run(connection.session, **arguments)

    def _unknown(self, name: str) -> ToolFailure:
        return ToolFailure(
            ErrorCode.UNKNOWN_TOOL,
            f"There is no tool named '{echo(name)}'.",
            f"The tools are: {', '.join(self._tools)}.",
        )
