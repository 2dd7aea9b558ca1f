"""Logs to rows: nothing planned is lost, nothing counts twice, what is not ours is refused by name."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from inspect_ai.scorer import Score

from tests.support.make_log import Made, record, write_log
from toolward.analysis.columns import NAMES, NO_CATEGORY
from toolward.analysis.configurations import configurations
from toolward.analysis.csv_files import read_runs_csv, write_runs_csv
from toolward.analysis.errors import AnalysisError, LogError
from toolward.analysis.load import load_runs
from toolward.analysis.tables.overview import overview
from toolward.record import RECORD_KEY, RECORD_VERSION


def outcomes(frame: pd.DataFrame) -> dict[str, str]:
    return dict(zip(frame["case"], frame["outcome"], strict=True))


def test_every_planned_run_is_a_row_whatever_became_of_it(tmp_path: Path) -> None:
    runs = [
        Made("passed"),
        Made("failed", success=0, failure="wrong_tool"),
        Made("capped", success=0, failure="token_cap"),
        Made("limited", success=1, limit="token"),
        Made("errored", success=None, error="connection refused"),
        Made("errored_but_scored", success=0, failure="infrastructure", error="boom"),
        Made("infrastructure", success=0, failure="infrastructure"),
        Made("unscored", success=None),
    ]
    planned = [*(run.case for run in runs), "never_ran"]
    frame = load_runs(write_log(tmp_path / "a.eval", runs, planned=planned))
    assert outcomes(frame) == {
        "passed": "passed",
        "failed": "failed",
        "capped": "capped",
        "limited": "capped",
        "errored": "errored",
        "errored_but_scored": "errored",
        "infrastructure": "errored",
        "unscored": "unscored",
        "never_ran": "not_run",
    }
    assert frame["success"].sum() == 1 and len(frame) == 9
    assert list(frame.columns) == list(NAMES)


def test_missing_scores_are_failures_and_their_safety_is_not_known(tmp_path: Path) -> None:
    runs = [
        Made("a"),
        Made("b", success=None),
        Made("c", success=0, attempted=1, executed=1, failure="unsafe_action"),
    ]
    frame = load_runs(write_log(tmp_path / "a.eval", runs)).set_index("case")
    assert frame["success"].tolist() == [True, False, False]
    assert frame.loc["b", "unsafe_attempted"] is pd.NA
    assert frame["unsafe_attempted"].sum() == 1
    config = configurations(frame.reset_index())[0]
    table = overview([config])
    assert table.rows[0][4] == "1/3 (33.3%)" and table.raw[0]["unscored"] == 1


def test_scores_kept_as_one_object_are_read_by_their_keys(tmp_path: Path) -> None:
    whole = {
        "grade": Score(value={"task_success": 0, "unsafe_attempted": 1, "failure_class": "unsafe_action"})
    }
    frame = load_runs(write_log(tmp_path / "a.eval", [Made("a", scores=whole)]))
    assert frame["failure_class"].tolist() == ["unsafe_action"] and bool(frame["unsafe_attempted"].iloc[0])


def test_a_score_of_not_a_number_is_a_missing_score(tmp_path: Path) -> None:
    frame = load_runs(write_log(tmp_path / "a.eval", [Made("a", scores={"task_success": Score.unscored()})]))
    assert frame["outcome"].tolist() == ["unscored"]


@pytest.mark.parametrize(
    ("scores", "complaint"),
    [
        ({"task_success": Score(value=2)}, "task_success is 2"),
        ({"task_success": Score(value=1), "failure_class": Score(value="wrong_tool")}, "failure class"),
        ({"task_success": Score(value=1), "unneeded_calls": Score(value=0.5)}, "whole number"),
    ],
)
def test_scores_that_make_no_sense_are_refused(
    tmp_path: Path, scores: dict[str, Score], complaint: str
) -> None:
    with pytest.raises(LogError, match=complaint):
        load_runs(write_log(tmp_path / "a.eval", [Made("a", scores=scores)]))


@pytest.mark.parametrize("status", ["cancelled", "started", "error"])
def test_a_log_that_did_not_end_well_is_shown_and_not_ranked(tmp_path: Path, status: str) -> None:
    planned = [f"c_{i}" for i in range(58)]
    runs = [Made(case, success=int(i < 15)) for i, case in enumerate(planned[:20])]
    frame = load_runs(write_log(tmp_path / "a.eval", runs, planned=planned, status=status))  # type: ignore[arg-type]
    assert len(frame) == 58 and frame["success"].sum() == 15
    table = overview(configurations(frame))
    text = table.markdown()
    assert "75.0%" not in text and "25.9%" not in text
    assert f"incomplete ({status})" in text and "20/58 tried" in text
    assert all(row["rate"] is None for row in table.raw)


def test_epochs_are_runs_of_the_same_case(tmp_path: Path) -> None:
    runs = [Made("a", epoch=1), Made("a", epoch=2, success=0), Made("b", epoch=1)]
    frame = load_runs(write_log(tmp_path / "a.eval", runs, epochs=2))
    assert len(frame) == 4 and outcomes(frame[frame["epoch"] == 2]) == {"a": "failed", "b": "not_run"}


def test_a_retried_run_counts_once_and_the_later_result_stands(tmp_path: Path) -> None:
    first = [Made("a"), Made("b", success=None, error="connection refused"), Made("c", success=0)]
    again = [Made("b"), Made("c", success=0)]
    for name, runs, status, day in [("1", first, "error", "01"), ("2", again, "success", "02")]:
        write_log(
            tmp_path / f"{name}.eval", runs, planned=["a", "b", "c"], status=status,  # type: ignore[arg-type]
            task_id="same", created=f"2026-10-{day}T00:00:00+00:00",
        )  # fmt: skip
    frame = load_runs(tmp_path)
    assert outcomes(frame) == {"a": "passed", "b": "passed", "c": "failed"}
    assert frame["complete"].all() and set(frame["log"]) == {"2.eval"}


def test_a_log_given_twice_counts_once(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.eval", [Made("a"), Made("b", success=0)])
    copy = tmp_path / "copies" / "b.eval"
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    assert len(load_runs([path, path])) == 2
    assert len(load_runs(tmp_path)) == 2


def test_a_log_scored_again_replaces_the_first_scoring(tmp_path: Path) -> None:
    same: dict[str, Any] = {"task_id": "t", "eval_id": "e"}
    write_log(tmp_path / "run.eval", [Made("a")], **same)
    write_log(tmp_path / "run-scored.eval", [Made("a", success=0)], **same)
    assert outcomes(load_runs(tmp_path)) == {"a": "failed"}


def test_two_different_results_of_one_eval_are_refused(tmp_path: Path) -> None:
    same: dict[str, Any] = {"task_id": "t", "eval_id": "e"}
    write_log(tmp_path / "one.eval", [Made("a")], **same)
    write_log(tmp_path / "two.eval", [Made("a", success=0)], **same)
    with pytest.raises(LogError, match=r"one\.eval"):
        load_runs(tmp_path)


def test_cases_left_out_by_a_limit_were_not_planned(tmp_path: Path) -> None:
    runs = [Made("a"), Made("b")]
    frame = load_runs(write_log(tmp_path / "a.eval", runs, planned=["a", "b", "c", "d"], limit=2))
    assert outcomes(frame) == {"a": "passed", "b": "passed"}


def test_a_run_of_a_case_that_was_not_planned_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="did not plan: z"):
        load_runs(write_log(tmp_path / "a.eval", [Made("a"), Made("z")], planned=["a"]))


def test_a_foreign_log_is_refused_by_name(tmp_path: Path) -> None:
    write_log(tmp_path / "ours.eval", [Made("a")])
    write_log(tmp_path / "theirs.eval", [Made("a")], metadata={})
    with pytest.raises(LogError, match=r"theirs\.eval: not a toolward log"):
        load_runs(tmp_path)


def test_a_broken_file_is_refused_by_name_and_not_skipped(tmp_path: Path) -> None:
    write_log(tmp_path / "good.eval", [Made("a")])
    (tmp_path / "cut.eval").write_bytes((tmp_path / "good.eval").read_bytes()[:200])
    with pytest.raises(LogError, match=r"cut\.eval: not a readable"):
        load_runs(tmp_path)


def test_a_log_whose_process_was_killed_is_read_as_far_as_it_came(tmp_path: Path) -> None:
    whole = write_log(tmp_path / "whole" / "a.eval", [Made("a"), Made("b", 0)], planned=["a", "b", "c"])
    with zipfile.ZipFile(whole) as there, zipfile.ZipFile(tmp_path / "killed.eval", "w") as left:
        for name in there.namelist():
            if name not in ("header.json", "summaries.json", "reductions.json"):
                left.writestr(name, there.read(name))
    frame = load_runs(tmp_path / "killed.eval")
    assert outcomes(frame) == {"a": "passed", "b": "failed", "c": "not_run"}
    assert set(frame["status"]) == {"started"} and not frame["complete"].any()


def test_no_logs_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AnalysisError, match=r"no \.eval log"):
        load_runs(tmp_path)
    with pytest.raises(AnalysisError, match="no such file"):
        load_runs(tmp_path / "nowhere.eval")


def changed(**changes: object) -> dict[str, object]:
    return {RECORD_KEY: {**record(planned_cases=("a",)).model_dump(mode="json"), **changes}}


@pytest.mark.parametrize(
    ("metadata", "complaint"),
    [
        (
            changed(record_version=RECORD_VERSION + 1, package_version="9.0"),
            "toolward 9.0 .*upgrade toolward",
        ),
        (changed(record_version=0, package_version="0.0.1"), "toolward 0.0.1 .*no longer read"),
        (changed(record_version="one"), "not a number"),
        (changed(confirm_mode="maybe"), "confirm_mode"),
        (changed(surprise=1), "surprise"),
    ],
)
def test_a_record_of_another_version_is_refused_clearly(
    tmp_path: Path, metadata: dict[str, object], complaint: str
) -> None:
    with pytest.raises(LogError, match=complaint):
        load_runs(write_log(tmp_path / "a.eval", [Made("a")], metadata=metadata))


def test_a_record_of_an_older_version_is_brought_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = changed(record_version=RECORD_VERSION - 1)
    old_record = old[RECORD_KEY]
    assert isinstance(old_record, dict)
    del old_record["transport"]
    monkeypatch.setattr(
        "toolward.analysis.records.UPGRADES",
        {RECORD_VERSION - 1: lambda data: {**data, "transport": "stdio"}},
    )
    frame = load_runs(write_log(tmp_path / "a.eval", [Made("a")], metadata=old))
    assert frame["transport"].tolist() == ["stdio"]


def test_runs_without_a_category_stay_in_the_sum(tmp_path: Path) -> None:
    runs = [
        Made("001", category="safety"),
        Made("002", category=None),
        Made("010", category="chains", success=0),
    ]
    frame = load_runs(write_log(tmp_path / "a.eval", runs))
    counts = frame.groupby("category")["case"].size()
    assert counts.sum() == 3 and counts[NO_CATEGORY] == 1


def test_ids_and_odd_names_survive_csv(tmp_path: Path) -> None:
    names = ["null", "NA", "None", "quiet", "001", "1e5", "", "nan", 'a,"b"', "x\ny"]
    runs = [Made(f"{i:03}", explanation=name or " ") for i, name in enumerate(names)]
    frame = load_runs(write_log(tmp_path / "a.eval", runs, model="NA"))
    frame["reasons"] = pd.Series(names, dtype="str")
    write_runs_csv(frame, tmp_path / "runs.csv")
    again = read_runs_csv(tmp_path / "runs.csv")
    pd.testing.assert_frame_equal(again, frame)
    assert again["reasons"].tolist() == names
    assert again["case"].tolist()[:3] == ["000", "001", "002"] and again["model"].iloc[0] == "NA"


def test_a_run_that_never_started_takes_its_category_from_another_run_of_the_case(tmp_path: Path) -> None:
    write_log(tmp_path / "a.eval", [Made("a", category="safety", split="holdout")])
    write_log(tmp_path / "b.eval", [Made("b")], planned=["a", "b"], status="cancelled", seed=1)
    frame = load_runs(tmp_path)
    missing = frame[frame["outcome"] == "not_run"].iloc[0]
    assert (missing["category"], missing["split"]) == ("safety", "holdout")


def test_logs_load_from_inside_a_running_loop(tmp_path: Path) -> None:
    import asyncio

    path = write_log(tmp_path / "a.eval", [Made("a")])

    async def inside() -> int:
        return len(load_runs(path))

    assert asyncio.run(inside()) == 1
