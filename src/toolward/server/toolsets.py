"""Which tools a server exposes: a size (3, 5, 7, 15, 30), or names.

A size takes the first so many tools of the catalogue, so each set holds the smaller ones. Names are taken
in the order given, without repeats.
"""

from __future__ import annotations

from collections.abc import Iterable

from .catalogue import CATALOGUE

SIZES = (3, 5, 7, 15, 30)
DEFAULT = tuple(CATALOGUE)[:7]


def resolve_tools(spec: object) -> tuple[str, ...]:
    """Tool names for a size, a name, text with commas, or a list of names (as YAML may deliver them).

    Raises:
        ValueError: a size that is none, an unknown name (the text lists the known ones), or no name at all.
    """
    if isinstance(spec, int) and not isinstance(spec, bool):
        return _first(spec)
    if isinstance(spec, str):
        return _named(spec.split(","))
    if isinstance(spec, list | tuple):
        return _named(spec)  # type: ignore[reportUnknownArgumentType]
    raise ValueError(f"tools: {spec!r} is neither a size nor names; {_allowed()}")


def _first(size: int) -> tuple[str, ...]:
    if size not in SIZES:
        raise ValueError(f"tools: there is no set of {size}; {_allowed()}")
    return tuple(CATALOGUE)[:size]


def _named(items: Iterable[object]) -> tuple[str, ...]:
    given = [item.strip() if isinstance(item, str) else item for item in items]
    given = [item for item in given if item != ""]
    if len(given) == 1 and not isinstance(given[0], bool) and str(given[0]).isdecimal():
        return _first(int(str(given[0])))
    if not given:
        raise ValueError(f"tools: no tool is named; {_allowed()}")
    names = [item for item in given if isinstance(item, str) and item in CATALOGUE]
    if len(names) < len(given):
        unknown = [repr(item) for item in given if not isinstance(item, str) or item not in CATALOGUE]
        raise ValueError(f"tools: there is no tool {', '.join(unknown)}; {_allowed()}")
    return tuple(dict.fromkeys(names))


def _allowed() -> str:
    return f"allowed: {', '.join(map(str, SIZES))}, or names of: {', '.join(CATALOGUE)}"
