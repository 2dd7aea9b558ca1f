"""A replay gives back what was recorded, and says where it is asked something else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelOutput, get_model

from tests.replay.small_task import RECORD, ran, script, small_task
from tests.support.scripted import by_turn
from tests.support.scripted import says as says_ok
from toolward.providers.replay.api import check_recording
from toolward.providers.replay.recording import Recording, ReplayError, turns_of


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    return ran(small_task(), by_turn(script), tmp_path_factory.mktemp("recorded"))


def replay_of(log: EvalLog, strict: bool = True) -> Model:
    return get_model(f"replay/{log.location}", strict=strict, memoize=False)


def outputs(log: EvalLog) -> dict[tuple[str, int], list[dict[str, object]]]:
    """Every output of every sample as JSON; only how long it took may differ."""
    samples = read_eval_log(log.location, resolve_attachments=True).samples or []
    return {
        (str(s.id), s.epoch): [
            e.output.model_dump(mode="json", exclude={"time"}) for e in s.events if isinstance(e, ModelEvent)
        ]
        for s in samples
    }


def sample(log: EvalLog, sample_id: str = "one", epoch: int = 1) -> EvalSample:
    return next(s for s in log.samples or [] if s.id == sample_id and s.epoch == epoch)


def error_of(log: EvalLog, sample_id: str = "one", epoch: int = 1) -> str:
    error = sample(log, sample_id, epoch).error
    assert error is not None
    return error.message


def test_every_output_of_every_epoch_comes_back_as_it_was(recorded: EvalLog, tmp_path: Path) -> None:
    replayed = ran(small_task(), replay_of(recorded), tmp_path)
    assert replayed.status == "success"
    assert outputs(replayed) == outputs(recorded)
    assert {len(turns) for turns in outputs(replayed).values()} == {3}


def test_tokens_stop_reason_and_failure_class_are_the_recorded_ones(
    recorded: EvalLog, tmp_path: Path
) -> None:
    one = sample(ran(small_task(), replay_of(recorded), tmp_path))
    [(_, usage)] = one.model_usage.items()
    assert usage.total_tokens == 3 * 110
    assert one.output.stop_reason == "max_tokens"
    assert one.output.metadata == {"toolward": {"failure": "token_cap"}}


def test_a_replay_can_be_replayed(recorded: EvalLog, tmp_path: Path) -> None:
    once = ran(small_task(), replay_of(recorded), tmp_path / "once")
    twice = ran(small_task(), replay_of(once), tmp_path / "twice")
    assert outputs(twice) == outputs(recorded)


def test_another_system_prompt_stops_the_sample_at_the_first_difference(
    recorded: EvalLog, tmp_path: Path
) -> None:
    message = error_of(ran(small_task(system="Be long."), replay_of(recorded), tmp_path))
    assert "one, epoch 1, turn 1" in message and "messages[0].content" in message
    assert "recorded: 'Be brief.'" in message and "asked:    'Be long.'" in message


def test_another_tool_result_stops_the_sample_one_turn_later(recorded: EvalLog, tmp_path: Path) -> None:
    message = error_of(ran(small_task(answer="no"), replay_of(recorded), tmp_path))
    assert "turn 2" in message and "messages[3].content" in message and "asked:    'no'" in message


def test_another_setting_stops_the_sample_and_the_message_says_what_to_type(
    recorded: EvalLog, tmp_path: Path
) -> None:
    message = error_of(ran(small_task(temperature=0.5), replay_of(recorded), tmp_path))
    assert "settings.temperature" in message
    assert "--max-tokens 100 --epochs 2" in message and "-M strict=false" in message


def test_an_epoch_or_a_sample_that_was_not_recorded_is_named(recorded: EvalLog, tmp_path: Path) -> None:
    log = ran(small_task(ids=("one", "three")), replay_of(recorded), tmp_path, epochs=3)
    assert "no run of one (epoch 3)" in error_of(log, "one", 3)
    assert "no run of three (epoch 1)" in error_of(log, "three")
    assert sample(log, "one", 2).error is None


def test_not_strict_plays_to_the_end_and_lists_every_difference(recorded: EvalLog, tmp_path: Path) -> None:
    log = ran(small_task(temperature=0.5), replay_of(recorded, strict=False), tmp_path)
    assert sample(log).error is None
    kept = sample(log).store["toolward:replay"]
    assert kept["turns"] == 3 and len(kept["differences"]) == 3


def test_not_strict_still_stops_where_the_recording_ends(recorded: EvalLog, tmp_path: Path) -> None:
    message = error_of(ran(small_task(nag=True), replay_of(recorded, strict=False), tmp_path))
    assert "turn 4: the recorded run ended after 3 turn(s)" in message


def test_a_run_that_ended_in_an_error_ends_in_it_again(tmp_path: Path) -> None:
    def breaks(messages: Sequence[ChatMessage]) -> ModelOutput:
        if len(messages) > 3:
            raise RuntimeError("the model server is gone")
        return script(messages)

    broken = ran(small_task(), by_turn(breaks), tmp_path / "broken")
    replayed = ran(small_task(), replay_of(broken), tmp_path / "replayed")
    assert "one, epoch 1, turn 2: " in error_of(replayed) and "the model server is gone" in error_of(replayed)


def test_attempts_that_were_tried_again_are_no_turns() -> None:
    def event(output: str, error: str | None) -> ModelEvent:
        return ModelEvent(
            model="m",
            input=[],
            tools=[],
            tool_choice="auto",
            config=GenerateConfig(),
            output=ModelOutput.from_content("m", output),
            error=error,
        )

    events = [event("", "busy"), event("first", None), event("", "busy"), event("", "gone")]
    run = EvalSample(id="one", epoch=1, input="", target="", events=list(events))
    first, last = turns_of(run)
    assert first.output is not None and first.output.completion == "first"
    assert last.output is None and last.error == "gone"


def test_a_sample_without_our_agent_is_told_so(recorded: EvalLog, tmp_path: Path) -> None:
    log = ran(Task(dataset=[Sample(id="one", input="hi")]), replay_of(recorded), tmp_path, epochs=1)
    assert "needs toolward's own agent" in error_of(log)


def test_the_recorded_settings_pass_the_check_before_the_run(recorded: EvalLog) -> None:
    check_recording(replay_of(recorded), RECORD)
    check_recording(get_model("mockllm/model"), RECORD)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"descriptions_sha256": "d2", "descriptions": "V4"},
            "descriptions than in the recording: recorded 'V1', asked 'V4'",
        ),
        ({"prompt_sha256": "p2"}, "another prompt than in the recording: the text has changed since"),
        (
            {"tools": ("echo", "other")},
            "tools than in the recording: recorded ('echo',), asked ('echo', 'other')",
        ),
        ({"confirm_mode": "preview_token"}, "confirm_mode"),
        ({"planned_cases": ("one", "three")}, "1 of the chosen cases were not recorded (three)"),
    ],
)
def test_other_settings_are_refused_before_the_run(
    recorded: EvalLog, change: dict[str, object], says: str
) -> None:
    asked = RECORD.model_copy(update=change)
    with pytest.raises(ReplayError) as refused:
        check_recording(replay_of(recorded), asked)
    assert says in str(refused.value) and "--epochs 2" in str(refused.value)
    check_recording(replay_of(recorded, strict=False), asked)


def test_fewer_cases_than_recorded_may_be_replayed(recorded: EvalLog) -> None:
    check_recording(replay_of(recorded), RECORD.model_copy(update={"planned_cases": ("two",)}))


@pytest.mark.parametrize(
    ("name", "says"),
    [("nothing_of_that_name", "recorded run of that name; there are:"), ("README.md", "cannot be read")],
)
def test_what_is_no_recording_is_refused_in_one_message(
    name: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "README.md").write_text("# no log")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ReplayError, match=says):
        check_recording(get_model(f"replay/{name}", memoize=False), RECORD)


def test_a_log_of_another_task_is_refused(tmp_path: Path) -> None:
    task = Task(dataset=[Sample(input="hi")])
    log = ran(task, by_turn(lambda messages: says_ok("ok")), tmp_path, epochs=1)
    with pytest.raises(ReplayError, match="not a run of toolward's task"):
        Recording(log.location)
