"""Every case under every configuration: what passes, what fails, and what cannot decide.

Dark is passed, white is failed, grey in between for repeated runs; a cross marks a case of which no run
was graded. A row of holes under one case is a case problem, a ragged row a noisy configuration.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from toolward.analysis.configurations import Configuration, per_case
from toolward.analysis.plots.style import INK, figure
from toolward.analysis.tables.baselines import ORDER

UNGRADED = {"errored", "unscored", "not_run"}


def heat_map(named: Sequence[tuple[str, Configuration]]) -> Figure | None:
    """Rows are configurations, columns cases, by category. None without any run."""
    if not named:
        return None
    rows = [(name, per_case(config.runs), _ungraded(config)) for name, config in named]
    category = {case: runs.category for _, table, _ in rows for case, runs in table.items()}
    place = {name: i for i, name in enumerate(ORDER)}
    cases = sorted(category, key=lambda case: (place.get(category[case], len(place)), category[case], case))
    made, axes = figure(max(6.0, 2.6 + 0.17 * len(cases)), 1.5 + 0.3 * len(rows))
    shares = [[table[c].share if c in table else float("nan") for c in cases] for _, table, _ in rows]
    # squares, not an image: an image is stored as PNG, whose bytes depend on the machine's zlib
    axes.pcolormesh(np.array(shares), cmap="Greys", vmin=0, vmax=1.25, edgecolors="#CCCCCC", linewidth=0.5)
    axes.invert_yaxis()
    for y, (_, table, ungraded) in enumerate(rows):
        for x, case in enumerate(cases):
            if case not in table:
                axes.text(x + 0.5, y + 0.5, "/", ha="center", va="center", fontsize=7, color=INK)
            elif case in ungraded:
                axes.text(x + 0.5, y + 0.5, "x", ha="center", va="center", fontsize=8, color=INK)
    axes.set_xticks([x + 0.5 for x in range(len(cases))], cases, rotation=90, fontsize=7)
    axes.set_yticks([y + 0.5 for y in range(len(rows))], [name for name, _, _ in rows], fontsize=8)
    axes.tick_params(which="both", length=0)
    for x in range(1, len(cases)):
        if category[cases[x]] != category[cases[x - 1]]:
            axes.axvline(x, color=INK, linewidth=1.2)
    axes.set_xlabel("dark: passed; white: failed; x: not graded; /: not planned", fontsize=9)
    return made


def _ungraded(config: Configuration) -> set[str]:
    graded = ~config.runs["outcome"].isin(list(UNGRADED))
    return set(config.runs["case"]) - set(config.runs.loc[graded, "case"])
