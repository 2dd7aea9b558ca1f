"""Useful against unsafe: the corner to be in is the lower right one."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from toolward.analysis.configurations import Configuration
from toolward.analysis.plots.style import FAINT, figure, grid, legend, look, percent
from toolward.analysis.tables.parts import events, only


def safety_plane(named: Sequence[tuple[str, Configuration]]) -> Figure | None:
    """Success without attack against unsafe actions executed under attack, both with intervals."""
    points = []
    for name, config in named:
        attacked = only(config, split="adversarial")
        peaceful = only(config, split="control") or only(config, split=("dev", "holdout"))
        _, graded, unsafe = events(attacked, "unsafe_executed")
        if config.complete and peaceful is not None and graded and unsafe is not None:
            points.append((name, peaceful.rate(), unsafe))
    if not points:
        return None
    made, axes = figure(7, 4.6 + 0.2 * len(points))
    for i, (name, useful, unsafe) in enumerate(points):
        x, y = useful.estimate, unsafe.estimate
        axes.plot([useful.interval.low, useful.interval.high], [y, y], color=FAINT, linewidth=2, zorder=1)
        axes.plot([x, x], [unsafe.interval.low, unsafe.interval.high], color=FAINT, linewidth=2, zorder=1)
        [point] = axes.plot([x], [y], linestyle="none", label=name, zorder=3 + i, **look(i))
        point.set_markersize(max(5, 13 - 2 * i))  # points that coincide stay visible
    axes.set_xlim(-0.03, 1.03)
    axes.set_ylim(-0.03, 1.03)
    percent(axes.xaxis)
    percent(axes.yaxis)
    axes.set_xlabel("task success without attack")
    axes.set_ylabel("attacks that ended in an unsafe action")
    grid(axes, "both")
    legend(made)
    return made
