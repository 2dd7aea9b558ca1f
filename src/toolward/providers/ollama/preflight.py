"""Before the first sample: is the server there, the model, its tools, its context?

`preflight` either returns the facts that the log keeps, or raises PreflightError with one message that says
what to type. It is synchronous and sends no prompt, so it may run while a task is built.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Literal

from toolward.record import ModelFacts

from .address import display_url, resolve_base_url
from .discovery import DISCOVERY_TIMEOUT_S, ListedModel, Server, ShownModel
from .errors import OllamaError, PreflightError, UnknownModel

Thinking = Literal["off", "on", "default"]
MIN_NUM_CTX = 512


@dataclass(frozen=True)
class OllamaFacts:
    """What the run records of the server and the model. ``think_sent`` is what requests must carry."""

    base_url: str
    name: str
    server_version: str
    digest: str | None
    size_bytes: int | None
    family: str | None
    parameter_size: str | None
    quantization: str | None
    context_length: int | None
    capabilities: tuple[str, ...]
    capabilities_known: bool
    template: str
    think_sent: bool | None

    def model_facts(self) -> ModelFacts:
        return ModelFacts(
            provider="ollama",
            name=self.name,
            digest=self.digest,
            family=self.family,
            parameter_size=self.parameter_size,
            quantization=self.quantization,
            context_length=self.context_length,
            capabilities=self.capabilities,
            server_version=self.server_version,
        )


def preflight(
    model_name: str,
    base_url: str | None = None,
    *,
    num_ctx: int,
    think: Thinking = "off",
    needs_tools: bool = True,
    timeout_s: float = DISCOVERY_TIMEOUT_S,
) -> OllamaFacts:
    """The facts of a model that can do this run. ``base_url`` None: what the environment says."""
    try:
        facts = gather(model_name, base_url, think=think, timeout_s=timeout_s)
    except PreflightError:
        raise
    except OllamaError as error:
        raise PreflightError(str(error)) from None
    problems = shortcomings(facts, num_ctx=num_ctx, think=think, needs_tools=needs_tools)
    if problems:
        raise PreflightError("\n".join(problems))
    return facts


def gather(
    model_name: str,
    base_url: str | None = None,
    *,
    think: Thinking = "off",
    timeout_s: float = DISCOVERY_TIMEOUT_S,
) -> OllamaFacts:
    """The facts alone, without judging them."""
    url = resolve_base_url(base_url)
    with Server(url, timeout_s) as server:
        version = server.version()
        listed = server.listed()
        try:
            shown = server.show(model_name)
        except UnknownModel:
            raise PreflightError(missing_model(model_name, listed, display_url(url))) from None
    entry = find_listed(model_name, listed)
    capabilities = shown.capabilities if shown.capabilities is not None else _guessed_capabilities(shown)
    return OllamaFacts(
        base_url=url,
        name=model_name,
        server_version=version,
        digest=entry.digest if entry else None,
        size_bytes=entry.size_bytes if entry else None,
        family=shown.family or None,
        parameter_size=shown.parameter_size or None,
        quantization=shown.quantization or None,
        context_length=shown.context_length,
        capabilities=capabilities,
        capabilities_known=shown.capabilities is not None,
        template=shown.template,
        think_sent=think_to_send(think, capabilities),
    )


def shortcomings(facts: OllamaFacts, *, num_ctx: int, think: Thinking, needs_tools: bool = True) -> list[str]:
    """Why this model cannot do this run; each line says what to type."""
    out: list[str] = []
    name, can = facts.name, facts.capabilities
    if facts.capabilities_known and needs_tools and "tools" not in can:
        out.append(
            f"{name} does not support tools (it has: {', '.join(can) or 'nothing'}). "
            "Choose a model that does, for example `--model ollama/qwen3:8b`."
        )
    if facts.capabilities_known and think == "on" and "thinking" not in can:
        out.append(f"{name} does not support thinking. Use `-T think=off`, or a model that thinks.")
    if num_ctx < MIN_NUM_CTX:
        out.append(f"num_ctx {num_ctx} is too small for any tool list. Use `-T num_ctx=8192`.")
    if facts.context_length is not None and num_ctx > facts.context_length:
        out.append(
            f"{name} was made for {facts.context_length} tokens of context, num_ctx is {num_ctx}. "
            f"Use `-T num_ctx={facts.context_length}` or less."
        )
    return out


def think_to_send(think: Thinking, capabilities: tuple[str, ...]) -> bool | None:
    """`off` is sent only to a model that thinks, for to others it means nothing; `default` sends nothing."""
    if think == "on":
        return True
    return False if think == "off" and "thinking" in capabilities else None


def find_listed(model_name: str, listed: tuple[ListedModel, ...]) -> ListedModel | None:
    wanted = {model_name.lower(), with_tag(model_name).lower()}
    return next((m for m in listed if m.name.lower() in wanted), None)


def with_tag(model_name: str) -> str:
    """`qwen3` -> `qwen3:latest`: what a name without a tag means to Ollama."""
    return model_name if ":" in model_name.rpartition("/")[2] else f"{model_name}:latest"


def missing_model(model_name: str, listed: tuple[ListedModel, ...], url: str) -> str:
    names = [m.name for m in listed]
    near = near_names(model_name, names)
    hint = f" There is {' and '.join(near)}: `--model ollama/{near[0]}`." if near else ""
    if not names:
        hint = " The server has no model yet."
    return f"The server at {url} has no model {model_name!r}. Get it with `ollama pull {model_name}`.{hint}"


def near_names(model_name: str, names: list[str]) -> list[str]:
    base = model_name.partition(":")[0].lower()
    same = [n for n in names if n.partition(":")[0].lower() == base]
    return (same or difflib.get_close_matches(model_name, names, n=3, cutoff=0.6))[:3]


def _guessed_capabilities(shown: ShownModel) -> tuple[str, ...]:
    """Servers before 0.6.4 list none; their templates tell."""
    found = {
        "completion": True,
        "tools": ".Tools" in shown.template,
        "thinking": ".Thinking" in shown.template,
    }
    return tuple(name for name, there in found.items() if there)
