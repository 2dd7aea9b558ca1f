"""Short names that tell configurations apart; what is the task's default is not said."""

from __future__ import annotations

from collections.abc import Sequence

from toolward.analysis.configurations import Configuration

TELLING = {
    "think": "think {}",
    "tool_count": "{} tools",
    "temperature": "T {}",
    "seed": "seed {}",
    "num_ctx": "num_ctx {}",
    "max_turns": "max_turns {}",
    "max_tokens": "cap {}",
    "transport": "{}",
    "digest": "digest {}",
    "dataset_sha256": "cases {}",
}
DEFAULTS = {
    "think": "off",
    "tool_count": "7",
    "temperature": "0",
    "seed": "42",
    "num_ctx": "8192",
    "max_turns": "10",
    "max_tokens": "4096",
    "transport": "in_process",
}


def short_names(configs: Sequence[Configuration], model: bool = True) -> list[str]:
    """One name a configuration, all different: label, what differs within the model, at last a hash."""
    names: list[str] = []
    for c in configs:
        same = [other for other in configs if other.model == c.model]
        more = [
            text.format(c.settings[name][:12])
            for name, text in TELLING.items()
            if len({other.settings.get(name) for other in same}) > 1
            and c.settings[name] != DEFAULTS.get(name)
        ]
        broken = [] if c.complete else ["incomplete"]
        names.append(", ".join([f"{c.model} {c.label}" if model else c.label, *more, *broken]))
    return [
        name if names.count(name) == 1 else f"{name}, {c.config}"
        for name, c in zip(names, configs, strict=True)
    ]
