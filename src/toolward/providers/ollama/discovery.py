"""What the server says of itself and of its models. Synchronous: a task is built without awaiting.

The official client reads /api/show, /api/tags and /api/ps; /api/version and rendering have no method there.
Every way of failing becomes one OllamaError whose message says what to type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
import ollama
import pydantic

from .address import connection_settings, display_url
from .errors import GarbledReply, OllamaConfigurationError, OllamaOutage, OllamaTimeout, UnknownModel
from .jsontext import Json, decode, encode

T = TypeVar("T")
DISCOVERY_TIMEOUT_S = 15.0
REFUSED = (
    "No Ollama server answers at {url}. Start one with `ollama serve`, or name another with OLLAMA_HOST."
)


@dataclass(frozen=True)
class ListedModel:
    name: str
    digest: str | None
    size_bytes: int | None


@dataclass(frozen=True)
class ShownModel:
    capabilities: tuple[str, ...] | None  # None: a server too old to say
    context_length: int | None
    family: str | None
    parameter_size: str | None
    quantization: str | None
    template: str


@dataclass(frozen=True)
class LoadedModel:
    name: str
    context_length: int | None
    size_bytes: int | None
    size_vram_bytes: int | None


class Server:
    """Questions about a server that need no model to run."""

    def __init__(self, base_url: str, timeout_s: float = DISCOVERY_TIMEOUT_S) -> None:
        self.base_url, self.shown_url = base_url, display_url(base_url)
        self.timeout_s = timeout_s
        settings = connection_settings(base_url)
        settings["timeout"] = httpx.Timeout(timeout_s, connect=min(timeout_s, 5.0))
        self._ollama = ollama.Client(host=base_url, **settings)
        self._http = httpx.Client(**settings)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self._ollama.close()
        self._http.close()

    def version(self) -> str:
        version = self._json("GET", "/api/version").get("version")
        if not isinstance(version, str):
            raise GarbledReply(
                f"{self.shown_url} answers, but not like Ollama. Is something else listening there?"
            )
        return version

    def listed(self) -> tuple[ListedModel, ...]:
        models = self._asked(self._ollama.list).models
        return tuple(
            ListedModel(m.model, m.digest or None, None if m.size is None else int(m.size))
            for m in models
            if m.model
        )

    def loaded(self) -> tuple[LoadedModel, ...]:
        models = self._asked(self._ollama.ps).models
        return tuple(
            LoadedModel(
                name=m.name or m.model or "",
                context_length=m.context_length,
                size_bytes=None if m.size is None else int(m.size),
                size_vram_bytes=None if m.size_vram is None else int(m.size_vram),
            )
            for m in models
        )

    def show(self, model: str) -> ShownModel:
        """Raises UnknownModel when the server does not have it."""
        shown = self._asked(lambda: self._ollama.show(model))
        details = shown.details
        return ShownModel(
            capabilities=None if shown.capabilities is None else tuple(shown.capabilities),
            context_length=_context_length(dict(shown.modelinfo or {})),
            family=details.family if details else None,
            parameter_size=details.parameter_size if details else None,
            quantization=details.quantization_level if details else None,
            template=shown.template or "",
        )

    def chat(self, body: Json, timeout_s: float | None = None) -> tuple[int, Json]:
        """One POST /api/chat: status and body, error answers too."""
        return self._exchange("POST", "/api/chat", body, timeout_s)

    def _json(self, method: str, path: str) -> Json:
        status, body = self._exchange(method, path)
        if status != 200:
            raise GarbledReply(f"{self.shown_url}{path} answers with status {status}. Is it Ollama?")
        return body

    def _exchange(
        self, method: str, path: str, body: Json | None = None, timeout_s: float | None = None
    ) -> tuple[int, Json]:
        def ask() -> tuple[int, Json]:
            response = self._http.request(
                method,
                self.base_url + path,
                content=None if body is None else encode(body),
                timeout=self.timeout_s if timeout_s is None else timeout_s,
            )
            try:
                return response.status_code, decode(response.content)
            except GarbledReply:
                if response.status_code < 400:
                    raise
                return response.status_code, {"error": response.text[:500]}

        return self._asked(ask)

    def _asked(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except ollama.ResponseError as error:
            if error.status_code == 404:
                raise UnknownModel(str(error.error)) from None
            raise OllamaConfigurationError(f"{self.shown_url} refused: {error.error}") from None
        except httpx.TimeoutException:
            raise OllamaTimeout(
                f"{self.shown_url} did not answer within {self.timeout_s:g} s. Is the server hanging? "
                "Restart it (`ollama serve`)."
            ) from None
        except (httpx.TransportError, ConnectionError):
            raise OllamaOutage(REFUSED.format(url=self.shown_url)) from None
        except (pydantic.ValidationError, ValueError, TypeError, AttributeError) as error:
            raise GarbledReply(
                f"{self.shown_url} answers, but not like Ollama ({type(error).__name__}). "
                "Is something else listening there?"
            ) from None


def _context_length(info: dict[str, Any]) -> int | None:
    own = info.get(f"{info.get('general.architecture')}.context_length")
    others = [value for key, value in info.items() if key.endswith(".context_length")]
    found = [value for value in [own, *others] if isinstance(value, int) and value > 0]
    return found[0] if found else None
