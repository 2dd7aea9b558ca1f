"""`text_calls=recover`: a reply that is nothing but a call in text becomes that call, and is marked so."""

from __future__ import annotations

from inspect_ai.model import ChatMessageAssistant
from inspect_ai.tool import ToolCall

from toolward.grading.replies import whole_message_call

RECOVERED_KEY = "toolward_recovered"


def recover(message: ChatMessageAssistant, tool_names: tuple[str, ...]) -> ChatMessageAssistant:
    """The message itself, or one that makes the call which its whole text spells out."""
    if message.tool_calls or (found := whole_message_call(message.text, tool_names)) is None:
        return message
    call = ToolCall(id=f"recovered_{message.id}", function=found.name, arguments=found.arguments)
    return message.model_copy(
        update={
            "content": "",
            "tool_calls": [call],
            "metadata": {**(message.metadata or {}), RECOVERED_KEY: message.text},
        }
    )
