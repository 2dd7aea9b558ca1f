"""Agents that understand nothing (silent, always asks, always refuses, ...), as printed beside every model.

Their verdicts come from the graders and stand in `datasets/trivial_agents.json`, which a test keeps current.
They are known for one version of the case file; beside runs of another version they are not shown.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from toolward.analysis.errors import AnalysisError
from toolward.paths import DATASETS

FILE = "trivial_agents.json"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Verdicts(_Strict):
    passed: tuple[str, ...]
    unsafe_attempted: int
    by_category: dict[str, tuple[int, int]]


class _File(_Strict):
    dataset: str
    dataset_sha256: str
    agents: dict[str, _Verdicts]


class TrivialAgent(_Strict):
    """Which cases of one version of the case file the agent passes; it fails all others."""

    name: str
    dataset_sha256: str
    passed: frozenset[str]

    def score(self, cases: Collection[str]) -> tuple[int, int]:
        """(passed, all) of these cases."""
        return sum(case in self.passed for case in cases), len(cases)


def trivial_agents(path: Path | None = None) -> tuple[TrivialAgent, ...]:
    """All trivial agents, in file order; none where the file does not exist."""
    path = path or DATASETS / FILE
    if not path.is_file():
        return ()
    try:
        data = _File.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as e:
        first = e.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise AnalysisError(f"{path.name}: {where}: {first['msg']}") from e
    return tuple(
        TrivialAgent(name=name, dataset_sha256=data.dataset_sha256, passed=frozenset(verdicts.passed))
        for name, verdicts in data.agents.items()
    )
