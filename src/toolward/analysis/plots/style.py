"""How every picture looks: told apart by shape and by lightness first, by colour last.

The colours are Okabe and Ito's, ordered so that neighbours also differ in grey. Files are the same bytes
for the same data: no dates, a fixed salt for the ids in SVG.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

COLOURS = ("#000000", "#E69F00", "#0072B2", "#56B4E9", "#D55E00", "#009E73", "#CC79A7", "#999999")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
INK, FAINT = "#222222", "#BBBBBB"
SETTINGS: Any = {
    "svg.hashsalt": "toolward",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.axisbelow": True,
    "text.parse_math": False,  # a "$" in a model's name is a dollar
}


def figure(width: float, height: float) -> tuple[Figure, Axes]:
    """A figure in inches with one set of axes."""
    with matplotlib.rc_context(SETTINGS):
        made = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(made)
        return made, made.subplots()


def look(index: int) -> dict[str, Any]:
    """Colour and marker of the n-th series."""
    return {
        "color": COLOURS[index % len(COLOURS)],
        "marker": MARKERS[index % len(MARKERS)],
        "markeredgecolor": INK,
        "markersize": 7,
    }


def grid(axes: Axes, axis: str) -> None:
    axes.grid(True, axis=axis, color="#E4E4E4", linewidth=0.8)  # type: ignore[arg-type]


def percent(axis: Any) -> None:
    axis.set_major_formatter(lambda value, _: f"{value * 100:.0f}%")


def legend(made: Figure, columns: int = 1) -> None:
    """Below the plot, where it hides nothing."""
    made.legend(loc="outside lower center", ncols=columns, frameon=False, fontsize=9)


def svg(made: Figure) -> str:
    with matplotlib.rc_context(SETTINGS):
        out = io.StringIO()
        made.savefig(out, format="svg", metadata={"Date": None, "Creator": "toolward"})
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def png(made: Figure, dpi: int = 144) -> bytes:
    with matplotlib.rc_context(SETTINGS):
        out = io.BytesIO()
        made.savefig(out, format="png", dpi=dpi, metadata={"Software": None})
    return out.getvalue()


def save(made: Figure, stem: Path) -> list[Path]:
    """Writes STEM.svg and STEM.png."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    paths = [stem.with_suffix(".svg"), stem.with_suffix(".png")]
    paths[0].write_text(svg(made), encoding="utf-8")
    paths[1].write_bytes(png(made))
    return paths
