"""Rebuild from `logs/recorded` what is generated: analysis/results, the README's results block, notebooks.

    python analysis/regenerate.py            write what changed, remove what no longer has a source
    python analysis/regenerate.py --check    write nothing; say what is stale, exit status 1 if anything is
    ... --no-notebooks                       leave the notebooks alone (they take the longest)

The same logs give the same bytes. Pictures are compared by their SVG; a PNG also depends on the machine's
image library and is rewritten only together with its SVG.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

from notebooks import executed, notebook_paths  # noqa: E402

from toolward.analysis.errors import AnalysisError  # noqa: E402
from toolward.analysis.results import readme_block, recorded_runs, result_files, with_block  # noqa: E402
from toolward.paths import RECORDED  # noqa: E402


def wanted(with_notebooks: bool) -> dict[Path, bytes]:
    """Path -> content of every generated file."""
    frame = recorded_runs(RECORDED)
    files = {HERE / "results" / name: content for name, content in result_files(frame).items()}
    readme = ROOT / "README.md"
    files[readme] = with_block(readme.read_text(encoding="utf-8"), readme_block(frame)).encode()
    if with_notebooks:
        files |= {path: executed(path) for path in notebook_paths(HERE)}
    return files


def stale(files: dict[Path, bytes]) -> list[Path]:
    """Files that differ from what their source gives, are missing, or have no source any more."""
    different = [
        path for path, content in files.items() if not path.is_file() or path.read_bytes() != content
    ]
    redrawn = set(different)
    different = [path for path in different if not _same_picture(path, redrawn)]
    results = HERE / "results"
    left_over = [path for path in sorted(results.glob("*")) if path not in files] if results.is_dir() else []
    return [*different, *left_over]


def _same_picture(path: Path, redrawn: set[Path]) -> bool:
    return path.suffix == ".png" and path.is_file() and path.with_suffix(".svg") not in redrawn


def main() -> int:
    parser = argparse.ArgumentParser(description="Rebuild the results from the recorded runs.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when something is stale")
    parser.add_argument("--no-notebooks", action="store_true", help="leave the notebooks alone")
    given = parser.parse_args()
    try:
        files = wanted(not given.no_notebooks)
    except (AnalysisError, OSError) as e:
        print(f"Error: {e}", file=sys.stderr)
        return 2
    old = stale(files)
    for path in old:
        done = "stale" if given.check else "written" if path in files else "removed"
        print(f"{done}: {path.relative_to(ROOT)}")
    if given.check:
        return 1 if old else 0
    for path in old:
        if path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[path])
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
