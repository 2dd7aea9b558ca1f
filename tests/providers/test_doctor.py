"""`toolward doctor`: a checklist whose exit status tells whether a run can start."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.support.fake_ollama import (
    FakeModel,
    FakeOllama,
    calls,
    hangs,
    overflows,
    refused_url,
    refuses,
    says,
)
from toolward.cli.doctor import command

QWEN = FakeModel()
PROFILE_CALL = ("lookup_member", {"member_id": "mem_0042"})


def answers(final: Any):
    """Counting requests ask for one token; the test call gets ``final``."""

    def reply(body: dict[str, Any]):
        if body["options"]["num_predict"] == 1:
            return says("x", done_reason="length", prompt_eval_count=1900 if "tools" in body else 40)
        return final

    return reply


def doctor(url: str, *arguments: str) -> Result:
    return CliRunner().invoke(command, ["--base-url", url, *arguments], env={"COLUMNS": "400"})


def examined(final: Any, *arguments: str, model: FakeModel = QWEN) -> Result:
    with FakeOllama([answers(final)], models=(model,)) as server:
        return doctor(server.url, "--model", f"ollama/{model.name}", *arguments)


def test_a_model_that_has_all_it_needs_passes_every_check():
    result = examined(calls(PROFILE_CALL))
    assert result.exit_code == 0 and "All is there." in result.output
    for part in (
        "Ollama 0.33.0",
        "8.2B, Q4_K_M",
        QWEN.digest[:12],
        "think: false is sent",
        "40960",
        "memory",
    ):
        assert part in result.output
    assert "1900 of 8192 tokens" in result.output and "1860 of them for 7 tools" in result.output
    assert '"name": "ban_member"' in result.output, "the block that the model sees is printed"


def test_a_malformed_block_is_shown_with_the_modelfile_that_mends_it_and_still_lets_a_run_start():
    result = examined(calls(PROFILE_CALL), model=FakeModel(tools_as="go"))
    assert result.exit_code == 0 and "WARN" in result.output
    assert "shown as a Go struct, not as JSON (lookup_member, get_leaderboard," in result.output
    assert "cat > Modelfile <<'END'\nFROM qwen3:8b\nTEMPLATE" in result.output
    assert (
        "{{ json .Function }}" in result.output
        and "ollama create qwen3-json:8b -f Modelfile" in result.output
    )


def test_weights_larger_than_the_free_memory_are_a_warning_unless_already_loaded():
    huge = FakeModel("huge:400b", size=10**15)
    for models, status in (((QWEN, huge), "WARN  memory"), ((huge,), "ok    memory")):
        with FakeOllama([answers(calls(PROFILE_CALL))], models=models) as server:
            assert status in doctor(server.url, "--model", "ollama/huge:400b").output


def test_calls_that_the_template_drops_are_sent_apart_and_it_says_so():
    assert "two messages" in examined(calls(PROFILE_CALL), model=FakeModel(keeps_calls=False)).output


@pytest.mark.parametrize(
    ("final", "said"),
    [
        (says('{"name": "lookup_member"}'), "no tool call"),
        (says(""), "an empty reply (stop)"),
        (calls(("ban_member", {"member_id": "mem_0042"})), "not the one asked for"),
        (calls(("lookup_member", "{broken")), "not valid JSON"),
    ],
)
def test_a_model_that_makes_no_proper_call_is_a_warning_with_what_it_wrote(final: Any, said: str):
    result = examined(final)
    assert result.exit_code == 0 and said in result.output and "WARN  test call" in result.output


@pytest.mark.parametrize(
    ("arguments", "model", "typed"),
    [
        (["--think", "on"], FakeModel(capabilities=("completion", "tools")), "think=off"),
        (["--num-ctx", "100000"], QWEN, "num_ctx=40960"),
        ([], FakeModel(capabilities=("completion",)), "Choose a model that does"),
    ],
)
def test_what_is_missing_fails_and_says_what_to_type(arguments: list[str], model: FakeModel, typed: str):
    result = examined(says("x"), *arguments, model=model)
    assert result.exit_code == 1 and "FAIL" in result.output and typed in result.output


def test_no_server_fails_and_says_how_to_start_one():
    for arguments in ([], ["--model", "ollama/qwen3:8b"]):
        result = doctor(refused_url(), *arguments)
        assert result.exit_code == 1 and "ollama serve" in result.output


def test_an_unknown_model_fails_and_names_its_neighbours():
    with FakeOllama(models=(QWEN,)) as server:
        result = doctor(server.url, "--model", "ollama/qwen3")
    assert result.exit_code == 1
    assert "ollama pull qwen3" in result.output and "--model ollama/qwen3:8b" in result.output


def test_a_prompt_that_does_not_fit_fails():
    with FakeOllama([overflows(1900, 1024)]) as server:
        result = doctor(server.url, "--model", "ollama/qwen3:8b", "--num-ctx", "1024")
    assert result.exit_code == 1 and "exceeds the available context size" in result.output


def test_a_prompt_that_leaves_no_room_is_a_warning():
    assert "too few for a conversation" in examined(calls(PROFILE_CALL), "--num-ctx", "2048").output


def test_a_test_call_that_the_server_refuses_fails():
    assert examined(refuses(404, "model 'qwen3:8b' not found")).exit_code == 1


def test_without_a_model_the_usable_ones_are_listed():
    with FakeOllama(models=(QWEN, FakeModel("gemma3:270m", ("completion",)))) as server:
        result = doctor(server.url)
    assert result.exit_code == 0 and "with tools: qwen3:8b." in result.output
    for models in ((), (FakeModel("gemma3:270m", ("completion",)),)):
        with FakeOllama(models=models) as server:
            result = doctor(server.url)
        assert result.exit_code == 1 and "ollama pull qwen3:8b" in result.output


@pytest.mark.parametrize("model", ["openai/gpt-5", "ollama/"])
def test_a_model_of_another_provider_is_a_usage_error(model: str):
    result = CliRunner().invoke(command, ["--model", model])
    assert result.exit_code == 2 and "write ollama/NAME" in result.output


@pytest.mark.parametrize("arguments", [["--tools", "8"], ["--tools", "lookup"], ["--descriptions", "V99"]])
def test_a_wrong_setting_is_a_usage_error_before_any_request(arguments: list[str]):
    with FakeOllama([hangs()]) as server:
        result = doctor(server.url, "--model", "ollama/qwen3:8b", *arguments)
        assert result.exit_code == 2 and server.requests == []
