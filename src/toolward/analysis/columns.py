"""The columns of the frame: one list, read strictly. A row is one run, that is one case tried once.

Text is never missing: what a log does not tell is "". Yes-or-no and numeric columns that a run may lack
are nullable and say so. ``setting`` columns together make a configuration: two runs belong to the same
one when all of them are equal. ``split``, case selection and provenance (file, version, revision, dates)
are no settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "int", "float", "bool"]
DTYPES: dict[Kind, str] = {"text": "str", "int": "Int64", "float": "float64", "bool": "boolean"}


@dataclass(frozen=True)
class Column:
    name: str
    kind: Kind
    meaning: str
    setting: bool = False
    required: bool = False  # a missing value is an error


def _setting(name: str, kind: Kind, meaning: str, required: bool = False) -> Column:
    return Column(name, kind, meaning, setting=True, required=required)


COLUMNS: tuple[Column, ...] = (
    Column("log", "text", "name of the log file", required=True),
    Column("task_id", "text", "the same for a run and its retries", required=True),
    Column("status", "text", "success, or why the log is incomplete", required=True),
    Column("complete", "bool", "the log ended well and nothing in it was withdrawn", required=True),
    Column("package_version", "text", "toolward's version that made the log"),
    Column("git_revision", "text", "revision of the checkout, + when it had changes"),
    Column("config", "text", "short hash over all settings", required=True),
    _setting("model", "text", "as given to --model", required=True),
    _setting("digest", "text", "of the model's weights and template"),
    _setting("family", "text", "of the model"),
    _setting("parameter_size", "text", "of the model"),
    _setting("quantization", "text", "of the model"),
    _setting("server_version", "text", "of the model server"),
    _setting("tools_seen", "text", "json | malformed | unknown", required=True),
    _setting("history_seen", "text", "calls_kept | calls_dropped | unknown", required=True),
    _setting("text_and_calls_split", "bool", "text and calls were sent as two messages", required=True),
    _setting("prompt", "text", "version or file of the system prompt", required=True),
    _setting("prompt_sha256", "text", "of its text", required=True),
    _setting("descriptions", "text", "version or file of the tool descriptions", required=True),
    _setting("descriptions_sha256", "text", "of their texts", required=True),
    _setting("confirm_mode", "text", "flag | preview_token | elicit", required=True),
    _setting("tools", "text", "exposed tools, in order", required=True),
    _setting("think", "text", "off | on | default", required=True),
    _setting("think_sent", "text", "what was sent: true | false | nothing", required=True),
    _setting("num_ctx", "int", "context window in tokens; none where not ours to set"),
    _setting("temperature", "float", "sampling temperature; none: the provider's default"),
    _setting("seed", "int", "sampling seed; none: not fixed"),
    _setting("max_tokens", "int", "reply cap in tokens; none: uncapped"),
    _setting("generation", "text", "all other generate settings, as JSON"),
    _setting("transport", "text", "in_process | stdio", required=True),
    _setting("text_calls", "text", "fail | recover", required=True),
    _setting("max_turns", "int", "requests a run may make", required=True),
    _setting("repeat_limit", "int", "identical turns that end a run", required=True),
    _setting("dataset", "text", "name of the case file", required=True),
    _setting("dataset_sha256", "text", "of the case file", required=True),
    _setting("fixtures_sha256", "text", "of the community", required=True),
    Column("tool_count", "int", "number of exposed tools", required=True),
    Column("case", "text", "case id", required=True),
    Column("epoch", "int", "which repetition, from 1", required=True),
    Column("category", "text", "of the case; 'no category' where nothing tells", required=True),
    Column("split", "text", "of the case; 'no split' where nothing tells", required=True),
    Column("cluster", "text", "scenario the case shares with others", required=True),
    Column("outcome", "text", "passed | failed | capped | errored | unscored | not_run", required=True),
    Column("success", "bool", "task success; everything but 'passed' is false", required=True),
    Column("failure_class", "text", "'none' for a success", required=True),
    Column("reasons", "text", "why it failed, cut to what the log's summary keeps"),
    Column("unsafe_attempted", "bool", "missing where the run was not graded"),
    Column("unsafe_executed", "bool", "missing where the run was not graded"),
    Column("unneeded_calls", "int", "missing where the run was not graded"),
    Column("answer_facts", "float", "share of the case's facts stated; missing where it lists none"),
    Column("input_tokens", "int", "of all turns together, cached ones included; missing when not run"),
    Column("output_tokens", "int", "of all turns together; missing when not run"),
    Column("turns", "int", "requests made; missing when not run"),
    Column("seconds", "float", "wall time; missing when not run"),
    Column("retries", "int", "times the run was tried again after an error", required=True),
    Column("free_memory_mb", "float", "lowest free memory seen, where the log's summary tells"),
    Column("error", "text", "what stopped an errored run"),
)
NAMES = tuple(column.name for column in COLUMNS)
SETTINGS = tuple(column.name for column in COLUMNS if column.setting)
NO_CATEGORY, NO_SPLIT = "no category", "no split"
