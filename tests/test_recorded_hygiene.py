"""Recorded runs tell nothing of the machine they ran on, and are what the manifest says they are.

Every member of every `.eval` file is read as text: header, samples, events, attachments, summaries.
"""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest
import zipfile_zstd  # noqa: F401  (teaches zipfile the compression that Inspect's logs use)
from inspect_ai.log import read_eval_log

from toolward.evals.publish import leaks_in, settings_of
from toolward.paths import RECORDED, ROOT
from toolward.record import RECORD_KEY, RunRecord
from toolward.recorded import RecordedRun, RecordedRuns

RUNS = RecordedRuns.load()
every_run = pytest.mark.parametrize("run", RUNS.runs, ids=lambda run: run.name)


def texts(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


@every_run
def test_no_member_of_a_recorded_log_holds_a_path_a_user_or_a_host(run: RecordedRun) -> None:
    hits = {name: found for name, text in texts(RECORDED / run.file).items() if (found := leaks_in(text))}
    assert not hits


@every_run
def test_a_recorded_log_names_no_server_but_this_machine_and_no_git_origin(run: RecordedRun) -> None:
    spec = read_eval_log(RECORDED / run.file, header_only=True).eval
    assert (
        spec.model_base_url is None
        or "localhost" in spec.model_base_url
        or "127.0.0.1" in spec.model_base_url
    )
    assert spec.revision is None or spec.revision.origin == ""


@every_run
def test_the_manifest_says_what_the_log_says(run: RecordedRun) -> None:
    log = read_eval_log(RECORDED / run.file, header_only=True)
    record = RunRecord.model_validate((log.eval.metadata or {})[RECORD_KEY])
    assert (run.model, run.digest, run.date) == (log.eval.model, record.model.digest, log.eval.created[:10])
    assert run.settings == settings_of(log, record)


def test_what_a_person_runs_lands_in_logs_and_stays_out_of_git() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    ignored = subprocess.run(["git", "-C", str(ROOT), "check-ignore", "-q", "logs/mine.eval"], check=False)
    shipped = subprocess.run(
        ["git", "-C", str(ROOT), "check-ignore", "-q", "logs/recorded/x.eval"], check=False
    )
    assert (ignored.returncode, shipped.returncode) == (0, 1)
