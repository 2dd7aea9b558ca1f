"""`toolward fixtures`: write the synthetic community, or check that the committed one is what is made."""

from __future__ import annotations

from pathlib import Path

import click

from toolward.community.cast import SMALLEST
from toolward.community.fixtures import DEFAULT, CommunityFileError, fixture_sha256
from toolward.community.generate import SEED, generate


class _Fault(click.ClickException):
    exit_code = 2


@click.group("fixtures")
def command() -> None:
    """Make or check the synthetic community."""


@command.command("make")
@click.option("--members", default=SMALLEST, show_default=True, type=click.IntRange(SMALLEST, 1_000_000))
@click.option("--seed", default=SEED, show_default=True, type=int)
@click.option(
    "--rows",
    type=click.IntRange(0, 100_000_000),
    help="Member-hours of activity.  [default: 90 a member, 20 in large communities]",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Default: fixtures/community.json."
)
@click.option("--check", is_flag=True, help="Write nothing; fail when the file differs by a byte.")
def make(members: int, seed: int, rows: int | None, out: Path | None, check: bool) -> None:
    """Write a seeded community: the same options give the same bytes."""
    path = out or DEFAULT
    content = generate(members, seed, rows).encode("utf-8")
    if check:
        _check(path, content)
        click.echo(f"{path} is what the generator makes.")
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as fault:
        raise _Fault(f"{path} cannot be written: {fault.strerror}") from fault
    click.echo(f"{path}: {members} members, seed {seed}, {len(content):,} bytes")


def _check(path: Path, content: bytes) -> None:
    try:
        found = path.read_bytes()
    except OSError as fault:
        raise _Fault(f"{path} cannot be read: {fault.strerror}") from fault
    if found == content:
        return
    pairs = zip(found.split(b"\n"), content.split(b"\n"), strict=False)
    line = next((k for k, (a, b) in enumerate(pairs, 1) if a != b), "the end")
    raise _Fault(
        f"{path} differs from what the generator makes, first at line {line}. Run: toolward fixtures make"
    )


@command.command("sha256")
@click.argument("path", required=False, type=click.Path(dir_okay=False, path_type=Path))
def sha256(path: Path | None) -> None:
    """Validate a community file and print its hash."""
    try:
        click.echo(fixture_sha256(path))
    except CommunityFileError as fault:
        raise _Fault(str(fault)) from fault
