"""What Inspect loads through the entry point: names only."""

from toolward.evals.registered import register_as_logged
from toolward.evals.scorers import ALL_SCORERS
from toolward.evals.summary import SummaryHooks
from toolward.providers.ollama.api import OllamaNative
from toolward.providers.replay.api import replay

register_as_logged()

__all__ = ["ALL_SCORERS", "OllamaNative", "SummaryHooks", "replay"]
