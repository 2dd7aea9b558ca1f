"""elicit mode: the person at the host is asked through MCP, and only an explicit yes acts.

Run on both protocol generations in process, and over stdio.
"""

from __future__ import annotations

import sys
from typing import Any

import anyio
import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp_types import CallToolResult, ElicitRequestFormParams, ElicitResult, InputRequiredResult

from toolward.server.app import create_server

from .calling import Caller, connected

pytestmark = pytest.mark.anyio

BAN = {"member_id": "mem_0053", "reason": "scam links", "confirm": True}
STDIO = StdioServerParameters(
    command=sys.executable, args=["-m", "toolward.server", "--confirm-mode", "elicit"]
)
MODES = ["auto", "legacy"]


class Person:
    """Answers every question in the same way and remembers them."""

    def __init__(self, answer: ElicitResult) -> None:
        self.answer = answer
        self.questions: list[str] = []

    async def __call__(self, context: object, params: Any) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        assert params.requested_schema["required"] == ["approve"]
        self.questions.append(params.message)
        return self.answer


YES = ElicitResult(action="accept", content={"approve": True})
NO = [
    ElicitResult(action="decline"),
    ElicitResult(action="cancel"),
    ElicitResult(action="accept", content={"approve": False}),
    ElicitResult(action="accept", content={"approve": "true"}),
    ElicitResult(action="accept", content={"approve": 1}),
    ElicitResult(action="accept", content={}),
    ElicitResult(action="accept"),
]


async def banned(call: Caller) -> bool:
    return (await call("lookup_member", member_id="mem_0053"))["is_banned"]


@pytest.mark.parametrize("mode", MODES)
async def test_an_accepted_action_is_carried_out(mode: str) -> None:
    person = Person(YES)
    server = create_server(confirm_mode="elicit")
    async with connected(server, mode=mode, elicitation_callback=person) as call:
        done = await call.raw("ban_member", BAN)
        assert (done["executed"], done.changes) == (True, 1)
        given = await call("assign_role", member_id="mem_0036", role_name="Mint", confirm=True)
        assert (given["executed"], given.changes) == (True, 1)
    assert person.questions == [
        "Ban Dealz (mem_0053)? Reason: scam links",
        "Give Ilse (mem_0036) the role Mint in place of Starlight?",
    ]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("answer", NO, ids=lambda a: f"{a.action}-{a.content}")
async def test_anything_but_an_explicit_yes_changes_nothing(mode: str, answer: ElicitResult) -> None:
    server = create_server(confirm_mode="elicit")
    async with connected(server, mode=mode, elicitation_callback=Person(answer)) as call:
        refused = await call.raw("ban_member", BAN)
        assert (refused.code, refused.changes) == ("CONFIRMATION_DECLINED", 0)
        assert not await banned(call)


@pytest.mark.parametrize("mode", MODES)
async def test_a_host_that_cannot_ask_gets_an_error_and_no_action(mode: str) -> None:
    async with connected(create_server(confirm_mode="elicit"), mode=mode) as call:
        refused = await call.raw("ban_member", BAN)
        assert (refused.code, refused.changes) == ("CONFIRMATION_UNAVAILABLE", 0)
        assert not await banned(call)


@pytest.mark.parametrize("mode", MODES)
async def test_nobody_is_asked_about_a_preview_or_what_would_be_refused(mode: str) -> None:
    person = Person(YES)
    server = create_server(confirm_mode="elicit")
    async with connected(server, mode=mode, elicitation_callback=person) as call:
        assert (await call.raw("ban_member", {**BAN, "confirm": False}))["executed"] is False
        assert (await call.raw("ban_member", {**BAN, "member_id": "mem_0006"})).code == "CANNOT_BAN_STAFF"
        assert (await call.raw("ban_member", {**BAN, "reason": "no"})).code == "REASON_REQUIRED"
    assert person.questions == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("answer", "code"), [(YES, None), (NO[0], "CONFIRMATION_DECLINED"), (None, "CONFIRMATION_UNAVAILABLE")]
)
async def test_it_works_over_stdio_too(mode: str, answer: ElicitResult | None, code: str | None) -> None:
    person = None if answer is None else Person(answer)
    with anyio.fail_after(120):
        async with connected(STDIO, mode=mode, elicitation_callback=person) as call:
            done = await call.raw("ban_member", BAN)
            assert (done.code, done.changes) == (code, int(code is None))
            assert await banned(call) == (code is None)


async def ask_once(client: Client, arguments: dict[str, Any]) -> InputRequiredResult:
    asked = await client.session.call_tool("ban_member", arguments, allow_input_required=True)
    assert isinstance(asked, InputRequiredResult)
    return asked


async def answer(
    client: Client, arguments: dict[str, Any], state: str | None
) -> CallToolResult | InputRequiredResult:
    return await client.session.call_tool(
        "ban_member",
        arguments,
        input_responses={"approval": YES},
        request_state=state,
        allow_input_required=True,
    )


async def test_an_answer_counts_only_for_the_call_that_was_asked_about() -> None:
    async with Client(create_server(confirm_mode="elicit"), elicitation_callback=Person(YES)) as client:
        asked = await ask_once(client, BAN)
        for other in ({**BAN, "member_id": "mem_0050"}, {**BAN, "reason": "another reason"}):
            assert isinstance(await answer(client, other, asked.request_state), InputRequiredResult)
        for state in (None, "question_99", ""):
            assert isinstance(await answer(client, BAN, state), InputRequiredResult)
        assert not await banned(Caller(client))


async def test_an_answer_counts_once() -> None:
    role = {"member_id": "mem_0042", "confirm": True}
    async with Client(create_server(confirm_mode="elicit"), elicitation_callback=Person(YES)) as client:
        asked = await client.session.call_tool(
            "assign_role", {**role, "role_name": "Coral"}, allow_input_required=True
        )
        assert isinstance(asked, InputRequiredResult)
        answered: dict[str, Any] = {
            "input_responses": {"approval": YES},
            "request_state": asked.request_state,
            "allow_input_required": True,
        }
        first = await client.session.call_tool("assign_role", {**role, "role_name": "Coral"}, **answered)
        assert isinstance(first, CallToolResult) and not first.is_error
        await client.call_tool("assign_role", {**role, "role_name": "Mint"})
        again = await client.session.call_tool("assign_role", {**role, "role_name": "Coral"}, **answered)
        assert isinstance(again, InputRequiredResult)


async def test_an_answer_from_another_session_counts_for_nothing() -> None:
    server = create_server(confirm_mode="elicit")
    options: dict[str, Any] = {"elicitation_callback": Person(YES)}
    async with Client(server, **options) as one, Client(server, **options) as two:
        asked = await ask_once(one, BAN)
        assert isinstance(await answer(two, BAN, asked.request_state), InputRequiredResult)
        assert not await banned(Caller(two))


async def test_a_member_banned_while_the_person_thinks_is_not_banned_twice() -> None:
    async with Client(create_server(confirm_mode="elicit"), elicitation_callback=Person(YES)) as client:
        one, two = await ask_once(client, BAN), await ask_once(client, BAN)
        first = await answer(client, BAN, one.request_state)
        second = await answer(client, BAN, two.request_state)
    assert isinstance(first, CallToolResult) and not first.is_error
    assert isinstance(second, CallToolResult) and "ALREADY_BANNED" in str(second.content)
