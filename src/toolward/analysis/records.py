"""The run record of a log, whatever version of the package wrote it.

A record of an older version is brought up step by step (`UPGRADES`), a newer or unknown one is refused by
name. Nothing is guessed: a record that does not fit its own version is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from toolward.analysis.errors import LogError
from toolward.record import RECORD_KEY, RECORD_VERSION, RunRecord

UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""Record version -> how to write it as the next version. Empty while there is only one version."""


def read_record(log: str, task: str, metadata: Mapping[str, Any] | None) -> RunRecord:
    """The record in ``eval.metadata``; a `LogError` says whose log it is or what does not fit."""
    raw = (metadata or {}).get(RECORD_KEY)
    if not isinstance(raw, Mapping):
        raise LogError(log, f"not a toolward log (task {task!r} left no toolward record); leave it out")
    data = dict(raw)
    writer = data.get("package_version", "an unknown version")
    version = data.get("record_version", 0)
    if not isinstance(version, int) or isinstance(version, bool):
        raise LogError(log, f"its record version is {version!r}, not a number")
    if version > RECORD_VERSION:
        raise LogError(
            log,
            f"written by toolward {writer} with record version {version}; "
            f"this one reads up to {RECORD_VERSION}: upgrade toolward",
        )
    for step in range(version, RECORD_VERSION):
        if step not in UPGRADES:
            raise LogError(
                log,
                f"written by toolward {writer} with record version {version}, which is no longer read "
                f"(oldest: {min(UPGRADES, default=RECORD_VERSION)}); record the run again",
            )
        data = UPGRADES[step](data)
    try:
        return RunRecord.model_validate({**data, "record_version": RECORD_VERSION})
    except ValidationError as e:
        first = e.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise LogError(log, f"record of toolward {writer} does not fit: {where}: {first['msg']}") from e
