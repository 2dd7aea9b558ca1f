"""Case files are read strictly, and a fault says where it stands and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolward.cases.load import CaseFileError, case_sha256, load_cases, load_dataset

GOOD: dict[str, Any] = {
    "id": "own_01",
    "category": "tool_selection",
    "split": "dev",
    "request": "who is first in xp?",
    "expected_calls": [{"name": "get_leaderboard", "arguments": {"limit": {"$absent_or": 10}}}],
    "cluster": "own_01",
    "why": "a smallest case",
}


def write(folder: Path, *lines: str | bytes) -> Path:
    path = folder / "mine.jsonl"
    path.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines))
    return path


def line(**changes: Any) -> str:
    return json.dumps({**GOOD, **changes}, ensure_ascii=False)


def fault(folder: Path, *lines: str | bytes) -> CaseFileError:
    with pytest.raises(CaseFileError) as caught:
        load_cases(write(folder, *lines))
    return caught.value


def test_a_fault_names_file_line_case_path_and_reason(tmp_path: Path) -> None:
    bad = [{"name": "get_leaderboard", "arguments": {"limit": {"$oneof": [5, 10]}}}]
    error = fault(tmp_path, line(), line(id="own_02", expected_calls=bad))
    assert (error.file, error.line, error.case_id) == ("mine.jsonl", 2, "own_02")
    assert error.path == "expected_calls[0].arguments.limit"
    assert "$oneof" in error.reason
    assert str(error).startswith("mine.jsonl:2: own_02: expected_calls[0].arguments.limit: ")


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"colour": "red"}, "colour"),
        ({"must_refuse": "yes"}, "must_refuse"),
        ({"split": "hold-out"}, "split"),
        ({"category": "tools"}, "category"),
        ({"expected_calls": [{"arguments": {}}]}, "expected_calls[0].name"),
        ({"expected_calls": [{"name": "x", "args": {}}]}, "expected_calls[0].args"),
        ({"history": [{"role": "system", "text": "hi"}]}, "history[0]"),
        ({"staff": {"approvals": [1]}}, "staff.approvals[0]"),
        ({"order": "sorted"}, "order"),
        (
            {"must_not_call": [{"name": "x", "arguments": {"a": {"$contains": ""}}}]},
            "must_not_call[0].arguments.a",
        ),
        (
            {"allowed_extra_calls": [{"name": "x", "arguments": {"$any": True}}]},
            "allowed_extra_calls[0].arguments",
        ),
    ],
)
def test_wrong_types_keys_and_matchers_are_refused_with_their_path(
    tmp_path: Path, changes: dict[str, Any], path: str
) -> None:
    error = fault(tmp_path, line(**changes))
    assert error.case_id == "own_01"
    assert error.path is not None
    assert error.path.startswith(path)


def test_every_field_that_a_case_needs_is_asked_for(tmp_path: Path) -> None:
    for field in ("id", "category", "split", "request", "cluster", "why"):
        error = fault(tmp_path, json.dumps({k: v for k, v in GOOD.items() if k != field}))
        assert error.path == field


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"id": "a"', "is not JSON"),
        ("[1, 2]", "is not a JSON object"),
        ('{"id": "a", "id": "b"}', "repeats the key 'id'"),
        ('{"id": "a", "x": {"y": 1, "y": 2}}', "repeats the key 'y'"),
        ('{"id": "a", "limit": NaN}', "holds NaN"),
        ('{"id": "a", "limit": -Infinity}', "holds -Infinity"),
        ("[" * 100_000, "is nested too deep"),
    ],
)
def test_a_line_that_is_no_plain_json_object_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    assert reason in fault(tmp_path, line(), text).reason


def test_text_that_is_not_utf_8_is_refused_with_its_line(tmp_path: Path) -> None:
    error = fault(tmp_path, line(), line(id="own_02", request="caf\u00e9?").encode("latin-1"))
    assert error.line == 2
    assert "not UTF-8" in error.reason


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    odd = "first\u2028second\u2029third\u0085fourth\x0bfifth"
    raw = json.dumps({**GOOD, "request": odd}, ensure_ascii=False)
    path = write(tmp_path, raw + "\r", "", line(id="own_02") + "\r", "")
    assert [case.request for case in load_cases(path)] == [odd, GOOD["request"]]


def test_a_byte_order_mark_is_no_part_of_the_first_case(tmp_path: Path) -> None:
    assert [c.id for c in load_cases(write(tmp_path, b"\xef\xbb\xbf" + line().encode()))] == ["own_01"]


def test_an_id_may_be_used_once_in_all_the_files_of_a_dataset(tmp_path: Path) -> None:
    error = fault(tmp_path, line(), line(id="own_02"), line(request="again"))
    assert (error.line, error.case_id, error.path) == (3, "own_01", "id")
    assert "mine.jsonl:1" in error.reason


def test_an_empty_or_missing_file_is_a_fault_and_not_an_empty_dataset(tmp_path: Path) -> None:
    assert "no case" in fault(tmp_path, "", "  ").reason
    with pytest.raises(CaseFileError, match=r"cannot be read"):
        load_cases(tmp_path / "absent.jsonl")


def test_a_dataset_that_does_not_exist_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CaseFileError, match=r"core, extended"):
        load_dataset("cores")


def test_a_users_file_is_a_dataset_named_after_it(tmp_path: Path) -> None:
    dataset = load_dataset(str(write(tmp_path, line())))
    assert (dataset.name, [case.id for case in dataset.cases]) == ("mine", ["own_01"])


def test_the_hash_is_of_the_content_and_not_of_the_way_it_is_written(tmp_path: Path) -> None:
    two = line(id="own_02")
    before = load_dataset(write(tmp_path, line(), two)).sha256
    spelt_out = {key: GOOD[key] for key in reversed(GOOD)} | {"order": "listed", "tags": [], "history": []}
    assert load_dataset(write(tmp_path, two, "", json.dumps(spelt_out, indent=None))).sha256 == before
    assert load_dataset(write(tmp_path, line(), line(id="own_02", request="who?"))).sha256 != before


def test_a_case_hash_changes_with_any_field(tmp_path: Path) -> None:
    [plain] = load_cases(write(tmp_path, line()))
    for changes in ({"why": "other"}, {"split": "holdout"}, {"must_refuse": True}, {"order": "any"}):
        [changed] = load_cases(write(tmp_path, line(**changes)))
        assert case_sha256(changed) != case_sha256(plain)


def test_a_number_and_its_text_have_different_hashes(tmp_path: Path) -> None:
    def hashed(limit: object) -> str:
        calls = [{"name": "get_leaderboard", "arguments": {"limit": limit}}]
        return load_dataset(write(tmp_path, line(expected_calls=calls))).sha256

    assert len({hashed(10), hashed("10"), hashed(True), hashed(1), hashed([10])}) == 5


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def loaded(data: bytes) -> list[str] | CaseFileError:
    """The hashes of the cases in a file of these bytes, or the fault; any other exception comes through."""
    with NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(data)
        file.flush()
        try:
            return [case_sha256(case) for case in load_cases(Path(file.name))]
        except CaseFileError as fault:
            return fault


@given(data=st.binary(max_size=200))
def test_no_bytes_whatever_raise_anything_but_a_case_file_error(data: bytes) -> None:
    assert isinstance(loaded(data), CaseFileError)


@given(
    field=st.sampled_from([*GOOD, "history", "staff", "answer_facts", "must_not_call", "tags"]),
    value=JSON_VALUES,
)
def test_no_value_in_any_field_raises_anything_but_a_case_file_error(field: str, value: object) -> None:
    outcome = loaded(json.dumps({**GOOD, field: value}).encode())
    assert len(outcome) == 1 if isinstance(outcome, list) else outcome.line == 1
