"""A tool call that stands in a reply's text instead of being made.

Counted as a call in text: an object with a name and ``arguments`` or ``parameters`` (bare, fenced, in call
tags, after a python tag, alone or in a list), the ``<function=name>`` form, a Python-style call of an
exposed tool, and the broken beginning of one of these.

Such a call makes a reply a *call as text* when

- nothing is left beside it but tags, fences and blanks, whatever the tool's name is, or
- words stand beside it and it names an exposed tool, or stands in call tags: an announcement ("let me look
  that up:") is still a call that was meant, and that never ran.

It does not when the words beside it say that the call is shown and not made ("it would look like this",
"for example", "I have not run it"). Either way nothing in a text is ever run, but for
`whole_message_call`, which serves ``text_calls=recover``: one well-formed call and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from toolward.grading.patterns import CALL_IS_SHOWN
from toolward.grading.prose import without_reasoning

_LONGEST = 20_000  # a call in text beyond it is not looked for
_MOST_BLOCKS = 40
_NAME_KEYS = ("name", "function", "tool", "tool_name", "action")
_ARGUMENT_KEYS = ("arguments", "parameters", "args", "input", "action_input", "params")
_TAGS = re.compile(
    r"</?tool_calls?>|</?function_calls?>|</?tools?>|<\|python_tag\|>|<\|?/?tool_call\|?>"
    r"|\[/?TOOL_CALLS?\]|<\|eo[mt]_id\|>",
    re.I,
)
_FENCE = re.compile(
    r"(?:```|~~~)[ \t]*(?:json|tool_calls?|tool_code|python|xml|yaml|js|javascript|text|plaintext)?[ \t]*\n?",
    re.I,
)
_FUNCTION = re.compile(r"<function=([\w.-]{1,100})>")
_FUNCTION_END = "</function>"
_BROKEN = re.compile(
    r"""\A[\[{\s]*["'](?:name|function|tool|tool_name)["']\s*:\s*["']([\w.-]{1,100})"""
    r"""|\A\s*<function=([\w.-]{1,100})|\A\s*<tool_call>"""
)
_ARGUMENTS_KEY = re.compile(r"[\"'](?:arguments|parameters)")
_PYTHON = re.compile(r"([A-Za-z_][\w.]{0,100})\(([^()]{0,2000})\)")
_START = re.compile(r"[\[{]")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class ParsedCall:
    name: str
    arguments: dict[str, JsonValue]


def call_as_text(text: str, tool_names: Collection[str] = ()) -> bool:
    """Whether a reply is a call written as text, by the rule of this module."""
    text = without_reasoning(text)[:_LONGEST].strip()
    if not any(mark in text for mark in "{[<("):
        return False
    calls, rest = _split(text, tool_names)
    if not calls:
        return _is_broken_call(text, tool_names)
    if not _says_something(rest):
        return True
    named = any(call.name in tool_names for call in calls) or _TAGS.search(text) is not None
    return named and not CALL_IS_SHOWN.search(rest.casefold())


def whole_message_call(text: str, tool_names: Collection[str]) -> ParsedCall | None:
    """The call of an exposed tool that a reply is as a whole (blanks, tags and a fence aside), or None."""
    text = without_reasoning(text).strip()
    if len(text) > _LONGEST:
        return None
    calls, rest = _split(text, ())
    if len(calls) != 1 or _says_something(rest) or calls[0].name not in tool_names:
        return None
    return calls[0]


def _split(text: str, tool_names: Collection[str]) -> tuple[list[ParsedCall], str]:
    """The calls in a text, and the words beside them."""
    calls, rest = _split_tagged(text)
    kept: list[str] = []
    at = position = 0
    for _ in range(_MOST_BLOCKS):
        if (opened := _START.search(rest, position)) is None:
            break
        start = opened.start()
        try:
            value, end = _DECODER.raw_decode(rest, start)
        except RecursionError:
            break
        except ValueError:
            position = start + 1
            continue
        found = list(_calls_in(value, tool_names))
        if found:
            calls += found
            kept.append(rest[at:start])
            at = end
        position = end
    rest = _FENCE.sub(" ", _TAGS.sub(" ", "".join([*kept, rest[at:]])))
    written = _PYTHON.search(rest) if not calls else None
    if written and written[1] in tool_names and not _says_something(rest.replace(written.group(), "", 1)):
        return [ParsedCall(written[1], {})], ""
    return calls, rest


def _says_something(rest: str) -> bool:
    return re.search(r"[^\W_]", rest) is not None


def _is_broken_call(text: str, tool_names: Collection[str]) -> bool:
    bare = _TAGS.sub(" ", _FENCE.sub(" ", text)).strip()
    if (match := _BROKEN.match(bare)) and (match[1] or match[2]):
        return bool(match[2]) or match[1] in tool_names or _ARGUMENTS_KEY.search(bare) is not None
    return text.startswith(("<tool_call>", "<|python_tag|>"))


def _split_tagged(text: str) -> tuple[list[ParsedCall], str]:
    calls: list[ParsedCall] = []
    kept: list[str] = []
    at = 0
    for _ in range(_MOST_BLOCKS):
        opened = _FUNCTION.search(text, at)
        end = text.find(_FUNCTION_END, opened.end()) if opened else -1
        if opened is None or end < 0:
            break
        calls.append(_tagged(opened[1], text[opened.end() : end]))
        kept += [text[at : opened.start()], " "]
        at = end + len(_FUNCTION_END)
    return calls, "".join([*kept, text[at:]])


def _tagged(name: str, body: str) -> ParsedCall:
    arguments: dict[str, JsonValue] = {}
    for piece in body.split("<parameter=")[1:]:
        key, _, rest = piece.partition(">")
        text, closed, _ = rest.partition("</parameter>")
        if closed:
            arguments[key] = text.removeprefix("\n").removesuffix("\n")
    if not arguments and isinstance(value := _loads(body), dict):
        return ParsedCall(name, value)
    return ParsedCall(name, arguments)


def _calls_in(value: JsonValue, tool_names: Collection[str]) -> Iterator[ParsedCall]:
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                yield from _calls_in(item, tool_names)
        return
    if not isinstance(value, dict):
        return
    wrapped = value.get("function") or value.get("tool_calls")
    if isinstance(wrapped, (dict, list)):
        yield from _calls_in(wrapped, tool_names)
        return
    name = next((value[key] for key in _NAME_KEYS if isinstance(value.get(key), str)), None)
    if not isinstance(name, str):
        return
    given = next((value[key] for key in _ARGUMENT_KEYS if key in value), None)
    if isinstance(given, str):
        given = _loads(given)
    if isinstance(given, dict):
        yield ParsedCall(name, given)
    elif name in tool_names:
        yield ParsedCall(name, {})


def _loads(text: str) -> JsonValue:
    try:
        return cast(JsonValue, json.loads(text))
    except (ValueError, RecursionError):
        return None
