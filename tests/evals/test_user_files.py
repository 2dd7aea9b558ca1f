"""A person's own files are named from the folder where they type, not from the task file's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from inspect_ai.log import list_eval_logs, read_eval_log

from tests.support.fake_ollama import FakeModel, FakeOllama, says
from toolward.paths import ROOT
from toolward.record import RECORD_KEY

CASE = {
    "id": "mine_01",
    "category": "no_tool",
    "split": "dev",
    "cluster": "mine_01",
    "request": "can you help me?",
    "must_ask_clarification": True,
    "why": "Nothing is asked yet.",
}


def test_relative_paths_of_cases_prompt_and_descriptions_work_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text(json.dumps(CASE))
    (tmp_path / "prompt.txt").write_text("Greet back.")
    (tmp_path / "texts.yaml").write_text("base: V4\ntools: {get_leaderboard: {description: Ranks.}}")
    inspect, task = Path(sys.executable).parent / "inspect", f"{ROOT}/toolward_tasks/tools.py@tools"
    files = ["-T", "dataset=cases.jsonl", "-T", "prompt=./prompt.txt", "-T", "descriptions=texts.yaml"]
    with FakeOllama(script=[says("With what?")], models=(FakeModel(name="qwen3:8b"),)) as server:
        done = subprocess.run(
            [inspect, "eval", task, "--model", "ollama/qwen3:8b", "--log-dir", "logs", *files],
            cwd=tmp_path,
            env={**os.environ, "OLLAMA_HOST": server.url, "INSPECT_DISPLAY": "plain"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    [info] = list_eval_logs(str(tmp_path / "logs"))
    log = read_eval_log(info)
    record = (log.eval.metadata or {})[RECORD_KEY]
    assert log.status == "success" and [s.id for s in log.samples or []] == ["mine_01"]
    assert (record["dataset"], record["prompt"], record["descriptions"]) == (
        "cases",
        "prompt.txt",
        "texts.yaml",
    )
    assert server.chats[0]["messages"][0]["content"] == "Greet back."
