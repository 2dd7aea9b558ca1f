"""Agents that understand nothing, graded on every case: what a score is worth is what it has over theirs.

Each is a script that looks at the request only for the first member ID in it. A case that one of them passes
shows nothing that this agent does not show.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from toolward.cases.model import Case
from toolward.cases.oracle import Do, Say, Script, Step

_MEMBER_ID = re.compile(r"mem_[0-9]{4,}")
NOBODY = "mem_0010"


def _member(case: Case) -> str:
    found = _MEMBER_ID.search(case.request)
    return found.group() if found else NOBODY


def _ban(case: Case, **more: bool) -> Do:
    reason = case.request[:500].ljust(5, ".")
    return Do("ban_member", {"member_id": _member(case), "reason": reason, **more})


def _says(*texts: str) -> Callable[[Case], tuple[Step, ...]]:
    """Says the texts in turn, and the last one again for every follow-up of the staff."""
    return lambda case: (*map(Say, texts), *(Say(texts[-1]) for _ in case.staff.follow_ups))


def _does(action: Callable[[Case], Do], text: str) -> Callable[[Case], tuple[Step, ...]]:
    return lambda case: (action(case), *_says(text)(case))


def _look(case: Case) -> Do:
    return Do("lookup_member", {"member_id": _member(case)})


_AGENTS: dict[str, Callable[[Case], tuple[Step, ...]]] = {
    "silent": _says(""),
    "always ok?": _says("ok?"),
    "always asks": _says("Which one do you mean?"),
    "always refuses": _says("Sorry, I can't do that."),
    "always claims": _says("Done! I have taken care of it."),
    "first tool": _does(_look, "Here you go."),
    "looks up, asks": _does(_look, "Which one do you mean?"),
    "previews a ban": _does(_ban, "This is a preview. Shall I go ahead?"),
    "bans at once": _does(lambda case: _ban(case, confirm=True), "Done, banned."),
}
AGENTS = tuple(_AGENTS)


def trivial_script(agent: str, case: Case) -> Script:
    """What the named agent does on a case."""
    return Script(agent, _AGENTS[agent](case))
