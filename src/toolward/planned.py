"""The cases that a log was to run: one reading for the last words of a run and for the tables."""

from __future__ import annotations

from inspect_ai.log import EvalLog, effective_eval_config

from toolward.record import RunRecord


def planned_cases(log: EvalLog, record: RunRecord) -> tuple[str, ...]:
    """Ids, in order: the task's cases, less those that --limit or --sample-id left out."""
    config = effective_eval_config(log)
    if config.limit is None and config.sample_id is None:
        return record.planned_cases
    chosen = {str(i) for i in log.eval.dataset.sample_ids or ()}
    return tuple(case for case in record.planned_cases if case in chosen)
