"""Fail unless every log in a folder is a complete, successful run: `check_log.py FOLDER [SAMPLES]`.

`inspect eval` exits 0 also when the run failed, so scripts ask the log.
"""

import sys

from inspect_ai.log import list_eval_logs, read_eval_log


def main(folder: str, samples: int | None) -> int:
    logs = list_eval_logs(folder)
    faults = [] if logs else [f"no log in {folder}"]
    for info in logs:
        log = read_eval_log(info)
        errors = [f"{s.id}: {s.error.message}" for s in log.samples or [] if s.error]
        done = len(log.samples or [])
        planned = (log.results.total_samples if log.results else 0) if samples is None else samples
        if log.status != "success" or errors or done == 0 or done != planned:
            faults.append(f"{info.name}: {log.status}, {done} of {planned} samples, errors: {errors[:3]}")
        else:
            print(f"{log.eval.task} on {log.eval.model}: {log.status}, {done} samples, no errors")
    print("\n".join(faults), file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None))
