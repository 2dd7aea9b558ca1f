"""`toolward experiment run` end to end against a server that speaks Ollama's API: logs, resuming, reading."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.fake_ollama import FakeModel, FakeOllama, refuses, says
from toolward.analysis.experiments import experiment_named, groups
from toolward.analysis.load import load_runs
from toolward.cli.running import planned

MODEL = "ollama/test:1b"


def experiment(
    server: FakeOllama, logs: Path, *more: str, limit: int = 4
) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-c",
        "from toolward.cli import main; main()",
        "experiment",
        "run",
        "before_after",
    ]
    command += ["--model", MODEL, "--log-dir", str(logs), "--limit", str(limit)]
    command += ["--model-base-url", server.url, *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)


def test_an_experiment_runs_once_and_its_logs_are_found_again(tmp_path: Path) -> None:
    with FakeOllama(models=[FakeModel("test:1b")], script=[says("Which one do you mean?")]) as server:
        first = experiment(server, tmp_path, "--run", "before")
        assert first.returncode == 0, first.stdout + first.stderr
        assert "[1/2] before_after: before, all" in first.stdout
        assert "3 of 4 done" in first.stdout and "left" in first.stdout, first.stdout
        asked = len(server.chats)
        again = experiment(server, tmp_path, "--run", "before")
        assert again.returncode == 0 and len(server.chats) == asked, "a finished run is not made again"
    frame = load_runs(tmp_path)
    assert len(frame) == 8 and set(frame["model"]) == {MODEL}
    [group] = groups(experiment_named("before_after"), frame)
    assert list(group.found) == ["before"] and group.missing == ("after",)
    folders = {path.parent.name for path in tmp_path.rglob("*.eval")}
    before = planned([experiment_named("before_after")], ["before"])
    assert folders == {one.slug for one in before}


def test_a_run_that_goes_on_estimates_only_what_is_left(tmp_path: Path) -> None:
    replies = [says("Which one do you mean?")] * 2
    with FakeOllama(models=[FakeModel("test:1b")], script=[*replies, refuses(400, "out of luck")]) as server:
        broken = experiment(server, tmp_path, "--run", "before", limit=5)
    assert broken.returncode == 1 and "not finished" in broken.stdout, broken.stdout + broken.stderr
    with FakeOllama(models=[FakeModel("test:1b")], script=replies) as server:
        rest = experiment(server, tmp_path, "--run", "before", limit=5)
    assert rest.returncode == 0, rest.stdout + rest.stderr
    assert "3 of 3 done" in rest.stdout, rest.stdout


def test_a_missing_model_stops_with_one_line_and_status_2(tmp_path: Path) -> None:
    with FakeOllama(models=[FakeModel("other:1b")], script=[says("ok")]) as server:
        result = experiment(server, tmp_path)
    assert result.returncode == 2
    assert "ollama pull test:1b" in result.stderr and "Traceback" not in result.stderr
