"""What the agent is told before a run: frozen, the same for every sample, and kept in the log."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

ConfirmMode = Literal["flag", "preview_token", "elicit"]
Transport = Literal["in_process", "stdio"]
Think = Literal["off", "on", "default"]
TextCalls = Literal["fail", "recover"]

CONFIRM_MODES: tuple[ConfirmMode, ...] = get_args(ConfirmMode)
TRANSPORTS: tuple[Transport, ...] = get_args(Transport)
THINK: tuple[Think, ...] = get_args(Think)
TEXT_CALLS: tuple[TextCalls, ...] = get_args(TextCalls)


class AgentSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    system_prompt: str
    descriptions: str  # a version's name, or the path of a YAML file
    confirm_mode: ConfirmMode = "flag"
    tools: tuple[str, ...]
    transport: Transport = "in_process"
    text_calls: TextCalls = "fail"
    max_turns: int = 10
    repeat_limit: int = 3  # identical turns in a row that end a run; 0: never
    call_timeout: float = 30.0  # seconds a single tool call may take
    num_ctx: int = 8192  # Ollama only, as are the next two
    think: bool | None = False
    split_text_and_calls: bool = False
