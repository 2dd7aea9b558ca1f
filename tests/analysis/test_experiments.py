"""Experiments: strict files, runs matched by factors and compared only within one context."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.make_log import SEVEN, Made, write_log
from toolward.analysis.errors import AnalysisError
from toolward.analysis.experiments import (
    Experiment,
    Factors,
    Run,
    experiment_named,
    groups,
    load_experiment,
    load_experiments,
)
from toolward.analysis.load import load_runs
from toolward.cli.experiment import command
from toolward.cli.reproduce import compared
from toolward.cli.running import planned, time_left

V4: dict[str, Any] = {"descriptions": "V4", "descriptions_sha256": "4" * 64}
PAIR = Experiment(
    name="pair",
    kind="before_after",
    title="A pair",
    question="Does it help?",
    runs=(Run(name="before"), Run(name="after", factors=Factors(descriptions="V4"))),
)


def test_the_shipped_experiments_are_valid_and_cover_the_record() -> None:
    kinds = {e.kind for e in load_experiments()}
    assert kinds == {"baselines", "before_after", "variance", "tool_count", "confirm_modes"}
    [variance] = [e for e in load_experiments() if e.kind == "variance"]
    assert {(r.factors.temperature, r.factors.seed) for r in variance.runs} == {(0.6, 1), (0.6, 2), (0.6, 3)}
    modes = [r.factors.confirm_mode for r in experiment_named("confirm_modes").runs]
    assert modes == ["flag", "preview_token", "elicit"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name: x\nkind: before_after\ntitle: t\nquestion: q\nruns: []\n", "runs"),
        ("name: x\nkind: y\ntitle: t\nquestion: q\nruns: [{name: a}]\n", "kind"),
        ("name: x\nkind: variance\ntitle: t\nquestion: q\nruns: [{name: a, factors: {seed: '1'}}]\n", "seed"),
        ("name: x\nkind: variance\ntitle: t\nquestion: q\nruns: [{name: a, sed: 1}]\n", "sed"),
        ("name: x\nkind: variance\ntitle: t\nquestion: q\nruns: [{name: a}, {name: a}]\n", "same name"),
        ("name: y\nkind: variance\ntitle: t\nquestion: q\nruns: [{name: a}]\n", "must agree"),
        (
            "name: x\nkind: variance\ntitle: t\nquestion: q\nruns: [{name: a, factors: {think: off}}]\n",
            "think",
        ),
        ("name: [", "x.yaml"),
    ],
)
def test_a_wrong_experiment_file_is_refused_with_its_field(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text)
    with pytest.raises(AnalysisError, match=complaint):
        load_experiment(path)


def test_the_tool_count_cases_are_the_26_that_need_only_the_first_three_tools() -> None:
    from toolward.cases.load import load_dataset
    from toolward.cases.splits import tool_count_cases

    chosen = {case.id for case in tool_count_cases(load_dataset("core").cases)}
    for experiment in load_experiments():
        if experiment.kind == "tool_count":
            assert all(set(run.cases) == chosen and len(run.cases) == 26 for run in experiment.runs)


def test_an_unknown_experiment_lists_the_known_ones() -> None:
    with pytest.raises(AnalysisError, match=r"no experiment 'x'; known: .*before_after"):
        experiment_named("x")


def test_descriptions_follow_the_confirm_mode_as_in_the_task() -> None:
    assert Factors(confirm_mode="preview_token").resolved_descriptions == "V6"
    assert Factors(confirm_mode="elicit").resolved_descriptions == "V1"


def test_runs_are_found_by_their_factors_whatever_the_file_is_called(tmp_path: Path) -> None:
    write_log(tmp_path / "z.eval", [Made("a")])
    write_log(tmp_path / "y.eval", [Made("a", 0)], **V4)
    write_log(tmp_path / "x.eval", [Made("a")], **V4, tools=SEVEN[:3])
    write_log(tmp_path / "w.eval", [Made("a")], seed=1)
    write_log(tmp_path / "v.eval", [Made("a")], temperature=None, seed=None)
    [group] = groups(PAIR, load_runs(tmp_path))
    assert {name: set(c.runs["log"]) for name, c in group.found.items()} == {
        "before": {"z.eval"},
        "after": {"y.eval"},
    }
    assert group.missing == ()


def test_runs_of_different_contexts_are_not_brought_together(tmp_path: Path) -> None:
    write_log(tmp_path / "a.eval", [Made("a")])
    write_log(tmp_path / "b.eval", [Made("a")], num_ctx=4096, **V4)
    found = groups(PAIR, load_runs(tmp_path))
    assert sorted(group.missing for group in found) == [("after",), ("before",)]


def test_a_run_that_broke_off_is_missing_and_said_to_be_broken(tmp_path: Path) -> None:
    write_log(tmp_path / "a.eval", [Made("a"), Made("b")])
    write_log(tmp_path / "b.eval", [Made("a")], planned=["a", "b"], status="cancelled", **V4)
    [group] = groups(PAIR, load_runs(tmp_path))
    assert group.missing == ("after",) and "1/2 tried" in group.broken_off["after"].status


def test_a_run_that_two_experiments_share_is_planned_once() -> None:
    slugs = [one.slug for one in planned(load_experiments())]
    assert len(slugs) == len(set(slugs))
    alone = sum(len(planned([e])) for e in load_experiments())
    assert len(slugs) < alone


def test_task_arguments_are_those_of_the_task() -> None:
    import inspect

    from toolward_tasks.tools import tools

    known = set(inspect.signature(tools).parameters)
    for experiment in load_experiments():
        for run in experiment.runs:
            for split in run.splits:
                assert set(run.task_args(split)) <= known


def test_uncapped_runs_send_no_cap() -> None:
    assert "max_tokens" not in Run(name="a", max_tokens=None).generate_args()
    assert Run(name="a").generate_args() == {"temperature": 0.0, "seed": 42, "max_tokens": 4096}


def test_the_time_left_is_estimated_from_the_first_cases() -> None:
    assert time_left(3, 68, 45.0) == "  3 of 68 done in 45 s; about 16 min left"
    assert "about 0 s left" in time_left(5, 5, 10.0)
    assert "h left" in time_left(3, 1000, 60.0)


def test_the_list_names_every_experiment_and_run() -> None:
    result = CliRunner().invoke(command, ["list"])
    assert result.exit_code == 0
    for experiment in load_experiments():
        assert f"{experiment.name}: " in result.output
        assert all(run.name in result.output for run in experiment.runs)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["run", "nope", "--model", "m"], "no experiment"),
        (["run", "before_after", "--model", "m", "--run", "x"], "has no run x"),
        (["run", "before_after", "--model", "mockllm/model", "-T", "think=on"], "the experiment sets it"),
        (["run", "before_after", "--model", "mockllm/model", "-T", "num_ctx"], "NAME=VALUE"),
    ],
)
def test_a_wrong_command_is_refused_before_anything_runs(arguments: list[str], complaint: str) -> None:
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 2 and complaint in result.output


def test_a_rerun_is_held_against_the_recorded_run_case_by_case(tmp_path: Path) -> None:
    write_log(tmp_path / "old" / "a.eval", [Made("a"), Made("b", 0)])
    write_log(tmp_path / "new" / "a.eval", [Made("a"), Made("b")])
    old, new = load_runs(tmp_path / "old"), load_runs(tmp_path / "new")
    [(line, same)] = compared(PAIR, PAIR.runs[0], old, new)
    assert not same and "1/2 cases as recorded" in line and "b (0/1 -> 1/1)" in line
    [(line, same)] = compared(PAIR, PAIR.runs[0], old, old)
    assert same and "2/2 cases as recorded" in line
    [(line, same)] = compared(PAIR, PAIR.runs[1], old, new)
    assert same and "not recorded yet" in line
