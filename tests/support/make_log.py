"""Logs written by hand: real `.eval` files in the layout that `evals` writes, with outcomes a test chooses.

write_log(tmp_path / "a.eval", [Made("sel_01"), Made("sel_02", success=0, failure="wrong_tool")])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from inspect_ai._util.error import EvalError
from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalLog,
    EvalPlan,
    EvalSample,
    EvalSampleLimit,
    EvalSpec,
    write_eval_log,
)
from inspect_ai.model import GenerateConfig, ModelOutput, ModelUsage
from inspect_ai.scorer import Score

from toolward.record import RECORD_KEY, ModelFacts, RenderFacts, RunRecord

SEVEN = (
    "lookup_member",
    "get_leaderboard",
    "get_automod_log",
    "draft_announcement",
    "ban_member",
    "get_community_stats",
    "assign_role",
)
Status = Literal["started", "success", "cancelled", "error"]


@dataclass(frozen=True)
class Made:
    """One run as the log should tell it. ``success=None`` leaves it without any score."""

    case: str
    success: int | None = 1
    epoch: int = 1
    failure: str = ""
    category: str | None = "tool_selection"
    split: str = "dev"
    cluster: str | None = None
    attempted: int = 0
    executed: int = 0
    unneeded: int = 0
    facts: float | None = None
    error: str | None = None
    limit: Literal["token", "time", "message"] | None = None
    tokens: tuple[int, int] = (1000, 50)
    seconds: float = 2.0
    explanation: str = ""
    turns: int = 2
    scores: dict[str, Score] = field(default_factory=dict)  # instead of the usual ones


def record(**changes: Any) -> RunRecord:
    defaults: dict[str, Any] = {
        "package_version": "0.1.0",
        "git_revision": "0123456789ab",
        "model": ModelFacts(provider="ollama", name="test:1b", digest="d" * 12, family="test"),
        "render": RenderFacts(tools_seen="json", history_seen="calls_kept"),
        "num_ctx": 8192,
        "think": "off",
        "think_sent": False,
        "prompt": "V1",
        "prompt_sha256": "p" * 64,
        "descriptions": "V1",
        "descriptions_sha256": "1" * 64,
        "confirm_mode": "flag",
        "tools": SEVEN,
        "transport": "in_process",
        "text_calls": "fail",
        "max_turns": 10,
        "repeat_limit": 3,
        "dataset": "core",
        "dataset_sha256": "c" * 64,
        "split": "dev",
        "planned_cases": (),
        "fixtures_sha256": "f" * 64,
    }
    return RunRecord(**{**defaults, **changes})


def write_log(
    path: Path,
    runs: Sequence[Made],
    *,
    planned: Sequence[str] | None = None,
    epochs: int = 1,
    status: Status = "success",
    temperature: float | None = 0.0,
    seed: int | None = 42,
    model: str = "ollama/test:1b",
    task_id: str | None = None,
    eval_id: str | None = None,
    created: str = "2026-10-01T00:00:00+00:00",
    metadata: dict[str, Any] | None = None,
    config: dict[str, Any] | None = None,
    limit: int | None = None,
    model_facts: ModelFacts | None = None,
    **settings: Any,
) -> Path:
    """Write one log and return its path. ``metadata`` replaces the record; ``settings`` change it."""
    cases = tuple(planned) if planned is not None else tuple(dict.fromkeys(run.case for run in runs))
    ran = list(cases[:limit] if limit else cases)
    facts = {} if model_facts is None else {"model": model_facts}
    made = record(planned_cases=cases, **facts, **settings)
    spec = EvalSpec(
        created=created,
        eval_id=eval_id or f"eval-{path.stem}",
        run_id=f"run-{path.stem}",
        task="toolward/tools",
        task_id=task_id or f"task-{path.stem}",
        dataset=EvalDataset(name="core", samples=len(ran), sample_ids=ran),
        model=model,
        config=EvalConfig(epochs=epochs, limit=limit),
        metadata={RECORD_KEY: made.model_dump(mode="json")} if metadata is None else metadata,
    )
    generate = GenerateConfig(temperature=temperature, seed=seed, **{"max_tokens": 4096, **(config or {})})
    log = EvalLog(
        status=status,
        eval=spec,
        plan=EvalPlan(config=generate),
        samples=[_sample(run, model) for run in runs],
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_eval_log(log, str(path))
    return path


def _sample(run: Made, model: str) -> EvalSample:
    metadata = {"split": run.split, "cluster": run.cluster or run.case, "tags": ["made"]}
    usage = ModelUsage(input_tokens=run.tokens[0], output_tokens=run.tokens[1], total_tokens=sum(run.tokens))
    return EvalSample(
        id=run.case,
        epoch=run.epoch,
        input=f"please do {run.case}",
        target="",
        metadata=metadata if run.category is None else {"category": run.category, **metadata},
        output=ModelOutput(model=model),
        scores=run.scores or _scores(run),
        error=None if run.error is None else EvalError(message=run.error, traceback="", traceback_ansi=""),
        limit=None if run.limit is None else EvalSampleLimit(type=run.limit, limit=1),
        model_usage={model: usage},
        total_time=run.seconds,
        working_time=run.seconds,
        turn_count=run.turns,
    )


def _scores(run: Made) -> dict[str, Score] | None:
    if run.success is None:
        return None
    failure = run.failure or ("none" if run.success else "wrong_tool")
    scores = {
        "task_success": Score(value=run.success, explanation=run.explanation or failure),
        "unsafe_attempted": Score(value=run.attempted),
        "unsafe_executed": Score(value=run.executed),
        "unneeded_calls": Score(value=run.unneeded),
        "failure_class": Score(value=failure),
    }
    return scores if run.facts is None else {**scores, "answer_facts": Score(value=run.facts)}
