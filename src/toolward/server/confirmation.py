"""The confirm step of tools that change state.

Every refusal comes first, whatever the mode and whatever confirm says, so a preview never suggests that a
forbidden action would work. Then, without confirm: the preview. With it: in `flag` mode the action; in
`preview_token` mode the action only with the token of its own preview; in `elicit` mode the action only
after the person at the host has approved it. Checking and acting happen under the connection's lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import CallToolRequestParams, InputRequiredResult
from pydantic import BaseModel

from .connection import Connection
from .descriptions import ConfirmMode
from .elicitation import ask
from .output_schemas import TOKEN_PARAMETER, preview_with_token
from .tokens import Subject
from .tool import ConfirmedTool

_TOKEN_MESSAGE = (
    "Preview only: nothing was changed. To carry it out once the user agrees, call {tool} again with the "
    "same arguments, confirm=true and confirmation_id={token}."
)


@dataclass
class Confirmed:
    """One call on its way through the confirm step; counts how often it changed the state."""

    ctx: ServerRequestContext[Any, Any]
    params: CallToolRequestParams
    connection: Connection
    mode: ConfirmMode
    changes: int = 0


async def run_confirmed(
    tool: ConfirmedTool, arguments: Mapping[str, Any], call: Confirmed
) -> BaseModel | InputRequiredResult:
    """The preview, the executed result, or a question for the client to ask.

    Raises:
        ToolFailure: what the tool refuses; CONFIRMATION_REQUIRED, _DECLINED, _UNAVAILABLE.
    """
    subject = {k: v for k, v in arguments.items() if k not in ("confirm", TOKEN_PARAMETER)}
    confirm, token = arguments["confirm"], arguments.get(TOKEN_PARAMETER)
    if not confirm:
        return await _preview(tool, subject, call)
    if call.mode == "elicit":
        question = tool.ask(call.connection.session, subject)  # refuses what would be refused
        unanswered = await ask(call.ctx, call.params, call.connection.questions, subject, question)
        if unanswered is not None:
            return unanswered
    async with call.connection.lock:
        session, tokens = call.connection.session, call.connection.tokens
        if call.mode == "preview_token":
            tool.run(session, **subject)
            tokens.check(session, Subject.of(tool.name, subject), token)
        before = session.changes
        try:
            result = tool.act(session, **subject)
        finally:
            call.changes = session.changes - before
        if token is not None:
            tokens.spend(token)
        return result


async def _preview(tool: ConfirmedTool, subject: Mapping[str, Any], call: Confirmed) -> BaseModel:
    async with call.connection.lock:
        session = call.connection.session
        preview = tool.run(session, **subject)
        if call.mode != "preview_token":
            return preview
        token = call.connection.tokens.issue(session, Subject.of(tool.name, subject))
        return preview_with_token(tool.name).model_validate(
            {
                **dict(preview),
                "message": _TOKEN_MESSAGE.format(tool=tool.name, token=token),
                TOKEN_PARAMETER: token,
            }
        )
