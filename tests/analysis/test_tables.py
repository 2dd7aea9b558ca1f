"""Tables from hand-made logs whose right content is known, and how they are written."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.support.make_log import SEVEN, Made, write_log
from toolward.analysis.configurations import configurations
from toolward.analysis.experiments import Experiment, Factors, Run, groups
from toolward.analysis.load import load_runs
from toolward.analysis.results import readme_block
from toolward.analysis.tables import all_tables, by_category, experiment_tables
from toolward.analysis.tables.before_after import before_after, flips
from toolward.analysis.tables.confirm_modes import confirm_modes
from toolward.analysis.tables.cost import cost
from toolward.analysis.tables.failures import failures
from toolward.analysis.tables.overview import overview
from toolward.analysis.tables.safety import four_numbers, safety
from toolward.analysis.tables.table import Table, markdown_text
from toolward.analysis.tables.tool_count import tool_count
from toolward.analysis.tables.variance import variance
from toolward.analysis.trivial import TrivialAgent

V4: dict[str, Any] = {"descriptions": "V4", "descriptions_sha256": "4" * 64}
V6: dict[str, Any] = {"descriptions": "V6", "descriptions_sha256": "6" * 64, "confirm_mode": "preview_token"}
HOSTILE = 'x"><script>alert(1)</script>|*_`\n# h'


def experiment(kind: str, *runs: Run) -> Experiment:
    return Experiment(name="e", kind=kind, title="An experiment", question="?", runs=runs)  # type: ignore[arg-type]


def only_row(table: Table) -> dict[str, object]:
    [row] = table.raw
    return dict(row)


BEFORE_AFTER = experiment("before_after", Run(name="v1"), Run(name="v4", factors=Factors(descriptions="V4")))


def test_before_after_prints_p_interval_mde_and_names_the_flips(tmp_path: Path) -> None:
    cases = [f"c_{i}" for i in range(48)]
    write_log(tmp_path / "a.eval", [Made(c, int(i < 31)) for i, c in enumerate(cases)])
    write_log(tmp_path / "b.eval", [Made(c, int(1 <= i < 37)) for i, c in enumerate(cases)], **V4)
    own = groups(BEFORE_AFTER, load_runs(tmp_path))
    table = before_after(BEFORE_AFTER, own)
    row = only_row(table)
    assert (row["passed_before"], row["passed_after"], row["split"]) == (31, 36, "dev")
    assert row["p"] == pytest.approx(0.125) and row["lost"] == "c_0"
    assert row["gained"] == "c_31 c_32 c_33 c_34 c_35 c_36"
    assert (
        table.rows[0][5] == "+10.4"
        and table.rows[0][7] == "0.12"
        and "Not distinguishable" in table.rows[0][-1]
    )
    assert [r["case"] for r in flips(BEFORE_AFTER, own).raw] == ["c_0", *(f"c_{i}" for i in range(31, 37))]


def test_splits_are_compared_apart(tmp_path: Path) -> None:
    for name, settings, ok in [("a", {}, 0), ("b", V4, 1)]:
        runs = [Made("d", 1, split="dev"), Made("h", ok, split="holdout"), Made("x", 0, split="adversarial")]
        write_log(tmp_path / f"{name}.eval", runs, **settings)
    table = before_after(BEFORE_AFTER, groups(BEFORE_AFTER, load_runs(tmp_path)))
    assert [(r["split"], r["difference"]) for r in table.raw] == [
        ("dev", 0),
        ("holdout", 1),
        ("adversarial", 0),
    ]


def test_several_versions_are_adjusted_after_holm(tmp_path: Path) -> None:
    three = experiment(
        "before_after", *(Run(name=v.lower(), factors=Factors(descriptions=v)) for v in ("V1", "V2", "V4"))
    )
    cases = [f"c_{i}" for i in range(20)]
    for i, (name, passing) in enumerate([("V1", 4), ("V2", 10), ("V4", 12)]):
        write_log(
            tmp_path / f"{name}.eval", [Made(c, int(n < passing)) for n, c in enumerate(cases)],
            descriptions=name, descriptions_sha256=str(i) * 64,
        )  # fmt: skip
    table = before_after(three, groups(three, load_runs(tmp_path)))
    assert [r["p"] for r in table.raw] == pytest.approx([2 / 64, 2 / 256])
    assert [r["p_holm"] for r in table.raw] == pytest.approx([2 / 64, 4 / 256])


def test_what_is_not_recorded_is_said_and_never_made_up(tmp_path: Path) -> None:
    [empty] = experiment_tables(load_runs(write_log(tmp_path / "a.eval", [Made("a")], seed=7)), [VARIANCE])
    assert empty.empty and "Not recorded yet (s1, s2)" in empty.markdown()
    assert "toolward experiment run e --model ollama/NAME" in empty.markdown()
    write_log(tmp_path / "b.eval", [Made("a")])
    table = before_after(BEFORE_AFTER, groups(BEFORE_AFTER, load_runs(tmp_path / "b.eval")))
    assert table.empty and "not recorded yet: v4" in table.markdown()


VARIANCE = experiment(
    "variance", *(Run(name=f"s{seed}", factors=Factors(temperature=0.6, seed=seed)) for seed in (1, 2))
)


def test_variance_gives_range_clustered_error_and_pass_k(tmp_path: Path) -> None:
    write_log(
        tmp_path / "1.eval", [Made("a"), Made("b"), Made("s", category="safety")], temperature=0.6, seed=1
    )
    write_log(
        tmp_path / "2.eval",
        [Made("a"), Made("b", 0), Made("s", 0, category="safety")],
        temperature=0.6,
        seed=2,
    )
    row = only_row(variance(VARIANCE, groups(VARIANCE, load_runs(tmp_path))))
    assert row["passed_by_seed"] == "3 1" and row["seeds"] == "1 2" and row["cases"] == 3 and row["runs"] == 6
    assert row["rate"] == pytest.approx(2 / 3) and row["se"] == pytest.approx((1 / 36) ** 0.5)
    assert row["k"] == 2 and row["pass_k"] == pytest.approx(1 / 3)
    assert (row["safety_cases"], row["safety_always_passed"]) == (1, 0)


def test_tool_count_says_undecided_where_nothing_can_be_shown(tmp_path: Path) -> None:
    counts = experiment("tool_count", *(Run(name=f"t{n}", factors=Factors(tools=n)) for n in (3, 7)))  # type: ignore[arg-type]
    for n in (3, 7):
        runs = [Made(f"c_{i}", unneeded=int(n == 7 and i == 0), tokens=(600 * n, 10)) for i in range(26)]
        write_log(tmp_path / f"{n}.eval", runs, tools=SEVEN[:n])
    table = tool_count(counts, groups(counts, load_runs(tmp_path)))
    first, second = table.raw
    assert first["verdict"] == "" and second["verdict"] == "undecided"
    assert second["difference"] == 0 and second["p_no_worse"] == pytest.approx(0.121, abs=1e-3)
    assert (first["unneeded_calls"], second["unneeded_calls"]) == (0, 1)
    assert (first["input_tokens_per_turn"], second["input_tokens_per_turn"]) == (900, 2100)


def test_safety_is_four_numbers_and_no_event_is_a_bound(tmp_path: Path) -> None:
    runs = [Made(f"c_{i}", 1) for i in range(30)]
    runs += [Made("adv_1", 0, split="adversarial", attempted=1, executed=1, failure="unsafe_action")]
    runs += [Made("adv_2", 0, split="adversarial", attempted=1, failure="unsafe_action")]
    runs += [Made("adv_3", 1, split="adversarial"), Made("adv_4", None, split="adversarial", error="down")]
    [config] = configurations(load_runs(write_log(tmp_path / "a.eval", runs)))
    numbers = four_numbers(config)
    assert numbers["useful_without_attack"] == 1 and numbers["useful_under_attack"] == 0.25
    assert (numbers["unsafe_attempted_attacked"], numbers["graded_attacked"]) == (2, 3)
    assert numbers["attack_succeeded"] == numbers["unsafe_executed_attacked"] == 1
    assert numbers["unsafe_attempted_core_upper"] == pytest.approx(1 - 0.05 ** (1 / 30))
    cells = safety([config]).rows[0]
    assert cells[5] == "0/30, below 9.5%" and "0.0%" not in " ".join(cells[5:])
    assert cells[7].startswith("2/3 (")


def test_benign_twins_are_the_usefulness_without_attack_where_they_ran(tmp_path: Path) -> None:
    runs = [Made("a", 0), Made("ctl_1", 1, split="control"), Made("adv_1", 1, split="adversarial")]
    [config] = configurations(load_runs(write_log(tmp_path / "a.eval", runs)))
    assert four_numbers(config)["useful_without_attack"] == 1


def test_confirm_modes_are_held_against_the_flag(tmp_path: Path) -> None:
    modes = experiment(
        "confirm_modes", Run(name="flag", factors=Factors(descriptions="V4")),
        Run(name="token", factors=Factors(confirm_mode="preview_token")),
    )  # fmt: skip
    write_log(tmp_path / "a.eval", [Made("a"), Made("b", 0, attempted=1, executed=1)], **V4)
    write_log(tmp_path / "b.eval", [Made("a", 0), Made("b", 0, attempted=1)], **V6)
    flag, token = confirm_modes(modes, groups(modes, load_runs(tmp_path))).raw
    assert (flag["unsafe_executed"], token["unsafe_executed"], token["unsafe_attempted"]) == (1, 0, 1)
    assert token["difference"] == -0.5 and token["lost"] == "a" and flag["difference"] is None


def test_failure_classes_and_passes_add_up_to_the_plan(tmp_path: Path) -> None:
    runs = [Made("a"), Made("b", 0, failure="wrong_tool"), Made("c", 0, failure="token_cap"), Made("d", None)]
    [config] = configurations(load_runs(write_log(tmp_path / "a.eval", runs, planned=[*"abcde"])))
    row = only_row(failures([config]))
    assert {k: row[k] for k in ("wrong_tool", "token_cap", "unscored", "not_run", "passed")} == dict.fromkeys(
        ("wrong_tool", "token_cap", "unscored", "not_run", "passed"), 1
    )
    assert row["planned"] == 5


def test_costs_are_of_runs_that_started(tmp_path: Path) -> None:
    runs = [Made("a", tokens=(100, 10), seconds=2), Made("b", tokens=(300, 30), seconds=4)]
    [config] = configurations(load_runs(write_log(tmp_path / "a.eval", runs, planned=["a", "b", "c"])))
    row = only_row(cost([config]))
    assert (row["runs"], row["input_tokens_per_run"], row["seconds_total"]) == (2, 200, 6)


def test_the_categories_of_a_row_add_up_and_trivial_agents_stand_beside(tmp_path: Path) -> None:
    runs = [Made("a", category="safety"), Made("b", category=None), Made("c", 0, category="chains")]
    named = [("m", c) for c in configurations(load_runs(write_log(tmp_path / "a.eval", runs)))]
    agents = [TrivialAgent(name="silent", dataset_sha256="c" * 64, passed=frozenset("a"))]
    table = by_category("t", "T", named, agents)
    assert sum(int(r["runs"]) for r in table.raw if r["configuration"] == "m") == 3  # type: ignore[call-overload]
    assert table.headings[2:5] == ("chains", "safety", "no category")
    assert table.rows[1][:5] == ("trivial: silent", "-", "0/1", "1/1", "0/1")
    other = [TrivialAgent(name="silent", dataset_sha256="0" * 64, passed=frozenset("a"))]
    hidden = by_category("t", "T", named, other)
    assert len(hidden.rows) == 1 and "another version of the case file" in hidden.markdown()


def test_templates_that_break_the_tools_are_a_footnote(tmp_path: Path) -> None:
    from toolward.record import RenderFacts

    for name, seen in [("a", "malformed"), ("b", "json")]:
        render = RenderFacts(tools_seen=seen, history_seen="calls_dropped")  # type: ignore[arg-type]
        write_log(tmp_path / f"{name}.eval", [Made("a")], render=render, **({} if name == "a" else V4))  # type: ignore[arg-type]
    text = before_after(BEFORE_AFTER, groups(BEFORE_AFTER, load_runs(tmp_path))).markdown()
    assert text.count("malformed tool definitions") == 1 and "drops earlier calls" in text


def test_hostile_text_stays_text_in_markdown_and_html() -> None:
    table = Table("t", HOSTILE, (HOSTILE,), ((HOSTILE,),), ({"name": HOSTILE},), (HOSTILE,))
    html, text = table.html(), table.markdown()
    assert "<script>" not in html and html.count("&lt;script&gt;") == 4
    assert "<script>" not in text and "\n# h" not in text
    row = next(line for line in text.splitlines() if line.startswith("| x"))
    assert row.replace("\\|", "").count("|") == 2
    assert next(csv.DictReader(io.StringIO(table.csv())))["name"] == HOSTILE


def test_csv_tells_missing_from_the_text_none() -> None:
    table = Table("t", "T", (), (), ({"a": None, "b": "None", "c": float("nan"), "d": 0.1, "e": "001"},))
    [row] = csv.DictReader(io.StringIO(table.csv()))
    assert row == {"a": "", "b": "None", "c": "", "d": "0.1", "e": "001"}


def test_a_row_of_the_wrong_length_is_an_error() -> None:
    with pytest.raises(ValueError, match="one cell a heading"):
        Table("t", "T", ("a", "b"), (("x",),))


def test_markdown_text_keeps_identifiers_readable() -> None:
    assert markdown_text("safe_01 _x_ a|b") == "safe_01 \\_x\\_ a\\|b"


def test_an_empty_frame_makes_tables_that_say_so() -> None:
    from toolward.analysis.results import recorded_runs

    tables = all_tables(recorded_runs(Path(__file__).parent), [BEFORE_AFTER, VARIANCE])
    assert all(isinstance(table.markdown(), str) for table in tables)
    assert "Not recorded yet" in tables[0].markdown()
    assert isinstance(recorded_runs(Path(__file__).parent), pd.DataFrame)


def test_intact_and_malformed_tools_are_compared_only_where_all_else_is_equal(tmp_path: Path) -> None:
    from toolward.analysis.tables.templates import templates
    from toolward.record import ModelFacts, RenderFacts

    def log(name: str, seen: str, passing: int, **changes: Any) -> None:
        facts = {"provider": "ollama", "name": name, "digest": name, "family": "f", "quantization": "Q4"}
        write_log(
            tmp_path / f"{name}.eval", [Made(f"c_{i}", int(i < passing)) for i in range(8)],
            model=f"ollama/{name}", render=RenderFacts(tools_seen=seen),  # type: ignore[arg-type]
            model_facts=ModelFacts(**(facts | changes)),  # type: ignore[arg-type]
        )  # fmt: skip

    log("whole", "json", 8)
    log("broken", "malformed", 1)
    log("bigger", "malformed", 1, family="g")
    row = only_row(templates(configurations(load_runs(tmp_path))))
    assert (row["intact"], row["malformed"]) == ("ollama/whole", "ollama/broken")
    assert (row["passed_intact"], row["passed_malformed"], row["p"]) == (8, 1, 0.015625)


def test_footnotes_name_each_matter_once_with_all_it_concerns(tmp_path: Path) -> None:
    for seed in (1, 2):
        runs = [Made("a"), Made("b", 0, failure="turn_cap")]
        write_log(tmp_path / f"{seed}.eval", runs, seed=seed)
    [note] = overview(configurations(load_runs(tmp_path))).footnotes
    assert note.startswith("Capped, counted as failures: ") and note.count("1 of 2") == 2


def test_configurations_that_differ_in_anything_read_differently(tmp_path: Path) -> None:
    write_log(tmp_path / "a.eval", [Made("c", category="safety")])
    write_log(tmp_path / "b.eval", [Made("c", category="safety")], config={"max_tokens": 512})
    write_log(tmp_path / "c.eval", [Made("c", category="safety")], repeat_limit=0)
    configs = configurations(load_runs(tmp_path))
    usual = "think off, 7 tools, T 0, seed 42"
    wanted = [usual, f"{usual}, cap 512", f"{usual}, repeat_limit 0"]
    for table in (safety(configs), failures(configs), cost(configs), overview(configs)):
        assert sorted(row[2] for row in table.rows) == sorted(wanted), table.name


def test_the_headline_takes_whole_runs_and_tells_seeds_together(tmp_path: Path) -> None:
    two = [Made("a"), Made("b", 0)]
    write_log(tmp_path / "a.eval", two)
    write_log(tmp_path / "few.eval", two[:1], tools=SEVEN[:3])
    for seed in (1, 2):
        write_log(tmp_path / f"{seed}.eval", two, temperature=0.6, seed=seed)
    lines = [
        line for line in readme_block(load_runs(tmp_path), [], []).splitlines() if "planned core" in line
    ]
    assert len(lines) == 2
    assert "T 0, seed 42" in lines[0] and "**1/2 (50.0%)**" in lines[0]
    assert "T 0.6, seeds 1, 2" in lines[1] and "**2/4 (50.0%)**" in lines[1]
