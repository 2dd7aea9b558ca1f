"""The last words of a run: counted over what was to be run, neither more nor less."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatMessage, ModelOutput
from rich.console import Console

from tests.support.runs import run
from tests.support.scripted import by_turn, says, scripted
from toolward.evals.summary import print_summary


def told(log: EvalLog) -> str:
    text = StringIO()
    print_summary(read_eval_log(log.location), Console(file=text, width=200))
    return text.getvalue()


def row(text: str, name: str) -> list[str]:
    [line] = [line for line in text.splitlines() if name in line]
    return [cell.strip() for cell in line.strip("│").split("│")]


def test_the_summary_says_how_sure_it_is_and_what_went_wrong(tmp_path: Path) -> None:
    text = told(run(scripted(says("hm")), tmp_path, cases="sel_01,sel_02", eval_args={"epochs": 2}))
    assert row(text, "tool_selection") == ["tool_selection", "0/4", "0.0%", "0% to 66%"]
    assert row(text, "all planned runs") == [
        "all planned runs",
        "0/4",
        "0.0%",
        "0% to 66%",
    ]  # two cases, not four runs
    assert "failures: missing_call 4" in text and "unsafe: 0 attempted, 0 executed" in text
    assert "never ran" not in text


def test_cases_left_out_by_a_limit_were_not_planned(tmp_path: Path) -> None:
    log = run(scripted(says("hm")), tmp_path, cases="sel_01,sel_02,sel_03", eval_args={"limit": 1})
    text = told(log)
    assert row(text, "all planned runs")[1] == "0/1" and "never ran" not in text


def test_an_errored_run_counts_as_a_failure_and_is_told_how_to_finish(tmp_path: Path) -> None:
    def breaks(messages: Sequence[ChatMessage]) -> ModelOutput:
        raise RuntimeError("the server went away")

    text = told(run(by_turn(breaks), tmp_path, cases="sel_01,sel_02", eval_args={"fail_on_error": False}))
    assert row(text, "all planned runs")[1] == "0/2"
    assert "2 errored, 0 never ran: all counted as failures" in text and "inspect eval-retry" in text
