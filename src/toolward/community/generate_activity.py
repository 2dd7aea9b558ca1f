"""The generator's hours: who did what, hour by hour, and the snapshots beside them.

Members are drawn by a heavy-tailed weight and an hour of the day's pattern. The cast's totals of the last
week are exact. Hours are made one at a time, so a large community needs no more memory than a small one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from . import cast, words
from .model import COLUMNS, iso
from .windows import HOUR

if TYPE_CHECKING:
    from .generate import Draw

Record = dict[str, Any]
_PATTERN = (6, 4, 3, 2, 2, 2, 3, 5, 7, 9, 10, 11, 13, 14, 15, 17, 20, 24, 29, 34, 33, 26, 17, 10)
_CAST_WEIGHTS = {f"mem_{number:04d}": weight for number, weight in cast.WEIGHTS.items()}
_COLUMN = {name: k for k, name in enumerate(COLUMNS)}


def _hours(start: datetime, end: datetime) -> list[datetime]:
    return [start + HOUR * k for k in range((end - start) // HOUR)]


def _offline() -> frozenset[datetime]:
    return frozenset(
        datetime.fromisoformat(start) + HOUR * k for start, hours in cast.OUTAGES for k in range(hours)
    )


def _silent(draw: Draw, hours: list[datetime]) -> frozenset[datetime]:
    """Hours without activity rows: the outages, the fixed quiet hours, and drawn ones at night."""
    drawn = {at for at in hours if 2 <= at.hour <= 5 and draw.chance(0.2)}
    return _offline() | {datetime.fromisoformat(at) for at in cast.QUIET} | drawn


def _span(record: Record, start: datetime, end: datetime) -> tuple[datetime, datetime]:
    """The first hour that a member can be active in, and the hour after the last."""
    joined, left = record["joined_at"], record["left_at"]
    first = max(start, datetime.fromisoformat(joined) + HOUR) if joined else start
    last = min(end, datetime.fromisoformat(left)) if left else end
    return first.replace(minute=0), last.replace(minute=0)


def activity_records(
    roster: list[Record], rows: int, draw: Draw, start: datetime, end: datetime
) -> Iterator[Record]:
    hours = _hours(start, end)
    silent = _silent(draw, hours)
    offline = _offline()
    joins, leaves = _tally(roster, "joined_at"), _tally(roster, "left_at")
    spans = [_span(record, start, end) for record in roster]
    pull = list(accumulate(_weight(record, span, draw) for record, span in zip(roster, spans, strict=True)))
    scripted = _scripted(spans, [at for at in hours if at >= end - timedelta(days=7) and at not in silent])
    pattern = [0 if at in silent else _PATTERN[at.hour] for at in hours]
    reached = [rows * part // sum(pattern) for part in accumulate(pattern)]
    for at, before, after in zip(hours, [0, *reached], reached, strict=False):
        if at in offline:
            continue
        did = _rows_of_hour(at, after - before, pull, spans, draw)
        if at >= end - timedelta(days=7):
            _apply_script(did, scripted.get(at, {}))
        if did or joins[at] or leaves[at]:
            yield _record(at, joins[at], leaves[at], did, draw)


def _tally(roster: list[Record], key: str) -> Counter[datetime]:
    return Counter(
        datetime.fromisoformat(record[key]).replace(minute=0, second=0) for record in roster if record[key]
    )


def _weight(record: Record, span: tuple[datetime, datetime], draw: Draw) -> int:
    u = draw.random()
    if span[0] >= span[1] or record["is_bot"] or record["username"].startswith("lurker."):
        return 0
    fixed = _CAST_WEIGHTS.get(record["member_id"])
    if fixed is not None:
        return fixed
    return 0 if u < 0.08 else 1 + int(34 * u * u * u * u)


def _rows_of_hour(
    at: datetime, wanted: int, pull: list[int], spans: list[tuple[datetime, datetime]], draw: Draw
) -> dict[int, list[int]]:
    did: dict[int, list[int]] = {}
    tries = 30 * wanted + 60
    while len(did) < wanted and tries:
        tries -= 1
        index = bisect_right(pull, draw.below(pull[-1]))
        first, last = spans[index]
        if first <= at < last and index + 1 not in did:
            did[index + 1] = _row(draw)
    return did


def _row(draw: Draw) -> list[int]:
    u = draw.random()
    messages = 0 if u < 0.2 else 1 + int(u * u * u * 9)
    replies = draw.below(messages + 1) if draw.chance(0.4) else 0
    attachments = 1 if messages and draw.chance(0.12) else 0
    in_threads = draw.below(messages + 1) if draw.chance(0.15) else 0
    voice = 5 + draw.below(56) if draw.chance(0.08) else 0
    commands = 1 + draw.below(3) if draw.chance(0.1) else 0
    reactions = draw.below(5)
    if not messages and not voice and not commands:
        reactions += 1
    return [messages, replies, attachments, in_threads, reactions, voice, commands]


def _scripted(
    spans: list[tuple[datetime, datetime]], hours: list[datetime]
) -> dict[datetime, dict[int, list[tuple[int, int]]]]:
    """What the cast does in each hour of the last week: hour -> member -> (column, amount)."""
    script: dict[datetime, dict[int, list[tuple[int, int]]]] = {at: {} for at in hours}
    for column, totals in cast.WEEK_TOTALS.items():
        for number, total in totals:
            open_to = [at for at in hours if spans[number - 1][0] <= at < spans[number - 1][1]]
            evening = [at for at in open_to if at.hour >= 15 or at.hour == 0]
            for at, amount in zip(evening, _shared_out(total, len(evening)), strict=True):
                script[at].setdefault(number, []).append((_COLUMN[column], amount))
    return script


def _shared_out(total: int, parts: int) -> list[int]:
    return [total * (k + 1) // parts - total * k // parts for k in range(parts)]


_ACTORS: dict[int, set[int]] = {}
for _column, _totals in cast.WEEK_TOTALS.items():
    for _number, _ in _totals:
        _ACTORS.setdefault(_number, set()).add(_COLUMN[_column])


def _apply_script(did: dict[int, list[int]], script: dict[int, list[tuple[int, int]]]) -> None:
    """Replace the scripted columns of the scripted members; a row in which nothing is left goes."""
    for number, columns in _ACTORS.items():
        row = did.get(number, [0] * len(COLUMNS))
        for column in columns:
            row[column] = 0
        for column, amount in script.get(number, ()):
            row[column] = amount
        for part in ("replies", "attachments", "thread_messages"):
            row[_COLUMN[part]] = min(row[_COLUMN[part]], row[0])
        if any(row):
            did[number] = row
        else:
            did.pop(number, None)


def _record(at: datetime, joins: int, leaves: int, did: dict[int, list[int]], draw: Draw) -> Record:
    channels: Counter[str] = Counter()
    uses: Counter[str] = Counter()
    numbers = sorted(did)
    for number in numbers:
        row = did[number]
        favourite = words.CHANNELS[number % len(words.CHANNELS)]
        channels[favourite if draw.chance(0.5) else _skewed(draw, words.CHANNELS)] += row[0]
        uses[_skewed(draw, words.COMMANDS)] += row[_COLUMN["commands"]]
    record: Record = {"at": iso(at)}
    if joins:
        record["joins"] = joins
    if leaves:
        record["leaves"] = leaves
    record["channels"] = {name: channels[name] for name in sorted(channels) if channels[name]}
    record["command_uses"] = {name: uses[name] for name in sorted(uses) if uses[name]}
    record["member"] = numbers
    for name, k in _COLUMN.items():
        record[name] = [did[number][k] for number in numbers]
    return record


def _skewed(draw: Draw, names: tuple[str, ...]) -> str:
    u = draw.random()
    return names[int(u * u * len(names))]


def snapshot_records(roster: list[Record], draw: Draw, start: datetime, end: datetime) -> Iterator[Record]:
    """One an hour, the last one at ``end`` itself (its ``online`` is unknown); none in an outage."""
    people = [record for record in roster if not record["is_bot"]]
    never = datetime.min.replace(tzinfo=start.tzinfo)
    came = sorted(datetime.fromisoformat(p["joined_at"]) if p["joined_at"] else never for p in people)
    went = sorted(datetime.fromisoformat(p["left_at"]) for p in people if p["left_at"])
    boosts = sum(record["is_booster"] for record in roster)
    offline = _offline()
    for at in [*_hours(start, end), end]:
        if at in offline:
            continue
        members = bisect_right(came, at) - bisect_right(went, at)
        online = members * (_PATTERN[at.hour] + 6) // 60 + draw.below(5)
        unknown = draw.chance(0.04) or at == end
        yield {
            "at": iso(at), "members": members, "online": None if unknown else online,
            "boosts": boosts if at >= end - timedelta(days=21) else max(0, boosts - 1),
            "voice": _PATTERN[at.hour] * members // 1_500 + draw.below(3),
        }  # fmt: skip
