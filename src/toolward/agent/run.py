"""The book-keeping of one run: turns, repeats, the lowest free memory, and why it stopped.

A turn is one request to the model. Runs end at `max_turns`, or earlier when the same calls brought the
same results `repeat_limit` times in a row: on a deterministic server nothing new can come of the next.
"""

from __future__ import annotations

from typing import Any

import psutil
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ModelOutput

from toolward.grading.trace import Stop

RUN_KEY = "toolward:run"
SAMPLE_KEY = "toolward:sample"
FAILURE_KEY = "toolward"


class Run:
    def __init__(self, max_turns: int, repeat_limit: int) -> None:
        self.stop: Stop | None = None
        self.turns = 0
        self._max_turns = max_turns
        self._repeat_limit = repeat_limit
        self._last: object = None
        self._same = 0
        self._lowest_memory = psutil.virtual_memory().available

    def count(self, reply: ChatMessageAssistant, results: list[ChatMessage]) -> None:
        """Book a turn that did not end the run by itself; ends it when a limit is reached."""
        self.turns += 1
        self._lowest_memory = min(self._lowest_memory, psutil.virtual_memory().available)
        made = [(call.function, call.arguments, call.parse_error) for call in reply.tool_calls or []]
        seen = (made, [_outcome(result) for result in results])
        self._same = self._same + 1 if made and seen == self._last else 1
        self._last = seen
        if self._repeat_limit and made and self._same >= self._repeat_limit:
            self.stop = Stop.REPEAT_CAP
        elif self.turns >= self._max_turns:
            self.stop = Stop.TURN_CAP

    def end(self, stop: Stop) -> None:
        self.turns += 1
        self.stop = stop

    def noted(self, tools: tuple[str, ...]) -> dict[str, Any]:
        """What the log keeps. ``stop`` is None while the run goes on, and stays so when it breaks off."""
        return {
            "turns": self.turns,
            "stop": self.stop.value if self.stop else None,
            "exposed_tools": list(tools),
            "lowest_free_memory_mb": self._lowest_memory // 2**20,
        }


def cut_short(output: ModelOutput) -> Stop | None:
    """Whether this reply ends the run without being an answer, and why."""
    failure = (output.metadata or {}).get(FAILURE_KEY, {}).get("failure")
    if failure is not None:
        return Stop(failure)
    if output.stop_reason == "max_tokens":
        return Stop.TOKEN_CAP
    if output.stop_reason == "model_length":
        return Stop.CONTEXT_OVERFLOW
    return None


def _outcome(message: ChatMessage) -> tuple[str, str | None]:
    error = getattr(message, "error", None)
    return message.text, error.message if error else None
