"""What a run costs: tokens, requests, seconds, memory; of runs that started, errored ones included."""

from __future__ import annotations

from collections.abc import Sequence

from toolward.analysis.configurations import Configuration
from toolward.analysis.naming import brief_settings
from toolward.analysis.tables.formats import mean
from toolward.analysis.tables.table import Raw, Table

HEADINGS = (
    "model", "prompt / descriptions / confirm", "settings", "runs", "input tokens a run",
    "output tokens a run", "turns a run", "seconds a run", "minutes in all", "lowest free memory (MB)",
)  # fmt: skip


def cost(configs: Sequence[Configuration]) -> Table:
    rows = [_row(config) for config in configs]
    notes = (
        "Means over runs that started. Input tokens are summed over a run's turns and include cached ones. "
        "Seconds are wall time on the machine of the recording.",
    )
    return Table(
        "cost", "Tokens and time", HEADINGS, tuple(r[0] for r in rows), tuple(r[1] for r in rows), notes
    )


def _row(config: Configuration) -> tuple[tuple[str, ...], Raw]:
    ran = config.runs[config.runs["outcome"] != "not_run"]
    known = {
        name: [float(v) for v in ran[name].dropna()]
        for name in ("input_tokens", "output_tokens", "turns", "seconds", "free_memory_mb")
    }
    memory = min(known["free_memory_mb"], default=None)
    cells = (
        config.model, config.label, brief_settings(config), str(len(ran)), mean(known["input_tokens"], 0),
        mean(known["output_tokens"], 0), mean(known["turns"]), mean(known["seconds"]),
        f"{sum(known['seconds']) / 60:.1f}" if known["seconds"] else "-",
        "-" if memory is None else f"{memory:,.0f}",
    )  # fmt: skip
    raw: dict[str, object] = {
        "model": config.model, "label": config.label, "settings": brief_settings(config), "runs": len(ran),
        **{f"{n}_per_run": sum(v) / len(v) if v else None for n, v in known.items() if n != "free_memory_mb"},
        "seconds_total": sum(known["seconds"]), "lowest_free_memory_mb": memory,
    }  # fmt: skip
    return cells, raw
