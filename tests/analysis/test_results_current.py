"""What is generated from the recorded runs is current, and the notebooks carry nothing of a machine."""

from __future__ import annotations

import json
import re

import pytest

from toolward.analysis.results import END, START, readme_block, recorded_runs, result_files, with_block
from toolward.paths import RECORDED, ROOT

RESULTS = ROOT / "analysis" / "results"
NOTEBOOKS = sorted((ROOT / "analysis").glob("*.ipynb"))


def test_tables_and_pictures_are_those_of_the_recorded_runs() -> None:
    made = result_files(recorded_runs(RECORDED))
    there = {path.name: path.read_bytes() for path in RESULTS.iterdir()}
    assert set(there) == set(made), "run: python analysis/regenerate.py"
    stale = [name for name in made if not name.endswith(".png") and made[name] != there[name]]
    assert stale == [], "run: python analysis/regenerate.py"


def test_the_readme_shows_the_recorded_results() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert START in text and END in text
    assert with_block(text, readme_block(recorded_runs(RECORDED))) == text, (
        "run: python analysis/regenerate.py"
    )


def test_there_is_a_notebook_for_each_question() -> None:
    names = {path.stem for path in NOTEBOOKS}
    assert names == {"before_after", "variance", "tool_count", "safety"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_executed_short_and_free_of_machine_paths(path) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text(encoding="utf-8")
    book = json.loads(text)
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] and cell["outputs"] for cell in code)
    assert not [o for cell in code for o in cell["outputs"] if o["output_type"] in ("error", "stream")]
    assert max(len(cell["source"]) for cell in code) <= 15, "notebooks call the library"
    assert not re.search(r"/(home|root|work|tmp|Users)/", text)
