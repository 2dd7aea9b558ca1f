"""Nothing in the shipped data may look as if it came from a real community.

Scanned: every text file under `fixtures/`, `datasets/` and `experiments/`, as it is on disk and with its
JSON escapes undone. All data of this project is synthetic; a hit is either a leak or a made-up value that
must be made up in another way.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("fixtures", "datasets", "experiments")

LOOKS_REAL = {
    # 17 to 20 digits in a row: the shape of the ids that the platform gives members, channels and servers
    "snowflake": re.compile(r"(?<!\d)\d{17,20}(?!\d)"),
    # reserved names (RFC 2606) are the only addresses that belong to nobody
    "e-mail": re.compile(
        r"[\w.+-]+@(?!(?:[\w-]+\.)*(?:example(?:\.com|\.org|\.net)?|test|invalid)\b)[\w-]+(?:\.[\w-]+)+"
    ),
    "phone number": re.compile(
        r"(?<![\w.:-])(?:"
        r"\+\d{1,3}[ .-]?(?:\(?\d{2,4}\)?[ .-]?){2,4}\d{2,4}"  # +44 20 ...
        r"|\(\d{3}\) ?\d{3}[ .-]\d{4}"  # (555) ...
        r"|\d{3}[.-]\d{3}[.-]\d{4}"  # 555-...
        r")(?![\w-])"
    ),
    "invite link": re.compile(r"(?:discord(?:app)?\.(?:gg|com/invite)|dsc\.gg|invite\.gg)/[\w-]+", re.I),
    "attachment link": re.compile(r"(?:cdn|media)\.discord(?:app)?\.(?:com|net)/\S+", re.I),
    "webhook": re.compile(r"discord(?:app)?\.com/api/webhooks/\d+", re.I),
    "bot token": re.compile(r"(?<![\w-])[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])"),
    "api key": re.compile(
        r"(?<!\w)(?:sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|xox[abps]-[\w-]{10,}|AKIA[A-Z0-9]{16})"
    ),
    "private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    "json web token": re.compile(r"(?<!\w)eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"),
    "ip address": re.compile(
        r"(?<![\w.])(?!127\.|0\.0\.0\.0|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)(?:\d{1,3}\.){3}\d{1,3}(?![\w.])"
    ),
}


def found_in(text: str) -> list[str]:
    """What looks real in a text, as `kind: value`."""
    return [f"{kind}: {hit.group()}" for kind, shape in LOOKS_REAL.items() for hit in shape.finditer(text)]


def _texts(file: Path) -> list[str]:
    text = file.read_text("utf-8")
    if file.suffix not in {".json", ".jsonl"}:
        return [text]
    lines = [text] if file.suffix == ".json" else [line for line in text.split("\n") if line.strip()]
    return [text, *(json.dumps(json.loads(line), ensure_ascii=False) for line in lines)]


def test_fixtures_and_datasets_hold_nothing_that_looks_real() -> None:
    files = [f for folder in FOLDERS for f in (ROOT / folder).rglob("*") if f.is_file()]
    assert {f.parent.name for f in files} >= {"fixtures", "datasets"}, "the scan must see the data"
    hits = [f"{f.relative_to(ROOT)}: {hit}" for f in files for text in _texts(f) for hit in found_in(text)]
    assert not hits, "\n".join(hits[:20])


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("snowflake", '"member_id": "284736152938475612"'),
        ("e-mail", "write to jo.doe+mods@some-mail.co.uk please"),
        ("phone number", "call +44 20 7946 0958"),
        ("phone number", "or (555) 123-4567"),
        ("phone number", "or 555-123-4567"),
        ("invite link", "join https://discord.gg/aBcD12"),
        ("invite link", "DISCORD.COM/invite/xyz"),
        ("attachment link", "https://cdn.discordapp.com/attachments/1/2/cat.png"),
        ("webhook", "https://discord.com/api/webhooks/123/abc"),
        ("bot token", "M" + "A" * 23 + "." + "G" * 6 + "." + "x" * 27),
        ("api key", "sk-" + "a1" * 12),
        ("private key", "-----BEGIN RSA " + "PRIVATE KEY-----"),
        ("json web token", "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2QT4"),
        ("ip address", "banned from 81.2.69.142"),
    ],
)
def test_the_scan_finds_each_kind(kind: str, text: str) -> None:
    assert kind in {hit.split(":")[0] for hit in found_in(text)}


@pytest.mark.parametrize(
    "text",
    [
        "mem_0042 joined 2026-09-30T23:00:00Z with 1234567890 XP",
        "see https://ex.test/a?b=1 or mail mod@example.com",
        "served on 127.0.0.1:8000, version 1.2.3",
        "2026-08-17 to 2026-10-01, 12:30-13:30, 555-12",
        '"sha256": "' + "0123456789abcdef" * 4 + '"',
    ],
)
def test_the_scan_leaves_synthetic_values_alone(text: str) -> None:
    assert found_in(text) == []
