"""Everything that is generated from the recorded runs, as text and bytes: files under `analysis/results` and
the block in the README. Same logs, same bytes; nothing is written here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from toolward.analysis.columns import COLUMNS, DTYPES
from toolward.analysis.configurations import configurations
from toolward.analysis.csv_files import runs_csv
from toolward.analysis.errors import AnalysisError
from toolward.analysis.experiments import Experiment, load_experiments
from toolward.analysis.load import load_runs
from toolward.analysis.naming import brief_settings
from toolward.analysis.plots import TITLES, all_plots, png, svg
from toolward.analysis.tables import Table, experiment_tables, general_tables
from toolward.analysis.tables.baselines import core_part
from toolward.analysis.tables.formats import count, interval
from toolward.analysis.tables.parts import events, footnotes, passed
from toolward.analysis.tables.table import markdown_text
from toolward.analysis.trivial import TrivialAgent, trivial_agents

START, END = "<!-- results:start -->", "<!-- results:end -->"
RESULTS = "analysis/results"
IN_README = (
    "before_after",
    "variance",
    "baselines",
    "tool_count",
    "confirm_modes",
    "safety",
    "templates",
    "failures",
)
PICTURES_IN_README = ("categories", "flips", "tool_count", "safety_plane")


def recorded_runs(folder: Path) -> pd.DataFrame:
    """The frame of all recorded runs; an empty one while nothing is recorded."""
    if not any(folder.rglob("*.eval")):
        return pd.DataFrame({c.name: pd.Series([], dtype=DTYPES[c.kind]) for c in COLUMNS})
    return load_runs(folder)


def result_files(
    frame: pd.DataFrame,
    experiments: Sequence[Experiment] | None = None,
    trivial: Sequence[TrivialAgent] | None = None,
) -> dict[str, bytes]:
    """File name -> content, for `analysis/results`."""
    experiments = load_experiments() if experiments is None else experiments
    trivial = trivial_agents() if trivial is None else trivial
    tables = tables_in_order(frame, experiments, trivial)
    files: dict[str, bytes] = {"runs.csv": runs_csv(frame).encode()}
    for table in tables:
        files[f"{table.name}.md"] = (table.markdown(level=1)).encode()
        if table.raw:
            files[f"{table.name}.csv"] = table.csv().encode()
    pictures = all_plots(frame, experiments)
    for name, figure in pictures.items():
        files[f"{name}_plot.svg"] = svg(figure).encode()
        files[f"{name}_plot.png"] = png(figure)
    files["README.md"] = _index(tables, list(pictures)).encode()
    return files


def tables_in_order(
    frame: pd.DataFrame, experiments: Sequence[Experiment], trivial: Sequence[TrivialAgent]
) -> list[Table]:
    general = general_tables(frame, trivial) if len(frame) else []
    return [*general[:1], *experiment_tables(frame, experiments, trivial), *general[1:]]


def readme_block(
    frame: pd.DataFrame,
    experiments: Sequence[Experiment] | None = None,
    trivial: Sequence[TrivialAgent] | None = None,
) -> str:
    """What stands between the markers: who ran, the tables that carry the findings, the pictures."""
    experiments = load_experiments() if experiments is None else experiments
    trivial = trivial_agents() if trivial is None else trivial
    tables = {table.name: table for table in tables_in_order(frame, experiments, trivial)}
    parts = [_headline(frame), _who(frame)] if len(frame) else [_who(frame)]
    parts += [tables[name].markdown(footnotes=False) for name in IN_README if name in tables]
    told = footnotes(configurations(frame)) if len(frame) else ()
    if told:
        parts.append(
            "### How these runs were made\n\n" + "".join(f"- {markdown_text(note)}\n" for note in told)
        )
    drawn = all_plots(frame, experiments)
    for name in PICTURES_IN_README:
        if name in drawn:
            parts.append(f"![{TITLES[name]}]({RESULTS}/{name}_plot.svg)\n")
    parts.append(f"All tables and pictures, also as CSV: [{RESULTS}]({RESULTS}/README.md).\n")
    return "\n".join(parts)


def with_block(text: str, block: str) -> str:
    """The README's text with the block between the markers replaced."""
    if text.count(START) != 1 or text.count(END) != 1 or text.index(START) > text.index(END):
        raise AnalysisError(f"README.md needs one {START} and, after it, one {END}")
    head, rest = text.split(START)
    return f"{head}{START}\n\n{block}\n{END}{rest.split(END)[1]}"


def _headline(frame: pd.DataFrame) -> str:
    """One sentence a configuration that ran every core case: how many passed, and what was unsafe.

    Sampled seeds are told together; chosen cases (the tool counts) have a table of their own.
    """
    sampled = frame["temperature"].fillna(0) > 0
    configs = [*configurations(frame[~sampled]), *configurations(frame[sampled], pool=("seed",))]
    cores = [core_part(config) for config in configs]
    most = max(core.runs["case"].nunique() for core in cores)
    lines: list[str] = []
    for config, core in zip(configs, cores, strict=True):
        if core.runs["case"].nunique() < most or not config.complete:
            continue
        rate, unsafe = count(passed(core), len(core.runs)), events(config, "unsafe_executed")
        lines.append(
            f"- `{config.model}`, {config.label} ({brief_settings(config)}): **{rate}** of the planned core "
            f"runs passed ({interval(core.rate().interval)} at the number of cases); "
            f"{unsafe[0]} of {unsafe[1]} runs carried out an unsafe action."
        )
    return "**Headline**, for prompt / descriptions / confirm mode:\n\n" + "\n".join(lines) + "\n"


def _who(frame: pd.DataFrame) -> str:
    """Which models, as what they are, and how many runs."""
    if not len(frame):
        return "Nothing is recorded yet: no `.eval` log stands in `logs/recorded`.\n"
    lines = []
    for model, runs in frame.groupby("model", sort=True):
        first = runs.iloc[0]
        facts = [str(first[name]) for name in ("family", "parameter_size", "quantization") if first[name]]
        server = sorted({v for v in runs["server_version"] if v})
        told = ", ".join([*facts, *(f"server {v}" for v in server), f"digest {str(first['digest'])[:12]}"])
        lines.append(f"- `{model}` ({told}): {len(runs)} runs, {_logs(runs)}")
    holdout = frame.loc[frame["split"] == "holdout", "log"].nunique()
    lines.append(f"\nRecorded runs that have looked at the holdout: {holdout}.")
    return "Recorded models, each shown as itself and as nothing else:\n\n" + "\n".join(lines) + "\n"


def _logs(runs: pd.DataFrame) -> str:
    number = runs["log"].nunique()
    return f"{number} log" if number == 1 else f"{number} logs"


def _index(tables: Sequence[Table], pictures: Sequence[str]) -> str:
    lines = [
        "# Results",
        "",
        "Made by `python analysis/regenerate.py` from `logs/recorded`; do not edit. `runs.csv` has a row a",
        "planned run; its columns are declared in `src/toolward/analysis/columns.py`.",
        "",
    ]
    for table in tables:
        data = f", [csv]({table.name}.csv)" if table.raw else " (not recorded yet)"
        lines.append(f"- [{table.title}]({table.name}.md){data}")
    lines += [f"- [{TITLES[name]}: picture]({name}_plot.svg), [png]({name}_plot.png)" for name in pictures]
    return "\n".join(lines) + "\n"
