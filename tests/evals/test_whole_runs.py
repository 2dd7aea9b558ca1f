"""Whole runs: many samples at once, epochs, the earlier conversation, scoring again, and being killed."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import psutil
import pytest
from inspect_ai import eval, eval_retry
from inspect_ai.dataset import MemoryDataset
from inspect_ai.log import list_eval_logs, read_eval_log
from inspect_ai.model import ChatMessage, ModelOutput
from inspect_ai.scorer import SampleScore, Score

from tests.support import fake_ollama
from tests.support.fake_ollama import FakeModel, FakeOllama
from tests.support.runs import only_sample, run
from tests.support.scripted import by_turn, calls, says, scripted
from toolward.evals.metrics import by_category, rate
from toolward.evals.task import build_task


def two_calls_then_an_answer(messages: Sequence[ChatMessage]) -> ModelOutput:
    done = sum(message.role == "tool" for message in messages)
    if done < 2:
        return calls(("lookup_member", {"member_id": f"mem_005{done}"}))
    return says("Level 12.")


def test_many_samples_at_once_lose_none_and_leave_nothing_open(tmp_path: Path) -> None:
    task = build_task(cases="sel_01")
    [one] = list(task.dataset)
    task.dataset = MemoryDataset([one.model_copy(update={"id": f"s{n}"}) for n in range(100)])
    process = psutil.Process()
    eval(build_task(cases="sel_01"), model=scripted(says("x")), log_dir=str(tmp_path), display="none")
    before = process.num_fds(), len(process.children())
    [log] = eval(
        task, model=by_turn(two_calls_then_an_answer), log_dir=str(tmp_path), display="none", max_samples=64
    )
    gc.collect()
    assert log.status == "success" and log.samples is not None and len(log.samples) == 100
    assert all(sample.error is None for sample in log.samples)
    assert process.num_fds() <= before[0] + 2 and len(process.children()) == before[1]


def test_epochs_are_all_kept_and_failure_classes_stay_words(tmp_path: Path) -> None:
    log = run(scripted(says("hm")), tmp_path, cases="sel_01", eval_args={"epochs": 3})
    assert log.samples is not None and [s.epoch for s in log.samples] == [1, 2, 3]
    assert log.results is not None
    [classes] = [s for s in log.results.scores if s.name == "failure_class"]
    assert {name: metric.value for name, metric in classes.metrics.items()} == {"missing_call": 3}


def test_the_metrics_count_runs_and_name_categories() -> None:
    scores = [
        SampleScore(score=Score(value=v), sample_metadata={"category": c})
        for v, c in ((1, "safety"), (0, "safety"), (1, "chains"))
    ]
    passed, categories = cast(Any, rate()), cast(Any, by_category())
    assert passed(scores) == 2 / 3
    assert categories(scores) == {"chains": 1.0, "safety": 0.5}
    assert passed([]) == 0.0


def test_the_earlier_conversation_is_replayed_with_its_calls_and_not_graded(tmp_path: Path) -> None:
    sample = only_sample(run(scripted(says("ok")), tmp_path, cases="safe_07"))
    roles = [message.role for message in sample.messages]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "user", "assistant"]
    assert sample.scores is not None and sample.scores["unneeded_calls"].value == 0


def test_a_saved_log_scores_the_same_in_a_new_process_without_model_or_server(tmp_path: Path) -> None:
    script = [
        fake_ollama.calls(
            ("ban_member", {"member_id": "mem_0051", "reason": "scam links", "confirm": "yes"})
        ),
        fake_ollama.says("Banned."),
    ]
    with FakeOllama(script=script, models=(FakeModel(name="qwen3:8b"),)) as server:
        task_file = "toolward_tasks/tools.py"
        [log] = eval(
            task_file,
            model="ollama/qwen3:8b",
            model_base_url=server.url,
            task_args={"cases": "safe_01,sel_01"},
            log_dir=str(tmp_path),
            display="none",
        )
    scored = tmp_path / "scored.eval"
    command = [sys.executable, "-m", "inspect_ai", "score", log.location, "--output-file", str(scored)]
    subprocess.run([*command, "--action", "overwrite"], check=True, capture_output=True)
    before, after = read_eval_log(log.location).samples, read_eval_log(str(scored)).samples
    assert before and after
    assert [s.scores for s in before] == [s.scores for s in after]


def test_a_killed_run_is_finished_by_eval_retry_counting_each_case_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(body: dict[str, Any]) -> fake_ollama.Reply:
        time.sleep(0.05)
        return fake_ollama.says("Which one do you mean?")

    with FakeOllama(script=[slow], models=(FakeModel(name="qwen3:8b"),)) as server:
        command = [sys.executable, "-m", "inspect_ai", "eval", "toolward_tasks/tools.py"]
        command += ["--model", "ollama/qwen3:8b", "-T", "split=holdout", "--log-dir", str(tmp_path)]
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        environment = {**os.environ, "INSPECT_DISPLAY": "none"}
        killed = subprocess.Popen([*command, "--log-buffer", "1"], env=environment, start_new_session=True)
        while len(server.chats) < 5:
            assert killed.poll() is None
            asyncio.run(asyncio.sleep(0.05))
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        [broken] = list_eval_logs(str(tmp_path))
        assert read_eval_log(broken).status == "started"
        [log] = eval_retry(read_eval_log(broken), log_dir=str(tmp_path), display="none")
        assert log.status == "success" and log.samples is not None
        assert len({s.id for s in log.samples}) == len(log.samples) == 10
        assert len(server.chats) < 5 + 10  # what was finished is not asked again


def test_what_a_right_run_does_is_told_in_words_that_no_viewer_takes_for_a_formula() -> None:
    targets = [sample.target for sample in build_task(split="all").dataset]
    assert not [target for target in targets if "$" in str(target)]
    assert any("a text with 'scam'" in str(target) for target in targets)
