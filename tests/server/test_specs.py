"""What a client lists is what `tool_schemas` says, and uses only what reaches a model."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from mcp.client.client import Client

from toolward.server.app import create_server
from toolward.server.catalogue import CATALOGUE
from toolward.server.descriptions import CONFIRM_MODES, DESCRIPTIONS, ConfirmMode
from toolward.server.output_schemas import output_schema
from toolward.server.specs import tool_schemas
from toolward.server.toolsets import resolve_tools

REACH_A_MODEL = {"type", "description", "enum"}
FOR_HOSTS = {"default", "minimum", "maximum"}
COMBINATIONS = [
    (name, mode, size)
    for name, texts in DESCRIPTIONS.items()
    for mode in CONFIRM_MODES
    for size in (3, 7, 30)
    if mode != "preview_token" or texts.preview_token
]


async def listed(
    name: str, mode: ConfirmMode, tools: tuple[str, ...], client_mode: str
) -> list[dict[str, Any]]:
    server = create_server(descriptions=name, confirm_mode=mode, tools=tools)
    async with Client(server, mode=client_mode) as client:
        found = (await client.list_tools()).tools
    return [{"name": t.name, "description": t.description, "parameters": t.input_schema} for t in found]


@pytest.mark.anyio
@pytest.mark.parametrize(("name", "mode", "size"), COMBINATIONS)
async def test_the_listed_tools_are_the_schemas_to_the_byte(name: str, mode: ConfirmMode, size: int) -> None:
    tools = resolve_tools(size)
    schemas = tool_schemas(DESCRIPTIONS[name], tools, mode)
    assert json.dumps(await listed(name, mode, tools, "auto")) == json.dumps(schemas)


@pytest.mark.anyio
async def test_older_protocols_list_the_same_with_the_three_top_keys_in_another_order() -> None:
    tools = resolve_tools(30)
    schemas = tool_schemas(DESCRIPTIONS["V7"], tools, "flag")
    older = await listed("V7", "flag", tools, "legacy")
    assert older == schemas
    properties = [json.dumps(schema["parameters"]["properties"]) for schema in schemas]
    assert [json.dumps(schema["parameters"]["properties"]) for schema in older] == properties


@pytest.mark.parametrize(("name", "mode", "size"), COMBINATIONS)
def test_a_schema_is_flat_and_plain(name: str, mode: ConfirmMode, size: int) -> None:
    for schema in tool_schemas(DESCRIPTIONS[name], resolve_tools(size), mode):
        assert set(schema) == {"name", "description", "parameters"}
        parameters = schema["parameters"]
        assert set(parameters) == {"type", "properties", "required"}
        assert parameters["type"] == "object"
        for property_ in parameters["properties"].values():
            assert REACH_A_MODEL - {"enum"} <= set(property_) <= REACH_A_MODEL | FOR_HOSTS
            assert property_["type"] in ("string", "integer", "boolean")
        jsonschema.Draft202012Validator.check_schema(parameters)


def test_required_and_optional_arguments_are_as_documented() -> None:
    required = {
        s["name"]: s["parameters"]["required"]
        for s in tool_schemas(DESCRIPTIONS["V1"], resolve_tools(7), "flag")
    }
    assert required == {
        "lookup_member": [],
        "get_leaderboard": [],
        "get_automod_log": [],
        "draft_announcement": ["topic"],
        "ban_member": ["member_id", "reason"],
        "get_community_stats": [],
        "assign_role": ["member_id", "role_name"],
    }


def limits(tool: str) -> dict[str, Any]:
    [schema] = tool_schemas(DESCRIPTIONS["V1"], [tool], "flag")
    return {
        name: tuple(p.get(key) for key in ("minimum", "maximum", "default"))
        for name, p in schema["parameters"]["properties"].items()
        if "default" in p
    }


def test_limits_and_defaults_are_as_documented() -> None:
    assert limits("get_leaderboard") == {
        "metric": (None, None, "xp"), "window": (None, None, "all_time"), "limit": (1, 25, 10)
    }  # fmt: skip
    assert limits("get_automod_log") == {
        "status": (None, None, "open"), "action": (None, None, "any"),
        "since_hours": (1, 8760, 168), "limit": (1, 50, 20),
    }  # fmt: skip
    assert limits("draft_announcement") == {
        "audience": (None, None, "everyone"), "tone": (None, None, "friendly"), "max_chars": (100, 2000, 800)
    }  # fmt: skip
    assert limits("get_community_stats") == {"window": (None, None, "last_7d")}
    assert limits("ban_member") == limits("assign_role") == {"confirm": (None, None, False)}


@pytest.mark.anyio
async def test_hosts_are_told_what_reads_and_what_destroys() -> None:
    async with Client(create_server(tools=resolve_tools(30))) as client:
        listed = (await client.list_tools()).tools
    hints = {
        t.name: (t.annotations.read_only_hint, t.annotations.destructive_hint)
        for t in listed
        if t.annotations
    }
    assert hints.pop("ban_member") == (False, True)
    assert hints.pop("assign_role") == (False, False)
    assert len(hints) == 28
    assert set(hints.values()) == {(True, None)}
    assert all(t.title and t.output_schema and t.output_schema["type"] == "object" for t in listed)


@pytest.mark.parametrize("mode", CONFIRM_MODES)
@pytest.mark.parametrize("name", CATALOGUE)
def test_an_output_schema_is_a_valid_schema(name: str, mode: ConfirmMode) -> None:
    schema = output_schema(name, mode)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object" and "$ref" not in json.dumps(schema)
    for one in schema.get("anyOf", [schema]):
        assert one["required"] == list(one["properties"])


def test_only_preview_token_mode_has_the_token_parameter() -> None:
    for mode in CONFIRM_MODES:
        shown = json.dumps(tool_schemas(DESCRIPTIONS["V7"], resolve_tools(7), mode))
        assert ('"confirmation_id": {' in shown) == (mode == "preview_token")
