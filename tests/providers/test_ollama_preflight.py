"""Before the first sample: facts of the model, or one message that says what to type."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.fake_ollama import FakeModel, FakeOllama, Reply, garbage, hangs, refused_url
from toolward.providers.ollama.errors import PreflightError
from toolward.providers.ollama.preflight import OllamaFacts, Thinking, find_listed, preflight, with_tag

QWEN = FakeModel()
LLAMA = FakeModel("llama3.1:8b", ("completion", "tools"), 131072)
GEMMA = FakeModel("gemma3:270m", ("completion",), 32768)
LATEST = FakeModel("mistral:latest", ("completion", "tools"), 32768)
OLD = FakeModel("old:7b", None, None, template="{{ range .Tools }}{{ . }}{{ end }}")


def facts(model: str = "qwen3:8b", think: Thinking = "off", num_ctx: int = 8192) -> OllamaFacts:
    with FakeOllama(models=(QWEN, LLAMA, GEMMA, LATEST, OLD)) as server:
        found = preflight(model, server.url, num_ctx=num_ctx, think=think)
        assert server.chats == [], "preflight must not make the model work"
    return found


def test_the_facts_name_the_model_and_the_server():
    found = facts()
    assert (found.server_version, found.digest) == ("0.33.0", QWEN.digest)
    record = found.model_facts()
    assert (record.provider, record.name, record.context_length) == ("ollama", "qwen3:8b", 40960)
    assert (record.family, record.parameter_size, record.quantization) == ("qwen3", "8.2B", "Q4_K_M")
    assert record.capabilities == ("completion", "tools", "thinking")


def test_it_works_while_an_event_loop_runs():
    async def building_a_task() -> OllamaFacts:
        return facts()

    assert asyncio.run(building_a_task()).name == "qwen3:8b"


@pytest.mark.parametrize(
    ("model", "think", "sent"),
    [
        ("qwen3:8b", "off", False),
        ("qwen3:8b", "on", True),
        ("qwen3:8b", "default", None),
        ("llama3.1:8b", "off", None),
        ("llama3.1:8b", "default", None),
    ],
)
def test_think_off_is_sent_only_to_a_model_that_thinks(model: str, think: Thinking, sent: bool | None):
    assert facts(model, think).think_sent is sent


def test_a_name_without_a_tag_means_latest():
    assert facts("mistral").digest == LATEST.digest
    assert [with_tag(n) for n in ("a", "a:b", "h:5/x/a", "h/a:b")] == [
        "a:latest",
        "a:b",
        "h:5/x/a:latest",
        "h/a:b",
    ]
    assert find_listed("nope", ()) is None


@pytest.mark.parametrize(
    ("model", "think", "num_ctx", "says_what"),
    [
        ("nope:1b", "off", 8192, "ollama pull nope:1b"),
        ("qwen3", "off", 8192, "--model ollama/qwen3:8b"),
        ("qwen3:14b", "off", 8192, "--model ollama/qwen3:8b"),
        ("lama3.1:8b", "off", 8192, "--model ollama/llama3.1:8b"),
        ("gemma3:270m", "off", 8192, "does not support tools"),
        ("llama3.1:8b", "on", 8192, "think=off"),
        ("qwen3:8b", "off", 50_000, "num_ctx=40960"),
        ("qwen3:8b", "off", 100, "num_ctx=8192"),
    ],
)
def test_what_is_missing_is_said_with_what_to_type(model: str, think: Thinking, num_ctx: int, says_what: str):
    with pytest.raises(PreflightError) as caught:
        facts(model, think, num_ctx)
    assert says_what in str(caught.value)


def test_an_empty_server_says_what_to_pull():
    with FakeOllama(models=()) as server, pytest.raises(PreflightError, match="no model yet"):
        preflight("qwen3:8b", server.url, num_ctx=8192)


def test_no_server_says_how_to_start_one():
    with pytest.raises(PreflightError, match="ollama serve"):
        preflight("qwen3:8b", refused_url(), num_ctx=8192)


@pytest.mark.parametrize(
    "fault", [garbage(), Reply(200, {"models": None}), Reply(200, {}), Reply(200, b"[]"), Reply(500, b"oops")]
)
def test_a_server_of_another_kind_is_told_from_ollama(fault: Reply):
    with FakeOllama(tags_fault=fault) as server, pytest.raises(PreflightError):
        preflight("qwen3:8b", server.url, num_ctx=8192)


def test_a_server_that_hangs_is_given_up():
    with FakeOllama(tags_fault=hangs()) as server, pytest.raises(PreflightError, match="did not answer"):
        preflight("qwen3:8b", server.url, num_ctx=8192, timeout_s=0.3)


def test_a_server_too_old_to_list_capabilities_is_judged_by_the_template():
    found = facts("old:7b")
    assert found.capabilities == ("completion", "tools") and not found.capabilities_known
    assert found.context_length is None
