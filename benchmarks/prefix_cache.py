"""How much of the prompts a server with a prefix cache has to evaluate, for recorded runs.

Ollama keeps the last prompt of a slot and evaluates only what follows the part that the next one shares
with it. System prompt and tool schemas come first and are the same for every case, and a run sends one
request at a time, so most of each prompt is served from the cache. Ollama does not report the share
(`prompt_eval_count` counts cached tokens too), so it is worked out from the requests in the log, in
characters, in the order in which they were sent:

- ``as sent``: one slot, the recorded order;
- ``two at once``: the same requests with two samples taking turns on one slot, what `--max-samples 2` does.

    uv run python benchmarks/prefix_cache.py [LOG.eval ...]      # default: every recorded run
"""

from __future__ import annotations

import json
import os.path
import sys
from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalLog, read_eval_log

from toolward.paths import RECORDED


def prompt_of(request: dict[str, Any]) -> str:
    """The request as a template lays it out: system, tools, then the conversation."""
    messages: list[dict[str, Any]] = request["messages"]
    system = [m["content"] for m in messages if m["role"] == "system"]
    rest = [json.dumps(m, sort_keys=True) for m in messages if m["role"] != "system"]
    return "\n".join([*system, json.dumps(request.get("tools", [])), *rest])


def prompts_by_sample(log: EvalLog) -> list[list[str]]:
    samples = sorted(log.samples or [], key=lambda sample: str(sample.started_at))
    return [
        [
            prompt_of(event.call.request)
            for event in sample.events
            if isinstance(event, ModelEvent) and event.call is not None
        ]
        for sample in samples
    ]


def evaluated_share(prompts: Iterable[str]) -> float:
    """The share of all prompt characters that follow the part shared with the prompt before."""
    before, evaluated, total = "", 0, 0
    for prompt in prompts:
        evaluated += len(prompt) - len(os.path.commonprefix([before, prompt]))  # noqa: RUF071 (text, no paths)
        total += len(prompt)
        before = prompt
    return evaluated / total if total else 0.0


def taking_turns(samples: Sequence[list[str]]) -> list[str]:
    pairs = zip_longest(samples[::2], samples[1::2], fillvalue=[])
    turns = chain.from_iterable(zip_longest(a, b) for a, b in pairs)
    return [prompt for turn in turns for prompt in turn if prompt is not None]


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]] or sorted(RECORDED.glob("*.eval"))
    print(f"{'run':44} {'prompts':>8} {'as sent':>9} {'two at once':>12}")
    for file in files:
        samples = prompts_by_sample(read_eval_log(str(file), resolve_attachments=True))
        sent = evaluated_share(chain.from_iterable(samples))
        turns = evaluated_share(taking_turns(samples))
        print(f"{file.stem:44} {sum(map(len, samples)):8} {sent:9.1%} {turns:12.1%}")


if __name__ == "__main__":
    main()
