"""Before the first sample of an Ollama run: is all there, and what will the model really see?

A failed preflight and, when asked for, a broken tool block stop the command. A broken block that was not
asked about is a loud warning, and stands in the log either way.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from inspect_ai.model import Model, ModelName

from toolward.agent.settings import AgentSettings
from toolward.agent.toolbox import shown_tools
from toolward.evals.prerequisite import PrerequisiteError
from toolward.providers.ollama.api import default_connections
from toolward.providers.ollama.errors import OllamaError
from toolward.providers.ollama.preflight import Thinking, preflight
from toolward.providers.ollama.render import RenderCheck, check_render
from toolward.record import ModelFacts, RenderFacts

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class OllamaRun:
    """What a run needs to know of its model before it starts."""

    model: ModelFacts
    render: RenderFacts
    think_sent: bool | None
    connections: int | None
    is_ollama: bool

    @staticmethod
    def absent(model: Model | None) -> OllamaRun:
        """Any other provider, or none: nothing was asked of a server."""
        name = ModelName(model) if model is not None else None
        facts = ModelFacts(provider=name.api if name else "none", name=name.name if name else "none")
        return OllamaRun(facts, RenderFacts(), None, None, False)


def inspect_ollama(model: Model, settings: AgentSettings, think: Thinking, must_be_intact: bool) -> OllamaRun:
    """Preflight, then the render check.

    Raises:
        PrerequisiteError: the run cannot start; the message says what to type.
    """
    try:
        facts = preflight(model.name, model.explicit_base_url, num_ctx=settings.num_ctx, think=think)
    except OllamaError as e:
        raise PrerequisiteError(str(e)) from e
    tools = shown_tools(settings)
    check = check_render(model.name, facts.base_url, tools, num_ctx=settings.num_ctx, think=facts.think_sent)
    if check.tools_seen == "malformed":
        _object_to(model.name, check, must_be_intact)
    elif check.tools_seen == "unknown" and must_be_intact:
        raise PrerequisiteError(
            f"{model.name}: this server cannot show what the model sees: {check.problems}"
        )
    return OllamaRun(facts.model_facts(), check.facts(), facts.think_sent, default_connections(), True)


def _object_to(name: str, check: RenderCheck, refuse: bool) -> None:
    message = (
        f"{name}: the template shows the model broken tool definitions ({check.problems[0]}). "
        f"Type `toolward doctor --model ollama/{name}` for a Modelfile that mends it."
    )
    if refuse:
        raise PrerequisiteError(message)
    logger.warning(message)
