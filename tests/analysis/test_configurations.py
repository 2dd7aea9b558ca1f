"""Grouping: different settings are never averaged, and repetitions are not independent runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.make_log import Made, write_log
from toolward.analysis.columns import SETTINGS
from toolward.analysis.configurations import configurations, differing, only_configuration
from toolward.analysis.errors import AnalysisError, MixedSettings
from toolward.analysis.load import load_runs
from toolward.analysis.tables.overview import overview

CASES = [f"c_{i:02}" for i in range(58)]


def made(passes: int, epochs: int = 1) -> list[Made]:
    return [Made(c, int(i < passes), epoch=e + 1) for e in range(epochs) for i, c in enumerate(CASES)]


def test_three_kinds_of_runs_in_one_folder_make_three_rows(tmp_path: Path) -> None:
    write_log(tmp_path / "a.eval", made(36, 3), epochs=3)
    write_log(tmp_path / "b.eval", made(40), think="on", think_sent=True)
    write_log(tmp_path / "c.eval", made(42), descriptions="V4", descriptions_sha256="4" * 64)
    found = configurations(load_runs(tmp_path))
    assert [(int(c.runs["success"].sum()), len(c.runs)) for c in found] == [(108, 174), (40, 58), (42, 58)]
    first = found[0].rate()
    assert (first.cases, first.runs) == (58, 174)
    assert tuple(first.interval) == pytest.approx(tuple(found[0].rate().interval))
    text = overview(found).markdown()
    assert "108/174" in text and "all repetitions of each case gave the same result" in text
    assert text.count("| ollama/test:1b |") == 3


def test_repeating_identical_epochs_does_not_shrink_the_error_bar(tmp_path: Path) -> None:
    one = configurations(load_runs(write_log(tmp_path / "one.eval", made(36))))[0].rate()
    three = configurations(load_runs(write_log(tmp_path / "three.eval", made(36, 3), epochs=3)))[0].rate()
    assert tuple(three.interval) == pytest.approx(tuple(one.interval))


@pytest.mark.parametrize(
    "change",
    [
        {"temperature": 0.6},
        {"temperature": None},
        {"seed": 1},
        {"seed": None},
        {"num_ctx": 4096},
        {"max_turns": 5},
        {"confirm_mode": "elicit"},
        {"tools": ("lookup_member",)},
        {"prompt_sha256": "q" * 64},
        {"fixtures_sha256": "g" * 64},
        {"text_calls": "recover"},
        {"config": {"top_p": 0.5}},
        {"config": {"cache": True}},
        {"model": "ollama/other:1b"},
    ],
)
def test_any_setting_makes_a_configuration_of_its_own(tmp_path: Path, change: dict[str, object]) -> None:
    write_log(tmp_path / "a.eval", made(1))
    write_log(tmp_path / "b.eval", made(2), **change)  # type: ignore[arg-type]
    found = configurations(load_runs(tmp_path))
    assert len(found) == 2 and len(differing(found)) == 1
    assert found[0].config != found[1].config
    with pytest.raises(MixedSettings, match=differing(found)[0]):
        only_configuration(load_runs(tmp_path))


def test_seeds_are_pooled_only_when_asked(tmp_path: Path) -> None:
    for seed in (1, 2, 3):
        write_log(tmp_path / f"{seed}.eval", made(30 + seed), temperature=0.6, seed=seed)
    frame = load_runs(tmp_path)
    assert len(configurations(frame)) == 3
    [one] = configurations(frame, pool=("seed",))
    assert len(one.runs) == 174 and "seeds 1, 2, 3" in one.full_label
    with pytest.raises(AnalysisError, match="cannot pool over colour"):
        configurations(frame, pool=("colour",))


def test_complete_and_broken_off_logs_of_one_configuration_stay_apart(tmp_path: Path) -> None:
    write_log(tmp_path / "a.eval", made(36))
    write_log(tmp_path / "b.eval", made(5)[:10], planned=CASES, status="cancelled")
    frame = load_runs(tmp_path)
    assert sorted(c.complete for c in configurations(frame)) == [False, True]
    with pytest.raises(MixedSettings, match="complete and incomplete"):
        only_configuration(frame)


def test_cached_generations_are_pointed_out(tmp_path: Path) -> None:
    write_log(tmp_path / "a.eval", made(3), config={"cache": True})
    assert "cached" in overview(configurations(load_runs(tmp_path))).markdown()


def test_a_set_of_other_texts_under_the_same_name_is_told_by_its_hash(tmp_path: Path) -> None:
    write_log(tmp_path / "a.eval", made(1))
    write_log(tmp_path / "b.eval", made(2), descriptions_sha256="9" * 64, prompt="V2")
    assert differing(configurations(load_runs(tmp_path))) == ["prompt", "descriptions_sha256"]


def test_every_setting_has_a_value_in_a_configuration(tmp_path: Path) -> None:
    [config] = configurations(load_runs(write_log(tmp_path / "a.eval", made(1), num_ctx=None, seed=None)))
    assert set(SETTINGS) <= set(config.settings) and config.settings["num_ctx"] == "-"
