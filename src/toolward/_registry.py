"""What Inspect loads through the entry point: names only."""

from toolward.evals.summary import SummaryHooks
from toolward.providers.ollama.api import OllamaNative

__all__ = ["OllamaNative", "SummaryHooks"]
