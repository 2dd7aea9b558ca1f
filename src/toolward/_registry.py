"""What Inspect loads through the entry point: names only."""

from toolward.evals.summary import SummaryHooks
from toolward.providers.ollama.api import OllamaNative
from toolward.providers.replay.api import replay

__all__ = ["OllamaNative", "SummaryHooks", "replay"]
