"""The same seed makes the same bytes, and the community holds what staff would meet."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from toolward.cli.fixtures import command
from toolward.community.aggregates import Metric
from toolward.community.cast import EVENTS, MEMBERS, SMALLEST, WEEK_TOTALS
from toolward.community.fixtures import DEFAULT, fixture_sha256, load_community, parse_community
from toolward.community.generate import generate
from toolward.community.queries.stats import get_community_stats
from toolward.community.rules import COLOURS, PICKED_COLOURS, RoleKind
from toolward.community.state import Session
from toolward.community.windows import BoardWindow


def test_the_committed_community_is_what_the_generator_makes() -> None:
    assert DEFAULT.read_bytes() == generate().encode("utf-8")


@pytest.mark.parametrize("hashing", ["0", "12345"])
def test_the_bytes_do_not_depend_on_the_hash_seed_or_the_locale(hashing: str) -> None:
    program = (
        "import hashlib; from toolward.community.generate import generate;"
        "print(hashlib.sha256(generate().encode('utf-8')).hexdigest())"
    )
    env = {"PYTHONHASHSEED": hashing, "LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "Asia/Tokyo"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == fixture_sha256()


@pytest.mark.parametrize(("members", "seed"), [(140, 1), (141, 2), (400, 3), (1_500, 20_261_001)])
def test_any_seed_and_size_gives_a_valid_community_with_the_same_cast(members: int, seed: int) -> None:
    text = generate(members, seed, rows=members * 6)
    assert text == generate(members, seed, rows=members * 6) != generate(members, seed + 1, rows=members * 6)
    community = parse_community(text.encode())
    assert len(community.members) == members
    for c in MEMBERS:
        m = community.members[c.number - 1]
        assert (m.username, m.display_name, m.total_xp) == (c.username, c.display_name, c.xp)
    for column, totals in WEEK_TOTALS.items():
        values = community.boards[Metric(column), BoardWindow.WEEK].values
        assert [values[number - 1] for number, _ in totals] == [total for _, total in totals]


def test_the_number_of_rows_is_close_to_what_was_asked_for() -> None:
    community = parse_community(generate(3_000, 5, rows=30_000).encode())
    assert 30_000 <= community.activity_rows <= 31_500


def test_fewer_members_than_the_cast_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 140"):
        generate(SMALLEST - 1)


def test_the_committed_file_is_small_and_one_record_a_line() -> None:
    content = DEFAULT.read_bytes()
    assert len(content) < 2_000_000 and b"\r" not in content and content.endswith(b"}\n")
    lines = content.decode("utf-8").split("\n")
    members = [line for line in lines if line.startswith('{"member_id"') and "username" in line]
    assert len(members) == 140 and all(json.loads(line.rstrip(",")) for line in members)


def test_the_community_has_everything_that_cases_need() -> None:
    session = Session(load_community())
    base = session.community
    kinds = Counter(role.kind for k in base.current for role in session.roles(k))
    assert {kind for kind in RoleKind if kind is not RoleKind.BOT} <= set(kinds)
    staff = {role.name for k in base.current for role in session.roles(k) if role.kind is RoleKind.STAFF}
    assert staff == {"Owner", "Admin", "Moderator", "Helper"}
    assert sum(m.left_at is not None for m in base.members) >= 8 and len(base.bans) == 3
    assert sum(m.joined_at is None for m in base.members) >= 5
    assert any(m.total_xp == 0 for m in base.members if not m.is_bot)
    assert len(EVENTS) < len(base.events.lists["any", "any"])


def test_everyone_wears_one_prestige_colour_and_at_most_one_picked_one() -> None:
    session = Session(load_community())
    for position in session.community.current:
        colours = Counter(
            role.kind in PICKED_COLOURS for role in session.roles(position) if role.kind in COLOURS
        )
        assert colours[False] == 1 and colours[True] <= 1


def test_joins_and_leaves_agree_with_the_members() -> None:
    session = Session(load_community())
    stats = get_community_stats(session, window="last_24h")
    began = stats.window_start
    members = session.community.members
    assert stats.joins == sum(m.joined_at is not None and m.joined_at >= began for m in members) == 1
    assert stats.leaves == sum(m.left_at is not None and m.left_at >= began for m in members) == 1
    assert stats.latest_snapshot is not None
    assert stats.latest_snapshot.members == len(session.community.current)


def test_there_are_quiet_hours_and_outages() -> None:
    session = Session(load_community())
    day, month = (get_community_stats(session, window=w) for w in ("last_24h", "last_30d"))
    assert day.hours_with_data == 24 and month.hours_with_data == 720 - 13
    records = [
        line for line in DEFAULT.read_text("utf-8").split("\n") if line.startswith('{"at":"2026-09-30T0')
    ]
    both = Counter(json.loads(line.rstrip(","))["at"] for line in records)
    assert both["2026-09-30T04:00:00Z"] == both["2026-09-30T05:00:00Z"] == 1, "a snapshot and no activity"
    assert both["2026-09-30T07:00:00Z"] == 2


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, arguments)
    return result.exit_code, result.output


def test_the_command_checks_the_committed_file() -> None:
    assert run("make", "--check")[0] == 0


def test_the_command_makes_and_checks_another_file(tmp_path: Path) -> None:
    out = str(tmp_path / "new" / "c.json")
    common = ("--members", "150", "--seed", "7", "--rows", "900", "--out", out)
    assert run("make", *common)[0] == 0
    assert run("make", *common, "--check")[0] == 0
    status, said = run("sha256", out)
    assert status == 0 and said.strip() == fixture_sha256(Path(out))


def test_the_check_finds_one_changed_byte_and_a_missing_end(tmp_path: Path) -> None:
    good = DEFAULT.read_bytes()
    for bad in (
        good.replace(b"Kestrel", b"Kestral", 1),
        good + b"\n",
        good[:-1],
        good.replace(b"\n", b"\r\n", 1),
    ):
        out = tmp_path / "c.json"
        out.write_bytes(bad)
        status, said = run("make", "--check", "--out", str(out))
        assert status == 2 and "differs" in said and out.read_bytes() == bad


@pytest.mark.parametrize(
    "arguments",
    [
        ("make", "--members", "139"),
        ("make", "--members", "x"),
        ("make", "--check", "--out", "no/such"),
        ("sha256", "no/such"),
    ],
)
def test_wrong_options_and_files_end_with_status_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments)[0] == 2
