"""What really reaches the model: the server's own rendering of the prompt, and what it holds of our tools.

`_debug_render_only` makes /api/chat return the prompt instead of running it. Nothing else proves what the
model saw: templates that print `{{ .Function }}` show Go structs since Ollama 0.14, and templates that print
either text or calls drop the calls of a message that has both.

`tools_seen`: `json` when every exposed tool stands in the prompt as JSON that says what we meant (the keys
that the server keeps; order is free); `malformed` when a tool stands there as a Go struct, is missing or says
something else; `unknown` when the template has a notation of its own, or the server does not render.
`history_seen`: does a call in an assistant message with text survive.

A server that does not know the flag runs the model instead, so these requests ask for one token.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
)
from inspect_ai.tool import ToolCall, ToolInfo

from toolward.record import RenderFacts

from .address import resolve_base_url
from .discovery import Server
from .errors import OllamaError
from .jsontext import Json
from .request import ChatSettings, chat_body, wire_tool

RENDER_TIMEOUT_S = 300.0  # the server loads the model first
KEPT = ("type", "description", "enum", "anyOf", "items", "properties", "required")
CALL_TEXT, CALL_VALUE = "I will look.", "zq7-render-probe"
ToolsSeen = Literal["json", "malformed", "unknown"]
HistorySeen = Literal["calls_kept", "calls_dropped", "unknown"]


@dataclass(frozen=True)
class RenderCheck:
    """The verdict and its evidence. ``block``: the part of the prompt that the tools put there."""

    tools_seen: ToolsSeen
    history_seen: HistorySeen
    split_keeps_calls: bool | None  # does sending text and calls as two messages mend it; None: not tried
    block: str
    problems: tuple[str, ...]  # one line a tool that is not intact, or why nothing is known

    @property
    def needs_split(self) -> bool:
        return self.history_seen == "calls_dropped" and self.split_keeps_calls is True

    def facts(self) -> RenderFacts:
        return RenderFacts(
            tools_seen=self.tools_seen, history_seen=self.history_seen, text_and_calls_split=self.needs_split
        )


def check_render(
    model_name: str,
    base_url: str | None,
    tools: Sequence[ToolInfo],
    *,
    num_ctx: int,
    think: bool | None = None,
    timeout_s: float = RENDER_TIMEOUT_S,
) -> RenderCheck:
    """Ask the server what it makes of these tools. Raises nothing: what cannot be known is `unknown`."""
    try:
        with Server(resolve_base_url(base_url), timeout_s) as server:
            return _check(_Renderer(server, model_name, ChatSettings(num_ctx, think)), tools)
    except OllamaError as error:
        return _unknown(str(error))


def _check(ask: _Renderer, tools: Sequence[ToolInfo]) -> RenderCheck:
    prompt = ask.render(_question(), tools)
    if prompt is None:
        return _unknown("the server does not render prompts (it is too old, or no Ollama)")
    block = _only_in_first(prompt, ask.render(_question(), []) or "")
    seen, problems = judge_tools(prompt, tools)
    history, split = _judge_history(ask, tools)
    return RenderCheck(seen, history, split, block, problems)


class _Renderer:
    def __init__(self, server: Server, model: str, settings: ChatSettings) -> None:
        self.server, self.model, self.settings = server, model, settings

    def render(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolInfo], split: bool = False
    ) -> str | None:
        """The prompt, or None where the server gives none."""
        settings = ChatSettings(self.settings.num_ctx, self.settings.think, split_text_and_calls=split)
        config = GenerateConfig(temperature=0, seed=0, max_tokens=1)
        body = chat_body(self.model, messages, tools, config, settings) | {"_debug_render_only": True}
        status, answer = self.server.chat(body)
        info = answer.get("_debug_info")
        prompt = cast(Json, info).get("rendered_template") if isinstance(info, dict) else None
        return prompt if status == 200 and isinstance(prompt, str) and prompt else None


def _question() -> list[ChatMessage]:
    return [ChatMessageSystem(content="You help staff."), ChatMessageUser(content="Who is mem_0042?")]


def _judge_history(ask: _Renderer, tools: Sequence[ToolInfo]) -> tuple[HistorySeen, bool | None]:
    messages = _history(tools)
    whole = ask.render(messages, tools)
    if whole is None:
        return "unknown", None
    if CALL_VALUE in whole:
        return "calls_kept", None
    if CALL_TEXT not in whole:
        return "unknown", None
    halves = ask.render(messages, tools, split=True)
    return "calls_dropped", halves is not None and CALL_VALUE in halves and CALL_TEXT in halves


def _history(tools: Sequence[ToolInfo]) -> list[ChatMessage]:
    name = tools[0].name if tools else "lookup_member"
    call = ToolCall(id="call_0", function=name, arguments={"name": CALL_VALUE})
    return [
        *_question(),
        ChatMessageAssistant(content=CALL_TEXT, tool_calls=[call]),
        ChatMessageTool(content='{"found": true}', tool_call_id="call_0", function=name),
        ChatMessageUser(content="Thanks. And now?"),
    ]


def judge_tools(prompt: str, tools: Sequence[ToolInfo]) -> tuple[ToolsSeen, tuple[str, ...]]:
    """Do the JSON objects in the prompt say what we meant each tool to be?"""
    found = {name: list(shown) for name, shown in _shown_tools(prompt).items()}
    problems: list[str] = []
    foreign = 0
    for tool in tools:
        sent = wire_tool(tool)["function"]
        if any(_same(sent, shown) for shown in found.get(tool.name, [])):
            continue
        if tool.name in found:
            problems.append(f"{tool.name}: shown as JSON, but not as it was sent")
        elif _as_go_struct(prompt, tool.name):
            problems.append(f"{tool.name}: shown as a Go struct, not as JSON")
        elif tool.name not in prompt:
            problems.append(f"{tool.name}: not shown at all")
        else:
            foreign += 1
    if problems:
        return "malformed", tuple(problems)
    if foreign:
        return "unknown", (f"{foreign} tools are shown in a notation that is not JSON: read the block",)
    return "json", ()


def in_short(problems: Sequence[str]) -> str:
    """One phrase a kind of problem: `shown as a Go struct, not as JSON (lookup_member, ban_member)`."""
    kinds: dict[str, list[str]] = {}
    for problem in problems:
        name, _, what = problem.partition(": ")
        kinds.setdefault(what or problem, []).extend([name] if what else [])
    return "; ".join(f"{what} ({', '.join(names)})" if names else what for what, names in kinds.items())


def _as_go_struct(prompt: str, name: str) -> bool:
    """`{name description {object ...` or `map[name:...`: what Go prints for a struct or a map."""
    go = re.escape(name)
    return bool(
        re.search(rf"\{{{go} .{{0,20000}}?\{{object (?:<nil>|map\[)|map\[[^\]]*name:{go}\b", prompt, re.S)
    )


def _shown_tools(prompt: str) -> dict[str, list[Json]]:
    out: dict[str, list[Json]] = {}
    for value in _json_objects(prompt):
        function = value.get("function")
        for candidate in (value, function):
            if (
                isinstance(candidate, dict)
                and isinstance(candidate.get("name"), str)
                and "parameters" in candidate
            ):
                out.setdefault(str(candidate["name"]), []).append(cast(Json, candidate))
    return out


def _json_objects(text: str) -> Iterator[Json]:
    """Every outermost JSON object in the text."""
    decoder, at = json.JSONDecoder(), 0
    while (at := text.find("{", at)) >= 0:
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if isinstance(value, dict):
            yield cast(Json, value)


def _same(sent: Json, shown: Json) -> bool:
    return (
        shown.get("name") == sent["name"]
        and (shown.get("description") or "") == (sent.get("description") or "")
        and _schema_same(sent["parameters"], shown.get("parameters"))
    )


def _schema_same(sent: Any, shown: Any) -> bool:
    """All that the server keeps is there and equal, and nothing is there that was not sent."""
    if not isinstance(sent, dict) or not isinstance(shown, dict):
        return sent == shown
    if any(_blank(sent.get(key)) != _blank(shown.get(key)) for key in KEPT):
        return False
    if any(key not in sent for key, value in shown.items() if not _blank(value)):
        return False
    return all(_value_same(key, sent[key], value) for key, value in shown.items() if not _blank(value))


def _value_same(key: str, sent: Any, shown: Any) -> bool:
    if key == "properties":
        return sent.keys() == shown.keys() and all(_schema_same(sent[k], shown[k]) for k in sent)
    if key == "items":
        return _schema_same(sent, shown)
    if key == "anyOf":
        return len(sent) == len(shown) and all(_schema_same(a, b) for a, b in zip(sent, shown, strict=True))
    if key == "required":
        return sorted(sent) == sorted(shown)
    return sent == shown


def _blank(value: Any) -> bool:
    return value is None or value == [] or value == {} or value == ""


def _only_in_first(first: str, second: str) -> str:
    """The part of ``first`` between what both begin and end with."""
    start = _common(first, second)
    rest = min(len(first), len(second)) - start
    tail = _common(first[::-1][:rest], second[::-1][:rest])
    return first[start : len(first) - tail].strip("\n")


def _common(first: str, second: str) -> int:
    """How many characters both begin with."""
    shorter = min(len(first), len(second))
    return next((i for i in range(shorter) if first[i] != second[i]), shorter)


def _unknown(why: str) -> RenderCheck:
    return RenderCheck("unknown", "unknown", None, "", (why,))
