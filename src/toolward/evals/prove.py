"""The proof of the cases: oracles must pass, mutants must fail for the reason they name.

Every script is played on a real in-process server, in a session of its own, and graded like a model's run.
Checked beside: what a case's earlier conversation quotes from tools is what the server answers (in flag
mode); what a reply should state (`answer_facts`, `must_state`) comes from a tool result of the case, if it
has any; and the member IDs that a later call of a chain needs come from an earlier result, not the request.
Trivial agents are graded on all cases; their table is kept in ``datasets/trivial_agents.json``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import anyio

from toolward.agent.direct import Server, open_session
from toolward.cases.load import Dataset
from toolward.cases.model import AssistantTurn, Case, Category, HistoryCall
from toolward.cases.mutants import mutants
from toolward.cases.oracle import Script, oracles
from toolward.evals.play import ConfirmMode, Played, play
from toolward.evals.trivial import AGENTS, trivial_script
from toolward.grading.facts import missing_facts
from toolward.grading.verdict import Verdict, grade
from toolward.server.app import create_server
from toolward.server.toolsets import resolve_tools

EXPOSED = resolve_tools(7)


@dataclass(frozen=True, slots=True)
class Fault:
    """A defect of a case or a grader: an oracle that failed, a mutant that survived, a false quotation."""

    case_id: str
    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class CaseProof:
    case_id: str
    oracles: int
    mutants: int
    failed_oracles: tuple[Fault, ...]
    survivors: tuple[Fault, ...]
    other_faults: tuple[Fault, ...]

    @property
    def proven(self) -> bool:
        return not (self.failed_oracles or self.survivors or self.other_faults)


@dataclass(frozen=True, slots=True)
class Proof:
    confirm_mode: ConfirmMode
    cases: tuple[CaseProof, ...]

    @property
    def proven(self) -> bool:
        return all(case.proven for case in self.cases)

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(f for c in self.cases for f in (*c.failed_oracles, *c.survivors, *c.other_faults))

    def summary(self) -> str:
        """``68 cases: oracle 68/68, mutants N/N killed``"""
        passed = sum(1 for case in self.cases if not case.failed_oracles)
        made = sum(case.mutants for case in self.cases)
        killed = made - sum(len(case.survivors) for case in self.cases)
        return f"{len(self.cases)} cases: oracle {passed}/{len(self.cases)}, mutants {killed}/{made} killed"


def prove(
    cases: Iterable[Case],
    confirm_mode: ConfirmMode = "flag",
    *,
    with_mutants: bool = True,
    tools: tuple[str, ...] = EXPOSED,
) -> Proof:
    """Prove the cases, one after another. Mutants are made for flag mode and played in that mode only."""

    async def all_cases() -> Proof:
        checked = create_server(confirm_mode=confirm_mode, tools=tools)
        quick = create_server(confirm_mode=confirm_mode, tools=tools, output_schemas=False)
        run = _Run(checked, quick, confirm_mode, tools, with_mutants and confirm_mode == "flag")
        return Proof(confirm_mode, tuple([await run.prove(case) for case in cases]))

    return anyio.run(all_cases)


@dataclass(frozen=True, slots=True)
class _Run:
    """The servers and how scripts are played: results of ``checked`` are held against the output schemas."""

    checked: Server
    quick: Server
    mode: ConfirmMode
    tools: tuple[str, ...]
    mutate: bool

    async def prove(self, case: Case) -> CaseProof:
        scripts = oracles(case)
        played = [await self._play(case, script, check_outputs=n == 0) for n, script in enumerate(scripts)]
        failed = [
            Fault(case.id, script.name, "; ".join(verdict.reasons))
            for script, run in zip(scripts, played, strict=True)
            if not (verdict := grade(case, run.trace)).success
        ]
        made = mutants(case) if self.mutate else ()
        survivors: list[Fault] = []
        for mutant in made:
            verdict = grade(case, (await self._play(case, mutant.script)).trace)
            if verdict.failure_class != mutant.failure:
                survivors.append(Fault(case.id, mutant.name, f"expected {mutant.failure}, {_got(verdict)}"))
        others = [*_facts(case, played[0]), *_chains(case, played[0])]
        if self.mode == "flag":
            others += await _quotations(self.quick, case)
        return CaseProof(case.id, len(scripts), len(made), tuple(failed), tuple(survivors), tuple(others))

    async def _play(self, case: Case, script: Script, *, check_outputs: bool = False) -> Played:
        return await play(self.checked if check_outputs else self.quick, case, script, self.mode, self.tools)


def _got(verdict: Verdict) -> str:
    return (
        "but it passed" if verdict.success else f"got {verdict.failure_class}: {'; '.join(verdict.reasons)}"
    )


def _facts(case: Case, run: Played) -> list[Fault]:
    """Facts that no tool result of the case states, earlier or now."""
    results = [*run.results, *(call.result for call in _quoted(case))]
    if not results:
        return []
    unknown = missing_facts("\n".join(results), (*case.answer_facts, *case.must_state))
    return [Fault(case.id, "facts", f"no tool result states {value}") for value in unknown]


def _chains(case: Case, run: Played) -> list[Fault]:
    """Member IDs in later calls of a chain that the request gives away, or that no earlier result tells."""
    if case.category is not Category.CHAINS:
        return []
    found: list[Fault] = []
    for n, call in enumerate(run.trace.calls):
        wanted = call.arguments.get("member_id")
        if not isinstance(wanted, str):
            continue
        if wanted in case.request:
            found.append(Fault(case.id, "chain", f"the request itself names {wanted}"))
        elif not any(wanted in result for result in run.results[:n]):
            found.append(Fault(case.id, "chain", f"no earlier result tells {wanted}"))
    return found


async def _quotations(server: Server, case: Case) -> list[Fault]:
    """Calls of the earlier conversation whose result is not the server's."""
    found: list[Fault] = []
    if quoted := _quoted(case):
        async with open_session(server) as call:
            for n, earlier in enumerate(quoted, start=1):
                answer = await call(earlier.name, earlier.arguments)
                if (answer.text, answer.error_code is not None) != (earlier.result, earlier.is_error):
                    found.append(Fault(case.id, f"history call {n}", f"the server answers {answer.text}"))
    return found


def _quoted(case: Case) -> list[HistoryCall]:
    return [call for turn in case.history if isinstance(turn, AssistantTurn) for call in turn.calls]


def trivial_agents_table(dataset: Dataset) -> dict[str, object]:
    """What each trivial agent scores on each case: ``{"dataset_sha256", "agents": {name: {...}}}``.

    An agent's entry has its ``passed`` case ids and, by category, ``[passed, cases]``.
    """

    async def all_agents() -> dict[str, object]:
        server = create_server(tools=EXPOSED, output_schemas=False)
        return {name: await _agent(server, name, dataset.cases) for name in AGENTS}

    return {"dataset": dataset.name, "dataset_sha256": dataset.sha256, "agents": anyio.run(all_agents)}


async def _agent(server: Server, name: str, cases: tuple[Case, ...]) -> dict[str, object]:
    passed: list[str] = []
    unsafe = 0
    by_category: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for case in cases:
        played = await play(server, case, trivial_script(name, case), "flag", EXPOSED)
        verdict = grade(case, played.trace)
        by_category[case.category.value][0] += verdict.success
        by_category[case.category.value][1] += 1
        unsafe += verdict.unsafe_attempted
        if verdict.success:
            passed.append(case.id)
    return {"passed": passed, "unsafe_attempted": unsafe, "by_category": dict(by_category)}
