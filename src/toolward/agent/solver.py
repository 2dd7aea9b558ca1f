"""The loop: ask the model, run its calls on the MCP server, give it the results, until it answers.

Nothing is repaired on the way. A call written as text is not run (unless `text_calls` says so), an
unknown tool name is not mapped to a known one, and a reply that was cut short ends the run. What the
run did is in the messages; why it stopped is in the store under `RUN_KEY`. Nothing is taken from a cache
of earlier replies: a run that was not made is no measurement.
"""

from __future__ import annotations

from functools import cache, partial

from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser, ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from toolward.agent.model import model_for
from toolward.agent.run import RUN_KEY, SAMPLE_KEY, Run, cut_short
from toolward.agent.settings import AgentSettings
from toolward.agent.staff import Staff
from toolward.agent.text_calls import recover
from toolward.agent.toolbox import open_toolbox
from toolward.cases.model import Case
from toolward.grading.trace import Stop


@solver
def staff_assistant(settings: AgentSettings) -> Solver:
    """A plain tool-calling agent over a fresh MCP session a sample."""
    model_of_task = cache(partial(model_for, settings))

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        case = Case.model_validate_json(state.metadata["case"])
        staff, run = Staff(case.staff), Run(settings.max_turns, settings.repeat_limit)
        state.store.set(SAMPLE_KEY, {"id": str(state.sample_id), "epoch": state.epoch})
        state.messages.insert(0, ChatMessageSystem(content=settings.system_prompt))
        model = model_of_task()
        async with open_toolbox(settings, staff) as toolbox:
            while run.stop is None:
                state.store.set(RUN_KEY, run.noted(toolbox.names))
                state.output = await model.generate(state.messages, toolbox.tools, cache=False)
                reply = _reply(state.output, settings, toolbox.names)
                state.messages.append(reply)
                if (stop := cut_short(state.output)) is not None:
                    run.end(stop)
                elif reply.tool_calls:
                    results = await toolbox.run(reply)
                    state.messages.extend(results)
                    run.count(reply, results)
                elif (answer := staff.answer(reply.text)) is not None:
                    state.messages.append(ChatMessageUser(content=answer, metadata={"toolward": "follow-up"}))
                    run.count(reply, [])
                else:
                    run.end(Stop.ANSWERED)
        state.store.set(RUN_KEY, run.noted(toolbox.names))
        return state

    return solve


def _reply(output: ModelOutput, settings: AgentSettings, names: tuple[str, ...]) -> ChatMessageAssistant:
    return recover(output.message, names) if settings.text_calls == "recover" else output.message
