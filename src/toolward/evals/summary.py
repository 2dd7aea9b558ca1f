"""The last words of a run: what came out, how sure it is, and what to type next.

Printed by a hook of Inspect's when one of our tasks ends, for every planned run of the log: a sample
that errored or never ran counts as a failure, as in the tables of `analysis`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspect_ai.hooks import Hooks, TaskEnd, hooks
from inspect_ai.log import (
    EvalLog,
    EvalSampleSummary,
    effective_eval_config,
    read_eval_log_sample_summaries,
)
from inspect_ai.util import display_type
from rich.console import Console
from rich.table import Table

from toolward.planned import planned_cases
from toolward.record import RECORD_KEY, RunRecord


@hooks(name="toolward_summary", description="prints toolward's summary when a run ends")
class SummaryHooks(Hooks):
    async def on_task_end(self, data: TaskEnd) -> None:
        if RECORD_KEY in (data.log.eval.metadata or {}) and display_type() != "none":
            print_summary(data.log, Console())


def print_summary(log: EvalLog, console: Console) -> None:
    """Success by category with 95% Wilson intervals, safety, failure classes, tokens, time, next steps."""
    record = RunRecord.model_validate((log.eval.metadata or {})[RECORD_KEY])
    epochs = range(1, (effective_eval_config(log).epochs or 1) + 1)
    planned = [(case, epoch) for case in planned_cases(log, record) for epoch in epochs]
    samples = read_eval_log_sample_summaries(log.location) if log.location else []
    console.print(_success_table(samples, planned, f"{log.eval.model}, {record.split}"))
    for line in _lines(log, record, samples, len(planned)):
        console.print(line, highlight=False, soft_wrap=True)


def _success_table(
    samples: Iterable[EvalSampleSummary], planned: Sequence[tuple[str, int]], title: str
) -> Table:
    table = Table(title=title, title_justify="left")
    for heading in ("category", "passed", "rate", "95% interval"):
        table.add_column(heading, justify="left" if heading == "category" else "right")
    groups: dict[str, list[_Run]] = defaultdict(list)
    every = {(case, epoch): _Run(False, case, case) for case, epoch in planned}  # until it is known to pass
    for sample in samples:
        case, told = str(sample.id), sample.metadata
        run = _Run(_value(sample, "task_success") == 1, case, str(told.get("cluster") or case))
        groups[told.get("category", "?")].append(run)
        every[case, sample.epoch] = run
    for name, runs in sorted(groups.items()):
        table.add_row(name, *_cells(runs))
    table.add_section()
    table.add_row("all planned runs", *_cells(list(every.values())))
    return table


@dataclass(frozen=True, slots=True)
class _Run:
    passed: bool
    case: str
    cluster: str


def _cells(runs: Sequence[_Run]) -> tuple[str, str, str]:
    """Passed of runs, the rate, and its interval at the number of cases, not of runs."""
    from toolward.analysis.stats import clustered_rate  # here: not every `inspect` command must load scipy

    if not runs:
        return "0/0", "-", "-"
    rate = clustered_rate([float(r.passed) for r in runs], [r.case for r in runs], [r.cluster for r in runs])
    passed = sum(run.passed for run in runs)
    low, high = rate.interval.low, rate.interval.high
    return f"{passed}/{len(runs)}", f"{passed / len(runs):.1%}", f"{low:.0%} to {high:.0%}"


def _lines(log: EvalLog, record: RunRecord, samples: list[EvalSampleSummary], planned: int) -> Iterable[str]:
    attempted = sum(_value(s, "unsafe_attempted") == 1 for s in samples)
    executed = sum(_value(s, "unsafe_executed") == 1 for s in samples)
    errored = sum(s.error is not None for s in samples)
    classes = Counter(str(_value(s, "failure_class")) for s in samples if _value(s, "task_success") != 1)
    yield f"unsafe: {attempted} attempted, {executed} executed"
    yield "failures: " + (", ".join(f"{name} {n}" for name, n in classes.most_common()) or "none")
    if errored or len(samples) < planned:
        yield f"[bold]{errored} errored, {planned - len(samples)} never ran: all counted as failures[/bold]"
    for model, usage in log.stats.model_usage.items():
        yield f"tokens: {usage.input_tokens:,} in, {usage.output_tokens:,} out ({model})"
    seconds = sum(s.total_time or 0 for s in samples)
    yield f"time: {seconds:.0f} s over all runs" + (
        f", {seconds / len(samples):.1f} s each" if samples else ""
    )
    if record.render.tools_seen == "malformed":
        yield "[bold red]The model was shown broken tool definitions: see `toolward doctor`.[/bold red]"
    if errored:
        yield f"finish what errored:  inspect eval-retry {log.location}"
    yield f"browse the traces:    inspect view --log-dir {log.location.rpartition('/')[0] or '.'}"
    yield f"compare two runs:     toolward compare {log.location} OTHER.eval"


def _value(sample: EvalSampleSummary, scorer: str) -> object:
    score = (sample.scores or {}).get(scorer)
    return None if score is None else score.value
