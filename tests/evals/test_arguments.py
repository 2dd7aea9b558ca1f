"""Task arguments in every form that YAML gives them."""

from typing import Any

import pytest

from toolward.evals import arguments as arg
from toolward.evals.prerequisite import PrerequisiteError
from toolward.evals.task import build_task


@pytest.mark.parametrize(
    ("value", "means"),
    [(False, "off"), (True, "on"), ("off", "off"), ("ON", "on"), ("default", "default")],
)
def test_think_is_read_from_yaml_booleans_too(value: object, means: str) -> None:
    assert arg.thinking(value) == means


@pytest.mark.parametrize(
    ("value", "means"),
    [
        ("sel_01", ("sel_01",)),
        ("sel_01,sel_02", ("sel_01", "sel_02")),
        (["sel_01", "sel_02"], ("sel_01", "sel_02")),
        (["sel_01,sel_02"], ("sel_01", "sel_02")),
        ("sel_01,", ("sel_01",)),
        (None, ()),
        ("", ()),
    ],
)
def test_names_come_as_text_lists_or_nothing(value: object, means: tuple[str, ...]) -> None:
    assert arg.names("cases", value) == means


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"split": "hold-out"}, ["hold-out", "holdout", "adversarial"]),
        ({"cases": "safe_99"}, ["safe_99", "safe_01"]),
        ({"cases": [1, 2]}, ["cases", "1"]),
        ({"categories": "saftey"}, ["saftey", "safety"]),
        ({"tools": "lookup_member,ban"}, ["ban", "ban_member", "get_community_stats"]),
        ({"tools": 4}, ["4", "3", "30"]),
        ({"confirm_mode": True}, ["True", "preview_token"]),
        ({"transport": "http"}, ["http", "stdio"]),
        ({"think": "maybe"}, ["maybe", "default"]),
        ({"num_ctx": "8192"}, ["num_ctx", "whole number"]),
        ({"num_ctx": 8}, ["num_ctx", "512"]),
        ({"num_ctx": True}, ["num_ctx", "True"]),
        ({"max_turns": 0}, ["max_turns", "1"]),
        ({"text_calls": "run"}, ["recover"]),
        ({"prompt": "V99"}, ["V99", "V1"]),
        ({"descriptions": "nope.yaml"}, ["nope.yaml", "V7"]),
        ({"dataset": "no/such/file.jsonl"}, ["no/such/file.jsonl"]),
        ({"require_intact_tools": "sure"}, ["require_intact_tools", "true"]),
        ({"split": "holdout", "cases": "sel_01,safe_05,chain_07"}, ["sel_01"]),
    ],
)
def test_a_wrong_value_is_refused_with_the_allowed_ones(wrong: dict[str, Any], says: list[str]) -> None:
    with pytest.raises(PrerequisiteError) as refused:
        build_task(**wrong)
    assert all(part in str(refused.value.message) for part in says)


def test_unset_descriptions_follow_the_confirm_mode() -> None:
    assert arg.descriptions(None, "flag") == "V1"
    assert arg.descriptions(None, "elicit") == "V1"
    assert arg.descriptions(None, "preview_token") == "V6"
    assert arg.descriptions("v4", "preview_token") == "V4"


def test_one_tool_by_name_is_one_tool() -> None:
    task = build_task(tools="lookup_member")
    assert task.metadata is not None and task.metadata["toolward"]["tools"] == ["lookup_member"]


def test_the_default_split_is_dev_and_holds_no_holdout_or_adversarial_case() -> None:
    assert {s.metadata["split"] for s in build_task().dataset if s.metadata} == {"dev"}


def test_a_task_can_be_built_without_a_model_or_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("INSPECT_EVAL_MODEL", raising=False)
    assert len(build_task(split="all").dataset) == 68
