"""Rules about the tracked files themselves: what must not stand in any of them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BINARY = {".eval", ".png", ".gz", ".parquet", ".svg"}
# Spelled in pieces, so that this file passes its own test.
FORBIDDEN = {
    "a package index's host": re.compile(
        r"(?:py" + r"pi\.org|python" + r"hosted\.org|registry\.npm" + r"js\.org|deb\.deb" + r"ian\.org)"
    ),
    "a path of one machine": re.compile(
        r"(?<![\w.~-])/(?:wo" + r"rk|ro" + r"ot|Us" + r"ers|ho" + r"me)/[a-zA-Z]"
    ),
    "a conflict marker": re.compile(r"^(?:<{7} |>{7} )", re.M),
}
PLACEHOLDER = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b|NotImplemented" + r"Error")


def tracked() -> list[Path]:
    try:
        listed = subprocess.run(
            ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    files = [ROOT / name for name in listed.split("\0") if name]
    return [file for file in files if file.is_file() and file.suffix not in BINARY]


def test_no_tracked_file_names_an_index_host_or_a_machine_path() -> None:
    hits = [
        f"{file.relative_to(ROOT)}: {what}: {hit.group()}"
        for file in tracked()
        for what, shape in FORBIDDEN.items()
        for hit in shape.finditer(file.read_text("utf-8", errors="replace"))
    ]
    assert not hits, "\n".join(hits[:20])


def test_no_source_file_holds_a_placeholder() -> None:
    hits = [
        f"{file.relative_to(ROOT)}: {hit.group()}"
        for file in tracked()
        if file.suffix == ".py"
        for hit in PLACEHOLDER.finditer(file.read_text("utf-8"))
    ]
    assert not hits, "\n".join(hits[:20])


def test_the_lock_file_stays_out_because_it_names_the_index() -> None:
    assert "uv.lock" not in {file.name for file in tracked()}
    assert "uv.lock" in (ROOT / ".gitignore").read_text("utf-8").split()


def test_every_source_file_says_what_it_is_for() -> None:
    silent = [
        str(file.relative_to(ROOT))
        for file in tracked()
        if file.suffix == ".py"
        and file.name != "__init__.py"
        and not file.read_text("utf-8").startswith('"""')
    ]
    assert not silent
