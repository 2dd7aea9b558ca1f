"""Case files: one strict JSON object a line -> `Case`s, or one error that says where and why.

A line ends at a line feed and nowhere else: U+2028 and the like are text. Files are UTF-8. What is refused,
with file, line, case id, path and reason: bytes that are not UTF-8, JSON that is not an object, repeated
keys, NaN and infinities, unknown keys, wrong types, matchers that no run could be compared with, ids used
twice. With ``schemas`` expected values are also held against the tools that would receive them (see `lint`).

Content hashes do not depend on the order of lines or keys, on white space, or on fields left at their
defaults: the same cases have the same hash.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NoReturn, cast

from pydantic import JsonValue, ValidationError

from toolward.cases.matchers import MatcherError, compile_arguments
from toolward.cases.model import Case, JsonObject
from toolward.paths import DATASETS

NAMED: dict[str, tuple[str, ...]] = {
    "core": ("core.jsonl", "adversarial.jsonl", "controls.jsonl"),
    "extended": ("extended.jsonl",),
}


class CaseFileError(ValueError):
    """A case file cannot be used; ``path`` says where in the case: ``expected_calls[0].arguments.limit``."""

    def __init__(
        self, file: str, line: int | None, case_id: str | None, path: str | None, reason: str
    ) -> None:
        where = [file if line is None else f"{file}:{line}", case_id, path]
        super().__init__(": ".join([*(part for part in where if part), reason]))
        self.file = file
        self.line = line
        self.case_id = case_id
        self.path = path
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Dataset:
    """``name`` is core, extended or the stem of a user's file; ``sha256`` is over all its cases."""

    name: str
    cases: tuple[Case, ...]
    sha256: str


@dataclass(frozen=True, slots=True)
class Line:
    """A case and where it stands."""

    case: Case
    file: str
    number: int


def load_dataset(
    name_or_path: str | Path,
    *,
    schemas: Iterable[JsonObject] | None = None,
    member_ids: Collection[str] | None = None,
) -> Dataset:
    """The cases of ``core`` (core, adversarial and control cases), ``extended``, or of a file.

    ``schemas`` (as `toolward.server.tool_specs` lists tools) and ``member_ids`` add the checks of `lint` to
    loading: the first finding that is an error is raised.

    Raises:
        CaseFileError: see the module; also for a name that is neither a dataset nor a file.
    """
    files = _files(name_or_path)
    lines = tuple(line for file in files for line in read_lines(file))
    if schemas is not None:
        _raise_first_error(lines, schemas, member_ids)
    cases = _unique(lines)
    name = str(name_or_path) if str(name_or_path) in NAMED else Path(name_or_path).stem
    return Dataset(name, cases, cases_sha256(cases))


def load_cases(path: Path) -> tuple[Case, ...]:
    """The cases of one file, in its order.

    Raises:
        CaseFileError: see the module.
    """
    return _unique(read_lines(path))


def read_lines(path: Path) -> tuple[Line, ...]:
    """Every case of a file with its line number, each one checked by itself."""
    try:
        data = path.read_bytes()
    except OSError as e:
        raise CaseFileError(str(path), None, None, None, f"cannot be read: {e.strerror}") from e
    lines = tuple(
        Line(_parse(text, path.name, number), path.name, number) for number, text in _texts(data, path.name)
    )
    if not lines:
        raise CaseFileError(path.name, None, None, None, "holds no case")
    return lines


def case_sha256(case: Case) -> str:
    return sha256(_canonical(case)).hexdigest()


def cases_sha256(cases: Iterable[Case]) -> str:
    """One hash over the content of all cases, whatever their order."""
    return sha256(b"\n".join(sorted(_canonical(case) for case in cases))).hexdigest()


def _canonical(case: Case) -> bytes:
    content = case.model_dump(mode="json", exclude_defaults=True)
    return json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()


def _files(name_or_path: str | Path) -> tuple[Path, ...]:
    if str(name_or_path) in NAMED:
        return tuple(DATASETS / file for file in NAMED[str(name_or_path)])
    path = Path(name_or_path).expanduser()
    if not path.is_file():
        known = ", ".join(NAMED)
        raise CaseFileError(str(name_or_path), None, None, None, f"is neither a dataset ({known}) nor a file")
    return (path,)


def _texts(data: bytes, file: str) -> Iterator[tuple[int, str]]:
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as e:
            reason = f"is not UTF-8 (byte {e.start + 1} of the line: {e.reason})"
            raise CaseFileError(file, number, None, None, reason) from e
        if text.strip(" \t\r"):
            yield number, text


def _parse(text: str, file: str, number: int) -> Case:
    def fail(case_id: str | None, path: str | None, reason: str) -> NoReturn:
        raise CaseFileError(file, number, case_id, path, reason)

    try:
        raw: object = json.loads(text, object_pairs_hook=_no_repeats, parse_constant=_no_constant)
    except json.JSONDecodeError as e:
        fail(None, None, f"is not JSON: {e.msg} (column {e.colno})")
    except RecursionError:
        fail(None, None, "is nested too deep")
    except ValueError as e:
        fail(None, None, str(e))
    if not isinstance(raw, dict):
        fail(None, None, "is not a JSON object")
    name = cast(dict[str, object], raw).get("id")
    case_id = name if isinstance(name, str) else None
    try:
        case = Case.model_validate_json(text)
    except ValidationError as e:
        first = e.errors(include_url=False, include_input=False)[0]
        fail(case_id, _dotted(first["loc"]), first["msg"])
    try:
        _compile(case)
    except MatcherError as e:
        fail(case_id, e.path, e.reason)
    return case


def _compile(case: Case) -> None:
    for i, expected in enumerate(case.expected_calls):
        compile_arguments(expected.arguments, f"expected_calls[{i}].arguments")
    for path, pattern in case.patterns():
        compile_arguments(pattern.arguments, f"{path}.arguments", partial=True)


def _unique(lines: Iterable[Line]) -> tuple[Case, ...]:
    seen: dict[str, Line] = {}
    for line in lines:
        if (first := seen.setdefault(line.case.id, line)) is not line:
            reason = f"the id is used already in {first.file}:{first.number}"
            raise CaseFileError(line.file, line.number, line.case.id, "id", reason)
    return tuple(line.case for line in seen.values())


def _raise_first_error(
    lines: Iterable[Line], schemas: Iterable[JsonObject], member_ids: Collection[str] | None
) -> None:
    from toolward.cases.lint import lint_case, tools_of  # lint knows the model, not the files

    tools = tools_of(schemas)
    for line in lines:
        for finding in lint_case(line.case, tools, member_ids):
            if finding.is_error:
                raise CaseFileError(line.file, line.number, line.case.id, finding.path, finding.reason)


def _no_repeats(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    keys = [key for key, _ in pairs]
    if repeated := sorted({key for key in keys if keys.count(key) > 1}):
        raise ValueError(f"repeats the key {repeated[0]!r} in one object")
    return dict(pairs)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"holds {name}, which is not JSON")


def _dotted(parts: tuple[int | str, ...]) -> str:
    path = ""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path
