"""Task arguments as the command line delivers them (YAML) -> strict settings, or one clear error.

`-T think=off` arrives as False, `tools=a,b` as a list, `tools=a` as text, `tools=` as None. Each is
normalised here; what is left over is refused with the allowed values, before any request is made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TypeVar

from toolward.agent.prompts import PROMPTS
from toolward.agent.settings import THINK, ConfirmMode, Think
from toolward.cases.model import Case, Category, Split
from toolward.server.descriptions import DESCRIPTIONS, default_descriptions

SPLITS: dict[str, tuple[Split, ...]] = {
    "dev": (Split.DEV,),
    "holdout": (Split.HOLDOUT,),
    "core": (Split.DEV, Split.HOLDOUT),
    "adversarial": (Split.ADVERSARIAL,),
    "control": (Split.CONTROL,),
    "all": (Split.DEV, Split.HOLDOUT, Split.ADVERSARIAL),
}
T = TypeVar("T", bound=str)
_STARTED_IN = Path.cwd()  # this module is loaded by Inspect's entry point, before any task file


class ArgumentError(ValueError):
    """A task argument is not what it can be; the message says what it can be."""


def choice(name: str, value: object, allowed: Collection[T]) -> T:
    """One of ``allowed``, compared without case."""
    for option in allowed:
        if isinstance(value, str) and value.strip().lower() == option.lower():
            return option
    raise ArgumentError(f"{name}: got {value!r}; allowed: {', '.join(allowed)}")


def flag(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ArgumentError(f"{name}: got {value!r}; allowed: true, false")


def thinking(value: object) -> Think:
    """``off`` | ``on`` | ``default``; YAML makes booleans of the first two."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return choice("think", value, THINK)


def whole_number(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ArgumentError(f"{name}: got {value!r}; allowed: a whole number of {least} or more")
    if value < least:
        raise ArgumentError(f"{name}: got {value}; allowed: {least} or more")
    return value


def names(name: str, value: object) -> tuple[str, ...]:
    """Text, a comma list or a YAML list, as names without blanks or repeats; None and "" mean no choice."""
    items: Iterable[object] = value.split(",") if isinstance(value, str) else value or ()  # type: ignore[assignment]
    if not isinstance(items, list | tuple):
        raise ArgumentError(f"{name}: got {value!r}; write names with commas between them")
    if bad := [item for item in items if not isinstance(item, str)]:
        raise ArgumentError(f"{name}: got {bad[0]!r}; write names with commas between them")
    parts = [part.strip() for item in items for part in str(item).split(",")]
    return tuple(dict.fromkeys(part for part in parts if part))


def version_or_path(name: str, value: object, versions: Collection[str]) -> str:
    """A version's name, or the absolute path of a file that exists (a run may change directory)."""
    if not isinstance(value, str) or not value.strip():
        raise ArgumentError(f"{name}: got {value!r}; allowed: {', '.join(versions)}, or the path of a file")
    for version in versions:
        if value.strip().lower() == version.lower():
            return version
    if (path := file_named(value)) is None:
        raise ArgumentError(f"{name}: {value!r} is neither a file nor one of {', '.join(versions)}")
    return str(path)


def file_named(text: str) -> Path | None:
    """The file that a person means by a path, absolute; None when there is none.

    A relative path is read from the folder where the command was typed: by the time a task is built,
    Inspect has moved into the folder of the task file.
    """
    path = Path(text).expanduser()
    for folder in (_STARTED_IN, Path.cwd()):
        if (folder / path).is_file():
            return (folder / path).resolve()
    return None


def prompt(value: object) -> str:
    return version_or_path("prompt", value, tuple(PROMPTS))


def descriptions(value: object, confirm_mode: ConfirmMode) -> str:
    """Unset descriptions follow the confirm mode: preview_token needs the texts that tell of its token."""
    if value is None:
        return default_descriptions(confirm_mode).name
    return version_or_path("descriptions", value, tuple(DESCRIPTIONS))


def chosen_cases(
    cases: Collection[Case], split: object, categories: object, ids: object
) -> tuple[str, tuple[Case, ...]]:
    """The split's name, and its cases in file order, narrowed to the categories and ids asked for.

    Named cases are taken from the whole dataset when no split was named with them.
    """
    wanted = names("cases", ids)
    known = {case.id: case for case in cases}
    if unknown := [i for i in wanted if i not in known]:
        raise ArgumentError(f"cases: no case {', '.join(unknown)}; known: {', '.join(known)}")
    name = choice("split", split, tuple(SPLITS)) if split is not None else ("all" if wanted else "dev")
    found = [case for case in cases if case.split in SPLITS[name] and (not wanted or case.id in wanted)]
    if asked := names("categories", categories):
        of = {choice("categories", one, tuple(Category)) for one in asked}
        found = [case for case in found if case.category in of]
    if not found:
        raise ArgumentError(
            f"no case is left: split={name}, categories={asked or 'any'}, cases={wanted or 'any'}"
        )
    if outside := sorted(set(wanted) - {case.id for case in found}):
        raise ArgumentError(f"cases: {', '.join(outside)} not in split={name} with these categories")
    return name, tuple(found)
