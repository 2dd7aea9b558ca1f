"""Flips seen between two configurations against the flips that noise alone would make."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from toolward.analysis.plots.style import COLOURS, FAINT, figure, grid, legend, look
from toolward.analysis.stats import chance_of_flips
from toolward.analysis.tables.before_after import Pair


def flips_plot(pairs: Sequence[Pair]) -> Figure | None:
    """None where no comparison has repeated runs to tell its noise."""
    known = [
        (name, split, change, c) for name, split, change, c in pairs if c.noise is not None and c.complete
    ]
    if not known:
        return None
    made, axes = figure(8, 1.5 + 0.6 * len(known))
    for y, (_, _, _, c) in enumerate(known):
        if c.noise is None:
            continue
        low, high = noise_range(c.flip_rates)
        label = y == 0
        axes.plot([low, high], [y, y], color=FAINT, linewidth=9, solid_capstyle="butt",
                  label="noise alone, 95% range" if label else None, zorder=1)  # fmt: skip
        axes.plot([c.noise.expected], [y], linestyle="none", marker="|", markersize=16, markeredgewidth=2,
                  color=COLOURS[2], label="noise alone, mean" if label else None, zorder=2)  # fmt: skip
        axes.plot(
            [c.noise.observed], [y], linestyle="none", label="seen" if label else None, zorder=3, **look(0)
        )
    axes.set_yticks(
        range(len(known)), [f"{name}\n{change}, {split}" for name, split, change, _ in known], fontsize=8
    )
    axes.set_ylim(len(known) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.set_xlabel("cases that flip")
    grid(axes, "x")
    legend(made, 3)
    return made


def noise_range(rates: Sequence[float], level: float = 0.95) -> tuple[int, int]:
    """The fewest and most flips that noise makes with at least ``level`` chance (Poisson binomial)."""
    tail = (1 - level) / 2
    low = max(k for k in range(len(rates) + 1) if chance_of_flips(rates, k) >= 1 - tail)
    high = max(k for k in range(len(rates) + 1) if chance_of_flips(rates, k) > tail)
    return low, high
