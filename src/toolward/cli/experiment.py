"""`toolward experiment list` and `toolward experiment run NAME --model MODEL`.

Exit status 1 when a run did not end well, 2 when it could not start.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import yaml

from toolward.analysis.errors import AnalysisError
from toolward.analysis.experiments import Experiment, experiment_named, load_experiments

LOGS = Path("logs/experiments")
T = TypeVar("T")


@click.group()
def command() -> None:
    """Run a recorded configuration."""


@command.command("list")
def show() -> None:
    """Every experiment, its question and its runs."""
    for experiment in or_exit(load_experiments):
        click.echo(f"{experiment.name}: {experiment.title}")
        click.echo(f"  {experiment.question}")
        for run in experiment.runs:
            f = run.factors
            cases = f"{len(run.cases)} cases" if run.cases else ", ".join(run.splits)
            texts = f"{f.prompt} / {f.resolved_descriptions} / {f.confirm_mode}"
            click.echo(
                f"  - {run.name}: {texts}, {f.tools} tools, think {f.think}, T {f.temperature:g}, "
                f"seed {f.seed}; {cases}"
            )


@command.command("run")
@click.argument("name")
@click.option("--model", required=True, help="As in `inspect eval`: ollama/qwen3:8b.")
@click.option("--run", "runs", multiple=True, metavar="RUN", help="Only this run of the experiment.")
@click.option("--log-dir", type=click.Path(path_type=Path), default=LOGS, show_default=True)
@click.option("--limit", type=int, help="Only the first cases; such runs are not comparable with whole ones.")
@click.option("-T", "extra", multiple=True, metavar="NAME=VALUE", help="A task argument the runs do not set.")
@click.option("--model-base-url", help="Where the model server is.")
def run_one(
    name: str,
    model: str,
    runs: tuple[str, ...],
    log_dir: Path,
    limit: int | None,
    extra: tuple[str, ...],
    model_base_url: str | None,
) -> None:
    """Make an experiment's runs; started again, it goes on where it ended."""
    experiment = or_exit(lambda: _with_runs(name, runs))
    run_all([experiment], runs, model, log_dir, extra, {"limit": limit, "model_base_url": model_base_url})


def _with_runs(name: str, runs: tuple[str, ...]) -> Experiment:
    experiment = experiment_named(name)
    known = [run.name for run in experiment.runs]
    if unknown := [run for run in runs if run not in known]:
        raise AnalysisError(f"{name} has no run {', '.join(unknown)}; runs: {', '.join(known)}")
    return experiment


def run_all(
    experiments: list[Experiment],
    runs: tuple[str, ...],
    model: str,
    log_dir: Path,
    extra: tuple[str, ...],
    inspect_args: dict[str, Any],
) -> None:
    from toolward.cli.running import planned, start  # here: it loads Inspect
    from toolward.evals.prerequisite import PrerequisiteError

    evals = planned(experiments, runs)
    set_by_runs = {name for one in evals for name in one.run.task_args(one.split)}
    given = {name: value for name, value in inspect_args.items() if value is not None}
    try:
        well = start(evals, model, log_dir, _task_args(extra, set_by_runs), given)
    except PrerequisiteError as e:
        click.echo(f"Error: {e}", err=True)
        raise SystemExit(2) from e
    if not well:
        raise SystemExit(1)


def _task_args(extra: tuple[str, ...], taken: set[str]) -> dict[str, Any]:
    """NAME=VALUE as YAML, as Inspect reads -T; what the experiment sets cannot be changed."""
    given: dict[str, Any] = {}
    for item in extra:
        name, sign, value = item.partition("=")
        if not sign or not name:
            raise click.UsageError(f"-T {item}: write NAME=VALUE")
        if name in taken:
            raise click.UsageError(
                f"-T {name}: the experiment sets it; write an experiment of your own instead"
            )
        given[name] = yaml.safe_load(value)
    return given


def or_exit(read: Callable[[], T]) -> T:
    try:
        return read()
    except AnalysisError as e:
        click.echo(f"Error: {e}", err=True)
        raise SystemExit(2) from e
