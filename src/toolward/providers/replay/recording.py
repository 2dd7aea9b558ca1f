"""A recorded run as a source of model outputs: one list of turns a sample and epoch.

A turn is one request that was answered, or the last request when it failed. Attempts that failed and
were tried again are no turns: the recorded run went on with the answer, and so does a replay.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from pathlib import Path

from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalLog, EvalSample, read_eval_log, read_eval_log_sample_async
from inspect_ai.model import ChatMessage, GenerateConfig, ModelOutput
from inspect_ai.tool import ToolInfo

from toolward.record import RECORD_KEY, RunRecord
from toolward.recorded import RecordedRuns

# Inspect's flag of a setting, and what the task sets it to when nobody does.
_RUN_FLAGS = {
    "temperature": ("--temperature", 0.0),
    "seed": ("--seed", 42),
    "max_tokens": ("--max-tokens", 4096),
}


class ReplayError(ValueError):
    """A replay cannot start or go on; the message says what was recorded and what was asked."""


@dataclass(frozen=True)
class Turn:
    """One recorded request and what came back: an output, or the error that ended the run."""

    messages: list[ChatMessage]
    tools: list[ToolInfo]
    config: GenerateConfig
    output: ModelOutput | None
    error: str | None


class Recording:
    """One `.eval` log, opened by path or by the name of a run that ships with the project.

    Raises:
        ReplayError: there is no such log, or it is not one of this project's runs.
    """

    def __init__(self, name: str) -> None:
        self.path = _path_of(name)
        try:
            self._header: EvalLog = read_eval_log(self.path, header_only=True)
        except Exception as e:  # zip, JSON and schema errors of whatever file was named
            raise ReplayError(f"{self.path} cannot be read as an Inspect log: {e}") from e
        facts = (self._header.eval.metadata or {}).get(RECORD_KEY)
        if facts is None:
            raise ReplayError(f"{self.path} is not a run of toolward's task, so it cannot be replayed")
        self.record = RunRecord.model_validate(facts)

    @property
    def model(self) -> str:
        return self._header.eval.model

    def sample_keys(self) -> str:
        """Which samples the log holds, for messages."""
        ids = self._header.eval.dataset.sample_ids or []
        return f"{len(ids)} cases, {self._header.eval.config.epochs or 1} epoch(s): {_shortened(ids)}"

    def how_to_ask(self) -> str:
        """A sentence with the arguments that ask for just what was recorded."""
        spec = self._header.eval
        parts = [f"-T {shlex.quote(f'{k}={_as_yaml(v)}')}" for k, v in spec.task_args_passed.items()]
        config = self._header.plan.config
        for name, (flag, default) in _RUN_FLAGS.items():
            value = getattr(config, name)
            if value is not None and value != default:
                parts.append(f"{flag} {value}")
        if (spec.config.epochs or 1) > 1:
            parts.append(f"--epochs {spec.config.epochs}")
        return (
            f"It was recorded with: {' '.join(parts)}"
            if parts
            else "It was recorded without any -T argument."
        )

    async def turns(self, sample_id: str, epoch: int) -> tuple[Turn, ...]:
        """The turns of one sample and epoch, in order.

        Raises:
            ReplayError: the log holds no such sample.
        """
        try:
            sample = await read_eval_log_sample_async(
                self.path, id=sample_id, epoch=epoch, resolve_attachments="core"
            )
        except IndexError as e:
            raise ReplayError(
                f"no run of {sample_id} (epoch {epoch}) was recorded in {self.path.name}, "
                f"which holds {self.sample_keys()}. {self.how_to_ask()}"
            ) from e
        return tuple(turns_of(sample))


def turns_of(sample: EvalSample) -> list[Turn]:
    asked = [event for event in sample.events if isinstance(event, ModelEvent) and event.role is None]
    last = len(asked) - 1
    kept = [event for n, event in enumerate(asked) if event.error is None or n == last]
    return [
        Turn(
            messages=event.input,
            tools=event.tools,
            config=event.config,
            output=event.output if event.error is None else None,
            error=event.error,
        )
        for event in kept
    ]


def _path_of(name: str) -> Path:
    runs = RecordedRuns.load()
    if (path := runs.path_of(name)) is not None:
        return path
    path = Path(name).expanduser()
    if path.is_file():
        return path.resolve()
    known = ", ".join(runs.names()) or "none"
    raise ReplayError(f"replay/{name}: no such file and no recorded run of that name; there are: {known}")


def _as_yaml(value: object) -> str:
    """A value as `-T` takes it: bare text and numbers, lists with commas."""
    if isinstance(value, list):
        return ",".join(str(item) for item in value)
    return value if isinstance(value, str) else json.dumps(value)


def _shortened(ids: list[str] | list[int] | list[str | int], most: int = 8) -> str:
    shown = ", ".join(str(i) for i in ids[:most])
    return shown + (", ..." if len(ids) > most else "")
