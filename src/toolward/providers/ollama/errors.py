"""What can go wrong between us and an Ollama server, as a small tree of named errors.

Two branches: a *configuration* error never passes by itself (unknown model, no tool support), and its
message says what to type; an *outage* is infrastructure (server down, time-out, dead engine, unreadable
answer) and is raised only when the bounded retries are used up.

Not errors: an overflow of the context, a reply cut by the cap and a call that the server could not read.
Those are outcomes of the run and come back as a `ModelOutput` (see `response.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Attempt:
    """One try that failed and what came of it."""

    reason: str
    seconds: float
    status: int | None = None

    def as_json(self) -> dict[str, str | float | int | None]:
        return {"reason": self.reason, "seconds": round(self.seconds, 3), "status": self.status}


class OllamaError(Exception):
    """Base of all that this provider raises on purpose."""


class OllamaConfigurationError(OllamaError):
    """Asking again cannot help; the message says what to type."""


class UnknownModel(OllamaConfigurationError):
    """The server does not have the model."""


class NoToolSupport(OllamaConfigurationError):
    """The model's template has no place for tools."""


class NoThinkingSupport(OllamaConfigurationError):
    """`think=on` was asked of a model that cannot think."""


class PreflightError(OllamaConfigurationError):
    """Found before the first sample."""


class OllamaOutage(OllamaError):
    """The server could not answer, also after the retries that are allowed."""

    def __init__(self, message: str, attempts: Sequence[Attempt] = ()) -> None:
        super().__init__(message)
        self.attempts = tuple(attempts)


class OllamaTimeout(OllamaOutage):
    """No whole answer within the time of one attempt."""


class GarbledReply(OllamaOutage):
    """Status 200 (or none at all), and not the JSON that Ollama sends."""
