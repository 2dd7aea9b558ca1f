"""What the model sees: intact, malformed, unknown; and the Modelfile that mends it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.providers.ollama_examples import tool
from tests.support.fake_ollama import FakeModel, FakeOllama, garbage, refused_url, says
from toolward.providers.ollama.errors import OllamaConfigurationError
from toolward.providers.ollama.mend import mend, mended_name, mended_template
from toolward.providers.ollama.render import RenderCheck, check_render, judge_tools
from toolward.providers.ollama.tokens import count_prompt_tokens

TOOLS = [tool(), tool("ban_member")]
# As a real 0.33 rendered them: the same tool through `{{ json .Function }}` and through `{{ .Function }}`.
INTACT = (
    '<tools>\n{"type": "function", "function": {"name":"set_alarm","description":"Does set_alarm.",'
    '"parameters":{"type":"object","required":["time"],"properties":{"label":{"type":"string"},"time":{"type":"string",'
    '"description":"HH:MM"}}}}}\n</tools>'
)
GO = (
    '<tools>\n{"type": "function", "function": {set_alarm Does set_alarm. {object <nil> <nil> [time] '
    '{"label":{"type":"string"},"time":{"type":"string","description":"HH:MM"}}}}}\n</tools>'
)
ALARM = {
    "type": "object",
    "properties": {"time": {"type": "string", "description": "HH:MM"}, "label": {"type": "string"}},
    "required": ["time"],
}


def check(**model: Any) -> RenderCheck:
    with FakeOllama(models=(FakeModel(**model),)) as server:
        found = check_render("qwen3:8b", server.url, TOOLS, num_ctx=8192)
        assert server.chats == [], "a server that renders must not run the model"
    return found


def test_tools_shown_as_json_are_intact_whatever_the_order():
    found = check()
    assert (found.tools_seen, found.problems) == ("json", ())
    assert '"name": "ban_member"' in found.block and "Who is" not in found.block


def test_go_structs_are_malformed_and_every_tool_is_named():
    found = check(tools_as="go")
    assert found.tools_seen == "malformed"
    assert [p.partition(":")[0] for p in found.problems] == ["lookup_member", "ban_member"]
    assert "<nil>" in found.block


def test_tools_that_never_reach_the_prompt_are_malformed():
    assert check(tools_as="dropped").problems == (
        "lookup_member: not shown at all",
        "ban_member: not shown at all",
    )


def test_a_notation_of_the_templates_own_is_not_accused():
    assert check(tools_as="typescript").tools_seen == "unknown"


def test_calls_beside_text_are_kept_or_dropped_and_splitting_is_tried():
    assert (check().history_seen, check().needs_split) == ("calls_kept", False)
    dropped = check(keeps_calls=False)
    assert (dropped.history_seen, dropped.needs_split) == ("calls_dropped", True)
    facts = dropped.facts()
    assert (facts.tools_seen, facts.history_seen, facts.text_and_calls_split) == (
        "json",
        "calls_dropped",
        True,
    )


def test_a_server_that_ignores_the_flag_is_unknown_and_ran_one_token():
    with FakeOllama([says("Hi")], models=(FakeModel(tools_as=None),)) as server:
        found = check_render("qwen3:8b", server.url, TOOLS, num_ctx=8192)
    assert (found.tools_seen, found.history_seen, found.needs_split) == ("unknown", "unknown", False)
    sent = [body for _, path, body in server.requests if path == "/api/chat"]
    assert [body["options"]["num_predict"] for body in sent] == [1]


@pytest.mark.parametrize("url", [refused_url(), "ftp://nowhere"], ids=["refused", "no HTTP"])
def test_no_server_is_unknown_and_raises_nothing(url: str):
    assert check_render("qwen3:8b", url, TOOLS, num_ctx=8192).tools_seen == "unknown"


def test_an_answer_that_is_not_ollamas_is_unknown():
    with FakeOllama([garbage()], models=(FakeModel(tools_as=None),)) as server:
        assert check_render("qwen3:8b", server.url, TOOLS, num_ctx=8192).tools_seen == "unknown"


def test_a_real_rendering_is_judged_right_both_ways():
    alarm = [tool("set_alarm", ALARM)]
    assert judge_tools(INTACT, alarm) == ("json", ())
    assert judge_tools(GO, alarm) == ("malformed", ("set_alarm: shown as a Go struct, not as JSON",))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"required":["time"]', '"required":[]'),
        ('"HH:MM"', '"HH:SS"'),
        ('"label":{"type":"string"},', ""),
        ('"label":{"type":"string"}', '"label":{}'),
        ('"label":{"type":"string"}', '"label":{"type":"string","enum":["a"]}'),
        ('"Does set_alarm."', '"Does it."'),
    ],
)
def test_json_that_says_something_else_is_malformed(old: str, new: str):
    assert old in INTACT
    seen, problems = judge_tools(INTACT.replace(old, new), [tool("set_alarm", ALARM)])
    assert seen == "malformed" and "not as it was sent" in problems[0]


def test_escapes_and_scripts_in_descriptions_do_not_matter():
    schema = {"type": "object", "properties": {"x": {"type": "string", "description": 'a <b> & "c" é 🦊'}}}
    shown = '[{"name":"f","description":"Does f.","parameters":{"type":"object","properties":{"x":'
    shown += '{"type":"string","description":"a \\u003cb\\u003e \\u0026 \\"c\\" é 🦊"}}}}]'
    assert judge_tools(shown, [tool("f", schema)]) == ("json", ())


def test_braces_in_the_prompt_that_are_no_json_do_not_confuse_the_reader():
    assert judge_tools("{{{ {oops {" + INTACT + "}}", [tool("set_alarm", ALARM)])[0] == "json"


@pytest.mark.parametrize(
    ("template", "fixed"),
    [
        ("{{ .Function }}", "{{ json .Function }}"),
        ("{{.Function}}", "{{ json .Function }}"),
        ("{{- .Function -}}", "{{- json .Function -}}"),
        ("{{ $tool.Function }}", "{{ json $tool.Function }}"),
        ("a {{ .Function }} b {{ .Function }}", "a {{ json .Function }} b {{ json .Function }}"),
    ],
)
def test_the_mend_prints_the_function_as_json_and_nothing_else_changes(template: str, fixed: str):
    assert mended_template(template) == fixed


@pytest.mark.parametrize(
    "template", ["", "{{ . }}", "{{ json .Function }}", "{{ .Function.Name }}", "{{ .Prompt }}"]
)
def test_a_template_that_this_mend_cannot_help_is_left_alone(template: str):
    assert mended_template(template) is None


def test_the_modelfile_is_ready_to_paste_with_the_line_that_creates_it():
    text = mend("qwen3:8b", "{{ range .Tools }}{{ .Function }}{{ end }}").text()
    assert text.startswith(
        'cat > Modelfile <<\'END\'\nFROM qwen3:8b\nTEMPLATE """{{ range .Tools }}{{ json .Function }}'
    )
    assert text.endswith(
        "ollama create qwen3-json:8b -f Modelfile\n# then run with --model ollama/qwen3-json:8b"
    )


