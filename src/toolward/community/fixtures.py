"""Reading a community file: strict, once, and never written back.

`parse_community` and `load_community` raise `CommunityFileError` with the file, the path of the faulty
value and the reason, on one line. The base that they give is immutable and meant to be shared.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from toolward import paths

from .base import Community
from .checks import Inconsistent, check
from .model import CommunityData

DEFAULT = paths.FIXTURES / "community.json"


class CommunityFileError(ValueError):
    def __init__(self, file: str, path: str, reason: str) -> None:
        where = f"{file}: {path}" if path else file
        super().__init__(f"{where}: {reason}")
        self.file = file
        self.path = path
        self.reason = reason


def load_community(path: Path | None = None) -> Community:
    """The community of a file (the packaged one when unset), read again only when the file has changed."""
    file = (DEFAULT if path is None else Path(path)).resolve()
    try:
        stat = file.stat()
        return _load(file, stat.st_mtime_ns, stat.st_size)
    except OSError as fault:
        raise CommunityFileError(str(file), "", f"cannot be read ({fault.strerror})") from fault


@lru_cache(maxsize=4)
def _load(file: Path, _modified: int, _size: int) -> Community:
    return parse_community(file.read_bytes(), str(file))


def parse_community(content: bytes, file: str = "community") -> Community:
    try:
        data = CommunityData.model_validate_json(content)
        check(data)
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_context=False, include_input=False)[0]
        path = _path(first["loc"])
        raise CommunityFileError(file, path, _reason(first["type"], first["msg"])) from None
    except Inconsistent as fault:
        raise CommunityFileError(file, fault.path, fault.reason) from None
    return Community(data, sha256=hashlib.sha256(content).hexdigest())


def _path(loc: tuple[int | str, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")


def _reason(kind: str, message: str) -> str:
    if kind == "json_invalid":
        return message[0].lower() + message[1:]
    if kind == "extra_forbidden":
        return "is not a known field"
    if kind == "missing":
        return "is missing"
    return message.removeprefix("Value error, ")


def fixture_sha256(path: Path | None = None) -> str:
    """The hash of the bytes of a community file."""
    return load_community(path).sha256
