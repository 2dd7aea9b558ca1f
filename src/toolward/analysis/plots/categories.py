"""Success in each category with its interval, a marker a configuration."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from toolward.analysis.configurations import Configuration
from toolward.analysis.plots.style import FAINT, figure, grid, legend, look, percent
from toolward.analysis.tables.baselines import ORDER
from toolward.analysis.tables.parts import only


def category_plot(named: Sequence[tuple[str, Configuration]]) -> Figure | None:
    """None without a complete configuration. Numbers beside the names are cases."""
    named = [(name, config) for name, config in named if config.complete]
    if not named:
        return None
    seen = {c for _, config in named for c in config.runs["category"]}
    categories = [c for c in ORDER if c in seen] + sorted(seen - set(ORDER))
    made, axes = figure(8, 1.4 + len(categories) * (0.25 + 0.16 * len(named)))
    step = 0.7 / max(len(named), 1)
    for i, (name, config) in enumerate(named):
        points: list[tuple[float, float]] = []
        for row, category in enumerate(categories):
            part = only(config, category=category)
            if part is not None:
                rate, y = part.rate(), row + (i - (len(named) - 1) / 2) * step
                axes.plot(
                    [rate.interval.low, rate.interval.high], [y, y], color=FAINT, linewidth=2.5, zorder=1
                )
                points.append((rate.estimate, y))
        axes.plot(
            [p[0] for p in points], [p[1] for p in points], linestyle="none", label=name, zorder=3, **look(i)
        )
    cases = {
        c: max(g.runs.loc[g.runs["category"] == c, "case"].nunique() for _, g in named) for c in categories
    }
    axes.set_yticks(range(len(categories)), [f"{c.replace('_', ' ')} ({cases[c]})" for c in categories])
    axes.invert_yaxis()
    axes.set_xlim(-0.02, 1.02)
    percent(axes.xaxis)
    axes.set_xlabel("task success, with 95% interval; (number of cases)")
    grid(axes, "x")
    legend(made)
    return made
