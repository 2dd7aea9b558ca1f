"""Imports go one way: the table below is the architecture, and every file is read against it.

Read with `ast`, so imports inside functions and under `TYPE_CHECKING` count too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted([*(ROOT / "src/toolward").rglob("*.py"), *(ROOT / "toolward_tasks").rglob("*.py")])

LEAVES = {"paths", "booleans", "record"}
PURE = {"community", "cases", "grading"} | LEAVES
# Part of the project -> the parts it may import. `cli` ties all together and is not listed.
MAY_IMPORT: dict[str, set[str]] = {
    "paths": set(),
    "booleans": set(),
    "record": set(),
    "recorded": {"paths"},
    "planned": {"record"},
    "community": {"paths", "booleans"},
    "cases": {"paths", "booleans"},
    "server": {"community", "paths", "booleans"},
    "grading": {"cases", "booleans", "paths"},
    "providers": {*PURE, "server", "recorded"},
    "agent": {*PURE, "server", "providers"},
    "evals": {*PURE, "server", "agent", "providers", "recorded", "planned", "analysis.stats"},
    "analysis": {"grading", "cases", "record", "recorded", "planned", "paths"},
    "toolward_tasks": {"evals", "agent"},
    "_registry": {"evals", "providers"},
}
PURE_MAY_USE = set(sys.stdlib_module_names) | {"pydantic", "toolward"}
USERS_OF = {
    "inspect_ai": {"planned", "agent", "providers", "evals", "analysis", "toolward_tasks", "cli"},
    "mcp": {"server", "agent", "cli"},
    "mcp_types": {"server", "agent", "cli"},
}
# Private modules of other packages: one file each, which says why.
PRIVATE = {
    ("src/toolward/evals/prerequisite.py", "inspect_ai._util.error"),
    ("src/toolward/agent/model.py", "inspect_ai.model._generate_config"),
    ("src/toolward/providers/ollama/api.py", "inspect_ai._util.registry"),
    ("src/toolward/evals/registered.py", "inspect_ai._util.registry"),
}


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def part_of(file: Path) -> str:
    relative = file.relative_to(ROOT)
    if relative.parts[0] == "toolward_tasks":
        return "toolward_tasks"
    return relative.parts[2].removesuffix(".py")


def imports_of(file: Path) -> Iterator[str]:
    """The full dotted names that a file imports: `from a.b import c` gives `a.b.c`."""
    package = [part for part in file.relative_to(ROOT).parts[:-1] if part != "src"]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def _ours(name: str) -> str | None:
    """The part of the project that a dotted name lies in; None for other packages and the bare package."""
    parts = name.split(".")
    if parts[0] == "toolward_tasks":
        return "toolward_tasks"
    return ".".join(parts[1:]) if parts[0] == "toolward" and len(parts) > 1 else None


def _libraries(file: Path) -> set[str]:
    return {name.split(".")[0] for name in imports_of(file)}


def _is_private(name: str) -> bool:
    top, *rest = name.split(".")
    own = top in {"toolward", "toolward_tasks", "__future__"}
    return not own and any(part.startswith("_") and not part.startswith("__") for part in rest)


def _within(name: str, allowed: set[str]) -> bool:
    return any(name == part or name.startswith(part + ".") for part in allowed)


def test_every_file_imports_only_what_its_part_may() -> None:
    strays = [
        f"{_name(file)} imports {name}"
        for file in SOURCES
        if (part := part_of(file)) not in {"cli", "__init__"}
        for name in imports_of(file)
        if (inner := _ours(name)) is not None and not _within(inner, MAY_IMPORT[part] | {part})
    ]
    assert not strays, "\n".join(strays)


def test_inspect_and_mcp_stay_in_their_layers() -> None:
    strays = [
        f"{_name(file)} imports {library}"
        for file in SOURCES
        for library in _libraries(file) & USERS_OF.keys()
        if part_of(file) not in USERS_OF[library]
    ]
    assert not strays, "\n".join(strays)


def test_pure_parts_use_the_standard_library_and_pydantic_only() -> None:
    strays = [
        f"{_name(file)} imports {library}"
        for file in SOURCES
        if part_of(file) in PURE
        for library in _libraries(file) - PURE_MAY_USE
    ]
    assert not strays, "\n".join(strays)


def test_private_modules_of_other_packages_are_imported_in_one_wrapped_place() -> None:
    strays = [
        f"{_name(file)} imports {name}"
        for file in SOURCES
        for name in imports_of(file)
        if _is_private(name) and not any(_name(file) == user and name.startswith(m) for user, m in PRIVATE)
    ]
    assert not strays, "\n".join(strays)


def test_the_statistics_know_nothing_of_logs_or_frames() -> None:
    for file in (ROOT / "src/toolward/analysis/stats").rglob("*.py"):
        assert not _libraries(file) & {"inspect_ai", "pandas"}, file.name


def test_a_task_file_holds_one_task_and_does_nothing_when_imported() -> None:
    files = [f for f in (ROOT / "toolward_tasks").glob("*.py") if not f.name.startswith("_")]
    assert files
    for file in files:
        body = ast.parse(file.read_text("utf-8")).body
        functions = [node for node in body if isinstance(node, ast.FunctionDef)]
        tasks = [
            f for f in functions if any(ast.unparse(d).split("(")[0] == "task" for d in f.decorator_list)
        ]
        assert len(tasks) == 1, f"`inspect eval {file.name}` would run {len(tasks)} tasks"
        doing = [
            n for n in body if not isinstance(n, ast.FunctionDef | ast.Import | ast.ImportFrom | ast.Assign)
        ]
        assert all(isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant) for n in doing), ast.dump(
            doing[-1]
        )


def test_every_part_of_the_project_stands_in_the_table() -> None:
    assert {part_of(file) for file in SOURCES} - {"cli", "__init__"} <= set(MAY_IMPORT)
