"""A finished log -> a recorded run: what tells of a machine or a person is taken out, and it is listed.

Taken out, wherever it stands in the log: absolute paths (a checkout's become relative, others keep their
last name only), the names of the host and the user, the origin of the git checkout, the address of a
model server that is not on this machine. What the model was asked and what it answered must come out
unchanged: a log where it would not is refused, since it could not be replayed.
"""

from __future__ import annotations

import getpass
import json
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log

from toolward.paths import ROOT
from toolward.record import RECORD_KEY, RunRecord
from toolward.recorded import MANIFEST, RecordedRun, RecordedRuns, sha256_of

_TOPS = "root|home|Users|work|tmp|usr|opt|var|private|mnt|srv|data|etc|proc|builds|github|workspace"
ABSOLUTE_PATH = re.compile(
    rf"(?<![\w.~:/<-])(?:file://)?/(?:{_TOPS})(?:/[\w.@+~-]+)+/?"
    r"|(?<!\w)[A-Za-z]:\\(?:[\w.@+~ -]+\\)+[\w.@+~-]*"
)
_COLOUR = re.compile(r"(?:\x1b|\\u001b)\[[\d;]*m")  # as it is, and as JSON writes it
LOCAL = re.compile(r"https?://(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:/|$)")
USER_AT_HOST = re.compile(r"\b(?:root|ubuntu|runner|admin)@[A-Za-z][\w.-]*\b")
ELSEWHERE = "http://model-server"


class PublishError(ValueError):
    """This log cannot become a recorded run; the message says why."""


def leaks_in(text: str) -> list[str]:
    """What in a text tells of a machine: absolute paths, `user@host`, the name of this host."""
    text = _COLOUR.sub("", text)
    shapes = [ABSOLUTE_PATH, USER_AT_HOST, *_names_of_this_machine()]
    return sorted({hit.group() for shape in shapes for hit in shape.finditer(text)})


def publish(log_file: Path, name: str, folder: Path, *, demo: bool = False, note: str = "") -> RecordedRun:
    """Write ``folder/NAME.eval`` and its line in the manifest.

    Raises:
        PublishError: not a finished run of ours, a replay, a bad name, or one that cannot be cleaned.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9._-]*", name) or name.endswith(".eval"):
        raise PublishError(f"a name is made of a-z, 0-9, dots, dashes and underscores: {name!r}")
    original = read_eval_log(log_file)
    record = _must_be_finished(original, log_file)
    clean = cleaned(original)
    if _exchanges(original) != _exchanges(clean):
        raise PublishError(f"{log_file} names this machine in what the model was asked or said")
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{name}.eval"
    write_eval_log(clean, target)
    run = RecordedRun(
        name=name,
        file=target.name,
        model=clean.eval.model,
        digest=record.model.digest,
        date=clean.eval.created[:10],
        settings=settings_of(clean, record),
        sha256=sha256_of(target),
        note=note,
    )
    manifest = RecordedRuns.load(folder).with_run(run, demo=demo)
    (folder / MANIFEST).write_text(manifest.to_json(), "utf-8")
    return run


def cleaned(log: EvalLog) -> EvalLog:
    """The same log without what tells of a machine."""
    tree = _walk(json.loads(log.model_dump_json()), _clean)
    spec = tree["eval"]
    if spec.get("revision"):
        spec["revision"]["origin"] = ""
    if spec.get("model_base_url") and not LOCAL.match(spec["model_base_url"]):
        tree = _walk(tree, lambda text: text.replace(log.eval.model_base_url or ELSEWHERE, ELSEWHERE))
    return EvalLog.model_validate(tree)


def _clean(text: str) -> str:
    text = text.replace(f"{ROOT}/", "")
    text = ABSOLUTE_PATH.sub(lambda hit: ".../" + re.split(r"[\\/]", hit.group().rstrip("/\\"))[-1], text)
    text = USER_AT_HOST.sub("user@host", text)
    for name in _names_of_this_machine():
        text = name.sub("host", text)
    return text


def _names_of_this_machine() -> list[re.Pattern[str]]:
    names = {socket.gethostname(), socket.gethostname().split(".")[0], getpass.getuser()}
    told = {name for name in names if len(name) > 3 and name not in {"localhost", "root", "user", "host"}}
    return [
        re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])") for name in sorted(told, key=len, reverse=True)
    ]


def _walk(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_walk(item, change) for item in value]
    if isinstance(value, dict):
        if value.get("traceback_ansi"):  # colours cut paths into pieces; the plain text says the same
            value = {**value, "traceback_ansi": value.get("traceback", "")}
        return {change(key): _walk(item, change) for key, item in value.items()}
    return value


def _exchanges(log: EvalLog) -> list[Any]:
    """All that was asked of the model and all that it answered, and the texts that these refer to."""
    return [
        (
            sample.id,
            sample.epoch,
            sample.attachments,
            [
                (e.model_dump(mode="json", include={"input", "input_refs", "tools", "config", "output"}))
                for e in sample.events
                if isinstance(e, ModelEvent)
            ],
        )
        for sample in log.samples or []
    ]


def _must_be_finished(log: EvalLog, file: Path) -> RunRecord:
    facts = (log.eval.metadata or {}).get(RECORD_KEY)
    if facts is None:
        raise PublishError(f"{file} is not a run of toolward's task")
    if log.eval.model.startswith("replay/"):
        raise PublishError(f"{file} is itself a replay; record the run of the model")
    if log.status != "success":
        raise PublishError(f"{file} did not finish (status {log.status}): inspect eval-retry {file}")
    return RunRecord.model_validate(facts)


def settings_of(log: EvalLog, record: RunRecord) -> dict[str, Any]:
    """The settings that the manifest repeats from the log."""
    config = log.plan.config
    return {
        "dataset": record.dataset,
        "split": record.split,
        "cases": len(record.planned_cases),
        "epochs": log.eval.config.epochs or 1,
        "prompt": record.prompt,
        "descriptions": record.descriptions,
        "confirm_mode": record.confirm_mode,
        "tools": len(record.tools),
        "think": record.think,
        "num_ctx": record.num_ctx,
        "temperature": config.temperature,
        "seed": config.seed,
        "max_tokens": config.max_tokens,
        "transport": record.transport,
        "tools_seen": record.render.tools_seen,
    }
