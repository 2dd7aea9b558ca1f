"""`toolward tools show`: the schemas as they are, and token counts that say where they come from."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from click.testing import CliRunner, Result

from tests.support.fake_ollama import FakeModel, FakeOllama, Reply, says
from toolward.cli.tools import command
from toolward.server.descriptions import DESCRIPTIONS
from toolward.server.specs import tool_schemas
from toolward.server.toolsets import resolve_tools


def show(*options: str) -> Result:
    return CliRunner().invoke(command, ["show", *options])


def test_json_is_exactly_what_a_client_lists() -> None:
    shown = show("--descriptions", "V7", "--tools", "5", "--json")
    expected = tool_schemas(DESCRIPTIONS["V7"], resolve_tools(5), "flag")
    assert shown.exit_code == 0
    assert json.dumps(json.loads(shown.output)) == json.dumps(expected)


def test_the_page_holds_every_tool_as_one_line_of_json_and_an_estimate_that_says_so() -> None:
    shown = show("--descriptions", "V7", "--tools", "5").output
    offered = [json.loads(line) for line in shown.splitlines() if line.startswith("{")]
    expected = tool_schemas(DESCRIPTIONS["V7"], resolve_tools(5), "flag")
    assert offered == [{"type": "function", "function": schema} for schema in expected]
    counts = [int(n) for n in re.findall(r"about +(\d+) tokens", shown)]
    assert len(counts) == 6 and counts[-1] == sum(counts[:-1])
    assert "estimate" in shown and DESCRIPTIONS["V7"].sha256[:12] in shown


def test_unset_descriptions_follow_the_confirm_mode() -> None:
    assert show().output.startswith("V1, confirm mode flag")
    shown = show("--confirm-mode", "preview_token").output
    assert shown.startswith("V6, confirm mode preview_token") and '"confirmation_id":{' in shown


def test_a_users_own_texts_are_shown(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("base: V7\ntools: {ban_member: {description: Mine alone.}}", encoding="utf-8")
    shown = show("--descriptions", str(mine), "--tools", "ban_member").output
    assert shown.startswith("mine,") and "Mine alone." in shown


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--descriptions", "V9"], "neither a file nor one of V1"),
        (["--tools", "6"], "there is no set of 6"),
        (["--tools", "kick"], "there is no tool 'kick'"),
        (["--confirm-mode", "preview_token", "--descriptions", "V4"], "do not document confirmation_id"),
        (["--as-seen-by", "qwen3:8b"], "give ollama/NAME"),
        (["--as-seen-by", "ollama/x", "--json"], "exclude each other"),
        (["--confirm-mode", "maybe"], "maybe"),
    ],
)
def test_a_wrong_option_is_a_clear_error_with_status_2(options: list[str], said: str) -> None:
    shown = show(*options)
    assert shown.exit_code == 2
    assert said in shown.output


def counted(body: dict[str, Any]) -> Reply:
    """A server that counts 700 tokens more for a prompt with tools."""
    return says("Hello.", prompt_eval_count=730 if body.get("tools") else 30)


@pytest.mark.parametrize(("tools_as", "seen"), [("json", "json"), ("go", "malformed")])
def test_a_model_servers_own_rendering_and_count_are_shown(
    tools_as: Literal["json", "go"], seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeOllama(script=(counted,), models=(FakeModel(tools_as=tools_as),)) as server:
        monkeypatch.setenv("OLLAMA_BASE_URL", server.url)
        shown = show("--descriptions", "V7", "--tools", "3", "--as-seen-by", "ollama/qwen3:8b")
    assert shown.exit_code == 0, shown.output
    assert f"3 tools, 700 tokens as counted by ollama/qwen3:8b; seen as {seen}" in shown.output
    assert ("Go struct" in shown.output) == (tools_as == "go")
    assert "Rank members, highest first" in shown.output


def test_a_model_that_is_not_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeOllama() as server:
        monkeypatch.setenv("OLLAMA_BASE_URL", server.url)
        shown = show("--tools", "3", "--as-seen-by", "ollama/nope")
    assert (shown.exit_code, "ollama pull nope" in shown.output) == (2, True)
