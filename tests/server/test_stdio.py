"""The server as a process: what it writes where, its options, its locale, and that it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from toolward.server.__main__ import main
from toolward.server.surrogates import mend, mend_json

from .battery import FOX, TWO
from .processes import COMMAND, HELLO, call, lines, replies, run

LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}


def test_stdout_holds_only_messages_and_the_end_of_input_ends_the_process() -> None:
    done = run(stdin=lines(*HELLO, LIST, call(3, "get_community_stats", {})))
    found = replies(done)
    assert (done.returncode, sorted(found)) == (0, [1, 2, 3])
    assert len(found[2]["result"]["tools"]) == 7
    assert done.stderr == b""


def test_every_call_that_came_before_the_end_of_input_is_answered() -> None:
    calls = [call(n, "get_leaderboard", {"limit": 25}) for n in range(10, 210)]
    done = run(stdin=lines(*HELLO, *calls))
    assert sorted(replies(done)) == [1, *range(10, 210)]


def test_the_console_script_is_the_module() -> None:
    script = Path(sys.executable).with_name("toolward-server")
    done = subprocess.run([script], input=lines(*HELLO, LIST), capture_output=True, timeout=120, check=False)
    assert (done.returncode, sorted(replies(done))) == (0, [1, 2])


BAD_OPTIONS = [
    (["--fixtures", "/no/such/file"], "/no/such/file"),
    (["--tools", "nope"], "'nope'"),
    (["--fixtures", "."], "cannot be read"),
    (["--tools", ""], "no tool is named"),
    (["--tools", "8"], "there is no set of 8"),
    (["--descriptions", "V9"], "'V9'"),
    (["--descriptions", "."], "neither a file nor one of"),
    (["--confirm-mode", "maybe"], "'maybe'"),
    (["--confirm-mode", "preview_token", "--descriptions", "V4"], "do not document confirmation_id"),
    (["--http", "80000"], "'80000'"),
    (["--http", "-1"], "--http"),
    (["--http"], "--http"),
    (["--bogus"], "--bogus"),
    (["stray"], "stray"),
]


def one_line(written: str) -> str:
    [line] = written.splitlines()
    assert line.startswith("toolward-server: ")
    return line


@pytest.mark.parametrize(("options", "named"), BAD_OPTIONS[:2])
def test_a_bad_option_ends_the_process_at_once_with_nothing_on_stdout(options: list[str], named: str) -> None:
    begun = time.monotonic()
    done = run(*options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert named in one_line(done.stderr.decode())
    assert time.monotonic() - begun < 30


def refused(options: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(options)
    written = capsys.readouterr()
    assert (ended.value.code, written.out) == (2, "")
    return one_line(written.err)


@pytest.mark.parametrize(("options", "named"), BAD_OPTIONS)
def test_a_bad_option_is_one_line_on_stderr_and_status_2(
    options: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert named in refused(options, capsys)


@pytest.mark.parametrize("content", ["{", '{"schema_version": 1}', "[]", "\ufeff{}", ""])
def test_a_fixtures_file_that_is_none_is_one_line_too(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content, encoding="utf-8")
    assert str(path) in refused(["--fixtures", str(path)], capsys)


def test_options_reach_the_server(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("base: V7\ntools: {ban_member: {description: Mine alone.}}", encoding="utf-8")
    done = run(
        "--tools", "ban_member", "--descriptions", str(mine), "--confirm-mode", "preview_token",
        stdin=lines(*HELLO, LIST),
    )  # fmt: skip
    [tool] = replies(done)[2]["result"]["tools"]
    assert (tool["name"], tool["description"]) == ("ban_member", "Mine alone.")
    assert "confirmation_id" in tool["inputSchema"]["properties"]


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "cp1252"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
        {"LANG": "tr_TR.ISO8859-9", "LC_ALL": "", "PYTHONUTF8": "0"},
    ],
)
def test_any_locale_gives_names_to_the_code_point(env: dict[str, str]) -> None:
    raw = json.dumps(call(2, "lookup_member", {"name": FOX}), ensure_ascii=False).encode() + b"\n"
    done = run(stdin=lines(*HELLO) + raw + lines(call(3, "lookup_member", {"name": TWO})), env=env)
    found = replies(done)
    assert [found[n]["result"]["structuredContent"]["display_name"] for n in (2, 3)] == [FOX, TWO]
    assert done.stderr == b""


def test_lone_surrogates_are_replaced_and_the_call_is_answered() -> None:
    odd = r'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"draft_announcement",'
    odd += r'"arguments":{"topic":"Hello \ud800 and \udc00\uD83E\uDD8A \\ud800 there"}}}' + "\n"
    done = run(stdin=lines(*HELLO) + odd.encode())
    draft = replies(done)[2]["result"]["structuredContent"]["draft"]
    assert "Hello \ufffd and \ufffd\U0001f98a \\ud800 there" in draft


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (r'"\ud83e\udd8a"', r'"\ud83e\udd8a"'),
        (r'"\ud83e\ud83e\udd8a"', r'"\ufffd\ud83e\udd8a"'),
        (r'"\\ud800"', r'"\\ud800"'),
        (r'"\\\ud800"', r'"\\\ufffd"'),
        (r'"\uDFFF\uD800"', r'"\ufffd\ufffd"'),
        (r'"\ud800\n"', r'"\ufffd\n"'),
        ('"caf\u00e9 \\ud7ff \\ue000"', '"caf\u00e9 \\ud7ff \\ue000"'),
    ],
)
def test_only_halves_of_pairs_are_mended_in_json_text(text: str, mended: str) -> None:
    assert mend_json(text) == mended
    json.loads(mend_json(text)).encode("utf-8")


def test_values_are_mended_at_any_depth_and_keys_too() -> None:
    assert mend({"a\ud800": [{"b": "\udfffx"}, 1, None, True, "\U0001f98a"]}) == {
        "a\ufffd": [{"b": "\ufffdx"}, 1, None, True, "\U0001f98a"]
    }


@pytest.mark.parametrize("depth", [99, 150, 250, 5_000, 200_000])
def test_deep_nesting_is_answered_as_a_wrong_argument(depth: int) -> None:
    start = (
        '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"lookup_member","arguments":{"name":'
    )
    deep = "[" * depth + "]" * depth + "}}}\n"
    answer = replies(run(stdin=lines(*HELLO) + (start + deep).encode()))[2]["result"]
    assert "name must be text, not a list" in answer["content"][0]["text"]


def test_nesting_inside_a_text_is_left_alone() -> None:
    brackets = "[{" * 500 + '\\"' + "}]" * 500
    text = json.dumps({"a": [brackets, {"b": brackets}]})
    assert mend_json(text) == text


def test_values_are_cut_below_their_depth() -> None:
    deep: object = "x"
    for _ in range(100_000):
        deep = [deep]
    assert json.dumps(mend({"a": deep})).count("[") == 49
    assert mend({"a": [[["x"]]]}) == {"a": [[["x"]]]}


@pytest.mark.parametrize("hello", [HELLO, ()], ids=["handshake", "modern"])
@pytest.mark.parametrize("arguments", [[1], "name", 7, True, [{"name": "ada"}]])
def test_arguments_that_are_no_object_are_a_wrong_argument_too(arguments: object, hello: Any) -> None:
    request = call(2, "lookup_member", {})
    request["params"]["arguments"] = arguments
    if not hello:
        request["params"]["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    result = replies(run(stdin=lines(*hello, request)))[2]["result"]
    assert result["isError"] is True
    assert "INVALID_ARGUMENTS" in result["content"][0]["text"]
    assert result["_meta"]["toolward/state_changes"] == 0


def test_a_line_that_is_no_message_does_not_end_the_session() -> None:
    bad = b'not json\n{"jsonrpc":"2.0"}\n[]\n\xff\xfe\n\n'
    done = run(stdin=lines(*HELLO) + bad + lines(call(3, "get_community_stats", {})))
    assert replies(done)[3]["result"]["isError"] is False
    assert done.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_process_at_once_and_without_a_word(sent: signal.Signals) -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(lines(HELLO[0]))
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(sent)
    assert process.wait(timeout=60) == -sent
    assert process.stderr.read() == b""
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


CLIENT = """
import asyncio, sys, os
from mcp import StdioServerParameters
from mcp.client.client import Client
async def main():
    server = StdioServerParameters(command=sys.executable, args=["-m", "toolward.server"])
    async with Client(server) as client:
        await client.call_tool("get_community_stats", {})
        print("ready", flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGKILL")
def test_a_killed_client_leaves_no_orphan() -> None:
    client = subprocess.Popen([sys.executable, "-c", CLIENT], stdout=subprocess.PIPE, text=True)
    assert client.stdout and client.stdout.readline() == "ready\n"
    [server] = psutil.Process(client.pid).children(recursive=True)
    assert COMMAND[-1] in server.cmdline()
    client.send_signal(signal.SIGKILL)
    client.wait(timeout=60)
    client.stdout.close()
    gone, alive = psutil.wait_procs([server], timeout=60)
    assert (len(gone), alive) == (1, [])
