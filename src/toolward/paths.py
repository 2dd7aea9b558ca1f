"""Where the project's data lives: beside the checkout's `src`, or inside the installed wheel.

The wheel carries the same folders under ``toolward/_data`` (see pyproject.toml); a checkout has them at
its top. Nothing is written here.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parents[1]

ROOT = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
FIXTURES = ROOT / "fixtures"
DATASETS = ROOT / "datasets"
EXPERIMENTS = ROOT / "experiments"
RECORDED = ROOT / "logs" / "recorded"
