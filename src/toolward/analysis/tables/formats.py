"""How numbers are written in the tables: one way each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolward.analysis.compare import p_text
from toolward.analysis.stats import Interval, Rate, upper_bound

__all__ = ["bounded", "count", "interval", "listed", "mean", "p_text", "points", "points_interval", "share"]


def count(part: int, whole: int) -> str:
    """31/48 (64.6%)"""
    return f"{part}/{whole} ({part / whole:.1%})" if whole else "-"


def share(value: float) -> str:
    return f"{value:.1%}"


def interval(bounds: Interval) -> str:
    """50.4% to 76.6%"""
    return f"{bounds.low:.1%} to {bounds.high:.1%}"


def points(difference: float) -> str:
    """+10.4: percentage points, never percent."""
    return f"{difference * 100:+.1f}"


def points_interval(bounds: Interval) -> str:
    return f"{bounds.low * 100:+.1f} to {bounds.high * 100:+.1f}"


def bounded(events: int, runs: int, rate: Rate | None) -> str:
    """Events with their interval; for none of them the upper bound in place of "0%"."""
    if rate is None or runs == 0:
        return "-"
    if events == 0:
        return f"0/{runs}, below {upper_bound(0, rate.clusters):.1%}"
    return f"{events}/{runs} ({interval(rate.interval)})"


def mean(values: Iterable[float], digits: int = 1) -> str:
    known = [value for value in values if value == value]
    return f"{sum(known) / len(known):,.{digits}f}" if known else "-"


def listed(names: Sequence[str], most: int = 12) -> str:
    """Names with commas; the rest counted."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more if names else "none"