@pytest.mark.parametrize(
    "template", ["", '{{ .Function }} """', '{{ .Function }}"', "{{ .Function }}\nEND\nx"]
)
def test_without_a_template_that_fits_the_models_own_modelfile_is_edited(template: str):
    assert mend("qwen3:8b", template).text().startswith("ollama show --modelfile qwen3:8b | sed ")


def test_the_new_name_keeps_the_tag_and_the_namespace():
    names = [mended_name(n) for n in ("qwen3:8b", "qwen3", "me/qwen3:8b", "hf.co/me/q:Q4")]
    assert names == ["qwen3-json:8b", "qwen3-json", "me/qwen3-json:8b", "hf.co/me/q-json:Q4"]


def test_tokens_are_counted_by_the_server_with_and_without_tools():
    def count(body: dict[str, Any]):
        return says("x", done_reason="length", prompt_eval_count=1900 if "tools" in body else 30)

    with FakeOllama([count]) as server:
        counted = count_prompt_tokens("qwen3:8b", server.url, TOOLS, num_ctx=8192)
    assert (counted.with_tools, counted.without_tools, counted.tools) == (1900, 30, 1870)
    assert [body["options"]["num_predict"] for body in server.chats] == [1, 1]


def test_a_server_that_counts_nothing_is_an_error_that_says_so():
    with FakeOllama([says("x", prompt_eval_count=None)]) as server, pytest.raises(OllamaConfigurationError):
        count_prompt_tokens("qwen3:8b", server.url, TOOLS, num_ctx=8192)
