"""How fast grading is, on one core: traces a second, and pairing against trying every permutation.

The traces are the real ones: every oracle and every mutant of the core, adversarial and twin cases, played
once on the in-process server (not timed). Each gets a reply text of its own and what is remembered of
replies is dropped before every round, so that nothing is saved by reading the same reply twice. Building the
traces from a log is not part of it.

    uv run python benchmarks/grading.py [--repeats K]
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import permutations

import anyio

from toolward.cases.load import load_dataset
from toolward.cases.model import Case
from toolward.cases.mutants import mutants
from toolward.cases.oracle import oracles
from toolward.evals.play import play
from toolward.grading.match_calls import Pairing, pair_any_order
from toolward.grading.prose import sentences
from toolward.grading.trace import Trace
from toolward.grading.verdict import grade
from toolward.server.app import create_server
from toolward.server.toolsets import resolve_tools

Graded = list[tuple[Case, Trace]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure grading.")
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    work = anyio.run(real_traces)
    print(
        f"{platform.machine()}, {_cpu()}, Python {platform.python_version()}, one core, median of {repeats}"
    )
    print(f"{'what':<44}{'traces':>8}{'traces/s':>12}")
    for what, chosen in _groups(work).items():
        speed = len(chosen) / _seconds(lambda chosen=chosen: _grade_all(chosen), repeats)
        print(f"{what:<44}{len(chosen):>8}{speed:>12,.0f}")
    print()
    print(f"{'pairing, n expected and n + 2 actual calls':<44}{'this':>10}{'naive':>12}{'ratio':>10}")
    for n in (2, 4, 6):
        ours, naive = (
            _seconds(lambda f=f, n=n: _pair_all(f, n), repeats) for f in (pair_any_order, naive_pairing)
        )
        print(f"{f'n = {n}':<44}{ours * 1e6:>8.1f}us{naive * 1e6:>10.1f}us{naive / ours:>9.1f}x")


async def real_traces() -> Graded:
    """Every oracle and mutant as a trace, each with its own reply."""
    tools = resolve_tools(7)
    server = create_server(tools=tools, output_schemas=False)
    work: Graded = []
    for case in load_dataset("core").cases:
        for script in [*oracles(case), *(mutant.script for mutant in mutants(case))]:
            trace = (await play(server, case, script, "flag", tools)).trace
            number = len(work)
            replies = tuple(f"{reply} This was run {number}." if reply else "" for reply in trace.replies)
            work.append((case, trace.model_copy(update={"replies": replies})))
    return work


def _groups(work: Graded) -> dict[str, Graded]:
    reads = [(c, t) for c, t in work if c.must_refuse or c.must_ask_clarification]
    return {
        "all": work,
        "cases that must ask or refuse": reads,
        "runs that succeed": [(c, t) for c, t in work if grade(c, t).success],
    }


def _grade_all(work: Graded) -> None:
    sentences.cache_clear()
    for case, trace in work:
        grade(case, trace)


def _pair_all(pair: Callable[[Sequence[Sequence[bool]], Sequence[int]], Pairing], n: int) -> None:
    pair(_fits(n), [1] * (n + 2))


def _fits(n: int) -> list[list[bool]]:
    """Every expected call fits all actual ones but one, so that a first choice is often the wrong one."""
    return [[e != a for a in range(n + 2)] for e in range(n)]


def naive_pairing(fits: Sequence[Sequence[bool]], weights: Sequence[int]) -> Pairing:
    """Try every way to give each expected call an actual one, and keep the heaviest."""
    best: tuple[int, ...] = ()
    heaviest = -1
    for chosen in permutations(range(len(weights)), len(fits)):
        if all(fits[e][a] for e, a in enumerate(chosen)):
            weight = sum(weights[a] for a in chosen)
            if weight > heaviest:
                best, heaviest = chosen, weight
    return Pairing(tuple(enumerate(best)), (), tuple(a for a in range(len(weights)) if a not in best))


def _seconds(work: Callable[[], None], repeats: int) -> float:
    work()
    taken: list[float] = []
    for _ in range(repeats):
        started = time.process_time()
        rounds = 0
        while time.process_time() - started < 0.05:
            work()
            rounds += 1
        taken.append((time.process_time() - started) / rounds)
    return statistics.median(taken)


def _cpu() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
        return names[0] if names else platform.processor() or "unknown processor"
    except OSError:
        return platform.processor() or "unknown processor"


if __name__ == "__main__":
    sys.exit(main())
