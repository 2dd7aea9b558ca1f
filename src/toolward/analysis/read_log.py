"""One `.eval` log -> one row for every run that was planned, tried or not.

Only the header and the sample summaries are read, never the samples themselves. A run passes only when
its score says so and nothing stopped it: errors, limits, missing scores and runs that never started are
failures with an outcome of their own. What a log cannot tell stays missing; what contradicts itself is a
`LogError`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from inspect_ai.log import (
    EvalLog,
    EvalSampleSummary,
    effective_eval_config,
    read_eval_log_async,
    read_eval_log_sample_summaries_async,
)
from inspect_ai.scorer import Score

from toolward.analysis.columns import NO_CATEGORY, NO_SPLIT
from toolward.analysis.errors import LogError
from toolward.analysis.records import read_record
from toolward.planned import planned_cases
from toolward.record import RunRecord

CAPPED = {"token_cap", "turn_cap", "context_overflow"}
NOT_FOR_KEY = {"max_connections", "adaptive_connections", "max_retries", "timeout", "attempt_timeout"}

Row = dict[str, Any]


@dataclass(frozen=True)
class ReadLog:
    """A log's identity and its rows, keyed by (case, epoch)."""

    path: Path
    eval_id: str
    task_id: str
    created: str
    rows: dict[tuple[str, int], Row]


async def read_log(path: Path) -> ReadLog:
    try:
        log = await read_eval_log_async(path, header_only=True)
        summaries = await read_eval_log_sample_summaries_async(path)
    except (BadZipFile, KeyError, ValueError, OSError, EOFError) as e:
        reason = str(e).splitlines()[0] if str(e) else type(e).__name__
        raise LogError(path.name, f"not a readable .eval log ({reason})") from e
    record = read_record(path.name, log.eval.task, log.eval.metadata)
    common = _common(path, log, record)
    found = {(str(s.id), s.epoch): s for s in summaries}
    planned = _planned(path, log, record, found)
    rows = {key: {**common, **_run(path, key, found.get(key))} for key in planned}
    return ReadLog(path, log.eval.eval_id, log.eval.task_id, str(log.eval.created), rows)


def _common(path: Path, log: EvalLog, record: RunRecord) -> Row:
    """What all rows of the log share."""
    generate = log.eval.model_generate_config.merge(log.plan.config)
    rest = generate.model_dump(
        mode="json", exclude_none=True, exclude={"temperature", "seed", "max_tokens", *NOT_FOR_KEY}
    )
    model = record.model
    return {
        "log": path.name,
        "task_id": log.eval.task_id,
        "status": "invalidated" if log.invalidated else log.status,
        "complete": log.status == "success" and not log.invalidated,
        "package_version": record.package_version,
        "git_revision": record.git_revision or "",
        "model": log.eval.model,
        "digest": model.digest or "",
        "family": model.family or "",
        "parameter_size": model.parameter_size or "",
        "quantization": model.quantization or "",
        "server_version": model.server_version or "",
        "tools_seen": record.render.tools_seen,
        "history_seen": record.render.history_seen,
        "text_and_calls_split": record.render.text_and_calls_split,
        "prompt": record.prompt,
        "prompt_sha256": record.prompt_sha256,
        "descriptions": record.descriptions,
        "descriptions_sha256": record.descriptions_sha256,
        "confirm_mode": record.confirm_mode,
        "tools": ",".join(record.tools),
        "think": record.think,
        "think_sent": "nothing" if record.think_sent is None else str(record.think_sent).lower(),
        "num_ctx": record.num_ctx,
        "temperature": generate.temperature,
        "seed": generate.seed,
        "max_tokens": generate.max_tokens,
        "generation": json.dumps(rest, sort_keys=True) if rest else "",
        "transport": record.transport,
        "text_calls": record.text_calls,
        "max_turns": record.max_turns,
        "repeat_limit": record.repeat_limit,
        "dataset": record.dataset,
        "dataset_sha256": record.dataset_sha256,
        "fixtures_sha256": record.fixtures_sha256,
        "tool_count": len(record.tools),
    }


