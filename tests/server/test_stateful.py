"""Thousands of calls with arbitrary JSON in long random sessions: nothing escapes, the state stays whole.

After every call: a failure has a known code, an empty report of changes and no foreign text; a success fits
its listed output schema (the client checks) and changes the state exactly when it says so. After every
change: ranks, leaderboards, colours, roles and the log agree with each other and with a plain model of the
session, and the base is untouched.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from toolward.community import rules
from toolward.community.failures import ErrorCode
from toolward.community.fixtures import load_community
from toolward.community.model import Member
from toolward.server.app import create_server
from toolward.server.catalogue import CATALOGUE
from toolward.server.parameters import Choice, Flag, Parameter, Whole
from toolward.server.tools import SEVEN

from .calling import Answer, Caller, connected

EXAMPLES, STEPS = 60, 45  # 2,700 calls
SHRINK = bool(os.environ.get("TOOLWARD_SHRINK"))  # minutes, once there is something to shrink
KNOWN = {str(code) for code in ErrorCode}
FOREIGN = re.compile(r"pydantic|Traceback|input_value|validation error|jsonschema|https?://", re.I)
BASE = load_community()
PICKED = {role.name for role in BASE.roles.roles if role.kind in rules.PICKED_COLOURS}
GIVEN = [role.name for role in BASE.roles.roles if role.kind in rules.GIVEN - {rules.RoleKind.STAFF}]
REASON = {"reason": "spam links"}
PRESTIGE = {role.name for role in BASE.roles.roles if role.kind is rules.RoleKind.PRESTIGE}

TEXT = st.text(st.characters(), max_size=20)  # surrogates included
KEY = st.text(max_size=20)  # the SDK's client cannot send a nested key with a surrogate
SCALAR = (
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT
    | st.sampled_from(["", "None", "null", "true", "x" * 100_000, "\ud800", "\x00", 10**40, -0.0, 1e308])
)  # fmt: skip
JSON = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEY, inner, max_size=3), max_leaves=8
) | st.integers(10, 60).map(lambda depth: json.loads("[" * depth + "]" * depth))
MEMBER_ID = st.integers(1, 145).map(lambda n: f"mem_{n:04d}") | st.sampled_from(
    ["mem_42", "MEM_0042", "mem_0042\n", "mem_٠٠٤٢", "quietfern"]
)
NAME = st.sampled_from([m.display_name for m in BASE.members] + [m.username for m in BASE.members]) | TEXT
ROLE = st.sampled_from([r.name for r in BASE.roles.roles] + [r.name.upper() for r in BASE.roles.roles]) | TEXT
WORDS = st.lists(TEXT, max_size=5).map(" ".join) | st.sampled_from(["spam links", "Movie night on Friday"])
PLAUSIBLE = {"member_id": MEMBER_ID, "name": NAME, "role_name": ROLE, "reason": WORDS, "topic": WORDS}


def plausible(name: str, kind: Parameter) -> st.SearchStrategy[Any]:
    match kind:
        case Choice(options=options):
            return st.sampled_from(options)
        case Whole(least=least, most=most):
            return st.integers(least - 1, most + 1)
        case Flag():
            return st.sampled_from([True, False, "true", "no", 1])
        case _:
            return PLAUSIBLE[name]


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    if draw(st.integers(0, 24)) == 0:
        return draw(TEXT.filter(lambda name: name not in CATALOGUE)), draw(
            st.dictionaries(TEXT, JSON, max_size=2)
        )
    tool = draw(st.sampled_from(SEVEN))
    arguments: dict[str, Any] = {}
    for name, kind in tool.parameters.items():
        if kind.required or draw(st.booleans()):
            arguments[name] = draw(JSON if draw(st.integers(0, 9)) == 0 else plausible(name, kind))
    if draw(st.integers(0, 14)) == 0:
        arguments[draw(TEXT)] = draw(JSON)
    return tool.name, arguments


class Session(RuleBasedStateMachine):
    portal: BlockingPortal

    @initialize()
    def open(self) -> None:
        server = create_server(tools=list(CATALOGUE))
        self._connection: AbstractContextManager[Caller] = self.portal.wrap_async_context_manager(
            connected(server)
        )
        self._caller = self._connection.__enter__()
        self.banned: set[str] = set()
        self.log: list[tuple[str, str]] = []
        self.checked = -1

    def teardown(self) -> None:
        if hasattr(self, "_connection"):
            self._connection.__exit__(None, None, None)

    def call(self, tool: str, arguments: dict[str, Any]) -> Answer:
        given = copy.deepcopy(arguments)
        return self.portal.call(self._caller.raw, tool, given)

    @rule(made=calls())
    def any_call(self, made: tuple[str, dict[str, Any]]) -> None:
        tool, arguments = made
        answer = self.call(tool, arguments)
        if answer.is_error:
            assert answer.code in KNOWN, answer.body
            assert answer.changes == 0 and answer.message and answer.hint
            assert not FOREIGN.search(json.dumps({**answer["error"], "candidates": None}))
            assert len(json.dumps(answer.body)) < 8_000
            return
        executed = answer.body.get("executed") is True
        assert answer.changes == int(executed)
        if executed:
            member_id = arguments["member_id"]
            self.log.append((tool, member_id))
            if tool == "ban_member":
                assert member_id not in self.banned
                self.banned.add(member_id)

    @rule(member=st.sampled_from(BASE.members), role=st.none() | st.sampled_from(GIVEN))
    def a_likely_change(self, member: Member, role: str | None) -> None:
        if role is None:
            self.any_call(("ban_member", {"member_id": member.member_id, **REASON, "confirm": True}))
        else:
            self.any_call(("assign_role", {"member_id": member.member_id, "role_name": role, "confirm": 1}))

    @rule(made=calls())
    def a_preview_changes_nothing(self, made: tuple[str, dict[str, Any]]) -> None:
        tool, arguments = made
        if tool in ("ban_member", "assign_role"):
            answer = self.call(tool, {**arguments, "confirm": False})
            assert answer.changes == 0
            assert answer.is_error or answer["executed"] is False

    @invariant()
    def the_session_is_whole(self) -> None:
        if not hasattr(self, "log") or self.checked == len(self.log):
            return
        self.checked = len(self.log)
        self._log_equals_the_changes()
        self._the_board_is_ranked()
        for member_id in {member_id for _, member_id in self.log[:1] + self.log[-2:]}:
            self._member_is_whole(member_id)
        assert not self.banned & set(BASE.bans)
        assert BASE.roles.roles and load_community() is BASE

    def _log_equals_the_changes(self) -> None:
        log = self.call("get_moderation_log", {"limit": 50})
        assert log["total"] == len(self.log)
        newest = [(entry["action"], entry["member_id"]) for entry in log["entries"]]
        assert newest == self.log[::-1][:50]

    def _the_board_is_ranked(self) -> None:
        entries = self.call("get_leaderboard", {"limit": 25})["entries"]
        values = [entry["value"] for entry in entries]
        assert values == sorted(values, reverse=True)
        assert not self.banned & {entry["member_id"] for entry in entries}
        for entry in entries:
            assert entry["rank"] == 1 + sum(value > entry["value"] for value in values)
            assert entry["tied"] == (values.count(entry["value"]) > 1)
        probe = entries[len(self.log) % len(entries)]
        assert self.call("lookup_member", {"member_id": probe["member_id"]})["rank"] == probe["rank"]

    def _member_is_whole(self, member_id: str) -> None:
        seen = self.call("lookup_member", {"member_id": member_id})
        assert seen["is_banned"] == (member_id in self.banned)
        roles = set(seen["roles"])
        assert len(roles & PICKED) <= 1 and len(roles) == len(seen["roles"])
        if member_id in self.banned:
            assert not roles and seen["rank"] is None and not seen["in_server"]
        else:
            assert len(roles & PRESTIGE) == 1 and "Member" in roles
            order = [role.name for role in BASE.roles.roles if role.name in roles]
            assert order == seen["roles"]


@pytest.fixture
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as opened:
        yield opened


def test_arbitrary_calls_never_break_a_session(portal: BlockingPortal) -> None:
    before = json.dumps([m.model_dump(mode="json") for m in BASE.members])
    machine = type("Run", (Session,), {"portal": portal})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate, Phase.shrink] if SHRINK else [Phase.generate],
            suppress_health_check=[
                HealthCheck.too_slow,
                HealthCheck.data_too_large,
                HealthCheck.filter_too_much,
            ],
        ),
    )
    assert json.dumps([m.model_dump(mode="json") for m in BASE.members]) == before
