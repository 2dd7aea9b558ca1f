"""Reasoning that leaked into the content, taken out of it.

A server with a thinking template sends reasoning in a field of its own. Others leave it in the content:
`<think>...</think>` anywhere; a stray `</think>` (the opening tag was part of the prompt, so all before it is
reasoning); or an opening tag that never closes (the cap fell inside, so all after it is reasoning).
Tags do not nest: models repeat the opening one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TAG = re.compile(r"<(/?)think(?:ing)?>", re.I)


class Separated(NamedTuple):
    text: str
    reasoning: str


def separate(content: str) -> Separated:
    """Text that is for the reader, and the reasoning. Content without tags comes back unchanged."""
    if not _TAG.search(content):
        return Separated(content, "")
    text: list[str] = []
    thought: list[str] = []
    at, inside = 0, False
    for tag in _TAG.finditer(content):
        piece, at = content[at : tag.start()], tag.end()
        closing = bool(tag[1])
        if closing and not inside:
            thought, text = [*thought, *text, piece], []
        else:
            (thought if inside else text).append(piece)
        inside = not closing
    (thought if inside else text).append(content[at:])
    return Separated("".join(text).strip(), "\n".join(t.strip() for t in thought if t.strip()))
