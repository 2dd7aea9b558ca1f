"""A server on loopback that speaks Ollama's API with scripted replies, and keeps all that it was sent.

Real HTTP over real sockets, so resets, silence and cut bodies are real too. Shapes and error texts are those
of an Ollama 0.33. It has no model: every chat takes the next reply of the script (the last one repeats).

    with FakeOllama(script=[calls(("lookup_member", {"name": "ada"})), says("Done.")]) as server:
        ... server.url ... server.chats[0]["options"] ...

`_debug_render_only` requests are answered from the model's template and are not in `chats`.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

Json = dict[str, Any]
CREATED = "2026-10-01T00:00:00.000000Z"
OVERFLOW = (
    '{"error":{"code":400,"message":"request (%d tokens) exceeds the available context size (%d tokens), '
    'try increasing it","type":"exceed_context_size_error","n_prompt_tokens":%d,"n_ctx":%d}}'
)


@dataclass(frozen=True)
class Reply:
    """What one chat request gets. ``fault`` breaks the connection in its own way."""

    status: int = 200
    body: Json | bytes = b""
    fault: Literal["hang", "reset", "reset_mid_body", "drip"] | None = None


Script = Sequence[Reply | Callable[[Json], Reply]]


def says(text: str, *, thinking: str | None = None, done_reason: str = "stop", **fields: Any) -> Reply:
    message: Json = {"role": "assistant", "content": text}
    if thinking is not None:
        message["thinking"] = thinking
    return _answer(message, done_reason, fields)


def calls(*wanted: tuple[str, Any], text: str = "", ids: Sequence[str | None] = (), **fields: Any) -> Reply:
    """A reply with tool calls; ``ids`` as the server would send them, none where it sends none."""
    entries: list[Json] = []
    for i, (name, arguments) in enumerate(wanted):
        entry: Json = {"function": {"index": i, "name": name, "arguments": arguments}}
        if i < len(ids) and ids[i] is not None:
            entry["id"] = ids[i]
        entries.append(entry)
    return _answer(
        {"role": "assistant", "content": text, "tool_calls": entries},
        fields.pop("done_reason", "stop"),
        fields,
    )


def refuses(status: int, error: str) -> Reply:
    return Reply(status, {"error": error})


def overflows(tokens: int, num_ctx: int) -> Reply:
    return refuses(400, OVERFLOW % (tokens, num_ctx, tokens, num_ctx))


def hangs() -> Reply:
    """The connection is accepted, and nothing comes."""
    return Reply(fault="hang")


def drips() -> Reply:
    """One byte now and then, for ever: a read timeout alone never ends it."""
    return Reply(fault="drip")


def resets() -> Reply:
    return Reply(fault="reset")


def resets_mid_body() -> Reply:
    return Reply(fault="reset_mid_body")


def garbage() -> Reply:
    return Reply(200, b"<html><body>It works!</body></html>")


def truncated() -> Reply:
    """A whole HTTP answer whose JSON ends too early."""
    return Reply(200, b'{"model":"qwen3:8b","message":{"role":"assistant","content":"He')


def _answer(message: Json, done_reason: str, fields: Json) -> Reply:
    body: Json = {
        "created_at": CREATED,
        "message": message,
        "done": True,
        "done_reason": done_reason,
        "total_duration": 2_000_000_000,
        "load_duration": 1_000_000,
        "prompt_eval_count": 2500,
        "prompt_eval_duration": 900_000_000,
        "eval_count": 40,
        "eval_duration": 1_000_000_000,
    }
    return Reply(200, {key: value for key, value in (body | fields).items() if value is not None})


@dataclass(frozen=True)
class FakeModel:
    """A model the server has. ``tools_as``: how its template shows tools; None: the server cannot render."""

    name: str = "qwen3:8b"
    capabilities: tuple[str, ...] | None = ("completion", "tools", "thinking")
    context_length: int | None = 40960
    tools_as: Literal["json", "go", "dropped", "typescript"] | None = "json"
    keeps_calls: bool = True
    template: str = '{{ range .Tools }}{"type": "function", "function": {{ .Function }}}{{ end }}'
    size: int = 5_225_388_164

    @property
    def details(self) -> Json:
        return {
            "parent_model": "",
            "format": "gguf",
            "family": "qwen3",
            "families": ["qwen3"],
            "parameter_size": "8.2B",
            "quantization_level": "Q4_K_M",
        }

    @property
    def digest(self) -> str:
        return self.name.encode().hex().ljust(64, "0")[:64]


@dataclass
class FakeOllama:
    script: Script = (Reply(200, {"message": {"role": "assistant", "content": "Hello."}, "done": True}),)
    models: Sequence[FakeModel] = (FakeModel(),)
    version: str = "0.33.0"
    tags_fault: Reply | None = None
    requests: list[tuple[str, str, Json]] = field(default_factory=list[tuple[str, str, Json]])

    def __enter__(self) -> FakeOllama:
        self._turn = 0
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self.in_flight = 0
        self.most_in_flight = 0
        handler = type("Handler", (_Handler,), {"fake": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def chats(self) -> list[Json]:
        """The bodies of every /api/chat that asked for a reply, in order."""
        return [b for _, path, b in self.requests if path == "/api/chat" and "_debug_render_only" not in b]

    def next_reply(self, body: Json) -> Reply:
        with self._lock:
            entry = self.script[min(self._turn, len(self.script) - 1)]
            self._turn += 1
        return entry(body) if callable(entry) else entry

    def answer(self, method: str, path: str, body: Json) -> Reply:
        self.requests.append((method, path, body))
        match method, path:
            case "GET", "/api/version":
                return Reply(200, {"version": self.version})
            case "GET", "/api/tags":
                return self.tags_fault or Reply(200, {"models": [_listed(m) for m in self.models]})
            case "GET", "/api/ps":
                return Reply(200, {"models": [_loaded(m) for m in self.models[:1]]})
            case "POST", "/api/show" | "/api/chat":
                return self._about_a_model(path, body)
            case _:
                return Reply(404, b"404 page not found")

    def _about_a_model(self, path: str, body: Json) -> Reply:
        wanted = str(body.get("model") or "")
        model = next((m for m in self.models if wanted in (m.name, m.name.removesuffix(":latest"))), None)
        if model is None:
            return refuses(404, f"model '{wanted}' not found")
        if path == "/api/show":
            return Reply(200, _shown(model))
        if model.capabilities is not None:
            if body.get("think") and "thinking" not in model.capabilities:
                return refuses(400, f'"{wanted}" does not support thinking')
            if body.get("tools") and "tools" not in model.capabilities:
                return refuses(400, f"registry.ollama.ai/library/{wanted} does not support tools")
        if body.get("_debug_render_only") and model.tools_as is not None:
            return Reply(200, _rendered(model, body))
        if not isinstance(body.get("options", {}).get("num_ctx", 0), int):
            return refuses(500, 'option "num_ctx" must be of type integer')
        if any(_text_arguments(m) for m in body.get("messages", [])):
            return refuses(400, "Value looks like object, but can't find closing '}' symbol")
        return self.next_reply(body)


def _text_arguments(message: Json) -> bool:
    return any(isinstance(c["function"].get("arguments"), str) for c in message.get("tool_calls") or [])


def _listed(model: FakeModel) -> Json:
    return {
        "name": model.name,
        "model": model.name,
        "size": model.size,
        "digest": model.digest,
        "details": model.details,
        "capabilities": ["completion"],
    }


def _loaded(model: FakeModel) -> Json:
    return {**_listed(model), "size_vram": 0, "context_length": 4096, "expires_at": CREATED}


def _shown(model: FakeModel) -> Json:
    info: Json = {"general.architecture": "qwen3"}
    if model.context_length is not None:
        info["qwen3.context_length"] = model.context_length
    shown: Json = {"template": model.template, "details": model.details, "model_info": info}
    if model.capabilities is not None:
        shown["capabilities"] = list(model.capabilities)
    return shown


def _rendered(model: FakeModel, body: Json) -> Json:
    prompt = _prompt(model, body)
    return {
        "model": model.name,
        "created_at": CREATED,
        "message": {"role": "", "content": ""},
        "done": False,
        "_debug_info": {"rendered_template": prompt},
    }


def _prompt(model: FakeModel, body: Json) -> str:
    tools = "".join(f"\n{_tool_line(model, tool)}" for tool in body.get("tools", []))
    text = f"<|im_start|>tools{tools}<|im_end|>\n" if tools.strip() else ""
    for message in body["messages"]:
        content, made = message.get("content", ""), message.get("tool_calls") or []
        shown = content if made and content and not model.keeps_calls else content + _call_lines(made)
        text += f"<|im_start|>{message['role']}\n{shown}<|im_end|>\n"
    return text + "<|im_start|>assistant\n"


def _tool_line(model: FakeModel, tool: Json) -> str:
    function = tool["function"]
    parameters = _kept(function["parameters"])
    match model.tools_as:
        case "go":
            fields = json.dumps(parameters.get("properties", {}))
            required = " ".join(parameters.get("required", []))
            inner = f"{{object <nil> <nil> [{required}] {fields}}}"
            go = f"{{{function['name']} {function['description']} {inner}}}"
            return f'{{"type": "function", "function": {go}}}'
        case "typescript":
            return f"// {function['description']}\ntype {function['name']} = (_: any) => any;"
        case "dropped":
            return ""
        case _:
            kept = {
                "name": function["name"],
                "description": function["description"],
                "parameters": parameters,
            }
            return json.dumps({"type": "function", "function": kept}, ensure_ascii=False)


def _kept(schema: Json) -> Json:
    """What the server keeps of a schema; no default, no limits, properties in order of name."""
    names = ("type", "anyOf", "items", "description", "enum", "required", "properties")
    kept = {key: schema[key] for key in names if schema.get(key)}
    if "properties" in kept:
        kept["properties"] = {k: _kept(v) for k, v in sorted(kept["properties"].items())}
    return kept


def _call_lines(made: list[Json]) -> str:
    lines = [{"name": c["function"]["name"], "arguments": c["function"]["arguments"]} for c in made]
    return "".join(f"\n<tool_call>{json.dumps(line)}</tool_call>" for line in lines)


class _Handler(BaseHTTPRequestHandler):
    fake: FakeOllama
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: the requests are kept instead."""

    def do_GET(self) -> None:
        self._send(self.fake.answer("GET", self.path, {}))

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            body = json.loads(raw)
        except ValueError:
            return self._send(refuses(400, "unexpected EOF"))
        with self.fake._lock:
            self.fake.in_flight += 1
            self.fake.most_in_flight = max(self.fake.most_in_flight, self.fake.in_flight)
        reply = self.fake.answer("POST", self.path, body)
        with self.fake._lock:
            self.fake.in_flight -= 1
        self._send(reply)

    def _send(self, reply: Reply) -> None:
        body = reply.body
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            if reply.fault is None:
                self._write(reply.status, data, len(data))
            else:
                self._break(reply.fault)
        except OSError:  # the client has gone, as it should under a fault
            self.close_connection = True

    def _write(self, status: int, data: bytes, length: int) -> None:
        head = f"HTTP/1.1 {status} {self.responses.get(status, ('Unknown',))[0]}\r\n"
        head += f"Content-Type: application/json; charset=utf-8\r\nContent-Length: {length}\r\n\r\n"
        self.wfile.write(head.encode() + data)

    def _break(self, fault: str) -> None:
        self.close_connection = True
        if fault == "hang":
            self.fake.closing.wait()
        elif fault == "drip":
            self._write(200, b'{"message": "', 10_000)
            while not self.fake.closing.wait(0.02):
                self.wfile.write(b"a")
        else:
            if fault == "reset_mid_body":
                self._write(200, b'{"model":"qwen3:8b","message":{"role":"assi', 4_000)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.shutdown(socket.SHUT_RD)
            self.connection.close()


def refused_url() -> str:
    """An address on loopback where nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"
