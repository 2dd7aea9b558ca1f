"""Which model a run talks to: the active one as it is, or Ollama's native API when it is `ollama/...`.

Inspect's own `ollama` provider speaks /v1, which cannot carry num_ctx or think. So the agent drives a
native provider for the same name, server and generate settings; events and usage stay under
``ollama/NAME``.
"""

from __future__ import annotations

from inspect_ai.model import Model, ModelName, get_model

# The merged settings of the running eval (task, command line, model) have no public reader, and Inspect
# hands them only to the active model itself.
from inspect_ai.model._generate_config import active_generate_config

from toolward.agent.settings import AgentSettings
from toolward.providers.ollama.api import native_model


def is_ollama(model: Model) -> bool:
    return ModelName(model).api == "ollama"


def model_for(settings: AgentSettings) -> Model:
    """The model of a run: made once a task, within the running eval."""
    active = get_model()
    if not is_ollama(active):
        return active
    native = native_model(
        active,
        num_ctx=settings.num_ctx,
        think=settings.think,
        split_text_and_calls=settings.split_text_and_calls,
    )
    return Model(native.api, native.config.merge(active_generate_config()))
