"""Run the real task in process, against a scripted model, and hand back the finished log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspect_ai import eval
from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from inspect_ai.model import Model

from toolward.evals.task import build_task


def run(model: Model, log_dir: Path, *, eval_args: dict[str, Any] | None = None, **task_args: Any) -> EvalLog:
    """One finished log, read back from its file."""
    more: dict[str, Any] = eval_args or {}
    [log] = eval(build_task(**task_args), model=model, log_dir=str(log_dir), display="none", **more)
    return read_eval_log(log.location)


def only_sample(log: EvalLog) -> EvalSample:
    assert log.samples is not None
    [sample] = log.samples
    return sample


def score(sample: EvalSample, name: str) -> Any:
    assert sample.scores is not None
    return sample.scores[name].value
