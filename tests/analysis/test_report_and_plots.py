"""The page and the pictures: self-contained, escaped, the same bytes twice, nothing drawn from nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from tests.support.make_log import SEVEN, Made, write_log
from toolward.analysis.experiments import Experiment, Factors, Run, groups, load_experiments
from toolward.analysis.load import load_runs
from toolward.analysis.plots import all_plots, png, svg
from toolward.analysis.plots.flips_plot import noise_range
from toolward.analysis.plots.tool_count_plot import tool_count_plot
from toolward.analysis.report import report
from toolward.analysis.results import recorded_runs, result_files, with_block
from toolward.cli.report import command

HOSTILE = "x\"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;$\\alpha$"


@pytest.fixture
def frame(tmp_path: Path) -> pd.DataFrame:
    """A before and an after, three seeds of each, two tool counts, a broken log; hostile names in all."""
    v4: dict[str, Any] = {"descriptions": "V4", "descriptions_sha256": "4" * 64}
    runs = [
        Made(
            f"sel_{i:02}",
            i % 3 != 0,
            category=HOSTILE if i == 1 else "safety",
            split="dev",
            explanation=HOSTILE,
        )
        for i in range(1, 7)
    ]
    runs += [Made("adv_01", 0, category="adversarial", split="adversarial", attempted=1, executed=1)]
    for i, extra in enumerate(({}, v4)):
        write_log(tmp_path / f"t0_{i}.eval", runs, model=HOSTILE, **extra)
        for seed in (1, 2, 3):
            again = [Made(r.case, (n + seed) % 2, category=r.category) for n, r in enumerate(runs[:6])]
            write_log(
                tmp_path / f"s{i}{seed}.eval", again, model=HOSTILE, seed=seed, temperature=0.6, **extra
            )  # type: ignore[arg-type]
    tools = ("lookup_member", "get_leaderboard", "get_automod_log")
    write_log(tmp_path / "t3.eval", runs[:6], model=HOSTILE, tools=tools, **v4)
    write_log(
        tmp_path / "cut.eval", runs[:1], planned=["sel_01", "sel_02"], status="cancelled", model="other"
    )
    return load_runs(tmp_path)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    handle_startendtag = handle_starttag


def test_the_page_runs_nothing_fetches_nothing_and_escapes_every_name(frame: pd.DataFrame) -> None:
    html = report(frame, load_experiments())
    page = Tags()
    page.feed(html)
    tags = {tag for tag, _ in page.seen}
    assert not tags & {"script", "img", "iframe", "object", "link", "base", "form"}
    attributes = [(name, value or "") for _, found in page.seen for name, value in found.items()]
    assert not [name for name, _ in attributes if name.startswith("on")]
    loaded = [v for name, v in attributes if name in ("src", "href", "xlink:href") and not v.startswith("#")]
    assert loaded == []
    assert "&lt;script&gt;alert(1)" in html and "default-src 'none'" in html


def test_ids_on_the_page_are_unique_and_links_lead_somewhere(frame: pd.DataFrame) -> None:
    page = Tags()
    page.feed(report(frame, load_experiments()))
    ids = [found["id"] for _, found in page.seen if "id" in found]
    assert len(ids) == len(set(ids))
    links = [found["href"] or "" for tag, found in page.seen if tag == "a" and "href" in found]
    assert links and {link.removeprefix("#") for link in links} <= set(ids)
    used = re.findall(r"url\(#([^)]+)\)", report(frame, load_experiments()))
    assert set(used) <= set(ids)


def test_the_page_marks_what_is_incomplete(frame: pd.DataFrame) -> None:
    html = report(frame, load_experiments())
    assert "1 configuration(s) incomplete" in html and "incomplete (cancelled): 1/2 tried" in html
    assert "Logs that have looked at the holdout: 0." in html


def test_the_same_logs_give_the_same_page_and_pictures(frame: pd.DataFrame) -> None:
    assert report(frame, load_experiments()) == report(frame, load_experiments())
    one, two = all_plots(frame, load_experiments()), all_plots(frame, load_experiments())
    assert list(one) == ["categories", "heat_map", "flips", "safety_plane", "tool_count"]
    for name in one:
        assert svg(one[name]) == svg(two[name]) and png(one[name]) == png(two[name])
    assert not re.search(r"20\d\d-\d\d-\d\d", svg(one["heat_map"]))


def test_nothing_is_drawn_from_nothing(tmp_path: Path) -> None:
    assert all_plots(recorded_runs(tmp_path), load_experiments()) == {}
    files = result_files(recorded_runs(tmp_path), load_experiments(), ())
    assert "README.md" in files and b"not recorded yet" in files["README.md"]
    assert not [name for name in files if name.endswith((".svg", ".png"))]


def test_the_command_writes_one_file(frame: pd.DataFrame, tmp_path: Path) -> None:
    target = tmp_path / "deep" / "page.html"
    result = CliRunner().invoke(command, [str(tmp_path), "-o", str(target)])
    assert result.exit_code == 0 and "page.html" in result.output
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_command_refuses_foreign_logs_and_writes_nothing(tmp_path: Path) -> None:
    write_log(tmp_path / "theirs.eval", [Made("a")], metadata={})
    target = tmp_path / "page.html"
    result = CliRunner().invoke(command, [str(tmp_path), "-o", str(target)])
    assert result.exit_code == 2 and "theirs.eval: not a toolward log" in result.output
    assert not target.exists()


def test_the_range_of_noise_holds_its_share() -> None:
    assert noise_range([0.0] * 10) == (0, 0)
    assert noise_range([1.0] * 3) == (3, 3)
    assert noise_range([0.5] * 20) == (6, 14)  # binomial quantiles at 2.5% and 97.5%


def test_the_readme_block_replaces_only_itself() -> None:
    text = "a\n<!-- results:start -->\nold\n<!-- results:end -->\nb\n"
    assert with_block(text, "new\n") == "a\n<!-- results:start -->\n\nnew\n\n<!-- results:end -->\nb\n"
    assert with_block(with_block(text, "new\n"), "new\n") == with_block(text, "new\n")
    with pytest.raises(Exception, match="results:start"):
        with_block("no markers", "x")


def test_counts_of_several_experiments_make_one_line_a_model(tmp_path: Path) -> None:
    made = {3: SEVEN[:3], 7: SEVEN, 15: tuple(f"t{i}" for i in range(15))}
    for n, tools in made.items():
        write_log(tmp_path / f"{n}.eval", [Made("a"), Made("b", 0)], tools=tools)
    frame = load_runs(tmp_path)
    found = [
        group
        for name, counts in (("few", (3, 7)), ("many", (7, 15)))
        for group in groups(_counting(name, *counts), frame)
    ]
    figure = tool_count_plot(found)
    assert figure is not None
    [line] = figure.axes[1].get_lines()
    assert [round(float(x)) for x in line.get_xdata()] == [3, 7, 15]  # type: ignore[union-attr]
    [text] = figure.legends[0].get_texts()
    assert text.get_text() == "ollama/test:1b"


def _counting(name: str, *counts: Any) -> Experiment:
    runs = tuple(Run(name=f"t{n}", factors=Factors(tools=n)) for n in counts)
    return Experiment(name=name, kind="tool_count", title="Counting", question="?", runs=runs)
