"""What can be wrong with logs and settings given to the analysis; every message says what to do."""

from __future__ import annotations


class AnalysisError(Exception):
    """Base: one clear line for the command line."""


class LogError(AnalysisError):
    """A log that cannot be counted: unreadable, not ours, or at odds with itself. Names the file."""

    def __init__(self, log: str, reason: str) -> None:
        super().__init__(f"{log}: {reason}")
        self.log = log


class MixedSettings(AnalysisError):
    """Runs of several configurations where one was asked for."""
