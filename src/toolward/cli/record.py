"""`toolward record`: the runs that ship with the project: list them, add one, check them."""

from __future__ import annotations

from pathlib import Path

import click

from toolward.paths import RECORDED
from toolward.recorded import DEMO, RecordedRuns

_FOLDER = click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=RECORDED,
    help="Where they are kept.",
)


@click.group(name="record")
def command() -> None:
    """The recorded runs: list, add, check."""


@command.command("list")
@_FOLDER
def list_runs(folder: Path) -> None:
    """Name, model and settings of every recorded run; each can be replayed as replay/NAME."""
    runs = RecordedRuns.load(folder)
    for run in runs.runs:
        settings = ", ".join(f"{key}={value}" for key, value in run.settings.items() if value is not None)
        click.echo(f"{run.name}{f'  ({DEMO})' if run.name == runs.demo else ''}")
        click.echo(f"    {run.model}, {run.date}: {settings}")
    if not runs.runs:
        click.echo(f"no recorded runs in {folder}")


@command.command("add")
@click.argument("log", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--name", required=True, help="What replay/NAME calls it.")
@click.option("--demo", is_flag=True, help="Make it the run that replay/demo plays.")
@click.option("--note", default="", help="One line for the people who read the list.")
@_FOLDER
def add(log: Path, name: str, demo: bool, note: str, folder: Path) -> None:
    """Clean a finished LOG of paths, user and host names, and list it under NAME."""
    from toolward.evals.publish import PublishError, publish

    try:
        run = publish(log, name, folder, demo=demo, note=note)
    except PublishError as e:
        raise click.UsageError(str(e)) from e
    click.echo(f"{run.file}: {run.model}, {run.date}, sha256 {run.sha256[:12]}")


@command.command("check")
@_FOLDER
def check(folder: Path) -> None:
    """Compare every file with its hash, and the folder with the list; status 1 when they differ."""
    runs = RecordedRuns.load(folder)
    faults = runs.faults(folder)
    for fault in faults:
        click.echo(fault, err=True)
    click.echo(f"{len(runs.runs)} recorded runs, {len(faults)} faults")
    if faults:
        raise click.exceptions.Exit(1)
