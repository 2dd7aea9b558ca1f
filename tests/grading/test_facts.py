"""Whether a text states a value."""

from __future__ import annotations

import pytest

from toolward.cases.model import AnswerFact
from toolward.grading.facts import missing_facts


def states(text: str, *spellings: str) -> bool:
    return missing_facts(text, (AnswerFact(any_of=spellings),)) == ()


@pytest.mark.parametrize(
    "text",
    [
        "8400 XP",
        "8,400 XP",
        "8.400 XP",
        "8 400 XP",
        "8\u202f400 XP",
        "8'400 XP",
        "8_400 XP",
        "**8,400**",
        "(8400)",
        "８４００",
        "٨٤٠٠",
        "8,400.",
        "8400, that is all",
        "XP:8400",
        "合計は8400です",
        "$8400",
        "1: 8400; 2: 7000",
    ],
)
def test_a_number_is_found_in_every_usual_spelling(text: str) -> None:
    assert states(text, "8400")
    assert states(text, "8,400")


@pytest.mark.parametrize(
    "text",
    [
        "18400",
        "84000",
        "8401",
        "8400.5",
        "8,400.5",
        "1,8400",
        "18,400",
        "8,400,000",
        "mem_8400",
        "x8400",
        "",
        "8 4 0 0",
        "840 0",
    ],
)
def test_a_number_is_not_found_inside_another(text: str) -> None:
    assert not states(text, "8400")


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("ADA leads", "ada", True),
        ("ada's rank", "ada", True),
        ("Canada leads", "ada", False),
        ("adamant", "ada", False),
        ("in der Strasse", "Straße", True),
        ("the cafe\u0301", "café", True),
        ("@ada!", "ada", True),
        ("adaさん", "ada", True),
        ("ad\u200ba", "ada", True),
        ("mem_0042", "42", False),
        ("mem_0042", "mem_0042", True),
        ("mem_00421", "mem_0042", False),
        ("🦊\u200ffox مرحبا", "🦊fox مرحبا", True),
        ("", "ada", False),
        ("42%", "42", True),
        ("-3 net", "-3", True),
        ("4.5 hours", "4.5", True),
        ("14.5 hours", "4.5", False),
        ("4.55 hours", "4.5", False),
        ("2026-10-01", "2026-10-01", True),
    ],
)
def test_a_name_is_found_as_a_whole_whatever_its_case(text: str, name: str, found: bool) -> None:
    assert states(text, name) is found


def test_any_spelling_will_do_and_missing_facts_are_named_by_the_first() -> None:
    facts = (AnswerFact(any_of=("19:00", "7 pm")), AnswerFact(any_of=("ada",)))
    assert missing_facts("At 7 PM.", facts) == ("ada",)
    assert missing_facts("Nothing.", facts) == ("19:00", "ada")


def test_an_empty_spelling_is_never_stated() -> None:
    assert not states("anything", "")
    assert not states("anything", " ")
