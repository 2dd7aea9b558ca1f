"""What a run says of itself in the log: written by `evals`, read by `analysis`.

Stands in ``log.eval.metadata["toolward"]``. Temperature, seed and reply cap are Inspect's own settings
and are read from the log's generate config, not from here.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

RECORD_KEY = "toolward"
RECORD_VERSION = 1


class Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ModelFacts(Record):
    """What the model server says of the model; None where a provider cannot tell."""

    provider: str
    name: str
    digest: str | None = None
    family: str | None = None
    parameter_size: str | None = None
    quantization: str | None = None
    context_length: int | None = None
    capabilities: tuple[str, ...] = ()
    server_version: str | None = None


class RenderFacts(Record):
    """What really reaches the model through the server's template."""

    tools_seen: Literal["json", "malformed", "unknown"] = "unknown"
    history_seen: Literal["calls_kept", "calls_dropped", "unknown"] = "unknown"
    text_and_calls_split: bool = False


class RunRecord(Record):
    record_version: int = RECORD_VERSION
    package_version: str
    git_revision: str | None
    model: ModelFacts
    render: RenderFacts
    num_ctx: int | None
    think: Literal["off", "on", "default"]
    think_sent: bool | None
    prompt: str
    prompt_sha256: str
    descriptions: str
    descriptions_sha256: str
    confirm_mode: Literal["flag", "preview_token", "elicit"]
    tools: tuple[str, ...]
    transport: Literal["in_process", "stdio"]
    text_calls: Literal["fail", "recover"]
    max_turns: int
    repeat_limit: int
    dataset: str
    dataset_sha256: str
    split: str
    planned_cases: tuple[str, ...]
    fixtures_sha256: str
