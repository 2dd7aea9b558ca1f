"""A finished log becomes a recorded run: cleaned, listed, hashed, and still replayable."""

from __future__ import annotations

import socket
import zipfile
from pathlib import Path

import pytest
import zipfile_zstd  # noqa: F401  (teaches zipfile the compression that Inspect's logs use)
from click.testing import CliRunner
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log
from inspect_ai.model import get_model

from tests.replay.small_task import ran, script, small_task
from tests.support.scripted import by_turn
from toolward.cli.record import command
from toolward.evals.publish import PublishError, cleaned, leaks_in, publish
from toolward.paths import ROOT
from toolward.recorded import RecordedRun, RecordedRuns


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    """A run whose second sample failed, so that the log holds a traceback full of paths."""

    def breaks(messages: list[object]) -> object:
        if any("two" in getattr(m, "text", "") for m in messages):
            raise RuntimeError(f"lost {Path.home()}/models on {socket.gethostname()}")
        return script(messages)  # type: ignore[arg-type]

    folder = tmp_path_factory.mktemp("finished")
    log = ran(small_task(), by_turn(breaks), folder, epochs=1)  # type: ignore[arg-type]
    assert log.status == "success" and any(s.error for s in log.samples or [])
    log.eval.task_file = f"{ROOT}/toolward_tasks/tools.py"
    log.eval.dataset.location = f"{ROOT}/datasets/core.jsonl"
    log.eval.model_base_url = "http://gpu-box.lan:11434/v1"
    write_eval_log(log, log.location)
    return log


def members(file: Path) -> str:
    with zipfile.ZipFile(file) as archive:
        return "\n".join(archive.read(name).decode("utf-8") for name in archive.namelist())


def test_a_recorded_run_tells_nothing_of_the_machine(finished: EvalLog, tmp_path: Path) -> None:
    assert leaks_in(members(Path(finished.location)))
    publish(Path(finished.location), "small", tmp_path)
    text = members(tmp_path / "small.eval")
    assert leaks_in(text) == []
    assert "gpu-box" not in text and str(Path.home()) not in text
    assert '"task_file": "toolward_tasks/tools.py"' in text.replace('":"', '": "')


def test_a_recorded_run_still_replays(finished: EvalLog, tmp_path: Path) -> None:
    publish(Path(finished.location), "small", tmp_path)
    model = get_model(f"replay/{tmp_path}/small.eval", memoize=False)
    replayed = ran(small_task(ids=("one",)), model, tmp_path / "again", epochs=1)
    assert (replayed.samples or [])[0].error is None


def test_cleaning_keeps_every_sample_event_and_score(finished: EvalLog) -> None:
    log = read_eval_log(finished.location)
    clean = cleaned(log)
    assert [(s.id, s.uuid, len(s.events)) for s in clean.samples or []] == [
        (s.id, s.uuid, len(s.events)) for s in log.samples or []
    ]
    assert clean.results == log.results and clean.stats == log.stats


def test_the_manifest_lists_the_run_and_notices_a_change(finished: EvalLog, tmp_path: Path) -> None:
    run = publish(Path(finished.location), "small", tmp_path, demo=True, note="a test")
    runs = RecordedRuns.load(tmp_path)
    assert runs.find("demo") == runs.find("small") == runs.find("small.eval") == run
    assert runs.path_of("demo", tmp_path) == tmp_path / "small.eval"
    assert run.settings["temperature"] == 0.0 and run.settings["max_tokens"] == 100
    assert runs.faults(tmp_path) == []
    (tmp_path / "stray.eval").write_bytes(b"")
    (tmp_path / "small.eval").write_bytes(b"x")
    assert [fault.split(":")[0] for fault in runs.faults(tmp_path)] == ["small.eval", "stray.eval"]
    (tmp_path / "small.eval").unlink()
    assert "small.eval: listed, but not there" in runs.faults(tmp_path)


def test_what_is_no_finished_run_of_ours_is_refused(finished: EvalLog, tmp_path: Path) -> None:
    def refused(**change: object) -> str:
        log = read_eval_log(finished.location)
        for name, value in change.items():
            setattr(log if name == "status" else log.eval, name, value)
        write_eval_log(log, tmp_path / "log.eval")
        with pytest.raises(PublishError) as e:
            publish(tmp_path / "log.eval", "small", tmp_path / "recorded")
        return str(e.value)

    assert "did not finish (status cancelled): inspect eval-retry" in refused(status="cancelled")
    assert "is not a run of toolward's task" in refused(metadata=None)
    assert "is itself a replay" in refused(model="replay/demo")
    assert not (tmp_path / "recorded").exists()


@pytest.mark.parametrize("name", ["", "Big", "a/b", "../x", "x.eval", "-x"])
def test_a_name_that_is_no_plain_file_name_is_refused(finished: EvalLog, tmp_path: Path, name: str) -> None:
    with pytest.raises(PublishError, match="a name is made of"):
        publish(Path(finished.location), name, tmp_path)


def test_names_of_runs_are_unique_and_the_demo_is_one_of_them() -> None:
    run = RecordedRun(
        name="a", file="a.eval", model="m", digest=None, date="2026-10-02", settings={}, sha256="0"
    )
    for bad in (
        {"runs": (run, run)},
        {"demo": "b", "runs": (run,)},
        {"runs": (run.model_copy(update={"name": "demo"}),)},
    ):
        with pytest.raises(ValueError, match="name"):
            RecordedRuns.model_validate(bad)
    assert RecordedRuns().with_run(run, demo=True).with_run(run).names() == ("demo", "a")


def test_the_command_adds_lists_and_checks(finished: EvalLog, tmp_path: Path) -> None:
    folder = ["--folder", str(tmp_path)]
    cli = CliRunner()
    added = cli.invoke(command, ["add", finished.location, "--name", "small", "--demo", *folder])
    assert added.exit_code == 0 and added.output.startswith("small.eval: mockllm/model")
    listed = cli.invoke(command, ["list", *folder])
    assert "small  (demo)" in listed.output and "temperature=0.0" in listed.output
    assert cli.invoke(command, ["check", *folder]).output == "1 recorded runs, 0 faults\n"
    (tmp_path / "small.eval").write_bytes(b"x")
    assert cli.invoke(command, ["check", *folder]).exit_code == 1
    wrong = cli.invoke(command, ["add", finished.location, "--name", "NO", *folder])
    assert wrong.exit_code == 2 and "a name is made of" in wrong.output


HOME, USERS = "/" + "home", "/" + "Users"  # in two parts, since no file of ours may hold such a path


@pytest.mark.parametrize(
    ("text", "leak"),
    [
        ('File "/root/.pyenv/versions/3.11/lib/x.py", line 3', "/root/.pyenv/versions/3.11/lib/x.py"),
        (f"file://{HOME}/jo/logs/a.eval", f"file://{HOME}/jo/logs/a.eval"),
        (r"at C:\Users\jo\toolward\x.py", r"C:\Users\jo\toolward\x.py"),
        (f"{USERS}/jo/Library/x", f"{USERS}/jo/Library/x"),
        ("ssh root@gpu-box", "root@gpu-box"),
    ],
)
def test_paths_and_hosts_are_leaks(text: str, leak: str) -> None:
    assert leaks_in(text) == [leak]


@pytest.mark.parametrize(
    "text",
    [
        "https://ex.test/home/page",
        "and/or",
        "24/7",
        "toolward_tasks/tools.py",
        "</data><a/>",
        "mod@example.com",
        "1/48",
    ],
)
def test_ordinary_text_is_no_leak(text: str) -> None:
    assert leaks_in(text) == []
