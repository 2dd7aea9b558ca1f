"""What a reply says to its reader: the prose, without what it only shows or quotes.

Taken out: reasoning before a closing think tag, invisible characters, HTML comments and tags, struck-out
text, code (fenced and inline), JSON and tool-call markup, links, quoted lines and quoted phrases. What is
left is compatibility-normalised, case-folded, and cut into sentences.

Inline code and quotes leave a placeholder, so that "do you mean `mem_0050`?" stays a sentence. A reply that
is one quotation as a whole is read as said. Of a very long reply only the two ends are read: the work is
bounded, whatever a model sends.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

LONGEST = 6_000  # characters; a longer reply is read at both ends, half each
CODE, QUOTE, LINK = " codeword ", " quoteword ", " linkword "

_THINK_END = re.compile(r"</think(?:ing)?>", re.I)
_THINK_START = re.compile(r"<think(?:ing)?>", re.I)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff\u064b-\u0652\u0640]"
)
_WORD_CHARACTER = re.compile(r"[^\W_]")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_MARKUP_CALL = re.compile(r"<(tool_call|function_call|function)\b|<\|python_tag\|>")
_HTML = re.compile(r"</?[a-z][^<>\n]{0,200}>")
_STRUCK = re.compile(r"~~[^~\n]{1,400}~~")
_INLINE_CODE = re.compile(r"``[^\n]{1,400}?``|`[^`\n]{1,400}`")
_MARKDOWN_LINK = re.compile(r"\[([^\[\]\n]{0,200})\]\([^()\s]{1,400}\)")
_URL = re.compile(r"(?:https?://|www\.)[^\s<>|]{1,2000}|\b[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/[^\s<>|]{0,500}")
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|\|\|")
_BLANKS = re.compile(r"[ \t\u3000]+")
_FENCE = re.compile(r"^\s{0,3}(?:[-*]\s+|\d+[.)]\s+)?(`{3,}|~{3,})")
_QUOTED_LINE = re.compile(r"^\s{0,3}(?:>|\[[^\]\n]{1,100}\]:).*$", re.M)  # quotes and link definitions
_LIST_LINE = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s")
_CODE_INDENT = ("    ", "\t")
_PAIRS = ("“”", "„“", "„”", "«»", "»«", "‹›", "「」", "『』", "‘’")
_QUOTES = re.compile(
    "|".join(
        [rf"{a}[^{a}{b}\n]{{1,300}}{b}" for a, b in _PAIRS]
        + [r'(?<!\w)"[^"\n]{1,300}"(?!\w)', r"(?<![\w'])'[^'\n]{1,300}'(?![\w'])"]
    )
)
_WHOLE_QUOTE = re.compile(r'\A\s*(?:"([^"]+)"|“([^“”]+)”|«([^«»]+)»|„([^„“”]+)[“”]|「([^「」]+)」)\s*\Z')
_ENDS = ".!?。؟।;՞፧‽"
_SENTENCE = re.compile(
    rf"(?:[^{_ENDS}\n]+|\.(?![.!?\s)\]\"']|\Z)|\?(?=[a-z0-9_=&/]))*(?:[{_ENDS}]+[)\]\"']*|\n|\Z)"
)  # a dot inside a word and the mark of a query string end nothing


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str  # folded, trimmed, without its end mark
    end: str  # the end mark: "?", "." and the like, or "" at a line's end
    heading: bool  # stands in a heading line
    after: str  # what follows in the same paragraph, folded


def is_blank(text: str) -> bool:
    """Whether a reply shows its reader nothing: no letter, digit or symbol (an emoji is a symbol)."""
    seen = _INVISIBLE.sub("", _COMMENT.sub("", without_reasoning(text)))
    return not _WORD_CHARACTER.search(seen) and not any(unicodedata.category(c) == "So" for c in seen)


@lru_cache(maxsize=512)
def sentences(reply: str) -> tuple[Sentence, ...]:
    """The sentences of a reply's prose, in order."""
    found: list[Sentence] = []
    for paragraph in re.split(r"\n[ \t]*\n", prose(reply)):
        for match in _SENTENCE.finditer(paragraph):
            if raw := match.group().strip():
                found.append(_sentence(raw, paragraph, match.start(), match.end()))
    return tuple(found)


