"""Every command of the README works as it stands there, from the folder where a reader would type it.

A comment above each `sh` block says how it is run:

- `command: NAME`: `.ci/run` takes it from the README and runs it in a fresh clone (the two at the top);
- `run: offline`: here, as it is;
- `run: with a model server`: here, against a test server that has a model of that name;
- `run: serve`: here, started, asked something, and ended;
- `run: ci`: by `.ci/run`, since it rewrites tracked files or takes long.

`uv run X` becomes X of this environment. `ollama` itself is a stand-in that notes what it was asked.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.fake_ollama import FakeModel, FakeOllama, calls, says
from toolward.paths import ROOT

README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"(?:<!-- (?P<how>[a-z]+): (?P<what>[^>]*?) -->\n)?```sh\n(?P<text>.*?)\n```", re.S)
BLOCKS = [(m["how"], m["what"], m["text"]) for m in BLOCK.finditer(README)]
BIN = Path(sys.executable).parent


def blocks(what: str) -> list[str]:
    return [text for how, kind, text in BLOCKS if how == "run" and kind == what]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder that looks like the checkout and can be written to."""
    for name in ("toolward_tasks", "analysis", "datasets", "logs/recorded"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "bin").mkdir()
    ollama = tmp_path / "bin/ollama"
    ollama.write_text('#!/bin/sh\necho "$@" >> "$(dirname "$0")/asked"\n')
    ollama.chmod(0o755)
    return tmp_path


def environment(place: Path, **more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OLLAMA_", "INSPECT_"))}
    path = f"{place / 'bin'}:{BIN}:{os.environ['PATH']}"
    return kept | {"PATH": path, "INSPECT_EVAL_LIMIT": "2", "INSPECT_DISPLAY": "plain", **more}


def typed(text: str, place: Path, **more: str) -> str:
    """What a block prints, both streams; it must end with status 0 at every line."""
    command = text.replace("uv run ", "")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=place,
        env=environment(place, **more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, f"{text}\n{done.stdout[-3000:]}"
    return done.stdout


def test_every_block_says_how_it_is_run() -> None:
    assert BLOCKS
    known = {"offline", "with a model server", "serve", "ci"}
    for how, what, text in BLOCKS:
        assert how == "command" or (how == "run" and what in known), text


def test_the_two_commands_at_the_top_set_up_everything_themselves() -> None:
    first = [(what, text) for how, what, text in BLOCKS if how == "command"]
    assert [what for what, _ in first] == ["main-job", "tests"] == [what for _, what, _ in BLOCKS[:2]]
    for _, text in first:
        assert text.startswith("python3 -m pip install uv && python3 -m uv run ") and "\n" not in text
    script = (ROOT / ".ci/run").read_text("utf-8")
    assert all(f"readme_command.py {what}" in script for what, _ in first)


def test_what_is_left_to_ci_is_run_there() -> None:
    run_there = (ROOT / ".ci/run").read_text("utf-8") + (ROOT / "Makefile").read_text("utf-8")
    for text in blocks("ci"):
        assert text.removeprefix("uv run python ") in run_there


@pytest.mark.parametrize("text", blocks("offline"), ids=lambda text: text.splitlines()[-1])
def test_an_offline_block_works_as_it_stands(text: str, place: Path) -> None:
    assert typed(text, place).strip()


@pytest.fixture
def server() -> Iterator[FakeOllama]:
    replies = [calls(("lookup_member", {"name": "quietfern"})), says("Which of the three do you mean?")]
    with FakeOllama(script=replies, models=(FakeModel(name="qwen3:8b"),)) as running:
        yield running


@pytest.mark.parametrize("text", blocks("with a model server"), ids=lambda text: text.splitlines()[-1])
def test_a_block_for_a_model_server_works_as_it_stands(text: str, place: Path, server: FakeOllama) -> None:
    printed = typed(text, place, OLLAMA_HOST=server.url)
    assert "ollama/qwen3:8b" in printed
    logs = list((place / "logs").glob("*.eval"))
    assert len(logs) == text.count("inspect eval")
    if "ollama pull" in text:
        assert (place / "bin/asked").read_text() == "pull qwen3:8b\n"


@pytest.mark.parametrize("text", blocks("serve"))
def test_a_server_answers_where_the_readme_says(text: str, place: Path) -> None:
    port = re.search(r"--http (\d+)", text)
    assert port is not None and f"http://127.0.0.1:{port[1]}/mcp" in README
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    command = text.replace("uv run ", "exec ").replace(port[1], str(number))
    running = subprocess.Popen(
        ["bash", "-c", command], cwd=place, env=environment(place), stderr=subprocess.PIPE
    )
    try:
        assert _answers(number, running), running.stderr.read() if running.stderr else ""
    finally:
        running.terminate()
        running.wait(10)


def _answers(port: int, running: subprocess.Popen[bytes]) -> bool:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and running.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return True
        except OSError:
            time.sleep(0.1)
    return False


def test_inspect_view_is_there(place: Path) -> None:
    assert "inspect view" in README
    assert "--log-dir" in typed("uv run inspect view --help", place)


def test_every_file_and_folder_that_the_readme_names_exists() -> None:
    named = set(
        re.findall(r"`((?:src|tests|analysis|datasets|logs|toolward_tasks|experiments)/[\w./-]*)`", README)
    )
    links = {link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link}
    assert named and links
    missing = [name for name in named | links if not (ROOT / name).exists()]
    assert not missing


def test_every_option_of_the_task_stands_in_the_readme_with_its_default() -> None:
    from inspect import signature

    from toolward_tasks.tools import tools

    for name in signature(tools).parameters:
        assert re.search(rf"\|[^|]*`{name}`", README), name
