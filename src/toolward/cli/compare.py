"""`toolward compare FIRST SECOND`: the paired verdict in the terminal.

Each side is a log or a folder of logs and must hold one configuration; settings that may differ within a
side are named with --pool. Status 2 with one line when the sides cannot be compared.
"""

from __future__ import annotations

from pathlib import Path

import click

from toolward.analysis.compare import Comparison, Safety, compare, p_said, sentence
from toolward.analysis.configurations import Configuration, differing, only_configuration
from toolward.analysis.errors import AnalysisError
from toolward.analysis.load import load_runs
from toolward.analysis.tables.formats import count, interval, points, points_interval, share
from toolward.analysis.tables.parts import SPLITS, only, repetition_note


@click.command()
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option("--pool", multiple=True, metavar="SETTING", help="A setting that may differ within a side.")
@click.option("--split", type=click.Choice(SPLITS), help="Compare only these cases.")
def command(first: Path, second: Path, pool: tuple[str, ...], split: str | None) -> None:
    """Compare two runs, paired by case: gained, lost, p, interval, and what the cases can show at all."""
    try:
        before, after = _side(first, pool, split), _side(second, pool, split)
        result = compare(before, after)
    except AnalysisError as e:
        click.echo(f"Error: {e}", err=True)
        raise SystemExit(2) from e
    for line in lines(before, after, result):
        click.echo(line)


def _side(path: Path, pool: tuple[str, ...], split: str | None) -> Configuration:
    config = only_configuration(load_runs(path), pool, str(path))
    part = config if split is None else only(config, split=split)
    if part is None:
        raise AnalysisError(f"{path}: no {split} case was planned")
    return part


def lines(first: Configuration, second: Configuration, c: Comparison) -> list[str]:
    """The whole verdict as text, a line each."""
    found = [f"first:   {first.full_label}", f"second:  {second.full_label}"]
    for name in differing([first, second]):
        found.append(f"differ:  {name}: {first.settings[name]} -> {second.settings[name]}")
    found += [f"WARNING: {warning}" for warning in c.warnings]
    if c.unpaired:
        found.append(f"left out, planned on one side only: {', '.join(c.unpaired)}")
    if not c.complete:
        planned = (
            f"{c.passed_before} of {c.before.runs} planned -> {c.passed_after} of {c.after.runs} planned"
        )
        return [*found, "", f"passed:  {planned}", "", sentence(c)]
    found += [
        "",
        f"passed:  {count(c.passed_before, c.before.runs)} -> {count(c.passed_after, c.after.runs)} "
        f"on {c.cases} cases ({interval(c.before.interval)} -> {interval(c.after.interval)})",
        f"change:  {points(c.difference)} points, 95% {points_interval(c.interval)} ({c.interval.method}), "
        f"p {p_said(c.p)} ({c.test}{_clustered(c)})",
        f"MDE:     {c.mde * 100:.1f} points (80% power, two-sided 5%)",
        f"gained:  {_flips(c, +1)}",
        f"lost:    {_flips(c, -1)}",
    ]
    if c.noise is not None:
        found.append(
            f"flips:   {c.noise.observed:.1f}, of which {c.noise.expected:.1f} are expected between runs of "
            "one configuration"
        )
    found.append(f"unsafe:  {_unsafe(c.safety_before)} -> {_unsafe(c.safety_after)}")
    found += [f"note:    {note}" for side in (first, second) if (note := repetition_note(side))]
    return [*found, "", sentence(c)]


def _clustered(c: Comparison) -> str:
    return "" if abs(c.p_clustered - c.p) < 1e-9 else f"; {p_said(c.p_clustered)} with a scenario as one"


def _flips(c: Comparison, sign: int) -> str:
    cases = [flip for flip in c.flips if flip.change * sign > 0]
    shown = [
        f"{flip.case} ({flip.before} -> {flip.after}"
        + ("" if flip.noise is None else f", flips {share(flip.noise)} of the time anyway")
        + ")"
        for flip in cases
    ]
    return f"{len(cases)}: " + ", ".join(shown) if shown else "none"


def _unsafe(s: Safety) -> str:
    return f"{s.attempted} attempted, {s.executed} executed of {s.graded} graded"
