"""All tables, from a frame and the experiments: `all_tables`. One file a table; `table` writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from toolward.analysis.configurations import Configuration, configurations
from toolward.analysis.experiments import Experiment, Group, groups
from toolward.analysis.naming import short_names
from toolward.analysis.tables.baselines import baselines, by_category
from toolward.analysis.tables.before_after import before_after, flips
from toolward.analysis.tables.confirm_modes import confirm_modes
from toolward.analysis.tables.cost import cost
from toolward.analysis.tables.failures import failures
from toolward.analysis.tables.overview import overview
from toolward.analysis.tables.safety import safety
from toolward.analysis.tables.table import Table
from toolward.analysis.tables.templates import templates
from toolward.analysis.tables.tool_count import tool_count
from toolward.analysis.tables.variance import noise_configurations, variance
from toolward.analysis.trivial import TrivialAgent

__all__ = ["Table", "all_tables", "by_category", "experiment_tables", "general_tables"]


def all_tables(
    frame: pd.DataFrame, experiments: Sequence[Experiment], trivial: Sequence[TrivialAgent] = ()
) -> list[Table]:
    """The tables of the experiments, then those over all configurations."""
    return [*experiment_tables(frame, experiments, trivial), *general_tables(frame, trivial)]


def general_tables(frame: pd.DataFrame, trivial: Sequence[TrivialAgent] = ()) -> list[Table]:
    """Tables that need no experiment: any logs will do."""
    configs = configurations(frame) if len(frame) else []
    named = list(zip(short_names(configs), configs, strict=True))
    return [
        overview(configs),
        by_category("categories", "Success by category", named, trivial if configs else ()),
        safety(configs),
        templates(configs),
        failures(configs),
        cost(configs),
    ]


def experiment_tables(
    frame: pd.DataFrame, experiments: Sequence[Experiment], trivial: Sequence[TrivialAgent] = ()
) -> list[Table]:
    found = [(experiment, groups(experiment, frame)) for experiment in experiments]
    noise = noise_configurations([(e, g) for e, g in found if e.kind == "variance"])
    tables: list[Table] = []
    for experiment, own in found:
        tables += _tables_of(experiment, own, noise, trivial)
    return tables


def _tables_of(
    experiment: Experiment,
    own: list[Group],
    noise: Mapping[str, Sequence[Configuration]],
    trivial: Sequence[TrivialAgent],
) -> list[Table]:
    if experiment.kind == "baselines":
        return [baselines(experiment, own, trivial)]
    if experiment.kind == "before_after":
        return [before_after(experiment, own, noise), flips(experiment, own, noise)]
    if experiment.kind == "variance":
        return [variance(experiment, own)]
    if experiment.kind == "tool_count":
        return [tool_count(experiment, own)]
    return [confirm_modes(experiment, own)]
