"""Streamable HTTP: only this machine, one community a session, and versions that have sessions."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from mcp.client.client import Client
from mcp_types import ElicitResult

from .calling import connected
from .processes import HELLO, call, http_server, run

ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with http_server("--confirm-mode", "elicit") as found:
        yield found


def post(url: str, body: Any, **headers: str) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return httpx.post(url, content=content, headers={**ACCEPT, **headers}, timeout=60)


def opened(url: str) -> dict[str, str]:
    """The headers of a session that is ready for calls."""
    first = post(url, HELLO[0])
    headers = {"mcp-session-id": first.headers["mcp-session-id"], "mcp-protocol-version": "2025-11-25"}
    assert post(url, HELLO[1], **headers).status_code == 202
    return headers


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example:80", "0.0.0.0:80"]
)
def test_a_request_under_another_host_name_is_refused(url: str, host: str) -> None:
    assert post(url, HELLO[0], host=host).status_code == 421
    assert post(url, HELLO[0], host=host, **{"mcp-protocol-version": "2026-07-28"}).status_code == 421


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1.evil.example:80", "null"])
def test_a_request_from_another_origin_is_refused(url: str, origin: str) -> None:
    assert post(url, HELLO[0], origin=origin).status_code == 403
    assert post(url, HELLO[0], origin=origin, **{"mcp-protocol-version": "2026-07-28"}).status_code == 403


def test_a_page_of_this_machine_is_let_in(url: str) -> None:
    assert post(url, HELLO[0], origin="http://localhost:6274").status_code == 200


def test_nothing_listens_on_other_addresses(url: str) -> None:
    port = urlsplit(url).port
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)}
    for address in others - {"127.0.0.1"}:
        with socket.socket() as probe:
            probe.settimeout(1)
            assert probe.connect_ex((str(address), port)) != 0


def test_a_version_without_sessions_is_told_which_have_them(url: str) -> None:
    refused = post(
        url,
        {"jsonrpc": "2.0", "id": 1, "method": "server/discover"},
        **{"mcp-protocol-version": "2026-07-28"},
    )
    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (400, -32022)
    assert error["data"]["supported"][-1] == "2025-11-25"


def test_a_taken_port_is_one_line_and_status_2(url: str) -> None:
    done = run("--http", str(urlsplit(url).port))
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, b"", 1)


def test_lone_surrogates_are_replaced_over_http_too(url: str) -> None:
    body = json.dumps(call(2, "draft_announcement", {"topic": "Hello \ud800 there"})).encode()
    answer = post(url, body, **opened(url))
    assert answer.status_code == 200
    assert "Hello \ufffd there" in answer.content.decode("utf-8")


def test_a_body_that_is_no_message_is_refused_and_the_server_goes_on(url: str) -> None:
    headers = opened(url)
    for body in (b"not json", b"", b"[]", b"\xff", b'{"jsonrpc": "2.0"}'):
        assert post(url, body, **headers).status_code == 400
    assert post(url, call(5, "get_community_stats", {}), **headers).status_code == 200


def test_a_call_outside_a_session_reaches_no_tool(url: str) -> None:
    for headers in ({}, {"mcp-session-id": "0" * 32}):
        assert post(url, call(2, "get_community_stats", {}), **headers).status_code in (400, 404)


def test_a_body_beyond_the_limit_is_refused(url: str) -> None:
    assert post(url, b"[" + b" " * (5 * 1024 * 1024), **opened(url)).status_code == 413


@pytest.mark.anyio
async def test_two_sessions_see_two_communities_and_elicitation_reaches_the_right_person(url: str) -> None:
    asked: list[str] = []

    def person(name: str, action: Any) -> Any:
        async def decide(context: object, params: Any) -> ElicitResult:
            asked.append(f"{name}: {params.message}")
            return ElicitResult(action=action, content={"approve": True} if action == "accept" else None)

        return decide

    ban = {"member_id": "mem_0053", "reason": "scam links", "confirm": True}
    yes, no = person("one", "accept"), person("two", "decline")
    async with (
        connected(url, elicitation_callback=yes) as one,
        connected(url, elicitation_callback=no) as two,
    ):
        assert (await one.raw("ban_member", ban)).changes == 1
        assert (await two.raw("ban_member", ban)).code == "CONFIRMATION_DECLINED"
        assert (await one("lookup_member", member_id="mem_0053"))["is_banned"]
        assert not (await two("lookup_member", member_id="mem_0053"))["is_banned"]
    assert [line.split(":")[0] for line in asked] == ["one", "two"]
    async with Client(url) as third:
        assert third.protocol_version == "2025-11-25"
