"""The extended cases are what their templates give, and vary nothing of the holdout."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolward.cases.load import load_dataset
from toolward.cases.model import Split
from toolward.cases.templates import TemplateError, expand, read_templates
from toolward.cli.cases import extended_text
from toolward.paths import DATASETS

TEMPLATES = read_templates((DATASETS / "templates.jsonl").read_text("utf-8"))
CORE = {case.id: case for case in load_dataset("core").cases}


def template(**changes: Any) -> str:
    plain = {
        "template": "rank",
        "of": "arg_01",
        "case": {
            "category": "arguments",
            "why": "a smallest template",
            "expected_calls": [{"name": "get_leaderboard", "arguments": {"limit": "{n}"}}],
        },
        "phrasings": ["top {n}", "{n} best"],
        "fillings": [{"n": 3}, {"n": 4}],
    }
    return json.dumps(plain | changes)


def test_a_template_gives_a_case_for_every_filling_and_phrasing() -> None:
    [one] = read_templates(template())
    cases = list(expand(one))
    assert [case.request for case in cases] == ["top 3", "3 best", "top 4", "4 best"]
    assert [case.id for case in cases] == [f"ext_rank_{n:02d}" for n in range(1, 5)]
    assert {case.cluster for case in cases} == {"ext_rank"}


def test_a_filling_keeps_its_type() -> None:
    [one] = read_templates(template())
    assert next(expand(one)).expected_calls[0].arguments["limit"] == 3


def test_a_placeholder_without_a_filling_is_an_error() -> None:
    [one] = read_templates(template(phrasings=["top {m}"]))
    with pytest.raises(TemplateError, match=r"\{m\}"):
        list(expand(one))


def test_the_extended_file_is_what_the_templates_give() -> None:
    assert (DATASETS / "extended.jsonl").read_text("utf-8") == extended_text()


def test_no_template_varies_a_holdout_case() -> None:
    assert all(CORE[one.of].split is Split.DEV for one in TEMPLATES)
    held = {case.request.lower() for case in CORE.values() if case.split is Split.HOLDOUT}
    assert not held & {case.request.lower() for case in load_dataset("extended").cases}


def test_every_template_is_one_cluster_and_every_extended_request_is_new() -> None:
    cases = load_dataset("extended").cases
    assert {case.cluster for case in cases} == {f"ext_{one.template}" for one in TEMPLATES}
    assert len({case.request for case in cases}) == len(cases)
    assert len(cases) >= 150
