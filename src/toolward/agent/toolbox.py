"""One MCP session a sample: what the model is shown, and what runs when it calls.

The model sees the schemas that the server lists. A call goes to the server with the model's raw
arguments and under the name it used, so that the server alone validates, also for names that do not
exist. Every call passes through Inspect's `execute_tools`, which gives the viewer its tool events.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any, cast

import anyio
from inspect_ai.log import transcript
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool, execute_tools
from inspect_ai.tool import ToolCall, ToolDef, ToolError, ToolInfo, ToolParams
from mcp import MCPError, StdioServerParameters
from mcp.client.client import Client
from mcp.server import Server
from mcp_types import CallToolResult, TextContent

from toolward.agent.errors import ToolServerLost
from toolward.agent.settings import AgentSettings, ConfirmMode
from toolward.agent.staff import Staff
from toolward.server.app import create_server
from toolward.server.descriptions import description_set
from toolward.server.results import STATE_CHANGES
from toolward.server.specs import tool_schemas
from toolward.server.surrogates import mend

METADATA_KEY = "toolward"

OUR_BUG = "INTERNAL"
_ANY_ARGUMENTS = ToolParams(additionalProperties=True)


class Toolbox:
    """The tools of one sample, bound to its MCP session."""

    def __init__(self, client: Client, tools: list[ToolInfo], call_timeout: float) -> None:
        self.tools = tools
        self.names = tuple(tool.name for tool in tools)
        self._client = client
        self._call_timeout = call_timeout

    async def run(self, message: ChatMessageAssistant) -> list[ChatMessage]:
        """Run the calls of one message, one after another; a result for each, in order.

        Raises:
            ToolServerLost: the server died or did not answer within the call time-out.
        """
        return [await self._run_one(message, call) for call in message.tool_calls or []]

    async def _run_one(self, message: ChatMessageAssistant, call: ToolCall) -> ChatMessageTool:
        facts: dict[str, Any] = {"error_code": None, "state_changes": 0, "run": False}

        async def relay(**kwargs: Any) -> str:
            result = await self._ask_server(call.function, kwargs)
            text = text_of(result)
            facts.update(run=True, state_changes=(result.meta or {}).get(STATE_CHANGES, 0))
            if result.is_error:
                facts["error_code"] = _error_code(text)
                if facts["error_code"] == OUR_BUG:
                    raise ToolServerLost(f"a bug in the tool server, not the model's doing: {text}")
                raise ToolError(text)
            return text

        tool = ToolDef(
            relay,
            name=call.function,
            description="relayed to the MCP server",
            parameters=_ANY_ARGUMENTS,
            parallel=False,
            max_output=0,
        )
        alone = message.model_copy(update={"tool_calls": [call]})
        [answer] = (await execute_tools([alone], [tool])).messages
        assert isinstance(answer, ChatMessageTool)
        if call.parse_error is not None:
            facts["error_code"] = "UNPARSEABLE_ARGUMENTS"
        if facts["state_changes"]:
            transcript().info(
                {"state_changed_by": call.function, "arguments": call.arguments}, source="toolward"
            )
        answer.metadata = {METADATA_KEY: facts}
        return answer

    async def _ask_server(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        try:
            with anyio.fail_after(self._call_timeout):
                return await self._client.call_tool(str(mend(name)), cast(dict[str, Any], mend(arguments)))
        except TimeoutError as e:
            raise ToolServerLost(f"{name} gave no answer within {self._call_timeout:g} s") from e
        except (MCPError, anyio.ClosedResourceError, anyio.BrokenResourceError) as e:
            raise ToolServerLost(f"the tool server was lost during {name}: {e}") from e


@asynccontextmanager
async def open_toolbox(settings: AgentSettings, staff: Staff) -> AsyncIterator[Toolbox]:
    """A fresh MCP session over a fresh community; closed, with its process if any, on the way out."""
    client = Client(
        _server(settings),
        elicitation_callback=staff.decide,
        cache=None,
        read_timeout_seconds=settings.call_timeout,
    )
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(client)
            listed = (await client.list_tools()).tools
        except (MCPError, OSError) as e:
            raise ToolServerLost(f"the tool server did not start: {e}") from e
        tools = [_shown(tool.name, tool.description or "", json.dumps(tool.input_schema)) for tool in listed]
        yield Toolbox(client, tools, settings.call_timeout)


def _server(settings: AgentSettings) -> Server[Any] | StdioServerParameters:
    options = (settings.descriptions, settings.confirm_mode, settings.tools)
    return _shared_server(*options) if settings.transport == "in_process" else _server_process(*options)


@cache
def _shared_server(descriptions: str, confirm_mode: ConfirmMode, tools: tuple[str, ...]) -> Server[Any]:
    """Built once; every connection to it gets a community of its own."""
    return create_server(
        descriptions=descriptions, confirm_mode=confirm_mode, tools=tools, output_schemas=False
    )


def _server_process(descriptions: str, confirm_mode: str, tools: tuple[str, ...]) -> StdioServerParameters:
    options = ["--descriptions", descriptions, "--confirm-mode", confirm_mode, "--tools", ",".join(tools)]
    return StdioServerParameters(command=sys.executable, args=["-m", "toolward.server", *options])


def shown_tools(settings: AgentSettings) -> list[ToolInfo]:
    """What the model of a run will be shown, without opening a session."""
    texts = description_set(settings.descriptions)
    specs = tool_schemas(texts, settings.tools, settings.confirm_mode)
    return [_shown(spec["name"], spec["description"], json.dumps(spec["parameters"])) for spec in specs]


@cache
def _shown(name: str, description: str, schema: str) -> ToolInfo:
    """The tool as the model is shown it; cached, since it is the same for every sample."""
    return ToolInfo(name=name, description=description, parameters=ToolParams.model_validate_json(schema))


def text_of(result: CallToolResult) -> str:
    """What a model sees of a result."""
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


def _error_code(text: str) -> str:
    try:
        return str(json.loads(text)["error"]["code"])
    except (ValueError, KeyError, TypeError):
        return "TOOL_ERROR"
