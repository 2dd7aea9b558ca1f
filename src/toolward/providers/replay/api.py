"""The `replay` provider: no model, no GPU, no network; what a recorded run said, turn by turn.

    inspect eval toolward_tasks/tools.py --model replay/demo
    inspect eval toolward_tasks/tools.py --model replay/logs/2026-10-02.eval -M strict=false

Which sample is running is read from the sample's store, where the agent puts its id and epoch before
its first request; how many turns were played is kept there too. Each request is compared with the
recorded one. At the first difference the sample fails with an error that shows it; with `strict=false`
the replay goes on until the recording holds no further turn, and lists the differences in the store.
Outputs are given back as they were: text, calls with their ids, stop reason, usage, failure class.
"""

from __future__ import annotations

from typing import Any

from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelAPI, ModelOutput, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import Store, store

from toolward.providers.replay.differences import first_difference, request_form
from toolward.providers.replay.recording import Recording, ReplayError, Turn
from toolward.record import RunRecord

SAMPLE_KEY = "toolward:sample"
REPLAY_KEY = "toolward:replay"
# What must be as recorded for the requests to come out the same. The transport may differ: a replay over
# stdio of a run recorded in process is a test that both give the model the same.
_SAME = {
    "prompt": "prompt_sha256",
    "descriptions": "descriptions_sha256",
    "confirm_mode": "confirm_mode",
    "tools": "tools",
    "think": "think",
    "text_calls": "text_calls",
    "max_turns": "max_turns",
    "repeat_limit": "repeat_limit",
}  # argument -> what of the run's record tells whether it is the same


class RecordedError(RuntimeError):
    """The recorded request failed with this error, and so the replayed one does."""


class Replay(ModelAPI):
    """Plays back one recording. A recording that cannot be opened is reported by `check_recording`
    while the task is built, and by every request."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),
        strict: bool = True,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self.strict = strict
        self._turns: dict[tuple[str, int], tuple[Turn, ...]] = {}
        self._opened: Recording | ReplayError
        try:
            self._opened = Recording(model_name)
        except ReplayError as e:
            self._opened = e

    @property
    def recording(self) -> Recording:
        if isinstance(self._opened, ReplayError):
            raise self._opened
        return self._opened

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        key, played = _place(store())
        turns = self._turns.get(key) or self._turns.setdefault(key, await self.recording.turns(*key))
        where = f"{key[0]}, epoch {key[1]}, turn {played + 1}"
        if played + 1 >= len(turns):
            self._turns.pop(key, None)  # nothing more to come for this sample
        if played >= len(turns):
            raise ReplayError(f"{where}: the recorded run ended after {len(turns)} turn(s), this one goes on")
        turn = turns[played]
        self._compare(turn, request_form(input, tools, config), where)
        _count(store(), played + 1)
        if turn.output is None:
            raise RecordedError(f"{where}: {turn.error}")
        return turn.output.model_copy(deep=True)

    def should_retry(self, ex: BaseException) -> bool:
        return False

    def _compare(self, turn: Turn, asked: dict[str, Any], where: str) -> None:
        difference = first_difference(request_form(turn.messages, turn.tools, turn.config), asked)
        if difference is None:
            return
        if self.strict:
            raise ReplayError(
                f"{where}: the request is not the recorded one, at {difference}\n"
                f"{self.recording.how_to_ask()}\nWith -M strict=false it goes on all the same."
            )
        _note(store(), f"{where}: {difference}")


@modelapi("replay")
def replay() -> type[ModelAPI]:
    return Replay


def check_recording(model: Model, record: RunRecord) -> None:
    """Refuse, before the first sample, a task whose settings are not the recorded ones.

    Does nothing for other models, and with `strict=false` only checks that there is a recording.

    Raises:
        ReplayError: no such recording, or other settings; the message says what to type.
    """
    if not isinstance(model.api, Replay):
        return
    recording = model.api.recording
    if not model.api.strict:
        return
    for name, proof in _SAME.items():
        was, now = getattr(recording.record, proof), getattr(record, proof)
        if was != now:
            told = (getattr(recording.record, name), getattr(record, name))
            text = (
                "the text has changed since"
                if told[0] == told[1]
                else f"recorded {told[0]!r}, asked {told[1]!r}"
            )
            raise ReplayError(f"another {name} than in the recording: {text}. {recording.how_to_ask()}")
    if unknown := [case for case in record.planned_cases if case not in recording.record.planned_cases]:
        raise ReplayError(
            f"{len(unknown)} of the chosen cases were not recorded ({', '.join(unknown[:5])}); "
            f"the recording holds {recording.sample_keys()}. {recording.how_to_ask()}"
        )


def _place(sample: Store) -> tuple[tuple[str, int], int]:
    told = sample.get(SAMPLE_KEY)
    if told is None:
        raise ReplayError("a replay needs toolward's own agent, which tells it the sample it works on")
    return (str(told["id"]), int(told["epoch"])), int(sample.get(REPLAY_KEY, {}).get("turns", 0))


def _count(sample: Store, turns: int) -> None:
    sample.set(REPLAY_KEY, {**sample.get(REPLAY_KEY, {}), "turns": turns})


def _note(sample: Store, difference: str) -> None:
    noted = sample.get(REPLAY_KEY, {})
    sample.set(REPLAY_KEY, {**noted, "differences": [*noted.get("differences", []), difference]})
