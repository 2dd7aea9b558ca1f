"""Where the server is looked for."""

from __future__ import annotations

import pytest

from toolward.providers.ollama.address import (
    connection_settings,
    display_url,
    is_loopback,
    normalise_url,
    resolve_base_url,
)
from toolward.providers.ollama.errors import OllamaConfigurationError


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("localhost", "http://localhost:11434"),
        ("10.0.0.5:9999", "http://10.0.0.5:9999"),
        (":9999", "http://127.0.0.1:9999"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:9999", "http://127.0.0.1:9999"),
        ("http://0.0.0.0:11434/", "http://127.0.0.1:11434"),
        ("::", "http://[::1]:11434"),
        ("[::]:9999", "http://[::1]:9999"),
        ("[::1]", "http://[::1]:11434"),
        ("fe80::1", "http://[fe80::1]:11434"),
        ("http://box", "http://box:80"),
        ("https://box", "https://box:443"),
        ("https://box:8443/ollama/", "https://box:8443/ollama"),
        ("http://localhost:11434/v1", "http://localhost:11434"),
        ("http://localhost:11434/v1/", "http://localhost:11434"),
        ("http://box/ollama/v1", "http://box:80/ollama"),
        ("http://box:1/v1beta", "http://box:1/v1beta"),
        ("  'http://box:1234'  ", "http://box:1234"),
        ("HTTP://Box:1234", "http://Box:1234"),
        ("http://me:secret@box:1234", "http://me:secret@box:1234"),
    ],
)
def test_an_address_in_any_form_becomes_one_base_url(text: str, url: str):
    assert normalise_url(text) == url


@pytest.mark.parametrize("text", ["ftp://box", "box:port", "box:0", "box:70000", "http://box:"])
def test_an_address_that_nobody_can_connect_to_is_refused_by_name(text: str):
    with pytest.raises(OllamaConfigurationError, match="OLLAMA_HOST is"):
        normalise_url(text, "OLLAMA_HOST")


def test_the_explicit_address_wins_then_inspects_variable_then_ollamas_own():
    environ = {
        "OLLAMA_BASE_URL": "http://a:1/v1",
        "OLLAMA_HOST": "b:2",
        "INSPECT_EVAL_MODEL_BASE_URL": "http://c:3",
    }
    assert resolve_base_url("http://x:9/v1", environ) == "http://x:9"
    assert resolve_base_url(None, environ) == "http://a:1"
    del environ["OLLAMA_BASE_URL"]
    assert resolve_base_url(None, environ) == "http://b:2"
    del environ["OLLAMA_HOST"]
    assert resolve_base_url(None, environ) == "http://c:3"


@pytest.mark.parametrize("environ", [{}, {"OLLAMA_HOST": ""}, {"OLLAMA_HOST": "  "}])
def test_nothing_set_means_the_usual_local_server(environ: dict[str, str]):
    assert resolve_base_url(None, environ) == "http://127.0.0.1:11434"
    assert resolve_base_url("", environ) == "http://127.0.0.1:11434"


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:11434", True),
        ("http://127.8.8.8:1", True),
        ("http://localhost:1/ollama", True),
        ("http://[::1]:11434", True),
        ("http://127.0.0.1.example.com:80", False),
        ("http://10.0.0.5:11434", False),
    ],
)
def test_loopback_is_told_by_the_host_alone(url: str, local: bool):
    assert is_loopback(url) is local


def test_a_password_in_the_address_is_not_shown():
    assert display_url("http://me:secret@box:1234/x") == "http://box:1234/x"
    assert display_url("http://box:1234") == "http://box:1234"


def test_proxies_are_for_other_machines_and_a_key_goes_along_where_one_is_set(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.delenv("OLLAMA_API_KEY", raising=False)
    assert connection_settings("http://127.0.0.1:1")["trust_env"] is False
    assert connection_settings("https://ollama.example:443")["trust_env"] is True
    assert "Authorization" not in connection_settings("http://127.0.0.1:1")["headers"]
    monkeypatch.setenv("OLLAMA_API_KEY", "k")
    assert connection_settings("http://127.0.0.1:1")["headers"]["Authorization"] == "Bearer k"
