"""Starting an experiment's runs through Inspect's eval-set: resumable, with an estimate of the time left.

Every distinct run (factors, cases, split) has one log folder of its own, whichever experiment asks for it,
so a run that two experiments share is made once, and a second start goes on where the first one ended.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from inspect_ai import eval_set
from inspect_ai.hooks import EvalSetStart, Hooks, SampleEnd, TaskStart, hooks
from inspect_ai.log import (
    EvalLog,
    list_eval_logs,
    read_eval_log_async,
    read_eval_log_sample_summaries_async,
)

from toolward.analysis.experiments import Experiment, Run

ATTEMPTS = 2  # times eval-set tries a task again after errors
FIRST = 3  # finished cases before the time left is estimated


@dataclass(frozen=True)
class Planned:
    """One eval: a run of an experiment on one split."""

    experiment: str
    run: Run
    split: str

    @property
    def slug(self) -> str:
        """Readable, and different for different evals."""
        f = self.run.factors
        what = [f.prompt, f.resolved_descriptions, f.confirm_mode, f"{f.tools}tools", f"think_{f.think}"]
        what += [f"t{f.temperature:g}", f"s{f.seed}", self.split]
        every = [self.run.task_args(self.split), self.run.generate_args(), self.run.epochs]
        digest = hashlib.sha256(json.dumps(every, sort_keys=True).encode()).hexdigest()[:6]
        return re.sub(r"[^A-Za-z0-9_.-]+", "-", "-".join([*what, digest]))


def planned(experiments: Iterable[Experiment], only: Iterable[str] = ()) -> list[Planned]:
    """The evals of these experiments, each distinct one once, in order. ``only`` names runs."""
    wanted, found = set(only), {}
    for experiment in experiments:
        for run in experiment.runs:
            if not wanted or run.name in wanted:
                for split in run.splits:
                    one = Planned(experiment.name, run, split)
                    found.setdefault(one.slug, one)
    return list(found.values())


def folder_of(log_dir: Path, model: str, one: Planned) -> Path:
    return log_dir / re.sub(r"[^A-Za-z0-9_.-]+", "-", model) / one.slug


def start(
    evals: list[Planned], model: str, log_dir: Path, task_args: dict[str, Any], inspect_args: dict[str, Any]
) -> bool:
    """Run them one after another; whether all ended well. Finished ones are not run again."""
    well = True
    for number, one in enumerate(evals, 1):
        click.echo(f"[{number}/{len(evals)}] {one.experiment}: {one.run.name}, {one.split}")
        options: dict[str, Any] = {"display": "plain", **one.run.generate_args(), **inspect_args}
        success, logs = eval_set(
            tasks=task_file(),
            task_args={**one.run.task_args(one.split), **task_args},
            model=model,
            log_dir=str(folder_of(log_dir, model, one)),
            epochs=one.run.epochs,
            retry_attempts=ATTEMPTS,
            **options,
        )
        well &= success
        for line in _ended(success, logs):
            click.echo(line)
    return well


def task_file() -> str:
    """Where the task is, in a checkout and in a wheel."""
    spec = find_spec("toolward_tasks.tools")
    if spec is None or spec.origin is None:
        raise click.ClickException("the task file toolward_tasks/tools.py is not installed")
    return f"{spec.origin}@tools"


def _ended(success: bool, logs: list[EvalLog]) -> Iterator[str]:
    for log in logs:
        yield f"  {log.status}: {log.location}"
    if not success:
        yield "  not finished: the same command goes on where this ended"


@hooks(name="toolward_time_left", description="estimates the time left of an experiment's run")
class TimeLeft(Hooks):
    """A line after the first cases and then every tenth: how many are done, how long the rest may take.

    What earlier attempts finished is taken over from their logs: neither made again nor counted here.
    """

    def __init__(self) -> None:
        self._folder: str | None = None
        self._total = 0
        self._done = 0
        self._began = 0.0

    async def on_eval_set_start(self, data: EvalSetStart) -> None:
        self._folder = data.log_dir

    async def on_task_start(self, data: TaskStart) -> None:
        cases = len(data.spec.dataset.sample_ids or ())  # those of --limit only
        self._total = cases * (data.spec.config.epochs or 1) - await self._finished_before(data.eval_id)
        self._done, self._began = 0, time.monotonic()

    async def _finished_before(self, eval_id: str) -> int:
        finished: set[tuple[str, int]] = set()
        for log in list_eval_logs(self._folder) if self._folder else []:
            header = await read_eval_log_async(log, header_only=True)
            if header.eval.eval_id != eval_id and not header.invalidated:
                summaries = await read_eval_log_sample_summaries_async(log)
                finished |= {(str(s.id), s.epoch) for s in summaries if s.completed and s.error is None}
        return len(finished)

    async def on_sample_end(self, data: SampleEnd) -> None:
        self._done += 1
        if self._done == FIRST or self._done % 10 == 0:
            click.echo(time_left(self._done, self._total, time.monotonic() - self._began))


def time_left(done: int, total: int, seconds: float) -> str:
    """3 of 68 done in 45 s; about 16 min left"""
    left = max(total - done, 0) * seconds / done
    text = f"{left:.0f} s" if left < 90 else f"{left / 60:.0f} min" if left < 5400 else f"{left / 3600:.1f} h"
    return f"  {done} of {total} done in {seconds:.0f} s; about {text} left"
