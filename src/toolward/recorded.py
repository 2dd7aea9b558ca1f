"""The runs that ship with the project: `logs/recorded/*.eval`, listed in `manifest.json`.

The manifest is the only list: a log that is not in it is not a recorded run, and one that is in it has
the hash that stands there. What a person runs lands in `logs/` and never here; `toolward record add`
is the way in. Reading only, and no Inspect: paths, names and hashes.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from toolward.paths import RECORDED

MANIFEST = "manifest.json"
DEMO = "demo"  # an alias, not a file: the run that the quick start replays


class RecordedRun(BaseModel):
    """One shipped log. ``settings`` repeats what the log itself says, for people who read the list."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    file: str
    model: str
    digest: str | None
    date: str
    settings: dict[str, Any]
    sha256: str
    note: str = ""


class RecordedRuns(BaseModel):
    """The manifest; ``folder`` is where it was found."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    demo: str | None = None
    runs: tuple[RecordedRun, ...] = ()

    @model_validator(mode="after")
    def _names_are_whole(self) -> RecordedRuns:
        names = [run.name for run in self.runs]
        if len(set(names)) != len(names) or DEMO in names:
            raise ValueError(f"run names must be different from each other and from {DEMO!r}: {names}")
        if self.demo is not None and self.demo not in names:
            raise ValueError(f"the demo names no run of the list: {self.demo!r}")
        return self

    @classmethod
    def load(cls, folder: Path = RECORDED) -> RecordedRuns:
        """The manifest of ``folder``; an empty one when there is none."""
        file = folder / MANIFEST
        return cls.model_validate_json(file.read_bytes()) if file.is_file() else cls()

    def names(self) -> tuple[str, ...]:
        return ((DEMO,) if self.demo else ()) + tuple(run.name for run in self.runs)

    def find(self, name: str) -> RecordedRun | None:
        """The run of that name or file name; ``demo`` is the demo's run."""
        wanted = self.demo if name == DEMO else name.removesuffix(".eval")
        return next((run for run in self.runs if run.name == wanted), None)

    def path_of(self, name: str, folder: Path = RECORDED) -> Path | None:
        run = self.find(name)
        return None if run is None else folder / run.file

    def with_run(self, run: RecordedRun, *, demo: bool = False) -> RecordedRuns:
        """This list with one more run, or with the run of that name replaced; sorted by name."""
        others = [other for other in self.runs if other.name != run.name]
        runs = tuple(sorted([*others, run], key=lambda r: r.name))
        return RecordedRuns(demo=run.name if demo else self.demo, runs=runs)

    def faults(self, folder: Path = RECORDED) -> list[str]:
        """Missing, changed and unlisted files of ``folder``, one line each."""
        listed = {run.file for run in self.runs}
        faults = [f"{f.name}: not in the manifest" for f in folder.glob("*.eval") if f.name not in listed]
        for run in self.runs:
            file = folder / run.file
            if not file.is_file():
                faults.append(f"{run.file}: listed, but not there")
            elif sha256_of(file) != run.sha256:
                faults.append(f"{run.file}: not the file that was recorded (its hash differs)")
        return sorted(faults)

    def to_json(self) -> str:
        return self.model_dump_json(indent=2) + "\n"


def sha256_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
