"""Task success over the number of tools in view, and what the longer list costs in tokens."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from toolward.analysis.configurations import Configuration
from toolward.analysis.experiments import Group
from toolward.analysis.plots.style import SETTINGS, grid, legend, look, percent
from toolward.analysis.tables.parts import group_names


def tool_count_plot(groups: Sequence[Group]) -> Figure | None:
    """One line a model, over all experiments that count on the same cases; None unless one has two counts."""
    lines: dict[tuple[str, tuple[str, ...]], dict[int, Configuration]] = {}
    for name, group in zip(group_names(groups), groups, strict=True):
        for run in group.experiment.runs:
            if run.name in group.found:
                lines.setdefault((name, run.cases), {})[run.factors.tools] = group.found[run.name]
    series = [
        (name, [found[n] for n in sorted(found)]) for (name, _), found in lines.items() if len(found) > 1
    ]
    if not series:
        return None
    with matplotlib.rc_context(SETTINGS):
        made = Figure(figsize=(8, 3.6 + 0.25 * len(series)), layout="constrained")
        FigureCanvasAgg(made)
        left, right = made.subplots(1, 2)
    counts = sorted({int(c.settings["tool_count"]) for _, configs in series for c in configs})
    for i, (name, configs) in enumerate(series):
        x = [int(c.settings["tool_count"]) + 0.08 * (i - (len(series) - 1) / 2) for c in configs]
        rates = [config.rate() for config in configs]
        middle = [rate.estimate for rate in rates]
        spread = [
            [rate.estimate - rate.interval.low for rate in rates],
            [rate.interval.high - rate.estimate for rate in rates],
        ]
        left.errorbar(x, middle, yerr=spread, label=name, capsize=3, linewidth=1.5, **look(i))
        tokens = [(c.runs["input_tokens"].sum() / c.runs["turns"].sum()) for c in configs]
        right.plot(x, [float(t) for t in tokens], linewidth=1.5, **look(i))
    for axes in (left, right):
        axes.set_xticks(counts)
        axes.set_xlabel("tools in view")
        grid(axes, "y")
    left.set_ylim(-0.02, 1.02)
    percent(left.yaxis)
    left.set_title("task success, 95% interval", fontsize=10)
    right.set_ylim(bottom=0)
    right.set_title("input tokens a turn", fontsize=10)
    legend(made)
    return made
