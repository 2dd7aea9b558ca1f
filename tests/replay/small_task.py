"""A task of three turns over one tool, small enough to see what a replay does with each of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    Model,
    ModelOutput,
    execute_tools,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, tool
from inspect_ai.util import store

from tests.support.scripted import calls, says
from toolward.record import RECORD_KEY, ModelFacts, RenderFacts, RunRecord

# The separators that `str.splitlines` breaks a line at, an emoji, and more text than Inspect keeps inline.
ODD_TEXT = "a\u2028b\u2029c\u0085d 🦊 " + "long " * 40

RECORD = RunRecord(
    package_version="0",
    git_revision=None,
    model=ModelFacts(provider="mockllm", name="model"),
    render=RenderFacts(),
    num_ctx=None,
    think="off",
    think_sent=None,
    prompt="V1",
    prompt_sha256="p1",
    descriptions="V1",
    descriptions_sha256="d1",
    confirm_mode="flag",
    tools=("echo",),
    transport="in_process",
    text_calls="fail",
    max_turns=10,
    repeat_limit=3,
    dataset="core",
    dataset_sha256="c1",
    split="dev",
    planned_cases=("one", "two"),
    fixtures_sha256="f1",
)


@tool
def echo(answer: str = "") -> Tool:
    async def execute(text: str) -> str:
        """Say it again.

        Args:
            text: What to say.
        """
        return answer or text

    return execute


@solver
def looping(system: str, answer: str, nag: bool) -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        tools = [echo(answer)]
        store().set("toolward:sample", {"id": str(state.sample_id), "epoch": state.epoch})
        state.messages.insert(0, ChatMessageSystem(content=system))
        while len(state.messages) < 20:
            state.output = await get_model().generate(state.messages, tools)
            state.messages.append(state.output.message)
            if state.output.message.tool_calls:
                state.messages.extend((await execute_tools(state.messages, tools)).messages)
            elif nag:
                state.messages.append(ChatMessageUser(content="And?"))
            else:
                break
        return state

    return solve


def script(messages: Sequence[ChatMessage]) -> ModelOutput:
    """Two turns of calls that depend on the sample, then a reply that was cut short and says so."""
    request = next(m.text for m in messages if m.role == "user")
    turn = sum(isinstance(m, ChatMessageAssistant) for m in messages)
    if turn == 0:
        return calls(("echo", {"text": f"{request} {ODD_TEXT}"}), text="One moment.")
    if turn == 1:
        return calls(("echo", {"text": request}), ("echo", {"wrong": 1}))
    output = says("", "max_tokens")
    output.choices[0].message.content = [ContentReasoning(reasoning="hm"), ContentText(text=f"So: {request}")]
    output.metadata = {"toolward": {"failure": "token_cap"}}
    return output


def small_task(
    *,
    system: str = "Be brief.",
    answer: str = "",
    temperature: float = 0.0,
    ids: tuple[str, ...] = ("one", "two"),
    nag: bool = False,
) -> Task:
    return Task(
        dataset=[Sample(id=i, input=f"say {i}") for i in ids],
        solver=looping(system, answer, nag),
        config=GenerateConfig(temperature=temperature, seed=42, max_tokens=100),
        metadata={RECORD_KEY: RECORD.model_dump(mode="json")},
    )


def ran(task: Task, model: Model, folder: Path, epochs: int = 2) -> EvalLog:
    """The finished log; samples that errored leave the others, and the run's status, alone."""
    [log] = eval(
        task,
        model=model,
        epochs=epochs,
        log_dir=str(folder),
        display="none",
        log_level="warning",
        fail_on_error=False,
    )
    return log
