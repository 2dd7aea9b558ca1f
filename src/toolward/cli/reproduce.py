"""`toolward reproduce --model MODEL`: run every experiment again, compare with the recorded runs by case.

Compared are runs with the same factors of the same model. Differences in digest, server or case files are
said first: then a changed verdict need not mean anything. Exit status 1 when a run did not end well or a
verdict changed, 2 when nothing could start.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pandas as pd

from toolward.analysis.compare import paired
from toolward.analysis.configurations import Configuration, configurations, differing
from toolward.analysis.errors import AnalysisError
from toolward.analysis.experiments import Experiment, Run, load_experiments
from toolward.analysis.load import load_runs
from toolward.cli.experiment import LOGS, or_exit, run_all
from toolward.paths import RECORDED


@click.command()
@click.option("--model", required=True, help="As in `inspect eval`: ollama/qwen3:8b.")
@click.option("--experiment", "names", multiple=True, metavar="NAME", help="Only this experiment.")
@click.option("--log-dir", type=click.Path(path_type=Path), default=LOGS, show_default=True)
@click.option(
    "--recorded", type=click.Path(path_type=Path, exists=True), default=RECORDED, show_default="shipped"
)
@click.option("--compare-only", is_flag=True, help="Run nothing; compare what is in --log-dir.")
@click.option("-T", "extra", multiple=True, metavar="NAME=VALUE", help="A task argument the runs do not set.")
@click.option("--model-base-url", help="Where the model server is.")
def command(
    model: str,
    names: tuple[str, ...],
    log_dir: Path,
    recorded: Path,
    compare_only: bool,
    extra: tuple[str, ...],
    model_base_url: str | None,
) -> None:
    """Run every experiment for a model and compare with the recorded runs, case by case."""
    experiments = or_exit(lambda: _chosen(names))
    if not compare_only:
        run_all(experiments, (), model, log_dir, extra, {"model_base_url": model_base_url})
    old, new = or_exit(lambda: (_of_model(recorded, model), _of_model(log_dir, model)))
    same = True
    for experiment in experiments:
        for run in experiment.runs:
            for line, equal in compared(experiment, run, old, new):
                click.echo(line)
                same &= equal
    if not same:
        raise SystemExit(1)


def compared(
    experiment: Experiment, run: Run, old: pd.DataFrame, new: pd.DataFrame
) -> Iterator[tuple[str, bool]]:
    """(line, whether nothing changed) for one run; each new configuration against each recorded one."""
    name = f"{experiment.name}/{run.name}"
    sides = [configurations(run.select(frame)) if len(frame) else [] for frame in (old, new)]
    if not sides[0] or not sides[1]:
        missing = "recorded" if not sides[0] else "run"
        yield f"{name}: not {missing} yet", True
        return
    for before in sides[0]:
        for after in sides[1]:
            yield _against(name, before, after)


def _against(name: str, before: Configuration, after: Configuration) -> tuple[str, bool]:
    pairs = paired(before, after)
    if not pairs:
        return f"{name}: no case in common with the recorded run", True
    changed = [f"{one.case} ({one.text} -> {two.text})" for one, two in pairs if one.share != two.share]
    other = [f"{n} {before.settings[n]} -> {after.settings[n]}" for n in differing([before, after])]
    context = f" [{', '.join(other)}]" if other else ""
    broken = "" if after.complete else f" [{after.status}]"
    verdict = f"changed: {', '.join(changed)}" if changed else "all the same"
    return (
        f"{name}: {len(pairs) - len(changed)}/{len(pairs)} cases as recorded{context}{broken}; {verdict}",
        not changed,
    )


def _chosen(names: tuple[str, ...]) -> list[Experiment]:
    experiments = load_experiments()
    known = [experiment.name for experiment in experiments]
    if unknown := [name for name in names if name not in known]:
        raise AnalysisError(f"no experiment {', '.join(unknown)}; known: {', '.join(known)}")
    return [e for e in experiments if not names or e.name in names]


def _of_model(folder: Path, model: str) -> pd.DataFrame:
    """The model's runs in a folder of logs."""
    frame = load_runs(folder)
    return frame[frame["model"] == model].reset_index(drop=True)
