"""A trace takes whatever a model sent."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from toolward.grading.trace import CUT_OFF, DEEPEST, Call, Trace


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"a": [value]}
    return value


def test_arguments_that_are_nested_beyond_reason_are_cut_and_do_not_raise() -> None:
    kept = Call(name="x", arguments=nested(5))
    assert kept.arguments == nested(5)
    cut = Call(name="x", arguments=nested(400))
    assert CUT_OFF in str(cut.arguments)
    assert str(cut.arguments).count("[") <= DEEPEST + 1
    assert Trace.model_validate_json(Trace(calls=(cut,)).model_dump_json()).calls == (cut,)


def test_lone_surrogates_are_replaced_wherever_a_model_may_send_them() -> None:
    broken = "a\ud800b"
    call = Call(
        name=broken, arguments={broken: [broken, {"k": broken}]}, raw_arguments=broken, parse_error=broken
    )
    made = Trace(calls=(call,), replies=(broken, "fine"), error=broken)
    assert made.replies == ("a\ufffdb", "fine")
    assert call.arguments == {"a\ufffdb": ["a\ufffdb", {"k": "a\ufffdb"}]}
    assert Trace.model_validate_json(made.model_dump_json()) == made


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(ValidationError):
        Call.model_validate({"name": "x", "arguments": {}, "result": "?"})


def test_the_final_text_is_the_last_reply() -> None:
    assert Trace().final_text == ""
    assert Trace(replies=("first", "last")).final_text == "last"
