"""Which model a run talks to: the active one as it is, or Ollama's native API when it is `ollama/...`.

Inspect's own `ollama` provider speaks /v1, which cannot carry num_ctx or think. So the agent drives a
native provider of its own for the same name, server and generate settings; events and usage stay under
``ollama/NAME``.
"""

from __future__ import annotations

from inspect_ai.model import GenerateConfig, Model, ModelName, get_model

# The merged settings of the running eval (task, command line, model) have no public reader, and Inspect
# hands them only to the active model itself.
from inspect_ai.model._generate_config import active_generate_config

from toolward.agent.settings import AgentSettings
from toolward.providers.ollama.api import OllamaNative

_DEFAULT_V1 = "http://localhost:11434/v1"  # what Inspect fills in when nobody named a server


def is_ollama(model: Model) -> bool:
    return ModelName(model).api == "ollama"


def named_base_url(model: Model) -> str | None:
    """The server that the user named through Inspect; None leaves the choice to OLLAMA_HOST."""
    url = getattr(model.api, "base_url", None)
    return None if url in (None, _DEFAULT_V1) else str(url)


def model_for(settings: AgentSettings) -> Model:
    """The model of this run; for Ollama one native client a task and event loop."""
    active = get_model()
    if not is_ollama(active):
        return active
    config = active.config.merge(active_generate_config())
    return _native(active.name, named_base_url(active), config, settings)


_natives: dict[str, Model] = {}


def _native(name: str, base_url: str | None, config: GenerateConfig, settings: AgentSettings) -> Model:
    key = f"{name} {base_url} {config.model_dump_json()} {settings.model_dump_json()}"
    if key not in _natives:
        api = OllamaNative(
            name,
            base_url=base_url,
            config=config,
            num_ctx=settings.num_ctx,
            think=settings.think,
            split_text_and_calls=settings.split_text_and_calls,
        )
        _natives[key] = Model(api, config)
    return _natives[key]
