"""How long reading takes: our frame against Inspect's plain `samples_df`, on logs made for it.

    python benchmarks/analysis.py [--logs 200] [--samples 68] [--keep DIR]

Prints seconds and the ratio. The ratio is what counts; seconds depend on the machine. Tables are timed too:
from logs to every table is the whole job.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from inspect_ai.analysis import samples_df  # noqa: E402

from tests.support.make_log import Made, write_log  # noqa: E402
from toolward.analysis.experiments import load_experiments  # noqa: E402
from toolward.analysis.load import load_runs  # noqa: E402
from toolward.analysis.tables import all_tables  # noqa: E402

BUDGET = 30.0  # seconds for 200 logs of 68 samples on 2 cores


def make_logs(folder: Path, logs: int, samples: int) -> None:
    for i in range(logs):
        runs = [Made(f"c_{n:03}", (n * 7 + i) % 3 != 0, explanation="because " * 40) for n in range(samples)]
        write_log(folder / f"log_{i:04}.eval", runs, seed=i, temperature=0.6)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the reading of many logs.")
    parser.add_argument("--logs", type=int, default=200)
    parser.add_argument("--samples", type=int, default=68)
    parser.add_argument("--keep", type=Path, help="make the logs here, or use those that are here")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch)
        if not any(folder.glob("*.eval")):
            make_logs(folder, given.logs, given.samples)
        ours = seconds(lambda: load_runs(folder))
        plain = seconds(lambda: samples_df(str(folder), quiet=True))
        whole = seconds(lambda: all_tables(load_runs(folder), load_experiments()))
    print(f"{given.logs} logs of {given.samples} samples")
    print(f"load_runs    {ours:6.2f} s")
    print(f"samples_df   {plain:6.2f} s   ratio {ours / plain:.2f}")
    print(f"all tables   {whole:6.2f} s   budget {BUDGET:.0f} s")
    return 0 if whole <= BUDGET else 1


if __name__ == "__main__":
    raise SystemExit(main())
