"""`OllamaNative`: Inspect's model interface over Ollama's own /api/chat.

Inspect's provider of that name speaks /v1, which can send neither num_ctx nor think. This one takes its
place inside the agent, for the same model name and server; `native_model` gives it the active model's
identity, so that usage and events stay under `ollama/NAME`.

A server that cannot answer gives `(OllamaError, ModelCall)`, which Inspect raises as its
`ModelGenerateError` from ours (`error.__cause__`). Overflow, cap and unreadable calls are outputs.
Inspect's own retries stay out of it (they have no bound by default): ours are in `client.py`.
"""

from __future__ import annotations

import os
from typing import Any

import anyio
from anyio.lowlevel import RunVar
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    GenerateConfig,
    Model,
    ModelAPI,
    ModelCall,
    ModelOutput,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from .address import resolve_base_url
from .client import Answer, ChatClient
from .errors import (
    NoThinkingSupport,
    NoToolSupport,
    OllamaConfigurationError,
    OllamaError,
    OllamaOutage,
    UnknownModel,
)
from .jsontext import Json, encode, too_deep
from .refusals import Kind, Refusal
from .request import DEFAULT_KEEP_ALIVE, DEFAULT_NUM_CTX, ChatSettings, chat_body
from .response import FAILURE_KINDS, read_refusal, read_reply

DEFAULT_TIMEOUT_S = 900.0
_slots: RunVar[dict[str, anyio.CapacityLimiter]] = RunVar("toolward-ollama-slots")


class OllamaNative(ModelAPI):
    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        config: GenerateConfig | None = None,
        *,
        num_ctx: int = DEFAULT_NUM_CTX,
        think: bool | None = None,
        split_text_and_calls: bool = False,
        timeout_s: float = DEFAULT_TIMEOUT_S,
        keep_alive: str | int = DEFAULT_KEEP_ALIVE,
        max_retries: int | None = None,
    ) -> None:
        super().__init__(
            model_name=model_name, base_url=resolve_base_url(base_url), config=config or GenerateConfig()
        )
        self.settings = ChatSettings(num_ctx, think, keep_alive, split_text_and_calls)
        self.client = ChatClient(str(self.base_url), timeout_s=timeout_s, max_retries=max_retries)

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> tuple[ModelOutput | Exception, ModelCall]:
        body = chat_body(self.model_name, input, _offered(tools, tool_choice), config, self.settings)
        call = ModelCall.create(body, None)
        try:
            async with _slot(str(self.base_url), config.max_connections or self.max_connections()):
                limits = self._limits(config)
                answer = await self.client.chat(body, max_retries=config.max_retries, **limits)
            return self._output(answer, input, config, call), call
        except OllamaError as error:
            if call.response is None:
                attempts = error.attempts if isinstance(error, OllamaOutage) else ()
                call.set_error({"error": str(error), "attempts": [a.as_json() for a in attempts]})
            return error, call

    def _output(
        self, answer: Answer, input: list[ChatMessage], config: GenerateConfig, call: ModelCall
    ) -> ModelOutput:
        taken = {c.id for m in input if isinstance(m, ChatMessageAssistant) for c in m.tool_calls or []}
        if answer.refusal is None:
            call.set_response(_loggable(answer.body), answer.seconds)
            output = read_reply(
                answer.body,
                model=self.model_name,
                num_ctx=self.settings.num_ctx,
                cap=config.max_tokens or None,
                taken_ids=taken,
            )
        else:
            call.set_error({"status": answer.status, **answer.body}, answer.seconds)
            if answer.refusal.kind not in FAILURE_KINDS:
                raise configuration_error(self.model_name, answer.refusal)
            output = read_refusal(answer.refusal, model=self.model_name, taken_ids=taken)
        output.time = answer.seconds
        if output.metadata is not None:
            output.metadata["toolward"]["attempts"] = [a.as_json() for a in answer.failed_attempts]
        return output

    def _limits(self, config: GenerateConfig) -> dict[str, float | None]:
        """Ours end just before Inspect's own, whose retries have no bound by default."""
        own = self.client.timeout_s
        attempt = own if config.attempt_timeout is None else 0.95 * config.attempt_timeout
        given = [0.95 * limit for limit in (config.attempt_timeout, config.timeout) if limit]
        return {"timeout_s": attempt, "total_s": min(given, default=None)}

    def should_retry(self, ex: Exception) -> bool:
        return False

    def max_connections(self) -> int:
        return default_connections()

    def connection_key(self) -> str:
        return str(self.base_url)


def default_connections() -> int:
    """What a local server takes at once: OLLAMA_NUM_PARALLEL where it is set here, else one."""
    value = os.environ.get("OLLAMA_NUM_PARALLEL", "").strip()
    return int(value) if value.isascii() and value.isdigit() and int(value) > 0 else 1


def native_model(active: Model, config: GenerateConfig | None = None, **settings: Any) -> Model:
    """The native counterpart of an active `ollama/NAME` model: same name, server and identity.

    ``config``: the generate settings of the run; the active model's own when None.
    """
    config = active.config if config is None else config
    api = OllamaNative(active.name, active.explicit_base_url, config, **settings)
    _take_identity(api, active.api)
    if config.max_connections is None:  # else Inspect's adaptive default sends twenty at once
        config = config.merge(GenerateConfig(max_connections=api.max_connections()))
    return Model(api, config)


def _take_identity(api: ModelAPI, active: ModelAPI) -> None:
    """Inspect names a model by its api's registry entry, and only its private registry sets one."""
    from inspect_ai._util.registry import registry_info, set_registry_info

    set_registry_info(api, registry_info(active))
    api.qualified_model_name = active.qualified_model_name


def configuration_error(model: str, refused: Refusal) -> OllamaConfigurationError:
    """The error a user can act on, with the model's name and what to type."""
    match refused.kind:
        case Kind.UNKNOWN_MODEL:
            return UnknownModel(
                f"The server has no model {model!r}. Get it with `ollama pull {model}`; "
                "`ollama list` shows what is there."
            )
        case Kind.NO_TOOLS:
            return NoToolSupport(
                f"{model} does not support tools. Choose a model that does, "
                "for example `--model ollama/qwen3:8b`."
            )
        case Kind.NO_THINKING:
            return NoThinkingSupport(f"{model} does not support thinking. Leave it out with `-T think=off`.")
        case _:
            return OllamaConfigurationError(
                f"The server refused the request for {model} (status {refused.status}): {refused.text}"
            )


def _loggable(body: Json) -> Json:
    """The raw answer; as text where it is nested too deep for a log."""
    return {"text": encode(body).decode()} if too_deep(body, 200) else body


def _offered(tools: list[ToolInfo], tool_choice: ToolChoice) -> list[ToolInfo]:
    if tool_choice == "none":
        return []
    if tools and tool_choice != "auto":
        raise OllamaConfigurationError(
            f"Ollama cannot be told which tool to call (tool_choice={tool_choice!r})."
        )
    return tools


def _slot(base_url: str, size: int) -> anyio.CapacityLimiter:
    """Requests to one server wait for a slot here, so that waiting does not eat an attempt's time."""
    slots = _slots.get({})
    _slots.set(slots)
    limiter = slots.setdefault(base_url, anyio.CapacityLimiter(size))
    if limiter.total_tokens != size:
        limiter.total_tokens = size
    return limiter
