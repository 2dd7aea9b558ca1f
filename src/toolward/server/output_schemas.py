"""The JSON Schema of what a tool returns, small enough to be checked on every call.

Clients check each result against it, value by value. So there is nothing in it to look up or to try in
turn: references are written out, "text or null" is one type, and titles and defaults, which say nothing of
a result, are left away. Every field of a result is always there, so all are required.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import BaseModel, create_model

from .catalogue import CATALOGUE
from .descriptions import ConfirmMode
from .tool import ConfirmedTool

TOKEN_PARAMETER = "confirmation_id"
Schema = dict[str, Any]
_SAYS_NOTHING = ("title", "default", "description", "$defs")


@cache
def output_schema(name: str, mode: ConfirmMode) -> Schema:
    """What the tool returns in this confirm mode when it is no error: one model, or one of two."""
    tool = CATALOGUE[name]
    models: tuple[type[BaseModel], ...] = tool.outputs
    if mode == "preview_token" and isinstance(tool, ConfirmedTool):
        models = (preview_with_token(tool.name), tool.executed)
    schemas = [_plain(model.model_json_schema(mode="serialization")) for model in models]
    return schemas[0] if len(schemas) == 1 else {"type": "object", "anyOf": schemas}


@cache
def preview_with_token(name: str) -> type[BaseModel]:
    """The preview of a tool with the token that confirms it."""
    preview = CATALOGUE[name].output
    return create_model(f"{preview.__name__}WithToken", __base__=preview, **{TOKEN_PARAMETER: (str, ...)})  # type: ignore[call-overload]


def _plain(schema: Schema) -> Schema:
    shared: Schema = schema.get("$defs", {})

    def plain(part: Any) -> Any:
        if isinstance(part, list):
            return [plain(item) for item in part]  # type: ignore[reportUnknownVariableType]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return plain(shared[part["$ref"].rsplit("/", 1)[1]])
        if "properties" in part:
            properties = {name: plain(inner) for name, inner in part["properties"].items()}
            return {**_kept(part, plain), "required": list(properties), "properties": properties}
        return _simplest(_kept(part, plain))

    return plain(schema)


def _kept(part: Schema, plain: Any) -> Schema:
    return {k: plain(v) for k, v in part.items() if k not in _SAYS_NOTHING and k != "properties"}


def _simplest(part: Schema) -> Schema:
    match part:
        case {"anyOf": [{"type": str() as one, **rest}, {"type": "null"}]} if not rest.keys() - {"format"}:
            return {"type": [one, "null"], **rest}
        case {"enum": options}:
            return {"enum": options}  # the type of the options says nothing more
        case {"const": value}:
            return {"const": value}
        case _:
            return part
