"""Print one of the two commands at the top of README.md: `main-job` or `tests`.

Each stands in the first fenced block after a comment `<!-- command: NAME -->`.
"""

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def command(name: str) -> str:
    block = rf"<!-- command: {re.escape(name)} -->\s*```sh\n(.*?)\n```"
    found = re.search(block, README.read_text("utf-8"), re.S)
    if found is None:
        raise SystemExit(f"README.md has no block after <!-- command: {name} -->")
    return found.group(1)


if __name__ == "__main__":
    print(command(sys.argv[1]))
