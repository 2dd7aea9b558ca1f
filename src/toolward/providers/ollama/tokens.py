"""How many tokens a tool list really costs this model: two runs of one token each, with and without it.

The server counts (`prompt_eval_count`), cached tokens included, so the numbers are exact for this model and
template. Costs two evaluations of a prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig
from inspect_ai.tool import ToolInfo

from .address import resolve_base_url
from .discovery import Server
from .errors import OllamaConfigurationError
from .refusals import error_text
from .request import ChatSettings, chat_body

COUNT_TIMEOUT_S = 600.0


@dataclass(frozen=True)
class PromptTokens:
    with_tools: int
    without_tools: int

    @property
    def tools(self) -> int:
        return self.with_tools - self.without_tools


def count_prompt_tokens(
    model_name: str,
    base_url: str | None,
    tools: Sequence[ToolInfo],
    *,
    num_ctx: int,
    system: str = "You help staff.",
    user: str = "Who is mem_0042?",
    think: bool | None = None,
    timeout_s: float = COUNT_TIMEOUT_S,
) -> PromptTokens:
    """Raises OllamaError: a prompt that does not fit num_ctx among them."""
    messages = [ChatMessageSystem(content=system), ChatMessageUser(content=user)]
    config = GenerateConfig(temperature=0, seed=0, max_tokens=1)
    with Server(resolve_base_url(base_url), timeout_s) as server:
        counts: list[int] = []
        for offered in (tools, []):
            body = chat_body(model_name, messages, offered, config, ChatSettings(num_ctx, think))
            status, answer = server.chat(body)
            count = answer.get("prompt_eval_count")
            if status != 200 or not isinstance(count, int):
                raise OllamaConfigurationError(f"The server counted nothing: {error_text(answer) or status}")
            counts.append(count)
    return PromptTokens(*counts)
