"""One self-contained HTML page: tables and pictures, nothing fetched from anywhere, no script.

Every text that comes from logs is escaped, titles and picture texts too. The same logs give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

import pandas as pd
from matplotlib.figure import Figure

from toolward.analysis.configurations import configurations
from toolward.analysis.experiments import Experiment, groups
from toolward.analysis.plots import TITLES, all_plots, svg
from toolward.analysis.tables import Table, experiment_tables, general_tables
from toolward.analysis.trivial import TrivialAgent

STYLE = """
:root { color-scheme: light dark; --line: #8886; --faint: light-dark(#595959, #a6a6a6); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
nav a { margin-right: 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { position: sticky; top: 0; background: Canvas; }
.note { color: var(--faint); font-size: 13px; margin: .3rem 0; max-width: 60rem; }
figure { margin: 1rem 0; background: white; padding: .5rem; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; }
figure.wide svg { max-width: none; }
"""


def report(
    frame: pd.DataFrame, experiments: Sequence[Experiment], trivial: Sequence[TrivialAgent] = ()
) -> str:
    """The page. Experiments of which no log was given are left out."""
    present = [e for e in experiments if groups(e, frame)]
    general = general_tables(frame, trivial)
    tables = [general[0], *experiment_tables(frame, present, trivial), *general[1:]]
    pictures = all_plots(frame, present)
    return page(_summary(frame), [t for t in tables if not t.empty], pictures)


def page(summary: Sequence[str], tables: Sequence[Table], pictures: Mapping[str, Figure]) -> str:
    links = [(table.name, table.title) for table in tables] + [(f"plot_{n}", TITLES[n]) for n in pictures]
    menu = "".join(f"<a href='#{escape(name)}'>{escape(title)}</a> " for name, title in links)
    drawn = "".join(_picture(name, figure) for name, figure in pictures.items())
    told = "".join(f"<p>{escape(line)}</p>" for line in summary)
    body = "".join(table.html() for table in tables)
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta http-equiv='Content-Security-Policy' "
        "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>toolward report</title><style>{STYLE}</style></head><body>"
        f"<h1>toolward report</h1>{told}<nav>{menu}</nav>{body}{drawn}</body></html>\n"
    )


def _picture(name: str, figure: Figure) -> str:
    """Inline SVG; ids are made the picture's own, so that several stand on one page."""
    text = svg(figure)
    text = text[text.index("<svg") :]
    text = re.sub(r'(\bid="|href="#|url\(#)', lambda m: f"{m.group(1)}{name}-", text)
    wide = " class='wide'" if name == "heat_map" else ""
    return f"<section id='plot_{name}'><h2>{escape(TITLES[name])}</h2><figure{wide}>{text}</figure></section>"


def _summary(frame: pd.DataFrame) -> list[str]:
    configs = configurations(frame)
    models = ", ".join(dict.fromkeys(config.model for config in configs))
    holdout = int(frame.loc[frame["split"] == "holdout", "log"].nunique())
    lines = [
        f"{len(frame)} planned runs of {frame['case'].nunique()} cases in {len(configs)} configurations; "
        f"models: {models}.",
        "The primary measure is task success. Every planned run counts; what errored, was cut off, was not "
        "graded or never started is a failure, counted apart.",
        f"Logs that have looked at the holdout: {holdout}.",
    ]
    if broken := [config for config in configs if not config.complete]:
        lines.append(f"{len(broken)} configuration(s) incomplete: shown, not ranked and not compared.")
    return lines