def _planned(
    path: Path, log: EvalLog, record: RunRecord, found: dict[tuple[str, int], EvalSampleSummary]
) -> list[tuple[str, int]]:
    """Every (case, epoch) that was to be run."""
    cases = planned_cases(log, record)
    epochs = max([effective_eval_config(log).epochs or 1, *(epoch for _, epoch in found)])
    planned = [(case, epoch) for case in cases for epoch in range(1, epochs + 1)]
    if strangers := sorted({case for case, _ in found} - set(cases)):
        raise LogError(path.name, f"holds runs of cases it did not plan: {', '.join(strangers)}")
    if not planned:
        raise LogError(path.name, "plans no case at all")
    return planned


def _run(path: Path, key: tuple[str, int], summary: EvalSampleSummary | None) -> Row:
    case, epoch = key
    if summary is None:
        return {
            "case": case, "epoch": epoch, "category": NO_CATEGORY, "split": NO_SPLIT, "cluster": case,
            "outcome": "not_run", "success": False, "failure_class": "not_run", "retries": 0,
            "reasons": "", "error": "",
        }  # fmt: skip
    where = f"{path.name}, case {case}, epoch {epoch}"
    scores = _flat(summary.scores or {})
    outcome, failure = _outcome(where, summary, scores)
    success_score = (summary.scores or {}).get("task_success")
    usage = summary.model_usage.values()
    told = summary.metadata
    return {
        "case": case,
        "epoch": epoch,
        "category": str(told.get("category") or NO_CATEGORY),
        "split": str(told.get("split") or NO_SPLIT),
        "cluster": str(told.get("cluster") or case),
        "outcome": outcome,
        "success": outcome == "passed",
        "failure_class": failure,
        "reasons": "" if success_score is None else success_score.explanation or "",
        "unsafe_attempted": _yes_or_no(where, scores, "unsafe_attempted"),
        "unsafe_executed": _yes_or_no(where, scores, "unsafe_executed"),
        "unneeded_calls": _whole(where, scores, "unneeded_calls"),
        "answer_facts": _number(where, scores, "answer_facts"),
        "input_tokens": sum(
            u.input_tokens + (u.input_tokens_cache_read or 0) + (u.input_tokens_cache_write or 0)
            for u in usage
        ),
        "output_tokens": sum(u.output_tokens for u in usage),
        "turns": summary.turn_count,
        "seconds": summary.total_time,
        "retries": summary.retries or 0,
        "free_memory_mb": _told_memory(success_score),
        "error": summary.error or "",
    }


def _flat(scores: dict[str, Score]) -> dict[str, Any]:
    """Score name -> value; a score whose value is an object gives one value a key."""
    flat: dict[str, Any] = {}
    for name, score in scores.items():
        flat.update(score.value if isinstance(score.value, dict) else {name: score.value})
    return {name: value for name, value in flat.items() if not _absent(value)}


def _absent(value: object) -> bool:
    return value is None or (isinstance(value, float) and isnan(value))


def _outcome(where: str, summary: EvalSampleSummary, scores: dict[str, Any]) -> tuple[str, str]:
    """(outcome, failure class); what stopped a run outranks what its score says."""
    success = _yes_or_no(where, scores, "task_success")
    failure = str(scores.get("failure_class", "" if success is None else "none" if success else "unnamed"))
    if success is not None and success != (failure == "none"):
        raise LogError(where, f"task_success is {success} but the failure class is {failure!r}")
    if summary.error is not None or failure == "infrastructure":
        return "errored", "infrastructure"
    if summary.limit is not None or failure in CAPPED:
        return "capped", failure if failure in CAPPED else f"limit: {summary.limit}"
    if success is None:
        return "unscored", "unscored"
    return ("passed", "none") if success else ("failed", failure)


def _yes_or_no(where: str, scores: dict[str, Any], name: str) -> bool | None:
    value = scores.get(name)
    if value is None:
        return None
    if isinstance(value, bool | int | float) and value in (0, 1):
        return bool(value)
    if value in ("C", "I"):
        return value == "C"
    raise LogError(where, f"score {name} is {value!r}; expected 1 or 0")


def _number(where: str, scores: dict[str, Any], name: str) -> float | None:
    value = scores.get(name)
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    raise LogError(where, f"score {name} is {value!r}; expected a number")


def _whole(where: str, scores: dict[str, Any], name: str) -> int | None:
    value = _number(where, scores, name)
    if value is not None and not value.is_integer():
        raise LogError(where, f"score {name} is {value!r}; expected a whole number")
    return None if value is None else int(value)


def _told_memory(score: Score | None) -> float | None:
    value = ((score.metadata if score else None) or {}).get("lowest_free_memory_mb")
    return float(value) if isinstance(value, int | float) else None
