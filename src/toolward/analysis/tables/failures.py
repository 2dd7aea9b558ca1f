"""Why runs failed: one class a failed run, so that the classes and the passes add up to the plan."""

from __future__ import annotations

from collections.abc import Sequence

from toolward.analysis.configurations import Configuration
from toolward.analysis.naming import brief_settings
from toolward.analysis.tables.parts import passed
from toolward.analysis.tables.table import Table


def failures(configs: Sequence[Configuration]) -> Table:
    """Counts of each failure class, the commonest first; classes that never occurred are left out."""
    totals: dict[str, int] = {}
    for config in configs:
        for name, number in (
            config.runs.loc[~config.runs["success"].astype(bool), "failure_class"].value_counts().items()
        ):
            totals[str(name)] = totals.get(str(name), 0) + int(number)
    classes = sorted(totals, key=lambda name: (-totals[name], name))
    rows = []
    raw = []
    for config in configs:
        counts = config.runs["failure_class"].value_counts()
        numbers = [int(counts.get(name, 0)) for name in classes]
        rows.append((
            config.model, config.label, brief_settings(config), str(len(config.runs)), str(passed(config)),
            *(str(n) if n else "" for n in numbers),
        ))  # fmt: skip
        raw.append({
            "model": config.model, "label": config.label, "settings": brief_settings(config),
            "planned": len(config.runs), "passed": passed(config), **dict(zip(classes, numbers, strict=True)),
        })  # fmt: skip
    headings = ("model", "prompt / descriptions / confirm", "settings", "planned", "passed", *classes)
    notes = (
        "One class a failed run, the first that applies in the graders' fixed order; 'unscored' and "
        "'not_run' are runs that a log planned and never graded. A row adds up to its plan.",
    )
    return Table("failures", "Failure classes", headings, tuple(rows), tuple(raw), notes)
