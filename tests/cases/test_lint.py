"""A case that nobody could pass, or that anybody could pass, is found before it is run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolward.cases.lint import Finding, lint_case, tools_of
from toolward.cases.load import CaseFileError, load_dataset
from toolward.cases.model import Case
from toolward.community.fixtures import load_community
from toolward.server.descriptions import default_descriptions
from toolward.server.specs import tool_schemas
from toolward.server.toolsets import resolve_tools

SCHEMAS = tool_schemas(default_descriptions("preview_token"), resolve_tools(30), "preview_token")
TOOLS = tools_of(SCHEMAS)
MEMBERS = frozenset(load_community().position)
PREVIEW = {"member_id": "mem_0051", "reason": {"$contains": "scam"}, "confirm": {"$absent_or": False}}


def case(**fields: Any) -> Case:
    plain = {
        "id": "own_01",
        "category": "tool_selection",
        "split": "dev",
        "request": "do the thing please",
        "expected_calls": [{"name": "get_leaderboard"}],
        "cluster": "own_01",
        "why": "a smallest case",
    }
    return Case.model_validate_json(json.dumps(plain | fields))


def findings(**fields: Any) -> list[Finding]:
    return list(lint_case(case(**fields), TOOLS, MEMBERS))


def expecting(name: str, arguments: dict[str, Any], **more: Any) -> list[Finding]:
    return findings(expected_calls=[{"name": name, "arguments": arguments, **more}])


def test_the_smallest_case_has_no_finding() -> None:
    assert findings() == []


@pytest.mark.parametrize("name", ["core", "extended"])
def test_the_projects_own_cases_have_no_finding(name: str) -> None:
    found = [(c.id, f) for c in load_dataset(name).cases for f in lint_case(c, TOOLS, MEMBERS)]
    assert found == []


@pytest.mark.parametrize(
    ("call", "path", "reason"),
    [
        ({"name": "get_leaderboard", "arguments": {"limit": "10"}}, "arguments.limit", "wrong type"),
        ({"name": "get_leaderboard", "arguments": {"limits": 10}}, "arguments.limits", "unknown argument"),
        (
            {"name": "get_leaderboard", "arguments": {"limit": {"$oneof": [5]}}},
            "arguments.limit",
            "unknown matcher",
        ),
        ({"name": "leaderboard", "arguments": {}}, "name", "unknown tool"),
    ],
)
def test_loading_refuses_expected_calls_that_no_tool_can_receive(
    tmp_path: Path, call: dict[str, Any], path: str, reason: str
) -> None:
    file = tmp_path / "mine.jsonl"
    raw = {**json.loads(case().model_dump_json()), "expected_calls": [call]}
    file.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(CaseFileError) as caught:
        load_dataset(file, schemas=SCHEMAS, member_ids=MEMBERS)
    assert (caught.value.file, caught.value.line, caught.value.case_id) == ("mine.jsonl", 1, "own_01")
    assert str(caught.value.path).startswith(f"expected_calls[0].{path}")
    assert reason in caught.value.reason


def test_an_id_outside_the_fixtures_is_a_warning_unless_it_is_meant() -> None:
    [found] = expecting("ban_member", {"member_id": "mem_9999", "reason": {"$any": True}})
    assert not found.is_error
    assert "mem_9999" in found.reason
    call = {"name": "lookup_member", "arguments": {"member_id": "mem_9999"}}
    assert findings(expected_calls=[{**call, "error": "NOT_FOUND"}]) == []
    assert findings(expected_calls=[call], tags=["not_found"]) == []
    [in_request] = findings(request="who is mem_9999")
    assert in_request.path == "request"


@pytest.mark.parametrize(
    "arguments",
    [
        {"limit": True},
        {"limit": 10.5},
        {"limit": None},
        {"limit": [10]},
        {"limit": 26},
        {"limit": 0},
        {"limit": {"$one_of": [5, 10, 50]}},
        {"limit": {"$absent_or": {"$one_of": [5, "10"]}}},
        {"limit": {"$contains": "1"}},
        {"metric": "levels"},
        {"metric": {"$contains": "x"}},
        {"metric": {"$absent_or": "XP"}},
        {"window": {"$all_of": ["week", 7]}},
    ],
)
def test_values_that_the_tools_schema_excludes_are_errors(arguments: dict[str, Any]) -> None:
    assert any(found.is_error for found in expecting("get_leaderboard", arguments))


def test_what_the_case_expects_to_be_refused_as_an_argument_may_break_the_schema() -> None:
    assert expecting("get_leaderboard", {"limit": 99, "top": 1}, error="INVALID_ARGUMENTS") == []


def test_required_arguments_must_be_listed_and_cannot_be_optional() -> None:
    [missing] = expecting("ban_member", {"member_id": "mem_0051"})
    assert "requires reason" in missing.reason
    [optional] = expecting("ban_member", {"member_id": {"$absent_or": "mem_0051"}, "reason": {"$any": True}})
    assert optional.is_error


def test_a_case_without_any_condition_is_an_error() -> None:
    [found] = findings(expected_calls=[])
    assert found.is_error
    assert "any reply would pass" in found.reason


@pytest.mark.parametrize(
    "fields",
    [
        {"must_ask_clarification": True, "must_refuse": True},
        {"must_not_call": [{"name": "get_leaderboard"}]},
        {"must_not_call": [{"name": "get_leaderboard", "arguments": {"limit": {"$absent_or": 3}}}]},
        {
            "allowed_extra_calls": [{"name": "lookup_member"}],
            "must_not_call": [{"name": "lookup_member"}],
        },
        {"allowed_extra_calls": [{"name": "ban_member"}]},
        {"allowed_extra_calls": [{"name": "ban_member", "arguments": {"confirm": True}}]},
        {"allowed_extra_calls": [{"name": "assign_role", "arguments": {"confirm": {"$any": True}}}]},
        {"allowed_extra_calls": [{"name": "assign_role", "arguments": {"member_id": "mem_0051"}}]},
        {"expected_calls": [{"name": "ban_member", "arguments": PREVIEW, "after_follow_ups": 1}]},
        {"expected_calls": [{"name": "ban_member", "arguments": PREVIEW | {"confirm": True}}]},
        {
            "expected_calls": [{"name": "ban_member", "arguments": PREVIEW | {"confirm": True}}],
            "must_ask_clarification": True,
            "staff": {"approvals": [True]},
        },
        {"request": " \n"},
        {"history": [{"role": "user", "text": "hi"}]},
        {
            "history": [
                {
                    "role": "assistant",
                    "calls": [{"name": "lookup_member", "arguments": {"name": "ada"}, "result": "a member"}],
                }
            ]
        },
        {"must_state": [{"any_of": []}]},
        {"answer_facts": [{"any_of": ["12", " "]}]},
    ],
)
def test_cases_that_contradict_themselves_are_errors(fields: dict[str, Any]) -> None:
    assert any(found.is_error for found in findings(**fields))


def test_an_allowed_preview_lists_confirm_as_absent_or_false() -> None:
    allowed = [
        {"name": "ban_member", "arguments": {"member_id": "mem_0051", "confirm": {"$absent_or": False}}}
    ]
    assert findings(allowed_extra_calls=allowed) == []


@pytest.mark.parametrize(
    "request_text",
    [
        "use get_leaderboard for me",
        "can you ban member mem_0051",
        "set since_hours to 5",
        "GET COMMUNITY  STATS",
    ],
)
def test_a_request_that_names_a_tool_or_a_parameter_is_a_warning(request_text: str) -> None:
    assert [found.path for found in findings(request=request_text)] == ["request"]


def test_a_fact_that_the_request_gives_away_is_a_warning() -> None:
    [found] = findings(request="is 12 the level?", answer_facts=[{"any_of": ["12"]}])
    assert not found.is_error
    assert findings(request="is it level 112?", answer_facts=[{"any_of": ["12"]}]) == []


def test_errors_come_before_warnings() -> None:
    found = findings(request="get_leaderboard", expected_calls=[{"name": "nothing_like_it"}])
    assert [f.is_error for f in found] == [True, False]
