"""The paired verdict: right numbers, plain words, and no verdict where there can be none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.make_log import Made, write_log
from toolward.analysis.compare import Comparison, compare, sentence
from toolward.analysis.configurations import Configuration, configurations, only_configuration
from toolward.analysis.errors import AnalysisError
from toolward.analysis.load import load_runs
from toolward.cli.compare import command
from toolward.record import RenderFacts

V4: dict[str, Any] = {"descriptions": "V4", "descriptions_sha256": "4" * 64}
CASES = [f"c_{i:02}" for i in range(48)]


def side(path: Path, passing: int, **settings: Any) -> Configuration:
    runs = [Made(case, int(i < passing)) for i, case in enumerate(CASES)]
    return only_configuration(load_runs(write_log(path, runs, **settings)))


def compared(tmp_path: Path, before: int, after: int) -> Comparison:
    return compare(side(tmp_path / "a.eval", before), side(tmp_path / "b.eval", after, **V4))


def test_the_originals_headline_cannot_be_told_from_noise(tmp_path: Path) -> None:
    c = compared(tmp_path, 31, 36)
    assert (c.passed_before, c.passed_after, c.cases) == (31, 36, 48)
    assert c.p == 0.0625 and c.test == "exact McNemar"
    assert c.gained == ("c_31", "c_32", "c_33", "c_34", "c_35") and c.lost == ()
    text = sentence(c)
    assert text.startswith("Not distinguishable: +10.4 points on 48 cases, p = 0.0625")
    assert "can only see differences above 14 points" in text


def test_a_clear_gain_is_called_one(tmp_path: Path) -> None:
    assert (
        sentence(compared(tmp_path, 20, 36)) == "The second is better: +33.3 points on 48 cases, p < 0.001."
    )
    assert sentence(compared(tmp_path / "x", 36, 20)).startswith("The second is worse: -33.3 points")


def test_equal_runs_are_not_called_equal(tmp_path: Path) -> None:
    text = sentence(compared(tmp_path, 31, 31))
    assert text.startswith("Not distinguishable: no case changed sides") and "can only see" in text


def test_cases_of_one_scenario_do_not_count_as_independent_evidence(tmp_path: Path) -> None:
    def runs(passing: int) -> list[Made]:
        return [Made(c, int(i < passing), cluster=f"s{i // 8}") for i, c in enumerate(CASES)]

    one = only_configuration(load_runs(write_log(tmp_path / "a.eval", runs(16))))
    two = only_configuration(load_runs(write_log(tmp_path / "b.eval", runs(24), **V4)))
    c = compare(one, two)
    assert c.p < 0.01 and c.p_clustered == 1.0
    assert sentence(c).startswith("Not distinguishable")


def test_repeated_runs_are_compared_by_case(tmp_path: Path) -> None:
    def runs(seed: int, passing: int) -> list[Made]:
        return [Made(case, int((i + seed) % 48 < passing)) for i, case in enumerate(CASES)]

    for seed in (1, 2, 3):
        write_log(tmp_path / "a" / f"{seed}.eval", runs(seed, 24), seed=seed, temperature=0.6)
        write_log(tmp_path / "b" / f"{seed}.eval", runs(seed, 30), seed=seed, temperature=0.6, **V4)
    one, two = (configurations(load_runs(tmp_path / name), ("seed",))[0] for name in "ab")
    c = compare(one, two)
    assert c.test == "exact sign-flip over cases" and c.before.runs == 144 and c.before.cases == 48
    assert c.difference == pytest.approx(6 / 48) and c.interval.method == "case bootstrap"
    assert c.noise is not None and c.noise.p is None
    assert any(flip.before == "0/3" and flip.after == "1/3" for flip in c.flips)


def test_flips_are_held_against_the_noise_of_repeated_runs(tmp_path: Path) -> None:
    for seed in (1, 2):
        runs = [Made(case, int(i % 2 == seed % 2)) for i, case in enumerate(CASES)]
        write_log(tmp_path / "noise" / f"{seed}.eval", runs, seed=seed, temperature=0.6)
    noise = configurations(load_runs(tmp_path / "noise"), ("seed",))
    c = compare(side(tmp_path / "a.eval", 31), side(tmp_path / "b.eval", 36, **V4), noise)
    assert c.noise is not None
    assert (c.noise.observed, c.noise.expected, c.noise.excess) == (5, 48, -43)
    assert all(flip.noise == 1.0 for flip in c.flips)


def test_seeds_that_moved_nothing_lower_the_flip_rate_and_prove_nothing_alone(tmp_path: Path) -> None:
    def seeds(name: str, *passing: int, **settings: Any) -> Configuration:
        for seed, number in enumerate(passing):
            side(tmp_path / name / f"{seed}.eval", number, seed=seed, temperature=0.6, **settings)
        return only_configuration(load_runs(tmp_path / name), ("seed",))

    before, after = side(tmp_path / "a.eval", 31), side(tmp_path / "b.eval", 36, **V4)
    still, moving = seeds("still", 31, 31), seeds("moving", 48, 0, **V4)
    alone = compare(before, after, [still]).noise
    assert alone is not None and (alone.expected, alone.p) == (0, None)
    both = compare(before, after, [still, moving])
    assert both.noise is not None and both.noise.expected == 24 and both.flips[0].noise == 0.5


def test_identical_repetitions_are_one_run_a_case_and_tell_nothing_of_noise(tmp_path: Path) -> None:
    def runs(passing: int, epochs: int) -> list[Made]:
        return [Made(c, int(i < passing), epoch=e + 1) for e in range(epochs) for i, c in enumerate(CASES)]

    one = only_configuration(load_runs(write_log(tmp_path / "a.eval", runs(31, 3), epochs=3)))
    two = only_configuration(load_runs(write_log(tmp_path / "b.eval", runs(36, 1), **V4)))
    c = compare(one, two)
    assert c.test == "exact McNemar" and c.p == 0.0625 and c.interval.method == "Tango score"
    assert c.noise is None


def test_only_cases_planned_on_both_sides_are_compared(tmp_path: Path) -> None:
    one = only_configuration(load_runs(write_log(tmp_path / "a.eval", [Made("a"), Made("b", 0), Made("x")])))
    two = only_configuration(
        load_runs(write_log(tmp_path / "b.eval", [Made("a"), Made("b"), Made("y")], **V4))
    )
    c = compare(one, two)
    assert c.cases == 2 and c.unpaired == ("x", "y")


def test_nothing_in_common_is_an_error(tmp_path: Path) -> None:
    one = only_configuration(load_runs(write_log(tmp_path / "a.eval", [Made("a")])))
    two = only_configuration(load_runs(write_log(tmp_path / "b.eval", [Made("b")], **V4)))
    with pytest.raises(AnalysisError, match="no case in common"):
        compare(one, two)


def test_other_case_files_and_broken_templates_are_pointed_out(tmp_path: Path) -> None:
    broken = RenderFacts(tools_seen="malformed", history_seen="calls_dropped")
    c = compare(
        side(tmp_path / "a.eval", 10, render=broken),
        side(tmp_path / "b.eval", 12, dataset_sha256="x" * 64, fixtures_sha256="y" * 64),
    )
    told = " ".join(c.warnings)
    assert "case files differ" in told and "communities differ" in told
    assert "malformed" in told and "dropped earlier calls" in told


def test_a_template_that_drops_calls_is_no_matter_where_they_were_sent_apart(tmp_path: Path) -> None:
    mended = RenderFacts(tools_seen="json", history_seen="calls_dropped", text_and_calls_split=True)
    c = compare(side(tmp_path / "a.eval", 10, render=mended), side(tmp_path / "b.eval", 12, render=mended))
    assert c.warnings == ()


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(command, [str(a) for a in arguments])
    return result.exit_code, result.output


def test_the_command_prints_the_verdict(tmp_path: Path) -> None:
    side(tmp_path / "a.eval", 31)
    side(tmp_path / "b.eval", 36, **V4)
    code, out = run(tmp_path / "a.eval", tmp_path / "b.eval")
    assert code == 0
    assert "descriptions: V1 -> V4" in out and "31/48 (64.6%) -> 36/48 (75.0%)" in out
    assert "p = 0.0625 (exact McNemar)" in out and "MDE:" in out and "lost:    none" in out
    assert "gained:  5: c_31 (0/1 -> 1/1)" in out and "unsafe:" in out
    assert out.strip().splitlines()[-1].startswith("Not distinguishable")


def test_an_incomplete_side_gets_no_verdict_and_no_percentage(tmp_path: Path) -> None:
    side(tmp_path / "a.eval", 31)
    cut = [Made(case, int(i < 15)) for i, case in enumerate(CASES[:20])]
    write_log(tmp_path / "b.eval", cut, planned=CASES, status="cancelled", **V4)
    code, out = run(tmp_path / "a.eval", tmp_path / "b.eval")
    assert code == 0 and "%" not in out
    assert "incomplete (cancelled): 20/48 tried" in out and "15 of 48 planned" in out
    assert out.strip().endswith("what is missing counts as failed.")


def test_a_folder_of_mixed_settings_is_refused_in_one_line(tmp_path: Path) -> None:
    side(tmp_path / "a.eval", 31)
    side(tmp_path / "b.eval", 36, **V4)
    code, out = run(tmp_path, tmp_path / "a.eval")
    assert code == 2 and out.count("\n") == 1 and "descriptions: V1, V4" in out


def test_seeds_are_pooled_on_request(tmp_path: Path) -> None:
    for seed in (1, 2):
        side(tmp_path / "a" / f"{seed}.eval", 30 + seed, seed=seed, temperature=0.6)
        side(tmp_path / "b" / f"{seed}.eval", 33 + seed, seed=seed, temperature=0.6, **V4)
    assert run(tmp_path / "a", tmp_path / "b")[0] == 2
    code, out = run(tmp_path / "a", tmp_path / "b", "--pool", "seed")
    assert code == 0 and "seeds 1, 2" in out
    assert run(tmp_path / "a", tmp_path / "b", "--pool", "colour")[0] == 2


def test_a_split_can_be_compared_alone(tmp_path: Path) -> None:
    runs = [Made("a", split="dev"), Made("b", split="holdout")]
    write_log(tmp_path / "a.eval", runs)
    write_log(tmp_path / "b.eval", runs, **V4)
    assert "on 1 cases" in run(tmp_path / "a.eval", tmp_path / "b.eval", "--split", "holdout")[1]
    assert run(tmp_path / "a.eval", tmp_path / "b.eval", "--split", "control")[0] == 2


def test_a_log_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    code, out = run(tmp_path / "nowhere.eval", tmp_path)
    assert code == 2 and out.count("\n") == 1 and "nowhere.eval: no such file or folder" in out


def test_a_foreign_log_is_refused_by_the_command(tmp_path: Path) -> None:
    side(tmp_path / "a.eval", 31)
    write_log(tmp_path / "b.eval", [Made("a")], metadata={})
    code, out = run(tmp_path / "a.eval", tmp_path / "b.eval")
    assert code == 2 and out.startswith("Error: b.eval: not a toolward log")
