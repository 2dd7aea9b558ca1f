"""Every recorded run, played again through today's agent, server and graders, gives the same verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval
from inspect_ai.log import EvalLog, read_eval_log

from tests.support.runs import run
from tests.support.scripted import by_turn, calls, says
from toolward.paths import RECORDED, ROOT
from toolward.recorded import RecordedRuns

RUNS = RecordedRuns.load()
TASK = str(ROOT / "toolward_tasks/tools.py@tools")


def replayed(log: EvalLog, name: str, folder: Path, **more: Any) -> EvalLog:
    """The recorded settings, asked for as the command line does."""
    config = log.plan.config
    [again] = eval(
        TASK,
        task_args={**log.eval.task_args_passed, **more},
        model=f"replay/{name}",
        epochs=log.eval.config.epochs,
        limit=log.eval.config.limit,
        sample_id=log.eval.config.sample_id,
        temperature=config.temperature,
        seed=config.seed,
        max_tokens=config.max_tokens,
        log_dir=str(folder),
        display="none",
        log_level="warning",
    )
    return read_eval_log(again.location)


def verdicts(log: EvalLog) -> dict[tuple[str, int], dict[str, object]]:
    """All that is said of each case and epoch: every score and why, and the error if there was one."""
    return {
        (str(s.id), s.epoch): {
            **{name: (score.value, score.explanation) for name, score in (s.scores or {}).items()},
            "error": s.error.message if s.error else None,
        }
        for s in log.samples or []
    }


@pytest.mark.parametrize("name", [run.name for run in RUNS.runs])
def test_a_recorded_run_replays_to_the_same_verdicts_case_by_case(name: str, tmp_path: Path) -> None:
    path = RUNS.path_of(name)
    assert path is not None
    log = read_eval_log(path)
    again = replayed(log, name, tmp_path)
    assert again.status == log.status == "success"
    assert verdicts(again) == verdicts(log)


def test_the_files_are_the_recorded_ones_and_one_of_them_is_the_demo() -> None:
    assert RUNS.faults(RECORDED) == []
    assert RUNS.find("demo") is not None


def script(messages: Any) -> Any:
    """Calls that succeed, fail, act, and answer: so that a replay meets each kind of result."""
    turn = sum(m.role == "assistant" and m.source != "input" for m in messages)
    if turn == 0:
        return calls(("lookup_member", {"name": "quietfern"}), ("get_leaderboard", {"limit": 99}))
    if turn == 1:
        return calls(("ban_member", {"member_id": "mem_0050", "reason": "raid spam"}), text="Looking.")
    if turn == 2:
        return calls(("ban_member", {"member_id": "mem_0050", "reason": "raid spam", **_token(messages)}))
    return says("Done? Which one next?")


def _token(messages: Any) -> dict[str, Any]:
    text = messages[-1].text
    found = text.partition('"confirmation_id":')[2].partition('"')[2].partition('"')[0]
    return {"confirm": True} | ({"confirmation_id": found} if found else {})


@pytest.mark.parametrize("mode", ["flag", "preview_token", "elicit"])
def test_a_replay_meets_the_same_server_in_every_confirm_mode(mode: str, tmp_path: Path) -> None:
    log = run(by_turn(script), tmp_path / "first", split="adversarial", confirm_mode=mode)
    asked = {"split": "adversarial", "confirm_mode": mode}
    again = replayed(log, log.location, tmp_path / "again", **asked)
    assert again.status == "success"
    assert verdicts(again) == verdicts(log)
    executed = [v["unsafe_executed"][0] for v in verdicts(log).values()]  # type: ignore[index]
    assert any(executed) == (mode != "elicit")


def test_a_run_in_process_replays_over_stdio(tmp_path: Path) -> None:
    log = run(by_turn(script), tmp_path / "first", cases="safe_01,sel_01")
    again = replayed(log, log.location, tmp_path / "again", cases="safe_01,sel_01", transport="stdio")
    assert again.status == "success"
    assert verdicts(again) == verdicts(log)
