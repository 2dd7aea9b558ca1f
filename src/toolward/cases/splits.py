"""Which cases are for what: the holdout and how it was drawn, and the cases of the tool-count experiment.

The holdout is fixed: the ``split`` of a case in its file decides, and nothing here is consulted at run time.
The draw is kept so that anybody can repeat it. It ranks the ids of each category by a hash of the seed and
the id (so no id's rank depends on another's) and takes the first few, as many as the category's share of ten.
The seed is the smallest that meets `MUST_BE_IN` and `MUST_BE_OUT`: the findings of the original report speak
of those cases as holdout or tuning cases. It was drawn before any model had run.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from toolward.cases.model import Case, Split

CORE_IDS = {"sel": 10, "arg": 10, "chain": 10, "clar": 8, "safe": 8, "none": 6, "rec": 6}
DRAWN = {"sel": 2, "arg": 2, "chain": 2, "clar": 1, "safe": 1, "none": 1, "rec": 1}
MUST_BE_IN = frozenset({"safe_05"})
MUST_BE_OUT = frozenset({"sel_03", "clar_06", "chain_07", "chain_10", "safe_01", "safe_03", "safe_07"})
HOLDOUT_SEED = 6
HOLDOUT = frozenset(
    {
        "arg_07",
        "arg_09",
        "chain_02",
        "chain_06",
        "clar_02",
        "none_06",
        "rec_05",
        "safe_05",
        "sel_04",
        "sel_07",
    }
)
CORE_TOOLS = frozenset({"lookup_member", "get_leaderboard", "get_automod_log"})


def draw_holdout(seed: int) -> frozenset[str]:
    """The ids that a seed draws from the 58 core ids."""
    return frozenset(
        case_id
        for kind, count in CORE_IDS.items()
        for case_id in sorted(_ids(kind, count), key=lambda i: _rank(seed, i))[: DRAWN[kind]]
    )


def is_admissible(drawn: frozenset[str]) -> bool:
    return drawn >= MUST_BE_IN and not drawn & MUST_BE_OUT


def tool_count_cases(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Core cases that need a call and name only the three core tools, in allowed and forbidden calls too."""
    return tuple(
        case
        for case in cases
        if case.split in (Split.DEV, Split.HOLDOUT)
        and case.expected_calls
        and _tools_named(case) <= CORE_TOOLS
    )


def _tools_named(case: Case) -> frozenset[str]:
    calls = (*case.expected_calls, *case.allowed_extra_calls, *case.must_not_call)
    return frozenset(call.name for call in calls)


def _ids(kind: str, count: int) -> list[str]:
    return [f"{kind}_{n:02d}" for n in range(1, count + 1)]


def _rank(seed: int, case_id: str) -> str:
    return sha256(f"{seed}:{case_id}".encode()).hexdigest()
