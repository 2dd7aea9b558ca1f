"""Short names that tell configurations apart; what is the task's default is mostly not said."""

from __future__ import annotations

from collections.abc import Sequence

from toolward.analysis.configurations import Configuration, seeds

TELLING = {
    "think": "think {}",
    "tool_count": "{} tools",
    "temperature": "T {}",
    "seed": "seed {}",
    "num_ctx": "num_ctx {}",
    "max_turns": "max_turns {}",
    "max_tokens": "cap {}",
    "repeat_limit": "repeat_limit {}",
    "text_calls": "text calls: {}",
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
    "repeat_limit": "3",
    "text_calls": "fail",
    "transport": "in_process",
}
ALWAYS_SAID = ("think", "tool_count", "temperature", "seed")


def brief_settings(config: Configuration) -> str:
    """What the label leaves out: thinking, tools, temperature and seed, and whatever is not the default."""
    own = config.settings
    said = {
        name: TELLING[name].format(own[name])
        for name, default in DEFAULTS.items()
        if name in ALWAYS_SAID or own[name] not in (default, "-")
    }
    if "seed" in config.pooled:
        said["seed"] = f"seeds {', '.join(seeds(config.runs))}"
    return ", ".join(said.values())


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
