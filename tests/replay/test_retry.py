"""A run that broke off is finished with `eval-retry`, from the task file alone, and keeps what it had."""

from __future__ import annotations

from pathlib import Path

from inspect_ai import eval, eval_retry
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log

from tests.replay.test_recorded_runs import TASK, script, verdicts
from tests.support.runs import run
from tests.support.scripted import by_turn


def test_a_retry_reruns_only_what_errored(tmp_path: Path) -> None:
    whole = run(by_turn(script), tmp_path / "whole", cases="sel_01,safe_01")
    recording = tmp_path / "recording.eval"
    _keep(whole, recording, "sel_01")
    [first] = eval(
        TASK,
        task_args={"cases": ["sel_01", "safe_01"]},
        model=f"replay/{recording}",
        log_dir=str(tmp_path / "mine"),
        display="none",
    )
    broken = read_eval_log(first.location)
    assert broken.status == "error"
    assert [s.id for s in broken.samples or [] if s.error] == ["safe_01"]

    _keep(whole, recording, "sel_01", "safe_01")
    [second] = eval_retry(broken, log_dir=str(tmp_path / "mine"), display="none")
    finished = read_eval_log(second.location)
    assert finished.status == "success"
    assert verdicts(finished) == verdicts(whole)
    assert _uuid(finished, "sel_01") == _uuid(broken, "sel_01")


def _keep(log: EvalLog, file: Path, *ids: str) -> None:
    write_eval_log(log.model_copy(update={"samples": [s for s in log.samples or [] if s.id in ids]}), file)


def _uuid(log: EvalLog, sample_id: str) -> str | None:
    return next(s.uuid for s in log.samples or [] if s.id == sample_id)
