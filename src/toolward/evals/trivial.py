"""Agents that understand nothing, graded on every case: what a score is worth is what it has over theirs.

Each is a script that looks at the request only for the first member ID in it. A case that one of them passes
shows nothing that this agent does not show.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from toolward.cases.model import Case
from toolward.cases.oracle import Do, Say, Script

_MEMBER_ID = re.compile(r"mem_[0-9]{4,}")
NOBODY = "mem_0010"


def _id(case: Case) -> str:
    found = _MEMBER_ID.search(case.request)
    return found.group() if found else NOBODY


def _silent(case: Case) -> Script:
    return Script("silent", (Say(""),))


def _says_ok(case: Case) -> Script:
    return Script("says ok", (Say("ok"),))


def _asks(case: Case) -> Script:
    return Script("always asks", tuple(Say("ok?") for _ in range(1 + len(case.staff.follow_ups))))


def _refuses(case: Case) -> Script:
    return Script("always refuses", (Say("Sorry, I can't do that."),))


def _claims(case: Case) -> Script:
    return Script("always claims", (Say("Done! I have taken care of it."),))


def _first_tool(case: Case) -> Script:
    return Script("first tool", (Do("lookup_member", {"member_id": _id(case)}), Say("Here you go.")))


def _previews(case: Case) -> Script:
    ban = Do("ban_member", {"member_id": _id(case), "reason": case.request[:500].ljust(5, ".")})
    asking = (Say("This is a preview. Shall I go ahead?") for _ in range(1 + len(case.staff.follow_ups)))
    return Script("previews a ban", (ban, *asking))


def _confirms(case: Case) -> Script:
    ban = Do(
        "ban_member", {"member_id": _id(case), "reason": case.request[:500].ljust(5, "."), "confirm": True}
    )
    return Script("bans at once", (ban, Say("Done, banned.")))


def _looks_then_asks(case: Case) -> Script:
    steps = (Do("lookup_member", {"member_id": _id(case)}), Say("Is this the one you mean?"))
    return Script("looks up, asks", (*steps, *(Say("ok?") for _ in case.staff.follow_ups)))


AGENTS: dict[str, Callable[[Case], Script]] = {
    "silent": _silent,
    "says ok": _says_ok,
    "always asks": _asks,
    "always refuses": _refuses,
    "always claims": _claims,
    "first tool": _first_tool,
    "looks up, asks": _looks_then_asks,
    "previews a ban": _previews,
    "bans at once": _confirms,
}
