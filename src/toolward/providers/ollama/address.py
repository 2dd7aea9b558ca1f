"""Where the server is: one base URL out of everything that people set.

Order: an explicit URL, else `OLLAMA_BASE_URL` (the variable of Inspect's provider), else `OLLAMA_HOST` in
all the forms that Ollama itself takes (host, host:port, :port, scheme, IPv6, bind-all addresses), else
`INSPECT_EVAL_MODEL_BASE_URL`, else http://127.0.0.1:11434. The result has no trailing slash and no `/v1`.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from typing import Any

from .errors import OllamaConfigurationError

DEFAULT_PORT = 11434
DEFAULT_URL = f"http://127.0.0.1:{DEFAULT_PORT}"
VARIABLES = ("OLLAMA_BASE_URL", "OLLAMA_HOST", "INSPECT_EVAL_MODEL_BASE_URL")
_SCHEME_PORTS = {"http": 80, "https": 443}
_BIND_ALL = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def resolve_base_url(explicit: str | None = None, environ: Mapping[str, str] | None = None) -> str:
    """The server's base URL. Raises OllamaConfigurationError for an address nobody can connect to."""
    environ = os.environ if environ is None else environ
    if explicit and explicit.strip():
        return normalise_url(explicit, "--model-base-url")
    for name in VARIABLES:
        if environ.get(name, "").strip():
            return normalise_url(environ[name], name)
    return DEFAULT_URL


def normalise_url(text: str, source: str = "the address") -> str:
    """`localhost:1234/v1/` -> `http://localhost:1234`; a missing port is Ollama's, or the scheme's own."""
    value = text.strip().strip("\"'").strip()
    scheme, separator, rest = value.partition("://")
    if not separator:
        scheme, rest = "http", value
    scheme = scheme.lower()
    if scheme not in _SCHEME_PORTS:
        raise OllamaConfigurationError(f"{source} is {text!r}: only http and https work here.")
    authority, _, path = rest.partition("/")
    userinfo, at, hostport = authority.rpartition("@")
    host, port = _split_port(hostport, _SCHEME_PORTS[scheme] if separator else DEFAULT_PORT, text, source)
    host = _BIND_ALL.get(host, host)
    shown = f"[{host}]" if ":" in host else host
    path = path.split("?")[0].split("#")[0].strip("/")
    path = path.removesuffix("v1").rstrip("/") if path == "v1" or path.endswith("/v1") else path
    return f"{scheme}://{userinfo}{at}{shown}:{port}" + (f"/{path}" if path else "")


def _split_port(hostport: str, default: int, text: str, source: str) -> tuple[str, int]:
    bare = hostport.strip("[]")
    if _is_address(bare):  # an IPv6 address without a port is full of colons
        return bare, default
    host, colon, port = hostport.rpartition(":")
    if not colon:
        return hostport or "127.0.0.1", default
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise OllamaConfigurationError(
            f"{source} is {text!r}: {port!r} is not a port. Write it as http://HOST:{DEFAULT_PORT}."
        )
    return host.strip("[]") or "127.0.0.1", int(port)


def connection_settings(base_url: str) -> dict[str, Any]:
    """How httpx is to connect. No proxy before this machine; no TLS context (20 ms) for plain http."""
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get("OLLAMA_API_KEY", "").strip():
        headers["Authorization"] = f"Bearer {key}"
    return {
        "trust_env": not is_loopback(base_url),
        "verify": base_url.startswith("https"),
        "headers": headers,
    }


def display_url(base_url: str) -> str:
    """For messages: without a user and password."""
    scheme, separator, rest = base_url.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"


def is_loopback(base_url: str) -> bool:
    """Is the server on this machine? Then proxies have no business in between."""
    host = base_url.partition("://")[2].partition("/")[0].rpartition("@")[2].rpartition(":")[0].strip("[]")
    if host.lower() == "localhost" or host.lower().endswith(".localhost"):
        return True
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
