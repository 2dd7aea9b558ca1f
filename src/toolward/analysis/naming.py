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
    """One name a configuration, all different: label, what differs, and at last the settings' hash."""
    varying = [name for name in TELLING if len({c.settings.get(name) for c in configs}) > 1]
    names: list[str] = []
    for c in configs:
        more = [
            TELLING[name].format(c.settings[name][:12])
            for name in varying
            if c.settings[name] != DEFAULTS.get(name)
        ]
        broken = [] if c.complete else ["incomplete"]
        names.append(", ".join([f"{c.model} {c.label}" if model else c.label, *more, *broken]))
    return [
        name if names.count(name) == 1 else f"{name}, {c.config}"
        for name, c in zip(names, configs, strict=True)
    ]
