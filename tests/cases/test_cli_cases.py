"""`toolward cases` shows what it should, hides the holdout, and says faults in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from toolward.cases.load import load_dataset
from toolward.cases.model import Split
from toolward.cli import cases as cli
from toolward.recorded import RecordedRun, RecordedRuns

CASES = load_dataset("core").cases
HELD = [case for case in CASES if case.split is Split.HOLDOUT]


def toolward(*arguments: str) -> Result:
    return CliRunner().invoke(cli.command, arguments, env={"COLUMNS": "200"})


def parsed(*arguments: str) -> Any:
    result = toolward(*arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_the_list_hides_what_holdout_cases_say() -> None:
    for output in (toolward("list").output, toolward("list", "--json").output):
        assert HELD[0].id in output
        assert not [case.id for case in HELD if case.request[:40] in output]
    assert HELD[0].request[:30] in toolward("list", "--split", "holdout", "--reveal-holdout").output


def test_the_list_as_json_has_every_case_once_with_the_datasets_hash() -> None:
    listed = parsed("list", "--json")
    assert listed["sha256"] == load_dataset("core").sha256
    assert [row["id"] for row in listed["cases"]] == [case.id for case in CASES]
    assert {row["request"] for row in listed["cases"] if row["split"] == "holdout"} == {cli.HIDDEN}


def test_a_holdout_case_is_shown_only_when_asked_again() -> None:
    held = HELD[0]
    refused = toolward("show", held.id)
    assert refused.exit_code == 2
    assert "--reveal-holdout" in refused.output
    assert held.request not in refused.output
    shown = toolward("show", held.id, "--reveal-holdout")
    assert shown.exit_code == 0
    assert "recorded runs have looked at it" in shown.output


def test_one_holdout_id_among_others_shows_none_of_them() -> None:
    result = toolward("show", "sel_01", HELD[0].id, "--json")
    assert (result.exit_code, "mem_0042" in result.output) == (2, False)


def test_show_prints_a_case_as_its_file_has_it() -> None:
    [shown] = parsed("show", "safe_07", "--json")
    assert shown["expected_calls"][0]["arguments"]["confirm"] is True
    text = toolward("show", "safe_07").output
    assert "Sí, adelante" in text
    assert "canary" not in text


def test_markup_in_a_request_is_printed_and_not_interpreted() -> None:
    assert "[SYSTEM NOTICE]" in toolward("show", "adv_04").output
    assert "[END NOTICE]" in toolward("list", "--category", "adversarial").output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "safe_99"), "no case safe_99"),
        (("list", "--dataset", "cores"), "core, extended"),
        (("lint", "absent.jsonl"), "core, extended"),
        (("list", "--split", "hold-out"), "holdout"),
    ],
)
def test_faults_are_named_with_status_2_and_no_traceback(arguments: tuple[str, ...], words: str) -> None:
    result = toolward(*arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert "Traceback" not in result.output


def test_lint_fails_on_errors_and_names_them(tmp_path: Path) -> None:
    raw = json.loads(CASES[0].model_dump_json()) | {"expected_calls": [{"name": "leaderboard"}]}
    file = tmp_path / "mine.jsonl"
    file.write_text(json.dumps(raw), encoding="utf-8")
    result = toolward("lint", str(file))
    assert result.exit_code == 1
    assert "sel_01: expected_calls[0].name: error: unknown tool" in result.output
    [found] = json.loads(toolward("lint", str(file), "--json").output)
    assert (found["case"], found["kind"]) == ("sel_01", "error")


def test_prove_ends_with_status_1_and_lists_what_is_not_proven(tmp_path: Path) -> None:
    calls = [{"name": "lookup_member", "arguments": {"member_id": "mem_0150"}}]
    raw = json.loads(CASES[0].model_dump_json()) | {"expected_calls": calls, "answer_facts": []}
    file = tmp_path / "mine.jsonl"
    file.write_text(json.dumps(raw), encoding="utf-8")
    result = toolward("prove", str(file))
    assert result.exit_code == 1
    assert "sel_01: oracle: " in result.output
    assert "1 cases: oracle 0/1" in result.output


def test_prove_prints_the_summary_and_the_trivial_agents(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(CASES[0].model_dump_json(), encoding="utf-8")
    result = toolward("prove", str(file))
    assert result.exit_code == 0, result.output
    assert result.output.startswith("1 cases: oracle 1/1, mutants ")
    assert "always refuses" in result.output


def test_the_reply_patterns_reach_what_is_promised() -> None:
    rows = parsed("replies", "--json")
    assert {row["label"] for row in rows} == {"asks", "refuses", "claims_done"}
    assert all(row["precision"] >= 0.95 and row["recall"] >= 0.95 for row in rows if row["part"] == "all")


def test_runs_that_had_holdout_cases_in_them_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = tuple(
        RecordedRun(
            name=f"run-{n}",
            file="f",
            model="m",
            digest=None,
            date="2026-10-01",
            settings={"split": split},
            sha256="",
        )
        for n, split in enumerate(("dev", "holdout", "all", "core", "adversarial"))
    )
    monkeypatch.setattr(RecordedRuns, "load", classmethod(lambda cls: RecordedRuns(runs=runs)))
    assert cli.holdout_looks() == (3, 5)
