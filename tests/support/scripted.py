"""A model that says what a script tells it to, through Inspect's mock provider.

Every output carries a usage, so that Inspect never counts tokens itself (that would download a tokenizer).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    GenerateConfig,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.tool import ToolCall, ToolInfo

USAGE = ModelUsage(input_tokens=100, output_tokens=10, total_tokens=110)


def says(text: str, stop_reason: Any = "stop") -> ModelOutput:
    return _output(ChatMessageAssistant(content=text, source="generate"), stop_reason)


def calls(*made: tuple[str, dict[str, Any]], text: str = "", parse_error: str | None = None) -> ModelOutput:
    tool_calls = [
        ToolCall(id=f"call_{i}_{name}", function=name, arguments=arguments, parse_error=parse_error)
        for i, (name, arguments) in enumerate(made)
    ]
    message = ChatMessageAssistant(content=text, tool_calls=tool_calls, source="generate")
    return _output(message, "tool_calls")


def _output(message: ChatMessageAssistant, stop_reason: Any) -> ModelOutput:
    choice = ChatCompletionChoice(message=message, stop_reason=stop_reason)
    return ModelOutput(model="scripted", choices=[choice], usage=USAGE)


def scripted(*outputs: ModelOutput) -> Model:
    """A model that gives these outputs in turn (for a single sample), and the last one for ever after."""
    given = list(outputs)

    def next_output(
        messages: list[ChatMessage], tools: list[ToolInfo], choice: Any, config: GenerateConfig
    ) -> ModelOutput:
        output = given.pop(0) if len(given) > 1 else given[0]
        return output.model_copy(deep=True)

    return get_model("mockllm/model", custom_outputs=next_output, memoize=False)


def by_turn(script: Callable[[Sequence[ChatMessage]], ModelOutput]) -> Model:
    """A model whose output is a function of the messages it is sent: fit for many samples at once."""

    def next_output(
        messages: list[ChatMessage], tools: list[ToolInfo], choice: Any, config: GenerateConfig
    ) -> ModelOutput:
        return script(messages)

    return get_model("mockllm/model", custom_outputs=next_output, memoize=False)
