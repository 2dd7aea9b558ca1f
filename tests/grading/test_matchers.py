"""Each matcher: what fits, what does not, and what a case may not say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolward.cases.matchers import MatcherError, compile_arguments, compile_value
from toolward.cases.values import same_json

LITERALS: list[tuple[Any, Any, bool]] = [
    (10, 10, True),
    (10, 10.0, True),
    (10, "10", False),
    ("10", 10, False),
    (1, True, False),
    (True, 1, False),
    (True, "true", False),
    (False, 0, False),
    (0, -0.0, True),
    (None, None, True),
    (None, False, False),
    (None, "", False),
    ("week", "week", True),
    ("week", "Week", False),
    ("week", " week", False),
    ("café", "cafe\u0301", False),
    (2**53 + 1, float(2**53), False),
    (5, float("nan"), False),
    (5, 10**400, False),
    ([1, 2], [1, 2], True),
    ([1, 2], [2, 1], False),
    ([1, 2], [1], False),
    ([1], [True], False),
    ([], {}, False),
    ({"a": [1, {"b": None}]}, {"a": [1.0, {"b": None}]}, True),
    ({"a": 1}, {"a": True}, False),
    ({"a": 1}, {"a": 1, "b": 2}, False),
    ({"a": 1}, {}, False),
]


@pytest.mark.parametrize(("expected", "actual", "fits"), LITERALS)
def test_a_literal_is_compared_by_type_and_value_at_every_depth(
    expected: Any, actual: Any, fits: bool
) -> None:
    assert (compile_value(expected).mismatch(actual) is None) is fits
    assert same_json(expected, actual) is fits


MATCHERS: list[tuple[Any, Any, bool]] = [
    ({"$any": True}, None, True),
    ({"$any": True}, [[]], True),
    ({"$contains": "spam"}, "Spam links", True),
    ({"$contains": "SPAM"}, "some spam", True),
    ({"$contains": "strasse"}, "in der STRASSE", True),
    ({"$contains": "Straße"}, "strasse 4", True),
    ({"$contains": "café"}, "CAFE\u0301 corner", True),
    ({"$contains": "spam"}, "", False),
    ({"$contains": "spam"}, "spa", False),
    ({"$contains": "spam"}, ["spam"], False),
    ({"$contains": "spam"}, {"spam": 1}, False),
    ({"$contains": "5"}, 5, False),
    ({"$contains": "true"}, True, False),
    ({"$contains": "null"}, None, False),
    ({"$one_of": [5, "five"]}, 5.0, True),
    ({"$one_of": [5, "five"]}, "5", False),
    ({"$one_of": [{"$contains": "a"}, None]}, None, True),
    ({"$one_of": [{"$contains": "a"}, [1, {"$any": True}]]}, [1, 2], True),
    ({"$all_of": [{"$contains": "game"}, {"$contains": "friday"}]}, "Friday game night", True),
    ({"$all_of": [{"$contains": "game"}, {"$contains": "friday"}]}, "game night", False),
    ([{"$any": True}, 2], [None, 2], True),
    ({"a": {"$absent_or": 1}}, {}, True),
    ({"a": {"$absent_or": 1}}, {"a": None}, False),
]


@pytest.mark.parametrize(("matcher", "actual", "fits"), MATCHERS)
def test_a_matcher_fits_what_it_says_and_nothing_else(matcher: Any, actual: Any, fits: bool) -> None:
    assert (compile_value(matcher).mismatch(actual) is None) is fits


@pytest.mark.parametrize(
    ("actual", "fits"),
    [
        ({}, True),
        ({"window": "all_time"}, True),
        ({"window": None}, False),
        ({"window": ""}, False),
        ({"window": "ALL_TIME"}, False),
        ({"window": "all_time", "limit": 1}, False),
    ],
)
def test_absent_or_takes_a_missing_key_or_the_value_but_not_null(actual: dict[str, Any], fits: bool) -> None:
    matcher = compile_arguments({"window": {"$absent_or": "all_time"}})
    assert matcher.fits(actual) is fits


def test_absent_or_may_hold_a_matcher() -> None:
    matcher = compile_arguments({"limit": {"$absent_or": {"$one_of": [5, 10]}}})
    assert matcher.fits({})
    assert matcher.fits({"limit": 10})
    assert not matcher.fits({"limit": 11})
    assert not matcher.fits({"limit": "5"})


def test_any_needs_the_key() -> None:
    matcher = compile_arguments({"reason": {"$any": True}})
    assert not matcher.fits({})
    assert matcher.fits({"reason": None})


def test_a_partial_pattern_looks_at_its_own_keys_only() -> None:
    pattern = compile_arguments({"member_id": "mem_0051"}, partial=True)
    assert pattern.fits({"member_id": "mem_0051", "reason": "spam"})
    assert not pattern.fits({"reason": "spam"})


@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        ({"$oneof": [5, 10]}, "v", "unknown matcher '$oneof'"),
        ({"$any": False}, "v.$any", "takes true, not false"),
        ({"$any": 1}, "v.$any", "takes true, not 1"),
        ({"$contains": ""}, "v.$contains", "not empty"),
        ({"$contains": " "}, "v.$contains", "not empty"),
        ({"$contains": 5}, "v.$contains", "takes a text"),
        ({"$one_of": []}, "v.$one_of", "not empty"),
        ({"$one_of": "ab"}, "v.$one_of", "takes a list"),
        ({"$all_of": {}}, "v.$all_of", "takes a list"),
        ({"$any": True, "$contains": "a"}, "v", "stands alone"),
        ({"$any": True, "limit": 5}, "v", "stands alone"),
        ({"$absent_or": 1}, "v", "directly under a key"),
        ([{"$absent_or": 1}], "v[0]", "directly under a key"),
        ({"$one_of": [{"$absent_or": 1}]}, "v.$one_of[0]", "directly under a key"),
        ({"a": {"b": {"$nope": 1}}}, "v.a.b", "unknown matcher"),
        ({"a": {"$absent_or": 1, "b": 2}}, "v.a", "stands alone"),
        ({"a": [1, float("inf")]}, "v.a[1]", "not a JSON number"),
    ],
)
def test_a_bad_expected_value_is_an_error_with_its_path(value: Any, path: str, reason: str) -> None:
    with pytest.raises(MatcherError) as error:
        compile_value(value, "v")
    assert error.value.path == path
    assert reason in error.value.reason


def test_a_matcher_cannot_stand_for_all_arguments() -> None:
    with pytest.raises(MatcherError, match="all the arguments"):
        compile_arguments({"$any": True})


@pytest.mark.parametrize(
    ("expected", "actual", "explanation"),
    [
        ({"limit": 5}, {"limit": "5"}, "limit: expected 5, got '5' (string)"),
        ({"limit": 5}, {"limit": 6}, "limit: expected 5, got 6"),
        ({"limit": 5}, {"limit": True}, "limit: expected 5, got true (boolean)"),
        ({"limit": 5}, {"limit": None}, "limit: expected 5, got null"),
        ({"limit": 5}, {}, "limit: missing, expected 5"),
        ({}, {"limits": 5}, "limits: not expected, got 5"),
        (
            {"reason": {"$contains": "spam"}},
            {"reason": 5},
            "reason: expected a text with 'spam', got 5 (number)",
        ),
        ({"w": {"$one_of": ["a", None]}}, {"w": "b"}, "w: expected one of 'a', null, got 'b' (string)"),
        ({"a": {"b": [1]}}, {"a": {"b": [2]}}, "a: b: [0] expected 1, got 2"),
        ({"a": [1]}, {"a": [1, 2]}, "a: expected a list of 1, got one of 2"),
    ],
)
def test_a_mismatch_is_explained_in_plain_words(expected: Any, actual: Any, explanation: str) -> None:
    assert compile_arguments(expected).mismatches(actual) == (explanation,)


def test_every_mismatch_is_listed_whatever_the_order_of_the_keys() -> None:
    matcher = compile_arguments({"b": 1, "a": 2, "c": 3})
    wrong = {"z": 1, "a": 1, "c": 3}
    listed = matcher.mismatches(wrong)
    assert [text.split(":")[0] for text in listed] == ["a", "b", "z"]
    assert matcher.mismatches(dict(reversed(wrong.items()))) == listed


NESTED: Any = 1
for _ in range(300):
    NESTED = [NESTED]


@pytest.mark.parametrize(
    "actual",
    [10**6000, float("nan"), float("-inf"), NESTED, "\ud800", "a" * 10**6, {"x": NESTED}],
    ids=["huge", "nan", "infinite", "deep", "surrogate", "long", "deep in an object"],
)
def test_what_a_model_may_send_is_explained_shortly_and_never_raises(actual: Any) -> None:
    [explanation] = compile_arguments({"limit": 5}).mismatches({"limit": actual})
    assert len(explanation) < 300
    explanation.encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 1.5, "", "a", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(JSON, JSON)
def test_a_literal_matcher_agrees_with_equality_of_typed_values(expected: Any, actual: Any) -> None:
    def typed(value: Any) -> Any:
        if isinstance(value, bool) or value is None:
            return ("constant", str(value))
        if isinstance(value, (int, float)):
            return ("number", float(value))
        if isinstance(value, str):
            return ("string", value)
        if isinstance(value, list):
            return ("list", tuple(typed(item) for item in value))
        return ("object", frozenset((key, typed(item)) for key, item in value.items()))

    assert (compile_value(expected).mismatch(actual) is None) == (typed(expected) == typed(actual))


@settings(deadline=None)
@given(JSON)
def test_a_value_always_fits_itself_and_any(value: Any) -> None:
    assert compile_value(value).mismatch(value) is None
    assert compile_value({"$any": True}).mismatch(value) is None
    assert compile_value({"$one_of": ["other", value]}).mismatch(value) is None
