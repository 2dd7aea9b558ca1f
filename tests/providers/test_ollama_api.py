"""`OllamaNative` against a real HTTP server: settings on every turn, retries, outcomes, outages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import pytest
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageTool,
    GenerateConfig,
    ModelCall,
    ModelOutput,
    get_model,
)
from inspect_ai.tool import ToolFunction

from tests.providers.ollama_examples import RUN, asked, calls_of, notes, tool
from tests.support.fake_ollama import (
    FakeModel,
    FakeOllama,
    Reply,
    calls,
    drips,
    garbage,
    hangs,
    overflows,
    refused_url,
    refuses,
    resets,
    resets_mid_body,
    says,
    truncated,
)
from toolward.providers.ollama.api import OllamaNative, default_connections, native_model
from toolward.providers.ollama.errors import (
    GarbledReply,
    NoThinkingSupport,
    NoToolSupport,
    OllamaConfigurationError,
    OllamaError,
    OllamaOutage,
    OllamaTimeout,
    UnknownModel,
)

LLAMA = FakeModel("llama3.1:8b", ("completion", "tools"), 131072)


async def no_wait(seconds: float) -> None:
    """Retries without their pauses."""


async def turn(
    url: str,
    messages: Sequence[Any] | None = None,
    config: GenerateConfig = RUN,
    model: str = "qwen3:8b",
    tool_choice: Any = "auto",
    **settings: Any,
) -> tuple[ModelOutput | Exception, ModelCall]:
    api = OllamaNative(model, url, config, **settings)
    api.client._sleep = no_wait  # pyright: ignore[reportPrivateUsage]
    try:
        return await api.generate(list(messages or asked()), [tool()], tool_choice, config)
    finally:
        await api.aclose()


def one(script: Sequence[Any], **settings: Any) -> tuple[ModelOutput | Exception, FakeOllama, ModelCall]:
    with FakeOllama(script) as server:
        output, call = asyncio.run(turn(server.url, **settings))
    return output, server, call


def good(output: ModelOutput | Exception) -> ModelOutput:
    assert isinstance(output, ModelOutput), output
    return output


def test_every_turn_of_a_conversation_carries_the_same_settings():
    async def three_turns(url: str) -> None:
        messages: list[Any] = asked()
        for _ in range(3):
            output = good((await turn(url, messages))[0])
            messages.append(output.message)
            messages += [
                ChatMessageTool(content="{}", tool_call_id=c.id, function=c.function)
                for c in calls_of(output)
            ]

    with FakeOllama(
        [calls(("lookup_member", {"name": "a"})), calls(("lookup_member", {})), says("ok")]
    ) as server:
        asyncio.run(three_turns(server.url))
    assert len(server.chats) == 3
    for sent in server.chats:
        assert sent["options"] == {"num_ctx": 8192, "temperature": 0, "seed": 42, "num_predict": 4096}
        assert (sent["truncate"], sent["shift"]) == (False, False)
    ids = [m["tool_call_id"] for m in server.chats[2]["messages"] if m["role"] == "tool"]
    assert len(ids) == len(set(ids)) == 2


def test_the_log_keeps_the_raw_request_and_response():
    output, server, call = one([says("Hi!")])
    assert call.request == server.chats[0]
    assert call.response and call.response["message"] == {"role": "assistant", "content": "Hi!"}
    assert call.time and good(output).time == call.time


def test_a_busy_server_is_asked_again_and_the_attempts_are_kept():
    output, server, _ = one([refuses(503, "server busy"), refuses(503, "server busy"), says("Hi!")])
    assert good(output).completion == "Hi!" and len(server.chats) == 3
    assert [a["status"] for a in notes(good(output))["attempts"]] == [503, 503]


def test_a_server_that_stays_busy_ends_as_an_outage_after_a_bounded_number_of_tries():
    output, server, call = one([refuses(503, "server busy")])
    assert isinstance(output, OllamaOutage) and len(server.chats) == 5
    assert len(output.attempts) == 5 and call.error


@pytest.mark.parametrize("fault", [resets(), resets_mid_body()])
def test_a_lost_connection_is_tried_again(fault: Reply):
    output, server, _ = one([fault, says("Hi!")])
    assert good(output).completion == "Hi!" and len(server.chats) == 2


def test_a_dead_engine_gets_one_more_try_because_the_server_loads_it_again():
    died = refuses(500, "an error was encountered while running the model: unexpected EOF")
    output, server, _ = one([died, says("Hi!")])
    assert good(output).completion == "Hi!" and len(server.chats) == 2
    output, server, _ = one([died])
    assert isinstance(output, OllamaOutage) and len(server.chats) == 2


@pytest.mark.parametrize("fault", [garbage(), truncated(), Reply(200, {"done": True}), Reply(200, b"")])
def test_an_answer_that_is_not_ollamas_gets_one_more_try_and_a_name(fault: Reply):
    output, server, _ = one([fault])
    assert isinstance(output, GarbledReply) and len(server.chats) == 2
    output, _, _ = one([fault, says("Hi!")])
    assert good(output).completion == "Hi!"


def test_no_server_is_an_outage_that_says_how_to_start_one():
    output, _ = asyncio.run(turn(refused_url()))
    assert isinstance(output, OllamaOutage) and "ollama serve" in str(output)


@pytest.mark.parametrize("fault", [hangs(), drips()])
def test_a_server_that_never_finishes_costs_one_time_out_and_no_retry(fault: Reply):
    start = time.monotonic()
    output, server, _ = one([fault], timeout_s=0.3)
    assert isinstance(output, OllamaTimeout) and len(server.chats) == 1
    assert time.monotonic() - start < 5


def test_the_next_request_after_a_time_out_works():
    async def both(url: str) -> list[ModelOutput | Exception]:
        api = OllamaNative("qwen3:8b", url, RUN, timeout_s=0.5)
        got = [(await api.generate(asked(), [tool()], "auto", RUN))[0] for _ in range(2)]
        await api.aclose()
        return got

    with FakeOllama([hangs(), says("Hi!")]) as server:
        late, fine = asyncio.run(both(server.url))
    assert isinstance(late, OllamaTimeout) and good(fine).completion == "Hi!"


def test_inspects_own_limits_bound_an_attempt_too():
    output, _, _ = one([hangs()], config=RUN.merge(GenerateConfig(attempt_timeout=1)), timeout_s=600)
    assert isinstance(output, OllamaTimeout) and "within 0.95 s" in str(output)


def test_retries_end_with_inspects_own_limit_so_that_it_never_starts_over():
    output, server, _ = one([resets()], config=RUN.merge(GenerateConfig(attempt_timeout=1)))
    assert isinstance(output, OllamaOutage)
    assert len(server.chats) == 2, "the wait of half a second fits, that of a second does not"


def test_max_retries_zero_means_one_attempt():
    output, server, _ = one([refuses(503, "busy")], config=RUN.merge(GenerateConfig(max_retries=0)))
    assert isinstance(output, OllamaOutage) and len(server.chats) == 1


@pytest.mark.parametrize(
    ("refused", "error", "says_what"),
    [
        (refuses(404, "model 'qwen3:8b' not found"), UnknownModel, "ollama pull qwen3:8b"),
        (refuses(400, "qwen3:8b does not support tools"), NoToolSupport, "qwen3:8b does not support tools"),
        (refuses(400, '"qwen3:8b" does not support thinking'), NoThinkingSupport, "think=off"),
        (refuses(400, "invalid model name"), OllamaConfigurationError, "invalid model name"),
        (refuses(500, 'option "num_ctx" must be of type integer'), OllamaConfigurationError, "num_ctx"),
    ],
)
def test_what_cannot_pass_is_asked_once_and_named_with_its_mend(refused: Reply, error: type, says_what: str):
    output, server, call = one([refused])
    assert type(output) is error and says_what in str(output) and "qwen3:8b" in str(output)
    assert len(server.chats) == 1 and call.error and call.response


@pytest.mark.parametrize(
    "refused",
    [
        overflows(9000, 8192),
        refuses(400, "the prompt is longer than the context length currently available to the model"),
        refuses(500, "no user query found in messages"),
    ],
)
def test_an_overflow_is_an_outcome_of_its_own_and_is_not_retried(refused: Reply):
    output, server, call = one([refused])
    assert good(output).stop_reason == "model_length" and len(server.chats) == 1
    assert notes(good(output))["failure"] == "context_overflow"
    assert notes(good(output))["server_error"] and good(output).usage and call.error


def test_a_call_that_the_server_could_not_read_ends_the_turn_and_is_not_retried():
    raw = 'error parsing tool call: raw=\'{"member_id":"mem_0050"}]\', err=invalid character'
    output, server, _ = one([refuses(500, raw)])
    assert notes(good(output))["failure"] == "unparseable_call" and len(server.chats) == 1
    assert raw in notes(good(output))["server_error"]
    assert good(output).completion == "" and good(output).usage is not None


def test_an_error_inside_a_200_is_an_error():
    output, _, _ = one([Reply(200, {"error": "model 'qwen3:8b' not found"})])
    assert isinstance(output, OllamaConfigurationError)


@pytest.mark.parametrize(
    ("model", "think", "sent"),
    [("qwen3:8b", False, False), ("qwen3:8b", True, True), ("llama3.1:8b", None, "absent")],
)
def test_think_goes_out_as_it_was_set(model: str, think: bool | None, sent: Any):
    with FakeOllama([says("Hi!")], models=(FakeModel(), LLAMA)) as server:
        good(asyncio.run(turn(server.url, model=model, think=think))[0])
    assert server.chats[0].get("think", "absent") is sent


def test_thinking_asked_of_a_model_that_cannot_is_named_once():
    with FakeOllama(models=(LLAMA,)) as server:
        output, _ = asyncio.run(turn(server.url, model="llama3.1:8b", think=True))
    assert isinstance(output, NoThinkingSupport) and "llama3.1:8b" in str(output)
    assert [b["think"] for b in server.chats] == [True]


def test_tool_choice_none_offers_no_tools_and_a_forced_tool_is_refused():
    _, server, _ = one([says("Hi!")], tool_choice="none")
    assert "tools" not in server.chats[0]
    with pytest.raises(OllamaConfigurationError, match="which tool to call"):
        one([says("Hi!")], tool_choice=ToolFunction("lookup_member"))


def test_one_request_runs_at_a_time_unless_more_are_allowed():
    async def four(url: str, config: GenerateConfig) -> None:
        api = OllamaNative("qwen3:8b", url, config)
        await asyncio.gather(*(api.generate(asked(), [], "auto", config) for _ in range(4)))
        await api.aclose()

    def most(config: GenerateConfig) -> int:
        with FakeOllama([lambda _: (server.closing.wait(0.05), says("Hi!"))[1]]) as server:
            asyncio.run(four(server.url, config))
        return server.most_in_flight

    assert most(RUN) == 1
    assert 1 < most(RUN.merge(GenerateConfig(max_connections=4))) <= 4


@pytest.mark.parametrize(("value", "size"), [("", 1), ("4", 4), ("0", 1), ("-1", 1), ("x", 1)])
def test_the_default_number_of_requests_follows_the_servers_own_setting(
    monkeypatch: pytest.MonkeyPatch, value: str, size: int
):
    monkeypatch.setenv("OLLAMA_NUM_PARALLEL", value)
    assert default_connections() == size


def test_one_provider_serves_several_event_loops_one_after_another():
    with FakeOllama([says("Hi!")]) as server:
        api = OllamaNative("qwen3:8b", server.url, RUN)

        async def ask() -> ModelOutput:
            output = good((await api.generate(asked(), [], "auto", RUN))[0])
            await api.aclose()
            return output

        assert [asyncio.run(ask()).completion for _ in range(3)] == ["Hi!"] * 3


def test_a_proxy_in_the_environment_stays_out_of_loopback(monkeypatch: pytest.MonkeyPatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, refused_url())
    output, server, _ = one([says("Hi!")])
    assert good(output).completion == "Hi!" and len(server.chats) == 1


def test_the_native_model_keeps_the_name_the_server_and_the_settings_of_the_active_one():
    async def ask(url: str) -> tuple[str, ModelOutput, int | None]:
        active = get_model("ollama/qwen3:8b", base_url=f"{url}/v1", config=RUN, memoize=False)
        native = native_model(active, num_ctx=4096)
        output = await native.generate(asked(), tools=[tool()])
        await native.api.aclose()
        return str(native), output, native.config.max_connections

    with FakeOllama([says("Hi!")]) as server:
        name, output, connections = asyncio.run(ask(server.url))
    assert (name, output.completion, connections) == ("ollama/qwen3:8b", "Hi!", 1)
    assert server.chats[0]["options"] == {"num_ctx": 4096, "temperature": 0, "seed": 42, "num_predict": 4096}


def test_through_inspect_an_outage_is_raised_once_with_our_error_as_its_cause():
    async def ask(url: str) -> None:
        native = native_model(get_model("ollama/qwen3:8b", base_url=url, memoize=False), RUN, max_retries=0)
        await native.generate(asked(), tools=[tool()])

    with FakeOllama([refuses(503, "busy")]) as server, pytest.raises(Exception) as caught:
        asyncio.run(ask(server.url))
    assert isinstance(caught.value.__cause__, OllamaError) and len(server.chats) == 1


def test_an_assistant_turn_with_an_unreadable_call_can_be_sent_back():
    async def both(url: str) -> None:
        first = good((await turn(url))[0]).message
        result = ChatMessageTool(content="not JSON", tool_call_id=calls_of_message(first)[0].id)
        good((await turn(url, [*asked(), first, result]))[0])

    with FakeOllama([calls(("lookup_member", '{"name": "ada')), says("Sorry.")]) as server:
        asyncio.run(both(server.url))
    assert server.chats[1]["messages"][2]["tool_calls"][0]["function"]["arguments"] == {}


def calls_of_message(message: ChatMessageAssistant):
    return message.tool_calls or []
