"""Arguments -> an Inspect `Task`, with everything checked before the first request.

What must stop the command is raised here, while the task is built: a wrong argument, a missing model
server, a model without tools. `inspect score` and `eval-retry` build tasks too, so nothing here needs a
model server unless an `ollama/...` model is the active one.
"""

from __future__ import annotations

from inspect_ai import Task
from inspect_ai.model import GenerateConfig, Model, get_model

from toolward.agent.model import is_ollama
from toolward.agent.prompts import load_prompt
from toolward.agent.settings import CONFIRM_MODES, TEXT_CALLS, TRANSPORTS, AgentSettings
from toolward.agent.solver import staff_assistant
from toolward.agent.toolbox import shown_tools
from toolward.cases.load import NAMED, CaseFileError, Dataset, load_dataset
from toolward.community.fixtures import load_community
from toolward.evals import arguments as arg
from toolward.evals.dataset import dataset_of
from toolward.evals.ollama import OllamaRun, inspect_ollama
from toolward.evals.prerequisite import PrerequisiteError
from toolward.evals.record import run_record
from toolward.evals.scorers import ALL_SCORERS
from toolward.providers.replay.api import check_recording
from toolward.providers.replay.recording import ReplayError
from toolward.record import RECORD_KEY, RunRecord
from toolward.server.descriptions import description_set
from toolward.server.specs import tool_schemas
from toolward.server.toolsets import resolve_tools

TASK_VERSION = 1
REPLY_CAP = 4096


def build_task(
    *,
    split: object = None,
    dataset: object = "core",
    categories: object = None,
    cases: object = None,
    prompt: object = "V1",
    descriptions: object = None,
    confirm_mode: object = "flag",
    tools: object = 7,
    transport: object = "in_process",
    think: object = "off",
    num_ctx: object = 8192,
    max_turns: object = 10,
    repeat_limit: object = 3,
    text_calls: object = "fail",
    require_intact_tools: object = False,
) -> Task:
    """The task; a wrong argument or a failed preflight is a `PrerequisiteError` with one clear message."""
    try:
        loaded = _load(dataset)
        split_name, chosen = arg.chosen_cases(loaded.cases, split, categories, cases)
        mode = arg.choice("confirm_mode", confirm_mode, CONFIRM_MODES)
        prompt_name = arg.prompt(prompt)
        settings = AgentSettings(
            system_prompt=load_prompt(prompt_name),
            descriptions=arg.descriptions(descriptions, mode),
            confirm_mode=mode,
            tools=resolve_tools(7 if tools is None else tools),
            transport=arg.choice("transport", transport, TRANSPORTS),
            text_calls=arg.choice("text_calls", text_calls, TEXT_CALLS),
            max_turns=arg.whole_number("max_turns", max_turns, 1),
            repeat_limit=arg.whole_number("repeat_limit", repeat_limit, 0),
            num_ctx=arg.whole_number("num_ctx", num_ctx, 512),
        )
        shown_tools(settings)  # texts that do not fit the confirm mode are refused here
        thinking = arg.thinking(think)
        must_be_intact = arg.flag("require_intact_tools", require_intact_tools)
    except (arg.ArgumentError, CaseFileError, ValueError) as e:
        raise PrerequisiteError(str(e)) from e
    model = _active_model()
    facts = OllamaRun.absent(model)
    if model is not None and is_ollama(model):
        facts = inspect_ollama(model, settings, thinking, must_be_intact)
    settings = settings.model_copy(
        update={"think": facts.think_sent, "split_text_and_calls": facts.render.text_and_calls_split}
    )
    record = run_record(settings, facts, loaded, chosen, split_name, prompt_name, thinking)
    if model is not None:
        _check_replay(model, record)
    return Task(
        dataset=dataset_of(loaded.name, chosen),
        solver=staff_assistant(settings),
        scorer=[make() for make in ALL_SCORERS],
        config=GenerateConfig(
            temperature=0.0, seed=42, max_tokens=REPLY_CAP, max_connections=facts.connections
        ),
        version=TASK_VERSION,
        metadata={RECORD_KEY: record.model_dump(mode="json")},
        tags=_tags(settings, split_name),
        continue_on_fail=True,
        score_on_error=True,
    )


def _load(dataset: object) -> Dataset:
    """A named dataset, or someone's own file, which is held against the tools' schemas and the fixtures."""
    if dataset is None or dataset in NAMED:
        return load_dataset(str(dataset or "core"))
    schemas = tool_schemas(description_set("V6"), resolve_tools(30), "preview_token")
    file = arg.file_named(str(dataset)) or str(dataset)
    return load_dataset(file, schemas=schemas, member_ids=load_community().position.keys())


def _check_replay(model: Model, record: RunRecord) -> None:
    try:
        check_recording(model, record)
    except ReplayError as e:
        raise PrerequisiteError(str(e)) from e


def _active_model() -> Model | None:
    try:
        return get_model()
    except (ValueError, PrerequisiteError):
        return None  # nobody named a model: the task is built to be listed or scored


def _tags(settings: AgentSettings, split: str) -> list[str]:
    return [split, f"confirm:{settings.confirm_mode}", f"tools:{len(settings.tools)}"]
