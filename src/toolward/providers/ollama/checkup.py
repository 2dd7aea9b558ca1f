"""A checklist of everything a run on Ollama needs, one finding at a time, cheap ones first.

A finding is `ok`, `warn` (a run works, and its result may mislead) or `fail` (a run cannot start). What
depends on a failed finding is not looked at. The last two make the model work: a few seconds on a GPU, up
to a minute or two on a CPU.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import psutil
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig, ModelOutput
from inspect_ai.tool import ToolInfo

from .address import display_url, is_loopback, resolve_base_url
from .api import OllamaNative
from .discovery import ListedModel, LoadedModel, Server
from .errors import OllamaError
from .mend import mend
from .preflight import OllamaFacts, Thinking, gather, shortcomings, with_tag
from .render import RenderCheck, check_render, in_short
from .tokens import count_prompt_tokens

Status = Literal["ok", "warn", "fail"]
TEST_REQUEST = "Show me the profile of member mem_0042."
TEST_TOOL, TEST_ARGUMENTS = "lookup_member", {"member_id": "mem_0042"}
ROOM_TO_ANSWER = 1024
GIB = 1024**3


@dataclass(frozen=True)
class Finding:
    status: Status
    what: str
    detail: str
    verbatim: str = ""  # a block to show or to paste, as it is


@dataclass(frozen=True)
class Wanted:
    """The run that is to be made possible."""

    model: str
    base_url: str | None
    num_ctx: int
    think: Thinking
    tools: Sequence[ToolInfo]
    system_prompt: str


def server_findings(base_url: str | None) -> Iterator[Finding]:
    """Is there a server, and which of its models can be used?"""
    try:
        url = resolve_base_url(base_url)
        with Server(url) as server:
            yield Finding("ok", "server", f"Ollama {server.version()} at {display_url(url)}")
            listed = server.listed()
            able = [m.name for m in listed if _has_tools(server, m)]
    except OllamaError as error:
        yield Finding("fail", "server", str(error))
        return
    if not listed:
        yield Finding("fail", "models", "The server has no model. Get one with `ollama pull qwen3:8b`.")
    elif not able:
        names = ", ".join(m.name for m in listed)
        yield Finding("fail", "models", f"None of {names} supports tools. Type `ollama pull qwen3:8b`.")
    else:
        more = f"Look closer with `toolward doctor --model ollama/{able[0]}`."
        yield Finding("ok", "models", f"with tools: {', '.join(able)}. {more}")


def _has_tools(server: Server, model: ListedModel) -> bool:
    capabilities = server.show(model.name).capabilities
    return capabilities is None or "tools" in capabilities


def model_findings(wanted: Wanted) -> Iterator[Finding]:
    """All that a run on this model needs, in the order in which things can be missing."""
    try:
        facts = gather(wanted.model, wanted.base_url, think=wanted.think)
    except OllamaError as error:
        yield Finding("fail", "server and model", str(error))
        return
    yield Finding("ok", "server", f"Ollama {facts.server_version} at {display_url(facts.base_url)}")
    yield _identity(facts)
    problems = shortcomings(facts, num_ctx=wanted.num_ctx, think=wanted.think)
    yield Finding("ok", "capabilities", _capabilities(facts))
    yield Finding("ok", "context length", f"{facts.context_length or 'unknown'}; num_ctx {wanted.num_ctx}")
    if problems:
        yield from (Finding("fail", "settings", problem) for problem in problems)
        return
    yield from _memory(facts, wanted.num_ctx)
    check = check_render(
        wanted.model, facts.base_url, wanted.tools, num_ctx=wanted.num_ctx, think=facts.think_sent
    )
    yield from _render_findings(facts, check)
    fits = _fit(wanted, facts)
    yield fits
    if fits.status != "fail":
        yield _test_call(wanted, facts, check)


def _identity(facts: OllamaFacts) -> Finding:
    known = [facts.family, facts.parameter_size, facts.quantization]
    digest = f"digest {facts.digest[:12]}" if facts.digest else "digest unknown"
    return Finding("ok", "model", ", ".join([facts.name, *(k for k in known if k), digest]))


def _capabilities(facts: OllamaFacts) -> str:
    listed = ", ".join(facts.capabilities) or "none"
    source = "" if facts.capabilities_known else " (guessed from the template: an old server)"
    sent = {True: "think: true is sent", False: "think: false is sent", None: "no think field is sent"}
    return f"{listed}{source}; {sent[facts.think_sent]}"


def _memory(facts: OllamaFacts, num_ctx: int) -> Iterator[Finding]:
    """Free memory against the weights, and what is loaded. A server elsewhere has memory of its own."""
    size = "unknown size" if facts.size_bytes is None else f"weights {facts.size_bytes / GIB:.1f} GiB"
    loaded = _loaded(facts)
    if loaded is not None:
        yield Finding("ok", "memory", f"{size}, already loaded")
        if loaded.context_length not in (None, num_ctx):
            now = f"with num_ctx {loaded.context_length}: the first request loads it again with {num_ctx}"
            yield Finding("ok", "loaded", now)
    elif facts.size_bytes is None or not is_loopback(facts.base_url):
        yield Finding("ok", "memory", f"{size}; what is free there is not known here")
    else:
        free = psutil.virtual_memory().available
        text = f"{size}, free {free / GIB:.1f} GiB"
        if free > 1.2 * facts.size_bytes:
            yield Finding("ok", "memory", text)
        else:
            advice = "without a GPU it will not fit. Close programs, or choose a smaller model."
            yield Finding("warn", "memory", f"{text}: {advice}")


def _loaded(facts: OllamaFacts) -> LoadedModel | None:
    with Server(facts.base_url) as server:
        try:
            found = server.loaded()
        except OllamaError:
            return None
    return next((m for m in found if with_tag(m.name).lower() == with_tag(facts.name).lower()), None)


def _render_findings(facts: OllamaFacts, check: RenderCheck) -> Iterator[Finding]:
    said = in_short(check.problems)
    match check.tools_seen:
        case "json":
            yield Finding("ok", "tools as seen", "every tool reaches the model as intact JSON", check.block)
        case "malformed":
            yield Finding("warn", "tools as seen", f"MALFORMED: {said}", check.block)
            yield Finding(
                "warn", "mend", "Type this, and use the new name:", mend(facts.name, facts.template).text()
            )
        case _:
            yield Finding("warn", "tools as seen", f"unknown: {said}", check.block)
    if check.history_seen == "calls_kept":
        yield Finding("ok", "history", "a call beside text stays in the prompt")
    elif check.needs_split:
        detail = "the template drops calls beside text, so runs send them as two messages"
        yield Finding("ok", "history", detail)
    elif check.history_seen == "calls_dropped":
        yield Finding(
            "warn", "history", "the template drops calls beside text: the model loses its own calls"
        )


def _fit(wanted: Wanted, facts: OllamaFacts) -> Finding:
    try:
        count = count_prompt_tokens(
            wanted.model,
            facts.base_url,
            wanted.tools,
            num_ctx=wanted.num_ctx,
            system=wanted.system_prompt,
            user=TEST_REQUEST,
            think=facts.think_sent,
        )
    except OllamaError as error:
        return Finding("fail", "prompt size", str(error))
    left = wanted.num_ctx - count.with_tools
    text = (
        f"{count.with_tools} of {wanted.num_ctx} tokens before the first answer "
        f"({count.tools} of them for {len(wanted.tools)} tools); {left} are left"
    )
    if left < ROOM_TO_ANSWER:
        return Finding("warn", "prompt size", f"{text}, too few for a conversation. Use a larger num_ctx.")
    return Finding("ok", "prompt size", text)


def _test_call(wanted: Wanted, facts: OllamaFacts, check: RenderCheck) -> Finding:
    """One real request: does a tool call come back as a tool call?"""
    api = OllamaNative(
        wanted.model,
        facts.base_url,
        num_ctx=wanted.num_ctx,
        think=facts.think_sent,
        split_text_and_calls=check.needs_split,
    )
    output = asyncio.run(_ask(api, wanted))
    if isinstance(output, Exception):
        return Finding("fail", "test call", str(output))
    calls = output.message.tool_calls or []
    seconds = f"in {output.time or 0:.1f} s"
    if any(c.function == TEST_TOOL and c.arguments == TEST_ARGUMENTS for c in calls):
        return Finding("ok", "test call", f"{TEST_TOOL}({TEST_ARGUMENTS}) came back {seconds}")
    if calls:
        made = ", ".join(f"{c.function}({c.parse_error or c.arguments})" for c in calls)
        return Finding("warn", "test call", f"a call, but not the one asked for, {seconds}: {made}")
    text = output.completion.strip() or f"an empty reply ({output.stop_reason})"
    return Finding("warn", "test call", f"no tool call {seconds}. The model wrote:", text[:600])


async def _ask(api: OllamaNative, wanted: Wanted) -> ModelOutput | Exception:
    config = GenerateConfig(temperature=0, seed=42, max_tokens=512)
    messages = [ChatMessageSystem(content=wanted.system_prompt), ChatMessageUser(content=TEST_REQUEST)]
    try:
        return (await api.generate(messages, list(wanted.tools), "auto", config))[0]
    finally:
        await api.aclose()
