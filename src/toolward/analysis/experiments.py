"""Experiments as data: which runs make one, how to start them, and which recorded runs are theirs.

A run of an experiment is matched by its *factors* (what it sets on purpose: prompt, descriptions, confirm
mode, tools, think, temperature, seed), never by file name. Everything else (model, context window,
transport, versions of cases and community, ...) is the run's *context*: the runs of one experiment are
compared only where their contexts are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import pandas as pd
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from toolward.analysis.columns import SETTINGS
from toolward.analysis.configurations import Configuration, configurations
from toolward.analysis.errors import AnalysisError
from toolward.paths import EXPERIMENTS

Kind = Literal["baselines", "before_after", "variance", "tool_count", "confirm_modes"]
FACTORS = ("prompt", "descriptions", "confirm_mode", "tools", "think", "temperature", "seed")
FOLLOWS_A_FACTOR = (
    "prompt_sha256",
    "descriptions_sha256",
    "think_sent",
    "tools_seen",
    "history_seen",
    "text_and_calls_split",
)
CONTEXT = tuple(name for name in SETTINGS if name not in (*FACTORS, *FOLLOWS_A_FACTOR))


SplitName = Literal["dev", "holdout", "core", "adversarial", "control", "all"]  # all: without control


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Factors(Strict):
    """What a run sets on purpose; the defaults are the task's own."""

    prompt: str = "V1"
    descriptions: str | None = None  # None follows the confirm mode, as in the task
    confirm_mode: Literal["flag", "preview_token", "elicit"] = "flag"
    tools: Literal[3, 5, 7, 15, 30] = 7
    think: Literal["off", "on", "default"] = "off"
    temperature: float = 0.0
    seed: int = 42

    @property
    def resolved_descriptions(self) -> str:
        return self.descriptions or ("V6" if self.confirm_mode == "preview_token" else "V1")


class Run(Strict):
    """One run: its factors, and which cases it takes."""

    name: str = Field(pattern=r"^[a-z0-9_]+$")
    factors: Factors = Factors()
    splits: tuple[SplitName, ...] = Field(default=("all",), min_length=1, strict=False)  # one log each
    dataset: Literal["core", "extended"] = "core"
    cases: tuple[str, ...] = Field(default=(), strict=False)  # a YAML list
    epochs: int = Field(default=1, ge=1)
    max_tokens: int | None = 4096

    def task_args(self, split: str) -> dict[str, Any]:
        """Arguments of the task `tools` for one of the splits."""
        factors = self.factors
        chosen: dict[str, Any] = {
            "split": split,
            "dataset": self.dataset,
            "prompt": factors.prompt,
            "descriptions": factors.resolved_descriptions,
            "confirm_mode": factors.confirm_mode,
            "tools": factors.tools,
            "think": factors.think,
        }
        return {**chosen, "cases": list(self.cases)} if self.cases else chosen

    def generate_args(self) -> dict[str, Any]:
        """Inspect's own flags; no ``max_tokens`` where the run is uncapped."""
        capped = {} if self.max_tokens is None else {"max_tokens": self.max_tokens}
        return {"temperature": self.factors.temperature, "seed": self.factors.seed, **capped}

    def select(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The frame's rows with these factors, of these cases."""
        f = self.factors
        chosen = (
            (frame["prompt"] == f.prompt)
            & (frame["descriptions"] == f.resolved_descriptions)
            & (frame["confirm_mode"] == f.confirm_mode)
            & (frame["tool_count"] == f.tools)
            & (frame["think"] == f.think)
            & (frame["temperature"].fillna(-1) == f.temperature)
            & (frame["seed"].fillna(-1) == f.seed)
            & (frame["dataset"] == self.dataset)
        )
        if self.cases:
            chosen &= frame["case"].isin(list(self.cases))
        return frame[chosen.fillna(False).astype(bool)]


class Experiment(Strict):
    """Runs that belong together, and the table they feed."""

    name: str = Field(pattern=r"^[a-z0-9_]+$")
    kind: Kind
    title: str
    question: str
    runs: tuple[Run, ...] = Field(min_length=1, strict=False)

    @model_validator(mode="after")
    def _names_differ(self) -> Experiment:
        names = [run.name for run in self.runs]
        if len(set(names)) < len(names):
            raise ValueError("two runs have the same name")
        return self


def load_experiments(folder: Path | None = None) -> tuple[Experiment, ...]:
    """All experiments, in file order; the error names file and field."""
    return tuple(load_experiment(path) for path in sorted((folder or EXPERIMENTS).glob("*.yaml")))


def load_experiment(path: Path) -> Experiment:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        experiment = Experiment.model_validate(data)
    except (ValidationError, yaml.YAMLError) as e:
        raise AnalysisError(f"{path.name}: {_first_problem(e)}") from e
    if experiment.name != path.stem:
        raise AnalysisError(f"{path.name}: is named {experiment.name!r}; name and file must agree")
    return experiment


def experiment_named(name: str, folder: Path | None = None) -> Experiment:
    known = {e.name: e for e in load_experiments(folder)}
    if name not in known:
        raise AnalysisError(f"no experiment {name!r}; known: {', '.join(known)}")
    return known[name]


class Group(BaseModel):
    """An experiment's recorded runs of one context: run name -> configuration.

    Only complete logs are ``found``; what there is of the others stands in ``broken_off``.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, frozen=True)

    experiment: Experiment
    found: dict[str, Configuration]
    broken_off: dict[str, Configuration] = {}

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(run.name for run in self.experiment.runs if run.name not in self.found)

    @property
    def model(self) -> str:
        return self.any_configuration.model

    @property
    def any_configuration(self) -> Configuration:
        return next(iter([*self.found.values(), *self.broken_off.values()]))


def groups(experiment: Experiment, frame: pd.DataFrame) -> list[Group]:
    """The experiment's runs that are in the frame, one group a context, the fullest first."""
    by_context: dict[tuple[str, ...], Group] = {}
    for run in experiment.runs:
        for config in configurations(run.select(frame)) if len(frame) else ():
            context = tuple(config.settings[name] for name in CONTEXT)
            group = by_context.setdefault(context, Group(experiment=experiment, found={}, broken_off={}))
            (group.found if config.complete else group.broken_off)[run.name] = config
    made = by_context.values()
    return sorted(made, key=lambda group: (group.model, len(group.missing)))


def pooled(found: Sequence[Configuration], pool: Sequence[str]) -> Configuration:
    """Configurations that differ only in ``pool``, as one."""
    frame = pd.concat([config.runs for config in found], ignore_index=True)
    return configurations(frame, pool)[0]


def _first_problem(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error).splitlines()[0]
    first = error.errors()[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
