"""Runs of the same settings are one configuration; nothing else is ever put together.

``pool`` names settings that the caller asks to ignore (seeds, say). A configuration whose logs did not
end well is incomplete: it is shown, and never ranked or compared without saying so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from toolward.analysis.columns import SETTINGS
from toolward.analysis.errors import AnalysisError, MixedSettings
from toolward.analysis.stats import Rate, clustered_rate

FOLLOWS = {
    "digest": "model",
    "family": "model",
    "parameter_size": "model",
    "quantization": "model",
    "prompt_sha256": "prompt",
    "descriptions_sha256": "descriptions",
    "dataset_sha256": "dataset",
    "think_sent": "think",
}


@dataclass(frozen=True)
class Configuration:
    """One configuration's runs; ``settings`` maps each setting's name to its value as text."""

    runs: pd.DataFrame
    settings: dict[str, str]
    pooled: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        return bool(self.runs["complete"].all())

    @property
    def status(self) -> str:
        """``complete``, or how much of the plan was tried and why it ended."""
        if self.complete:
            return "complete"
        tried = int((self.runs["outcome"] != "not_run").sum())
        why = ", ".join(sorted(set(self.runs.loc[~self.runs["complete"], "status"])))
        return f"incomplete ({why}): {tried}/{len(self.runs)} tried"

    @property
    def config(self) -> str:
        """The short hash over all settings; of the first one where settings are pooled."""
        return str(self.runs["config"].iloc[0])

    @property
    def model(self) -> str:
        return self.settings["model"]

    @property
    def label(self) -> str:
        """Prompt / descriptions / confirm mode."""
        return " / ".join(self.settings[name] for name in ("prompt", "descriptions", "confirm_mode"))

    @property
    def full_label(self) -> str:
        own = self.settings
        seed = "seeds " + ", ".join(seeds(self.runs)) if "seed" in self.pooled else f"seed {own['seed']}"
        return (
            f"{own['model']} {self.label}, think {own['think']}, {own['tool_count']} tools, "
            f"temperature {own['temperature']}, {seed}"
        )

    def rate(self, column: str = "success") -> Rate:
        """Of all planned runs, or of the runs that have a value in ``column``."""
        runs = self.runs.dropna(subset=[column])
        return clustered_rate([float(v) for v in runs[column]], list(runs["case"]), cluster_keys(runs))


def configurations(frame: pd.DataFrame, pool: Sequence[str] = ()) -> list[Configuration]:
    """One entry for each combination of settings, in order of first appearance.

    Logs that did not end well make an entry of their own beside the complete ones of the same settings.
    """
    if unknown := [name for name in pool if name not in SETTINGS]:
        raise AnalysisError(f"cannot pool over {', '.join(unknown)}; settings: {', '.join(SETTINGS)}")
    by = [name for name in SETTINGS if name not in pool]
    found: list[Configuration] = []
    for _, runs in frame.groupby([*by, "complete"], dropna=False, sort=False):
        first = runs.iloc[0]
        settings = {name: shown(first[name]) for name in (*by, "tool_count")}
        settings |= dict.fromkeys(pool, "pooled")
        found.append(Configuration(runs.reset_index(drop=True), settings, tuple(pool)))
    return found


def only_configuration(
    frame: pd.DataFrame, pool: Sequence[str] = (), where: str = "these logs"
) -> Configuration:
    """The one configuration of the frame, or an error that says what differs."""
    found = configurations(frame, pool)
    if len(found) == 1:
        return found[0]
    names = differing(found)
    if not names:
        raise MixedSettings(f"{where}: complete and incomplete logs of one configuration; name one of them")
    values = "; ".join(f"{n}: {', '.join(sorted({c.settings[n] for c in found}))}" for n in names)
    raise MixedSettings(
        f"{where}: {len(found)} configurations, which are never pooled unasked ({values}); "
        f"name fewer logs, or pool what may differ (--pool {names[0]})"
    )


def differing(found: Iterable[Configuration]) -> list[str]:
    """Settings that are not the same everywhere, without hashes that follow another one."""
    found = list(found)
    names = [n for n in SETTINGS if len({c.settings[n] for c in found}) > 1]
    return [n for n in names if FOLLOWS.get(n) not in names]


def seeds(runs: pd.DataFrame) -> list[str]:
    return sorted({shown(seed) for seed in runs["seed"]})


def shown(value: object) -> str:
    """A setting as text; a missing one is a dash, a whole number has no point."""
    if value is None or value is pd.NA or value != value:
        return "-"
    return f"{value:g}" if isinstance(value, float) else str(value)


def cluster_keys(runs: pd.DataFrame) -> list[str]:
    return [str(cluster) for cluster in runs["cluster"]]


@dataclass(frozen=True)
class CaseRuns:
    """A case's runs in one configuration."""

    case: str
    cluster: str
    category: str
    split: str
    passed: int
    runs: int

    @property
    def share(self) -> float:
        return self.passed / self.runs

    @property
    def text(self) -> str:
        return f"{self.passed}/{self.runs}"


def per_case(runs: pd.DataFrame) -> dict[str, CaseRuns]:
    """Case id -> its runs, sorted by case id."""
    counts: dict[str, CaseRuns] = {}
    columns = (runs[name] for name in ("case", "cluster", "category", "split", "success"))
    for case, cluster, category, split, success in zip(*columns, strict=True):
        old = counts.get(case) or CaseRuns(case, cluster, category, split, 0, 0)
        counts[case] = replace(old, passed=old.passed + bool(success), runs=old.runs + 1)
    return dict(sorted(counts.items()))
