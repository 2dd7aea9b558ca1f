"""Many samples at once: is any lost, and does anything stay open?

Runs N samples of one case, 64 at a time, with a model that answers at once, and prints what the process held
before and after: open files, child processes, memory. Exits with status 1 when a sample was lost or errored,
or when files or processes were left behind.

    uv run python benchmarks/many_samples.py [--samples 500] [--at-once 64] [--transport in_process|stdio]
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time

import psutil
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset
from overhead import instant_model

from toolward.evals.task import build_task


def task_of(samples: int, transport: str) -> Task:
    task = build_task(cases="sel_01", transport=transport)
    [one] = list(task.dataset)
    task.dataset = MemoryDataset([one.model_copy(update={"id": f"s{n}"}) for n in range(samples)])
    return task


def held(process: psutil.Process) -> tuple[int, int, int]:
    """(open files, child processes, memory in MiB)"""
    gc.collect()
    return process.num_fds(), len(process.children(recursive=True)), process.memory_info().rss // 2**20


def main() -> None:
    args = argparse.ArgumentParser(description="Many samples at once.")
    args.add_argument("--samples", type=int, default=500)
    args.add_argument("--at-once", type=int, default=64)
    args.add_argument("--transport", choices=("in_process", "stdio"), default="in_process")
    options = args.parse_args()
    process = psutil.Process()
    with tempfile.TemporaryDirectory() as logs:
        eval(task_of(1, options.transport), model=instant_model(), log_dir=logs, display="none")
        before, start = held(process), time.perf_counter()
        task = task_of(options.samples, options.transport)
        [log] = eval(task, model=instant_model(), log_dir=logs, display="none", max_samples=options.at_once)
        seconds, after = time.perf_counter() - start, held(process)
        samples = log.samples or []
    errored = sum(sample.error is not None for sample in samples)
    print(f"{len(samples)}/{options.samples} samples, {errored} errored, {log.status}, {seconds:.1f} s")
    for name, old, new in zip(("open files", "child processes", "memory (MiB)"), before, after, strict=True):
        print(f"{name:16} {old:6} before {new:6} after")
    lost = len(samples) != options.samples or errored
    sys.exit(1 if lost or after[0] > before[0] + 2 or after[1] > before[1] else 0)


if __name__ == "__main__":
    main()