def _sentence(raw: str, paragraph: str, start: int, end: int) -> Sentence:
    text = raw.rstrip(_ENDS + ")]\"' ")
    line_start = paragraph.rfind("\n", 0, start + 1) + 1
    heading = paragraph[line_start : line_start + 8].lstrip().startswith("#")
    return Sentence(text.lstrip("-–—•#>:(¿¡ \t"), raw[len(text) :], heading, paragraph[end:].strip())


def prose(reply: str) -> str:
    """The reply's own words: normalised, case-folded, lines kept."""
    text = without_reasoning(reply)
    if len(text) > LONGEST:
        text = text[: LONGEST // 2] + "\n\n" + text[-LONGEST // 2 :]
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).replace("’", "'").replace("ʼ", "'")
    text = _INVISIBLE.sub("", text.casefold().replace("i\u0307", "i"))
    text = _COMMENT.sub(" ", _without_indented_code(_without_fences(text)))
    text = _without_json(_without_markup_calls(text))
    text = _STRUCK.sub(" ", _INLINE_CODE.sub(CODE, text))
    text = _URL.sub(_link, _MARKDOWN_LINK.sub(r"\1", text))
    text = _HTML.sub(" ", _QUOTED_LINE.sub("", text))
    whole = _WHOLE_QUOTE.match(text)
    text = next(g for g in whole.groups() if g) if whole else _QUOTES.sub(QUOTE, text)
    return _BLANKS.sub(" ", _EMPHASIS.sub("", text))


def without_reasoning(text: str) -> str:
    if "think" not in text.casefold():
        return text
    ends = list(_THINK_END.finditer(text))
    rest = text[ends[-1].end() :] if ends else text
    opened = _THINK_START.search(rest)
    return rest[: opened.start()] if opened else rest


def _without_fences(text: str) -> str:
    """Fenced code out, an unclosed fence up to the end."""
    if "```" not in text and "~~~" not in text:
        return text
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif mark and mark[1] not in line[mark.end() :]:
            fence = mark[1]
            kept.append("")
        else:
            kept.append(line)
    return "\n".join(kept)


def _without_indented_code(text: str) -> str:
    """Blocks that are indented as code out, but for those that belong to a list."""
    if not any(mark in text for mark in ("\n    ", "\n\t")) and not text.startswith(_CODE_INDENT):
        return text
    kept: list[str] = []
    after_blank, in_code, in_list = True, False, False
    for line in text.split("\n"):
        if not line.strip():
            after_blank = True
            kept.append(line)
            continue
        indented = line.startswith(_CODE_INDENT)
        in_code = indented and not in_list and (in_code or after_blank)
        in_list = _LIST_LINE.match(line) is not None or (in_list and indented)
        after_blank = False
        kept.append("" if in_code else line)
    return "\n".join(kept)


def _without_markup_calls(text: str) -> str:
    """Calls in tags out; what never closes goes up to the end, a python tag up to its line's end."""
    kept: list[str] = []
    at = 0
    while opened := _MARKUP_CALL.search(text, at):
        kept += [text[at : opened.start()], " "]
        closing = f"</{opened[1]}>" if opened[1] else "\n"
        end = text.find(closing, opened.end())
        at = len(text) if end < 0 else end + len(closing)
    return "".join([*kept, text[at:]])


_DECODER = json.JSONDecoder()
_MOST_OBJECTS = 40
_JSON_START = re.compile(r"\{|\[\s*[\[{\"]")


def _without_json(text: str) -> str:
    """JSON objects and lists out; braces that hold no JSON stay."""
    kept: list[str] = []
    at = 0
    for _ in range(_MOST_OBJECTS):
        opened = _JSON_START.search(text, at)
        if opened is None:
            break
        start = opened.start()
        try:
            _, end = _DECODER.raw_decode(text, start)
        except RecursionError:
            break
        except ValueError:
            end = start + 1
            kept.append(text[at:end])
        else:
            kept += [text[at:start], " "]
        at = end
    return "".join([*kept, text[at:]])


def _link(match: re.Match[str]) -> str:
    """A link without the marks behind it, which belong to its sentence (a "?" only at a line's end)."""
    link = match.group()
    tail = link[len(link.rstrip(".,;:!?)]\"'")) :]
    line_ends = match.string[match.end() : match.end() + 1] in ("", "\n")
    return LINK.rstrip() + (tail if line_ends else tail.replace("?", ""))
