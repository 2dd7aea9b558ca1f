"""Playing a script on a real server, in a session of its own; what comes back is a trace like a model's.

In preview_token mode a scripted confirmation carries the token of the session's latest preview of the same
action. When there was none, the preview is made first, as a careful assistant would.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from toolward.agent.direct import Answer, CallTool, Server, open_session
from toolward.booleans import reads_as_true
from toolward.cases.model import STATE_CHANGING_TOOLS, Case, JsonObject
from toolward.cases.oracle import FILLED_IN_BY_PLAYER, Do, Say, Script
from toolward.grading.trace import Call, Stop, Trace

ConfirmMode = Literal["flag", "preview_token", "elicit"]


@dataclass(frozen=True, slots=True)
class Played:
    """``results``: the text of every tool result, in order."""

    trace: Trace
    results: tuple[str, ...]


async def play(
    server: Server[Any],
    case: Case,
    script: Script,
    mode: ConfirmMode,
    exposed: tuple[str, ...],
) -> Played:
    """Play one script; staff approve in elicit mode as the case says."""
    approvals = case.staff.approvals if mode == "elicit" else None
    async with open_session(server, approvals) as call:
        player = _Player(call, mode)
        for turn, step in enumerate(script.steps):
            await player.take(turn, step)
    trace = Trace(
        calls=tuple(player.calls),
        replies=tuple(player.replies),
        stop=Stop(script.stop),
        exposed_tools=exposed,
    )
    return Played(trace, tuple(player.results))


@dataclass
class _Player:
    ask: CallTool
    mode: ConfirmMode
    calls: list[Call] = field(default_factory=list[Call])
    replies: list[str] = field(default_factory=list[str])
    results: list[str] = field(default_factory=list[str])
    tokens: dict[str, str] = field(default_factory=dict[str, str])

    async def take(self, turn: int, step: Do | Say) -> None:
        if isinstance(step, Say):
            self.replies.append(step.text)
        elif step.parse_error is not None:
            self.calls.append(
                self._entry(step.name, step.arguments, turn, parse_error=step.parse_error, run=False)
            )
        else:
            await self._call(turn, step.name, await self._with_token(turn, step))

    async def _call(self, turn: int, name: str, arguments: JsonObject) -> Answer:
        answer = await self.ask(name, arguments)
        entry = self._entry(
            name, arguments, turn, error_code=answer.error_code, state_changed=answer.state_changed
        )
        self.calls.append(entry)
        self.results.append(answer.text)
        if answer.error_code is None and name in STATE_CHANGING_TOOLS:
            token = json.loads(answer.text).get(FILLED_IN_BY_PLAYER)
            if token is not None:
                self.tokens[_action(name, arguments)] = token
        return answer

    async def _with_token(self, turn: int, step: Do) -> JsonObject:
        confirms = step.name in STATE_CHANGING_TOOLS and reads_as_true(step.arguments.get("confirm"))
        if self.mode != "preview_token" or not confirms or FILLED_IN_BY_PLAYER in step.arguments:
            return step.arguments
        action = _action(step.name, step.arguments)
        if action not in self.tokens:
            preview = {key: value for key, value in step.arguments.items() if key != "confirm"}
            await self._call(turn, step.name, preview)
        if (token := self.tokens.pop(action, None)) is None:
            return step.arguments
        return {**step.arguments, FILLED_IN_BY_PLAYER: token}

    def _entry(self, name: str, arguments: Mapping[str, Any], turn: int, **facts: Any) -> Call:
        return Call(name=name, arguments=dict(arguments), turn=turn, follow_ups=len(self.replies), **facts)


def _action(name: str, arguments: Mapping[str, Any]) -> str:
    role = str(arguments.get("role_name", "")).casefold()
    return json.dumps([name, arguments.get("member_id"), role])
