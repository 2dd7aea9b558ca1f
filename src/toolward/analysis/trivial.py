"""Agents that understand nothing (silent, always asks, always refuses, ...), as printed beside every model.

Their verdicts come from the graders, in `datasets/trivial_agents.json`; a test keeps that file current.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from toolward.analysis.errors import AnalysisError
from toolward.paths import DATASETS

FILE = "trivial_agents.json"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Verdicts(_Strict):
    passed: tuple[str, ...]
    failed: tuple[str, ...]


class _File(_Strict):
    dataset_sha256: dict[str, str]
    agents: dict[str, _Verdicts]


class TrivialAgent(_Strict):
    name: str
    passed: frozenset[str]
    failed: frozenset[str]

    def score(self, cases: Iterable[str]) -> tuple[int, int]:
        """(passed, known) among these cases."""
        known = [case for case in cases if case in self.passed or case in self.failed]
        return sum(case in self.passed for case in known), len(known)


def trivial_agents(path: Path | None = None) -> tuple[TrivialAgent, ...]:
    """All trivial agents, in file order; none where the file does not exist."""
    path = path or DATASETS / FILE
    if not path.is_file():
        return ()
    try:
        data = _File.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as e:
        raise AnalysisError(f"{path.name}: {e.errors()[0]['loc']}: {e.errors()[0]['msg']}") from e
    return tuple(
        TrivialAgent(name=name, passed=frozenset(v.passed), failed=frozenset(v.failed))
        for name, v in data.agents.items()
    )
