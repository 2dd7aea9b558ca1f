"""Keep the tested versions in pyproject.toml, as plain `name==version` pins.

    python .ci/pins.py            refresh the pins from the environment this runs in
    python .ci/pins.py --check    fail when the environment and the pins differ
    python .ci/pins.py --print    print the pins, one a line (for pip's or uv's --constraint)

`uv.lock` names the index it was resolved from, so it stays out of git; these pins do the same work
without it. They stand between two marker lines and are read by uv (`constraint-dependencies`) only, so
that an installed wheel is free to take newer versions.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
START, END = "# pins:start", "# pins:end"
OLDEST_PYTHON = (3, 11)
NOT_PINNED = {"toolward", "pip", "uv"}


def installed() -> list[str]:
    """`name==version` of every distribution of this environment, sorted by normalised name.

    A version that refuses the oldest Python of ours is pinned for the Pythons it takes only.
    """
    pins = {
        _normal(d.metadata["Name"]): f"=={d.version}{_marker(d.metadata.get('Requires-Python'))}"
        for d in distributions()
    }
    return [name + pin for name, pin in sorted(pins.items()) if name not in NOT_PINNED]


def _marker(requires_python: str | None) -> str:
    floor = re.search(r">=\s*(\d+(?:\.\d+)*)", requires_python or "")
    if floor is None or tuple(map(int, floor[1].split("."))) <= OLDEST_PYTHON:
        return ""
    return f" ; python_full_version >= '{floor[1]}'"


def pinned() -> list[str]:
    return tomllib.loads(PROJECT.read_text("utf-8"))["tool"]["uv"]["constraint-dependencies"]


def refresh(pins: list[str]) -> None:
    text = PROJECT.read_text("utf-8")
    head, rest = text.split(START, 1)
    _, tail = rest.split(END, 1)
    lines = "".join(f'    "{pin}",\n' for pin in pins)
    PROJECT.write_text(f"{head}{START}\n{lines}    {END}{tail}", "utf-8")


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main(arguments: list[str]) -> int:
    if arguments == ["--print"]:
        print("\n".join(pinned()))
    elif arguments == ["--check"]:
        stray = sorted(set(installed()) - set(pinned()))
        if stray:
            print("installed, but not as pinned: " + ", ".join(stray), file=sys.stderr)
        return bool(stray)
    elif not arguments:
        refresh(installed())
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
