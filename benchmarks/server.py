"""What the MCP server costs: a call, a session, a build, and a large community's way into memory.

Every tool is called through a real MCP client, in process and over stdio in the same run, over the packaged
community and over a large generated one. Nothing is timed on its first call. Loading is measured in a process
of its own, so that its peak memory is its own; generating the large file is not timed.

    uv run python benchmarks/server.py [--members N] [--rows N] [--calls N]

The client checks every value of a result against the tool's output schema, which is most of the time of a
long list; the longest one (50 events of 11 fields) is shown and is not part of the target.

Prints a table and the targets; status 1 when one is missed. Wall-clock times of a busy machine say little:
the load average is printed too.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import anyio
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.server import Server

from toolward.community.base import Community
from toolward.community.fixtures import DEFAULT, load_community
from toolward.community.generate import generate
from toolward.server.app import create_server

MS = 1000.0
LONGEST = "get_automod_log, 50 rows"
REASON = {"reason": "spam links in several channels"}
Arguments = dict[str, Any]
LOAD = """
import json, resource, sys, time
from pathlib import Path
from toolward.community.fixtures import load_community
from toolward.server.app import create_server
begun = time.perf_counter()
community = load_community(Path(sys.argv[1]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
loaded = time.perf_counter()
create_server(community)
build = time.perf_counter() - loaded
print(json.dumps([loaded - begun, peak, len(community.members), community.activity_rows, build]))
"""


@dataclass(frozen=True)
class Size:
    """One community, and everything that was measured over it."""

    members: int
    rows: int
    load_s: float
    peak_gb: float
    build_ms: float
    session_ms: float
    calls: dict[str, float]  # p50 in ms, in process
    stdio: dict[str, float]


def what_is_called(community: Community, calls: int) -> dict[str, Callable[[int], tuple[str, Arguments]]]:
    """Label -> the tool and arguments of call number n."""
    ordinary = [
        m.member_id
        for m in community.members
        if m.left_at is None and not m.is_bot and not m.roles and m.number > 7
    ]
    return {
        "lookup_member by id": lambda n: ("lookup_member", {"member_id": ordinary[n % len(ordinary)]}),
        "lookup_member by name": lambda n: ("lookup_member", {"name": community.members[n % 140].username}),
        "lookup_member, no such name": lambda n: ("lookup_member", {"name": f"kestrel.sk{n}"}),
        "get_leaderboard": lambda n: ("get_leaderboard", {}),
        "get_leaderboard, 25 rows": lambda n: (
            "get_leaderboard",
            {"metric": "messages", "window": "month", "limit": 25},
        ),
        "get_automod_log": lambda n: ("get_automod_log", {}),
        LONGEST: lambda n: ("get_automod_log", {"status": "any", "since_hours": 8760, "limit": 50}),
        "draft_announcement": lambda n: (
            "draft_announcement",
            {"topic": f"Movie night number {n} on Friday"},
        ),
        "get_community_stats": lambda n: ("get_community_stats", {"window": "last_30d"}),
        "ban_member, preview": lambda n: ("ban_member", {"member_id": "mem_0053", **REASON}),
        "assign_role, preview": lambda n: ("assign_role", {"member_id": "mem_0050", "role_name": "helper"}),
        "assign_role": lambda n: (
            "assign_role",
            {"member_id": ordinary[n % len(ordinary)], "role_name": "Event Host", "confirm": True},
        ),
        "ban_member": lambda n: ("ban_member", {"member_id": ordinary[n], **REASON, "confirm": True}),
    }


async def time_calls(
    target: Server[Any] | StdioServerParameters, community: Community, calls: int
) -> dict[str, float]:
    found: dict[str, float] = {}
    for label, call in what_is_called(community, calls).items():
        async with Client(target, cache=None) as client:  # a session a row: each starts from the base
            await client.list_tools()
            await client.call_tool(*call(0))
            times: list[float] = []
            for n in range(1, calls + 1):
                name, arguments = call(n)
                begun = time.perf_counter()
                await client.call_tool(name, arguments)
                times.append(time.perf_counter() - begun)
            found[label] = statistics.median(times) * MS
    return found


async def time_sessions(server: Server[Any], calls: int) -> float:
    times: list[float] = []
    for _ in range(calls + 1):
        begun = time.perf_counter()
        client = Client(server)
        await client.__aenter__()
        times.append(time.perf_counter() - begun)
        await client.__aexit__(None, None, None)
    return statistics.median(times[1:]) * MS


def time_start(file: Path) -> tuple[float, int, int, int, float]:
    """Seconds to load, peak KB, members, rows, seconds to build a server; in a new process."""
    done = subprocess.run([sys.executable, "-c", LOAD, str(file)], capture_output=True, check=True, text=True)
    return json.loads(done.stdout)


def measure(file: Path, calls: int) -> Size:
    starts = [time_start(file) for _ in range(3 if file == DEFAULT else 1)]
    load_s, peak_kb, members, rows, build_s = min(starts)
    community = load_community(file)
    server = create_server(community)
    stdio = StdioServerParameters(
        command=sys.executable, args=["-m", "toolward.server", "--fixtures", str(file)]
    )
    return Size(
        members=members,
        rows=rows,
        load_s=load_s,
        peak_gb=peak_kb / 1024**2,
        build_ms=min(build_s, *(start[-1] for start in starts)) * MS,
        session_ms=anyio.run(time_sessions, server, calls),
        calls=anyio.run(time_calls, server, community, calls),
        stdio=anyio.run(time_calls, stdio, community, calls),
    )


def targets(small: Size, large: Size) -> Iterator[tuple[str, float, float, str]]:
    """What, measured, at most, unit."""
    yield f"slowest call, p50, {small.members:,} members", _slowest(small), 1.5, "ms"
    yield f"slowest call, p50, {large.members:,} members", _slowest(large), 3.0, "ms"
    for size in (small, large):
        yield f"opening a session, {size.members:,} members", size.session_ms, 3.0, "ms"
    yield "building the server, first in the process", small.build_ms, 60.0, "ms"
    yield f"loading and validating {large.members:,} members", large.load_s, 20.0, "s"
    yield f"peak memory of loading {large.members:,} members", large.peak_gb, 1.5, "GB"


def _slowest(size: Size) -> float:
    return max(ms for label, ms in size.calls.items() if label != LONGEST)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the MCP server.")
    parser.add_argument("--members", type=int, default=100_000)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--calls", type=int, default=60, help="calls a row of the table")
    options = parser.parse_args()
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{platform.machine()}, {os.cpu_count()} cores, load average {load}; {platform.system()}")
    print(f"{platform.python_implementation()} {platform.python_version()}, mcp {version('mcp')}\n")
    small = measure(DEFAULT, min(options.calls, 60))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.json"
        file.write_text(generate(options.members, rows=options.rows), encoding="utf-8")
        large = measure(file, options.calls)
    sys.exit(report(small, large))


def report(small: Size, large: Size) -> int:
    print(f"{large.rows:,} rows of hourly activity in the large community. Milliseconds, p50.\n")
    heads = (
        f"{small.members:,}",
        f"{large.members:,}",
        "growth",
        f"stdio {small.members:,}",
        f"stdio {large.members:,}",
    )
    print(f"{'call':28}" + "".join(f"{head:>15}" for head in heads))
    for label, ms in small.calls.items():
        numbers = (ms, large.calls[label], large.calls[label] / ms, small.stdio[label], large.stdio[label])
        print(f"{label:28}" + "".join(f"{number:15.3f}" for number in numbers))
    print()
    missed = 0
    for what, found, most, unit in targets(small, large):
        missed += found >= most
        print(f"{what:48}{found:9.2f} {unit:3} at most {most:g} {unit}{'' if found < most else '   MISSED'}")
    return int(missed > 0)


if __name__ == "__main__":
    main()
