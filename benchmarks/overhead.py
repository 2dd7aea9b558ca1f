"""What the harness itself costs a sample, with a model that answers at once.

Three ways to run the same three turns (two tool calls, then an answer), in one process and one run:

- ``toolward``: this project's agent, a fresh in-process MCP session a sample, graded and logged;
- ``react``: Inspect's own `react()` agent with the same server through `mcp_server_stdio`;
- ``floor``: the same turns and the same seven tools as plain functions of Inspect, no MCP and no grading.

    uv run python benchmarks/overhead.py [--samples N] [--repeats K]

Prints seconds a sample (median over repeats) and the two ratios that matter. Process start is excluded:
each way is warmed up with one run first.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any

from inspect_ai import Task, eval
from inspect_ai.agent import AgentPrompt, react
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    Model,
    ModelOutput,
    ModelUsage,
    execute_tools,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCall, ToolDef, ToolParams, mcp_server_stdio

from toolward.community.fixtures import load_community
from toolward.community.queries.leaderboard import get_leaderboard
from toolward.community.queries.lookup import lookup_member
from toolward.community.state import Session
from toolward.evals.task import build_task
from toolward.server.descriptions import description_set
from toolward.server.specs import tool_schemas
from toolward.server.toolsets import DEFAULT

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("lookup_member", {"member_id": "mem_0042"}),
    ("get_leaderboard", {"metric": "messages", "window": "week", "limit": 3}),
)
_session = Session(load_community())
SHORT = lookup_member(_session, member_id="mem_0042").model_dump_json()
LONG = get_leaderboard(_session, metric="messages", window="week", limit=3).model_dump_json()
USAGE = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)


def instant_model(finish: str | None = None) -> Model:
    """Two calls, then an answer; react() wants its answer through a `submit` call."""

    def reply(messages: Sequence[ChatMessage], *_: Any) -> ModelOutput:
        done = sum(message.role == "tool" for message in messages)
        if done < len(CALLS):
            name, arguments = CALLS[done]
        elif finish:
            name, arguments = finish, {"answer": "done"}
        else:
            return _output(ChatMessageAssistant(content="done", source="generate"), "stop")
        call = ToolCall(id=f"call_{done}", function=name, arguments=arguments)
        return _output(ChatMessageAssistant(content="", tool_calls=[call], source="generate"), "tool_calls")

    return get_model("mockllm/model", custom_outputs=reply, memoize=False)


def _output(message: ChatMessageAssistant, stop: Any) -> ModelOutput:
    return ModelOutput(
        model="instant", choices=[ChatCompletionChoice(message=message, stop_reason=stop)], usage=USAGE
    )


def plain_tools() -> list[ToolDef]:
    """The same seven tools as plain functions of Inspect, with canned results of the real length."""

    async def canned(**kwargs: Any) -> str:
        return LONG if "metric" in kwargs else SHORT

    return [
        ToolDef(
            canned,
            name=spec["name"],
            description=spec["description"],
            parameters=ToolParams.model_validate(spec["parameters"]),
        )
        for spec in tool_schemas(description_set("V1"), DEFAULT, "flag")
    ]


@solver
def plain_loop() -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        tools = plain_tools()
        model = get_model()
        while True:
            state.output = await model.generate(state.messages, tools)
            state.messages.append(state.output.message)
            if not state.output.message.tool_calls:
                return state
            state.messages.extend((await execute_tools(state.messages, tools)).messages)

    return solve


def samples(n: int) -> list[Sample]:
    return [Sample(id=str(i), input="how is mem_0042 doing?") for i in range(n)]


def ours(n: int) -> tuple[Task, Model]:
    task = build_task(cases="sel_01", tools=7)
    [one] = list(task.dataset)
    task.dataset = type(task.dataset)([one.model_copy(update={"id": f"sel_{i}"}) for i in range(n)])  # type: ignore[call-arg]
    return task, instant_model()


def reacting(n: int) -> tuple[Task, Model]:
    server = mcp_server_stdio(name="toolward", command=sys.executable, args=["-m", "toolward.server"])
    agent = react(prompt=AgentPrompt(instructions=None), tools=[server])
    return Task(dataset=samples(n), solver=agent), instant_model("submit")


def floor(n: int) -> tuple[Task, Model]:
    return Task(dataset=samples(n), solver=plain_loop()), instant_model()


def seconds_a_sample(make: Callable[[int], tuple[Task, Model]], n: int) -> float:
    task, model = make(n)
    with tempfile.TemporaryDirectory() as logs:
        start = time.perf_counter()
        [log] = eval(task, model=model, log_dir=logs, display="none", max_samples=1)
        elapsed = time.perf_counter() - start
    assert log.status == "success" and log.results and log.results.completed_samples == n, log.error
    return elapsed / n


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    args.add_argument("--samples", type=int, default=30)
    args.add_argument("--repeats", type=int, default=5)
    options = args.parse_args()
    ways: dict[str, tuple[Callable[[int], tuple[Task, Model]], int]] = {
        "toolward": (ours, options.samples),
        "floor": (floor, options.samples),
        "react": (reacting, max(3, options.samples // 10)),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for make, _ in ways.values():
        seconds_a_sample(make, 1)
    for _ in range(options.repeats):
        for name, (make, n) in ways.items():
            times[name].append(seconds_a_sample(make, n))
    middle = {name: statistics.median(values) for name, values in times.items()}
    print(f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}")
    print(f"{'way':10} {'s a sample':>12} {'min':>9} {'max':>9}")
    for name, values in times.items():
        print(f"{name:10} {middle[name]:12.4f} {min(values):9.4f} {max(values):9.4f}")
    print(f"toolward / react: 1/{middle['react'] / middle['toolward']:.1f}   (at most 1/15)")
    print(f"toolward / floor: {middle['toolward'] / middle['floor']:.2f}   (at most 1.5)")


if __name__ == "__main__":
    main()
