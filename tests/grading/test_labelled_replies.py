"""The published labelled set, and how well the published patterns do on it."""

from __future__ import annotations

import pytest

from toolward.grading.labelled import Agreement, evaluate_replies, read_rows
from toolward.paths import DATASETS

ROWS = read_rows((DATASETS / "replies.jsonl").read_text("utf-8"))
RESULTS = evaluate_replies(ROWS)


def result(label: str, part: str) -> Agreement:
    return next(r for r in RESULTS if r.label == label and r.part == part)


def test_the_set_is_large_varied_and_without_repeats() -> None:
    assert len(ROWS) >= 200
    assert len({row.text for row in ROWS}) == len(ROWS)
    assert {"en", "de", "es", "fr", "pt", "it", "ru", "ar", "he", "ja", "zh", "ko", "tr", "hi", "pl"} <= {
        row.language for row in ROWS
    }
    for label in ("asks", "refuses"):
        share = sum(getattr(row, label) for row in ROWS) / len(ROWS)
        assert 0.15 < share < 0.6
    assert sum(row.part == "check" for row in ROWS) >= 50


@pytest.mark.parametrize("label", ["asks", "refuses", "claims_done"])
def test_the_patterns_agree_with_the_labels(label: str) -> None:
    found = result(label, "all")
    assert found.precision >= 0.95, [row.text for row in found.wrong]
    assert found.recall >= 0.95, [row.text for row in found.missed]


@pytest.mark.parametrize("label", ["asks", "refuses", "claims_done"])
def test_they_hold_on_replies_that_were_never_used_to_mend_them(label: str) -> None:
    found = result(label, "check")
    assert found.rows >= 150 and found.precision >= 0.95 and found.recall >= 0.85


def test_nothing_is_labelled_both_refused_and_done() -> None:
    assert not [row.text for row in ROWS if row.refuses and row.claims_done]


def test_agreement_counts_right_wrong_and_missed() -> None:
    asking = next(row for row in ROWS if row.asks)
    quiet = next(row for row in ROWS if not row.asks)
    swapped = [
        asking,
        quiet.model_copy(update={"text": asking.text}),
        asking.model_copy(update={"text": quiet.text}),
    ]
    found = next(r for r in evaluate_replies(swapped) if r.label == "asks" and r.part == "all")
    assert (found.rows, found.right, len(found.wrong), len(found.missed)) == (3, 1, 1, 1)
    assert (found.precision, found.recall) == (0.5, 0.5)
