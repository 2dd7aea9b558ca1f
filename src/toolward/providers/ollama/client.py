"""Asking the server, with every wait bounded.

One attempt ends after its time limit at the latest, whatever the server does (silence, a drip of bytes). What
can pass is tried again: a busy server and a lost connection up to `len(WAITS)` times, an engine that died or
an answer that is no JSON once. Time-outs, 400 and 404 are never tried again, nor is a reply that the server
could not read: another try would be a second chance for the model, not for the server.

So the longest wall time of one generate is (1 + retries) x limit + sum(WAITS), or `total_s` where less. Each
request opens its own connection: 1.5 ms, and nothing to close, to go stale, or to leak between event loops.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import anyio
import httpx

from .address import connection_settings, display_url
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
    """POST /api/chat, and again where that can help."""

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

    async def chat(
        self,
        body: Json,
        *,
        timeout_s: float | None = None,
        total_s: float | None = None,
        max_retries: int | None = None,
    ) -> Answer:
        """The server's answer. Raises OllamaOutage (or a child) when none can be had."""
        limit = self.timeout_s if timeout_s is None else timeout_s
        allowed = self.max_retries if max_retries is None else max_retries
        ends = None if total_s is None else time.monotonic() + total_s
        data, capped = encode(body), "num_predict" in body.get("options", {})
        failed: list[Attempt] = []
        used_once: set[str] = set()
        while True:
            left = limit if ends is None else min(limit, max(ends - time.monotonic(), 0.001))
            got = await self._attempt(data, left, capped, failed)
            if isinstance(got, Answer):
                return got
            failed.append(got.attempt)
            wait = WAITS[min(len(failed), len(WAITS)) - 1]
            late = ends is not None and time.monotonic() + wait >= ends
            if len(failed) > allowed or got.family in used_once or late:
                raise self._outage(got, failed)
            if got.family in _ONCE:
                used_once.add(got.family)
            await self._sleep(wait)

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
                f"{display_url(self.base_url)} gave no whole answer within {limit:.3g} s. Give it longer "
                "(--attempt-timeout 1800), cap the reply (--max-tokens), or look at the server's log.",
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
        timeout = httpx.Timeout(None, connect=CONNECT_S)  # the rest is bounded from outside
        async with httpx.AsyncClient(timeout=timeout, **connection_settings(self.base_url)) as client:
            response = await client.post(f"{self.base_url}/api/chat", content=data)
            return response.status_code, response.content

    def _outage(self, last: _Failure, failed: list[Attempt]) -> OllamaOutage:
        tries = f"after {len(failed)} attempt{'s' if len(failed) > 1 else ''}"
        reason = last.attempt.reason
        if last.family == "garbled":
            return GarbledReply(
                f"{display_url(self.base_url)} does not answer like Ollama, {tries} ({reason}). "
                "Is something else listening there?",
                failed,
            )
        advice = {
            "lost": "Is the server up? Start it with `ollama serve`.",
            "busy": "It is busy: lower --max-connections, or wait.",
            "engine": "Its log says why (often memory): try a smaller num_ctx or model.",
        }[last.family]
        return OllamaOutage(f"{display_url(self.base_url)} failed {tries}: {reason}. {advice}", failed)
