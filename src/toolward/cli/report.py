"""`toolward report LOGS... -o report.html`: tables and pictures of any toolward logs, in one page."""

from __future__ import annotations

from pathlib import Path

import click

from toolward.analysis.errors import AnalysisError


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), default=Path("report.html"),
              show_default=True, help="Where the page goes.")  # fmt: skip
def command(logs: tuple[Path, ...], output: Path) -> None:
    """Turn logs (files or folders) into one self-contained page."""
    from toolward.analysis.experiments import load_experiments  # here: they load pandas and matplotlib
    from toolward.analysis.load import load_runs
    from toolward.analysis.report import report
    from toolward.analysis.trivial import trivial_agents

    try:
        frame = load_runs(list(logs))
        html = report(frame, load_experiments(), trivial_agents())
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(html, encoding="utf-8")
    except (AnalysisError, OSError) as e:
        click.echo(f"Error: {e}", err=True)
        raise SystemExit(2) from e
    click.echo(f"{output}: {len(frame)} planned runs from {frame['log'].nunique()} logs")
