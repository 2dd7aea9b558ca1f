"""Asking the server, with every wait bounded.

One attempt ends after `timeout_s` at the latest, whatever the server does (silence, drops of bytes). What can
pass is tried again: a busy server and a lost connection up to `len(WAITS)` times, an engine that died or
an answer that is no JSON once. Time-outs, 400 and 404 are never tried again, nor is a reply that the server
could not read: another try would be a second chance for the model, not for the server.

So the longest wall time of one generate is (1 + retries) x timeout_s + sum(WAITS).
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio
import httpx
from anyio.lowlevel import RunVar

from .address import is_loopback
from .errors import Attempt, GarbledReply, OllamaOutage, OllamaTimeout
from .jsontext import Json, decode, encode
from .refusals import Kind, Refusal, refusal

WAITS = (0.5, 1.0, 2.0, 4.0)
CONNECT_S = 10.0
_ONCE = ("engine", "garbled")


@dataclass(frozen=True)
class Answer:
    """What came back: a 200 body, or an error answer that more asking would not change."""

    status: int
    body: Json
    seconds: float
    refusal: Refusal | None
    failed_attempts: tuple[Attempt, ...]


@dataclass(frozen=True)
class _Failure:
    family: str  # "busy" | "lost" | "engine" | "garbled"
    attempt: Attempt


class ChatClient:
    """POST /api/chat over one pooled httpx client per event loop."""

    def __init__(
        self,
        base_url: str,
        *,
        timeout_s: float,
        max_retries: int | None = None,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        self.base_url = base_url
        self.timeout_s = timeout_s
        self.max_retries = len(WAITS) if max_retries is None else max_retries
        self._sleep = sleep
        self._http: RunVar[httpx.AsyncClient | None] = RunVar(f"toolward-ollama-{id(self)}", None)

    async def chat(
        self, body: Json, *, timeout_s: float | None = None, max_retries: int | None = None
    ) -> Answer:
        """The server's answer. Raises OllamaOutage (or a child) when none can be had."""
        limit = self.timeout_s if timeout_s is None else timeout_s
        allowed = self.max_retries if max_retries is None else max_retries
        data, capped = encode(body), "num_predict" in body.get("options", {})
        failed: list[Attempt] = []
        used_once: set[str] = set()
        while True:
            got = await self._attempt(data, limit, capped, failed)
            if isinstance(got, Answer):
                return got
            failed.append(got.attempt)
            if len(failed) > allowed or got.family in used_once:
                raise self._outage(got, failed)
            if got.family in _ONCE:
                used_once.add(got.family)
            await self._sleep(WAITS[min(len(failed), len(WAITS)) - 1])

    async def _attempt(
        self, data: bytes, limit: float, capped: bool, failed: list[Attempt]
    ) -> Answer | _Failure:
        start = time.monotonic()

        def failure(family: str, reason: str, status: int | None = None) -> _Failure:
            return _Failure(family, Attempt(reason, time.monotonic() - start, status))

        try:
            with anyio.fail_after(limit):
                status, raw = await self._post(data)
        except (TimeoutError, httpx.ReadTimeout, httpx.WriteTimeout):
            late = failure("timeout", f"no whole answer within {limit:g} s")
            raise OllamaTimeout(
                f"{self.base_url} gave no whole answer within {limit:g} s. Give it longer "
                "(-T timeout_s=...), cap the reply (--max-tokens), or look at the server's log.",
                [*failed, late.attempt],
            ) from None
        except httpx.TransportError as error:
            return failure("lost", f"{type(error).__name__}: {error}".rstrip(": "))
        return self._judge(status, raw, capped, failure, time.monotonic() - start, failed)

    def _judge(
        self,
        status: int,
        raw: bytes,
        capped: bool,
        failure: Callable[[str, str, int | None], _Failure],
        seconds: float,
        failed: list[Attempt],
    ) -> Answer | _Failure:
        try:
            body = decode(raw)
        except GarbledReply as error:
            if status < 400:
                return failure("garbled", str(error), status)
            body = {"error": raw[:500].decode("utf-8", errors="replace")}
        if status < 400 and "error" not in body:
            if not isinstance(body.get("message"), dict) or body.get("done") is False:
                return failure("garbled", f"no finished message in the answer: {str(body)[:200]}", status)
            return Answer(status, body, seconds, None, tuple(failed))
        refused = refusal(status if status >= 400 else 500, body, capped=capped)
        if refused.kind is Kind.BUSY:
            return failure("busy", refused.text, status)
        if refused.kind is Kind.ENGINE:
            return failure("engine", refused.text, status)
        return Answer(status, body, seconds, refused, tuple(failed))

    async def _post(self, data: bytes) -> tuple[int, bytes]:
        response = await self._client().post(
            f"{self.base_url}/api/chat", content=data, headers={"Content-Type": "application/json"}
        )
        return response.status_code, response.content

    def _client(self) -> httpx.AsyncClient:
        client = self._http.get()
        if client is None or client.is_closed:
            client = httpx.AsyncClient(
                timeout=httpx.Timeout(None, connect=CONNECT_S),
                trust_env=not is_loopback(self.base_url),  # a proxy has no business before 127.0.0.1
                verify=self.base_url.startswith("https"),  # building a TLS context costs 20 ms
            )
            self._http.set(client)
        return client

    async def aclose(self) -> None:
        """Close this event loop's connections."""
        client = self._http.get()
        if client is not None:
            self._http.set(None)
            await client.aclose()

    def _outage(self, last: _Failure, failed: list[Attempt]) -> OllamaOutage:
        tries = f"after {len(failed)} attempt{'s' if len(failed) > 1 else ''}"
        reason = last.attempt.reason
        if last.family == "garbled":
            return GarbledReply(
                f"{self.base_url} does not answer like Ollama, {tries} ({reason}). Is something else "
                "listening there?",
                failed,
            )
        advice = {
            "lost": "Is the server up? Start it with `ollama serve`.",
            "busy": "It is busy: lower --max-connections, or wait.",
            "engine": "Its log says why (often memory): try a smaller num_ctx or model.",
        }[last.family]
        return OllamaOutage(f"{self.base_url} failed {tries}: {reason}. {advice}", failed)
