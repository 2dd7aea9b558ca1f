"""What the template does: the same family, size and quantization, shown its tools intact or malformed.

Only models whose records agree in all of that, and runs that agree in every setting but the model and what
it saw, are held against each other. Equal facts make equal weights likely; the log cannot prove it.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolward.analysis.columns import SETTINGS
from toolward.analysis.compare import compare, sentence
from toolward.analysis.configurations import Configuration
from toolward.analysis.tables.formats import count, listed, p_text, points, points_interval
from toolward.analysis.tables.parts import footnotes
from toolward.analysis.tables.table import Raw, Table

MAY_DIFFER = ("model", "digest", "tools_seen", "history_seen", "text_and_calls_split")
HEADINGS = (
    "intact tools", "malformed tools", "prompt / descriptions / confirm", "passed, intact",
    "passed, malformed", "points", "95% interval", "exact p", "MDE (points)", "lost", "gained", "verdict",
)  # fmt: skip
TITLE = "Tool definitions intact or malformed"


def templates(configs: Sequence[Configuration]) -> Table:
    """Every complete run with intact definitions against each comparable one with malformed ones."""
    complete = [config for config in configs if config.complete]
    pairs = [
        (one, two)
        for one in complete
        for two in complete
        if one.settings["tools_seen"] == "json"
        and two.settings["tools_seen"] == "malformed"
        and _alike(one, two)
    ]
    if not pairs:
        return Table(
            "templates", TITLE, (), (), (), ("No two recorded runs differ only in what the model saw.",)
        )
    rows = [_row(one, two) for one, two in pairs]
    notes = (
        "The same family, parameter size and quantization under templates that show the tool definitions as "
        "JSON or as the server language's own structs. No setting differs but the model; its template may "
        "differ in other ways too.",
    )
    concerned = list({id(config): config for pair in pairs for config in pair}.values())
    cells, raw = tuple(row[0] for row in rows), tuple(row[1] for row in rows)
    return Table("templates", TITLE, HEADINGS, cells, raw, notes, footnotes(concerned))


def _alike(one: Configuration, two: Configuration) -> bool:
    return bool(one.settings["family"]) and all(
        one.settings[name] == two.settings[name] for name in SETTINGS if name not in MAY_DIFFER
    )


def _row(one: Configuration, two: Configuration) -> tuple[tuple[str, ...], Raw]:
    c = compare(one, two)
    cells = (
        one.model, two.model, one.label, count(c.passed_before, c.before.runs),
        count(c.passed_after, c.after.runs), points(c.difference), points_interval(c.interval), p_text(c.p),
        f"{c.mde * 100:.1f}", listed(c.lost), listed(c.gained), sentence(c),
    )  # fmt: skip
    raw: dict[str, object] = {
        "intact": one.model, "malformed": two.model, "label": one.label, "cases": c.cases,
        "passed_intact": c.passed_before, "passed_malformed": c.passed_after, "difference": c.difference,
        "low": c.interval.low, "high": c.interval.high, "p": c.p, "p_clustered": c.p_clustered, "mde": c.mde,
        "lost": " ".join(c.lost), "gained": " ".join(c.gained),
    }  # fmt: skip
    return cells, raw
