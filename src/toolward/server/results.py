"""What goes back to the client: one JSON text, and for a success the same as structured content.

Every result says in its ``_meta`` how often the call changed the state. An error's JSON is in the text
only: structured content has to fit the output schema, and an error does not.
"""

from __future__ import annotations

import json

from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel

from toolward.community.failures import ToolFailure

STATE_CHANGES = "toolward/state_changes"
_INTERNAL: dict[str, object] = {
    "error": {
        "code": "INTERNAL",
        "message": "The tool failed because of a fault in the server.",
        "hint": "Do not try again. Tell the user that the tool is broken.",
    }
}


def success(output: BaseModel, changes: int) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(text=output.model_dump_json())],
        structured_content=output.model_dump(mode="json"),
        _meta={STATE_CHANGES: changes},
    )


def refusal(failure: ToolFailure, changes: int = 0) -> CallToolResult:
    return _error(failure.body(), changes)


def internal_error(changes: int) -> CallToolResult:
    return _error(_INTERNAL, changes)


def _error(body: dict[str, object], changes: int) -> CallToolResult:
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return CallToolResult(content=[TextContent(text=text)], is_error=True, _meta={STATE_CHANGES: changes})
