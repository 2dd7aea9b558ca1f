"""What a client is told of each tool; pure, no server needed.

`tool_schemas` gives exactly what the server lists and so what a model gets. In preview_token mode the tools
that change state have one more parameter, `confirmation_id`; in every other mode it is unknown to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mcp_types import Tool as McpTool
from mcp_types import ToolAnnotations

from .catalogue import CATALOGUE
from .descriptions import ConfirmMode, DescriptionSet, Texts
from .output_schemas import TOKEN_PARAMETER, output_schema
from .parameters import Parameter, Text
from .tool import ConfirmedTool, Tool, WordedTool


def parameters_of(tool: Tool, mode: ConfirmMode) -> Mapping[str, Parameter]:
    if mode == "preview_token" and isinstance(tool, ConfirmedTool):
        return {**tool.parameters, TOKEN_PARAMETER: Text()}
    return tool.parameters


def tool_schemas(
    descriptions: DescriptionSet, tools: Sequence[str], confirm_mode: ConfirmMode
) -> list[dict[str, Any]]:
    """``[{"name", "description", "parameters"}]`` of the named tools, in that order.

    Raises:
        ValueError: the descriptions cannot be used in this confirm mode.
    """
    texts = descriptions.in_mode(confirm_mode)
    return [_schema(CATALOGUE[name], texts, confirm_mode) for name in tools]


def mcp_tools(
    descriptions: DescriptionSet, tools: Sequence[str], confirm_mode: ConfirmMode, output_schemas: bool = True
) -> list[McpTool]:
    """The same with what hosts, not models, look at: title, output schema, annotations."""
    return [
        McpTool(
            name=schema["name"],
            title=CATALOGUE[schema["name"]].title,
            description=schema["description"],
            input_schema=schema["parameters"],
            output_schema=output_schema(schema["name"], confirm_mode) if output_schemas else None,
            annotations=_annotations(CATALOGUE[schema["name"]]),
        )
        for schema in tool_schemas(descriptions, tools, confirm_mode)
    ]


def _schema(tool: Tool, texts: Texts, mode: ConfirmMode) -> dict[str, Any]:
    if isinstance(tool, WordedTool):
        description, words = tool.description, tool.parameter_texts
    else:
        description, words = texts.tools[tool.name], texts.parameters[tool.name]
    parameters = parameters_of(tool, mode)
    return {
        "name": tool.name,
        "description": description,
        "parameters": {
            "type": "object",
            "properties": {
                name: _worded(parameter.schema(), words[name]) for name, parameter in parameters.items()
            },
            "required": [name for name, parameter in parameters.items() if parameter.required],
        },
    }


def _worded(schema: dict[str, Any], words: str) -> dict[str, Any]:
    return {"type": schema["type"], "description": words, **schema}


def _annotations(tool: Tool) -> ToolAnnotations:
    if not isinstance(tool, ConfirmedTool):
        return ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return ToolAnnotations(
        read_only_hint=False, destructive_hint=tool.destructive, idempotent_hint=False, open_world_hint=False
    )
