"""The task: one staff request a sample, seven community tools behind an MCP server, graded by code.

    inspect eval toolward_tasks/tools.py --model ollama/qwen3:8b -T split=holdout -T tools=5

Temperature (0), seed (42), epochs and the reply cap (4096) are Inspect's own flags.
"""

from inspect_ai import Task, task

from toolward.evals.task import build_task


@task
def tools(
    split: str | None = None,
    dataset: str = "core",
    categories: str | list[str] | None = None,
    cases: str | list[str] | None = None,
    prompt: str = "V1",
    descriptions: str | None = None,
    confirm_mode: str = "flag",
    tools: int | str | list[str] | None = 7,
    transport: str = "in_process",
    think: str | bool = "off",
    num_ctx: int = 8192,
    max_turns: int = 10,
    repeat_limit: int = 3,
    text_calls: str = "fail",
    require_intact_tools: bool = False,
) -> Task:
    """Measure how reliably a model uses the community tools.

    Args:
        split: dev (default) | holdout | core | adversarial | control | all.
        dataset: core | extended | the path of a case file.
        categories: Only these categories.
        cases: Only these case ids.
        prompt: V1 | V2 | V3 | the path of a text file.
        descriptions: V1 to V7 | the path of a YAML file; unset follows the confirm mode.
        confirm_mode: flag | preview_token | elicit.
        tools: 3 | 5 | 7 | 15 | 30 | tool names.
        transport: in_process | stdio.
        think: off | on | default (Ollama).
        num_ctx: Context window in tokens (Ollama).
        max_turns: Requests to the model a run may make.
        repeat_limit: Identical turns in a row that end a run; 0 for never.
        text_calls: fail | recover: what becomes of a call written as text.
        require_intact_tools: Refuse to run when the model would be shown broken tool definitions (Ollama).
    """
    return build_task(**locals())
