"""All pictures, from a frame and the experiments: `all_plots`. One file a picture; `style` writes them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from toolward.analysis.configurations import Configuration, configurations
from toolward.analysis.experiments import Experiment, groups
from toolward.analysis.naming import short_names
from toolward.analysis.plots.categories import category_plot
from toolward.analysis.plots.flips_plot import flips_plot
from toolward.analysis.plots.heat_map import heat_map
from toolward.analysis.plots.safety_plane import safety_plane
from toolward.analysis.plots.style import png, save, svg
from toolward.analysis.plots.tool_count_plot import tool_count_plot
from toolward.analysis.tables.before_after import pairs_of
from toolward.analysis.tables.variance import noise_configurations

__all__ = ["TITLES", "all_plots", "png", "save", "svg"]

TITLES = {
    "categories": "Success by category",
    "heat_map": "Every case under every configuration",
    "flips": "Flips against noise",
    "safety_plane": "Useful against unsafe",
    "tool_count": "Number of tools",
}


def all_plots(frame: pd.DataFrame, experiments: Sequence[Experiment]) -> dict[str, Figure]:
    """Name -> figure, for what there is data for."""
    configs = configurations(frame) if len(frame) else []
    named = list(zip(short_names(configs), configs, strict=True))
    found = [(experiment, groups(experiment, frame)) for experiment in experiments]
    noise = noise_configurations([(e, g) for e, g in found if e.kind == "variance"])
    pairs = [pair for e, g in found if e.kind == "before_after" for pair in pairs_of(e, g, noise)]
    counts = [group for e, g in found if e.kind == "tool_count" for group in g]
    whole = _main_ones(named)
    made = {
        "categories": category_plot(whole),
        "heat_map": heat_map(named),
        "flips": flips_plot(pairs),
        "safety_plane": safety_plane(named),
        "tool_count": tool_count_plot(counts),
    }
    return {name: figure for name, figure in made.items() if figure is not None}


def _main_ones(named: list[tuple[str, Configuration]]) -> list[tuple[str, Configuration]]:
    """Those that ran most categories at temperature 0, at most eight: the plot must stay legible."""
    whole = [(n, c) for n, c in named if c.settings["temperature"] == "0" and c.complete] or named
    most = max((c.runs["case"].nunique() for _, c in whole), default=0)
    return [(n, c) for n, c in whole if c.runs["case"].nunique() * 2 > most][:8]
