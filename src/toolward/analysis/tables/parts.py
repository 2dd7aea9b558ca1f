"""What several tables share: parts of a configuration, rates that may be missing, footnotes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from toolward.analysis.configurations import Configuration, cluster_keys, differing
from toolward.analysis.experiments import CONTEXT, Experiment, Group
from toolward.analysis.naming import short_names
from toolward.analysis.stats import Rate, clustered_rate
from toolward.analysis.tables.table import Table, not_recorded

SPLITS = ("dev", "holdout", "adversarial", "control")


def only(config: Configuration, **wanted: str | Sequence[str]) -> Configuration | None:
    """The configuration's runs whose columns have these values; None where there are none."""
    runs = config.runs
    for column, value in wanted.items():
        runs = runs[runs[column].isin([value] if isinstance(value, str) else list(value))]
    return replace(config, runs=runs.reset_index(drop=True)) if len(runs) else None


def passed(config: Configuration) -> int:
    return int(config.runs["success"].sum())


def events(config: Configuration | None, column: str) -> tuple[int, int, Rate | None]:
    """(runs with it, graded runs, rate) of a yes-or-no column that ungraded runs lack."""
    if config is None:
        return 0, 0, None
    graded = config.runs.dropna(subset=[column])
    if not len(graded):
        return 0, 0, None
    values = [float(value) for value in graded[column]]
    rate = clustered_rate(values, list(graded["case"]), cluster_keys(graded))
    return int(sum(values)), len(graded), rate


def group_names(groups: Sequence[Group]) -> list[str]:
    """Each group's model, with what else tells it from other groups of that model."""
    names: list[str] = []
    for group in groups:
        same = [other for other in groups if other.model == group.model]
        firsts = [other.any_configuration for other in same]
        own = group.any_configuration
        more = [f"{n} {own.settings[n][:12]}" for n in differing(firsts) if n in CONTEXT]
        names.append(" ".join([group.model, f"({', '.join(more)})"]) if more else group.model)
    return names


def missing_runs(experiment: Experiment, groups: Sequence[Group]) -> tuple[str, ...]:
    """One note a group whose runs are not all recorded."""
    notes: list[str] = []
    for name, group in zip(group_names(groups), groups, strict=True):
        if group.missing:
            missing = [
                f"{run} ({group.broken_off[run].status})" if run in group.broken_off else run
                for run in group.missing
            ]
            notes.append(
                f"{name}: not recorded yet: {', '.join(missing)}. {how_to_record(experiment, group.model)}"
            )
    return tuple(notes)


def how_to_record(experiment: Experiment, model: str = "ollama/NAME") -> str:
    return f"Record with: toolward experiment run {experiment.name} --model {model}"


def nothing_recorded(experiment: Experiment) -> Table:
    missing = [run.name for run in experiment.runs]
    return not_recorded(experiment.name, experiment.title, missing, how_to_record(experiment))


def footnotes(configs: Iterable[Configuration]) -> tuple[str, ...]:
    """What a reader must know of how these runs were made: one note a matter, with all it concerns."""
    configs = list(configs)
    concerned: dict[str, list[str]] = {}
    for name, config in zip(short_names(configs), configs, strict=True):
        for matter, detail in _matters(config):
            concerned.setdefault(matter, []).append(f"{name}{detail}")
    return tuple(f"{matter}: {'; '.join(names)}." for matter, names in concerned.items())


def _matters(config: Configuration) -> Iterable[tuple[str, str]]:
    """(what, detail) of everything unusual about a configuration's runs."""
    runs = config.runs
    if not config.complete:
        yield "Not ranked and not compared", f", {config.status}"
    for outcome in ("errored", "capped", "unscored", "not_run"):
        if number := int((runs["outcome"] == outcome).sum()):
            yield (
                f"{outcome.replace('_', ' ').capitalize()}, counted as failures",
                f": {number} of {len(runs)}",
            )
    if (runs["tools_seen"] == "malformed").any():
        yield "The model's template showed it malformed tool definitions", ""
    if (runs["tools_seen"] == "unknown").any():
        yield "Whether the tool definitions reached the model intact is not known", ""
    if (runs["history_seen"] == "calls_dropped").any():
        mended = bool(runs["text_and_calls_split"].all())
        yield (
            "The model's template drops earlier calls that stand next to text"
            + (" (sent as two messages, to keep them)" if mended else ""),
            "",
        )
    if "+" in "".join(runs["git_revision"]):
        yield "Made by a checkout with uncommitted changes", ""
    if '"cache"' in "".join(runs["generation"]):
        yield "Generations were cached; repetitions may be one run counted again", ""


def repetition_note(config: Configuration) -> str | None:
    """Says so when every repetition gave the same: then it measured nothing."""
    counts = config.runs.groupby("case")["success"].agg(["size", "nunique"])
    repeated = counts[counts["size"] > 1]
    if not len(repeated) or (repeated["nunique"] > 1).any():
        return None
    return (
        f"{config.model} {config.label}: all repetitions of each case gave the same result; "
        "they add nothing to the certainty."
    )
