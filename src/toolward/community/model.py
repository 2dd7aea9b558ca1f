"""The community file, as strict types: what is stored, never what is derived.

Stored are a member's XP, dates, given roles, achievements, notes; bans; AutoMod events; activity a
member-hour; hourly snapshots. Derived, and so never stored, are levels, ranks, severities and the automatic
roles (Member, the prestige colour, Server Booster, the bot's role). Times are UTC to the second; an hour
is named by its start. Checks that span several records are in `checks`.

An hour with no activity record but with a snapshot was quiet. An hour with neither is one in which the bot
was offline.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer

from .rules import AutomodAction, RoleKind
from .text import LONGEST_NAME

MEMBER_ID = re.compile(r"mem_(?:[0-9]{4}|[1-9][0-9]{4,15})")
COLUMNS = (
    "messages",
    "replies",
    "attachments",
    "thread_messages",
    "reactions",
    "voice_minutes",
    "commands",
)


class Frozen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def _to_utc_second(value: datetime) -> datetime:
    if value.utcoffset() != timedelta(0) or value.microsecond:
        raise ValueError("must be UTC (ending in Z) and whole seconds")
    return value.astimezone(UTC)


def _to_hour(value: datetime) -> datetime:
    if value.minute or value.second:
        raise ValueError("must be the start of an hour")
    return value


def iso(value: datetime) -> str:
    """2026-10-01T00:00:00Z"""
    return value.strftime("%Y-%m-%dT%H:%M:%SZ")


Utc = Annotated[
    AwareDatetime,
    AfterValidator(_to_utc_second),
    PlainSerializer(iso, return_type=str, when_used="json"),
    Field(json_schema_extra={"format": "date-time"}),
]
Hour = Annotated[Utc, AfterValidator(_to_hour)]
Count = Annotated[int, Field(ge=0, le=10**12)]
Counts = tuple[Count, ...]
MemberId = Annotated[str, Field(pattern=rf"^{MEMBER_ID.pattern}$")]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Label = Annotated[str, Field(min_length=1, max_length=200)]


class LevelUnlock(Frozen):
    by: Literal["level"]
    level: Count


class PrestigeUnlock(Frozen):
    by: Literal["prestige"]
    prestige: Count


class AchievementUnlock(Frozen):
    by: Literal["achievement"]
    achievement: Label


class BoostUnlock(Frozen):
    by: Literal["boost"]


Unlock = Annotated[LevelUnlock | PrestigeUnlock | AchievementUnlock | BoostUnlock, Field(discriminator="by")]


class Role(Frozen):
    """Roles stand in the file from the highest to the lowest: the order is the hierarchy."""

    name: Name
    kind: RoleKind
    unlock: Unlock | None = None  # picked colours have one; others have none
    prestige: Count | None = None  # prestige colours: the prestige that wears it


class StaffNote(Frozen):
    noted_at: Utc
    author_id: MemberId
    text: Label


class Member(Frozen):
    member_id: MemberId
    username: Name
    display_name: Name
    total_xp: Count
    joined_at: Utc | None  # null: before the bot was added
    left_at: Utc | None = None  # also set when banned while in the server
    roles: tuple[Name, ...] = ()  # given roles only
    achievements: tuple[Label, ...] = ()
    staff_notes: tuple[StaffNote, ...] = ()
    is_booster: bool = False
    is_bot: bool = False

    @property
    def number(self) -> int:
        return int(self.member_id[4:])


class Ban(Frozen):
    member_id: MemberId
    banned_at: Utc
    reason: Label
    actor_id: MemberId


class TriggerType(StrEnum):
    KEYWORD = "keyword"
    SPAM = "spam"
    MENTION_SPAM = "mention_spam"
    KEYWORD_PRESET = "keyword_preset"
    MEMBER_PROFILE = "member_profile"


class EventStatus(StrEnum):
    OPEN = "open"
    REVIEWED = "reviewed"
    DISMISSED = "dismissed"


class AutomodEvent(Frozen):
    event_id: Annotated[str, Field(pattern=r"^evt_[0-9]{4,16}$")]
    occurred_at: Utc
    member_id: MemberId
    rule_name: Label
    trigger_type: TriggerType
    action: AutomodAction
    status: EventStatus
    matched_keyword: Label | None = None


class HourlyActivity(Frozen):
    """One hour of the server. The columns are parallel: row k is what member number ``member[k]`` did.

    ``replies``, ``attachments`` and ``thread_messages`` are parts of ``messages``. The channel and command
    tallies of the hour add up to the columns.
    """

    at: Hour
    joins: Count = 0
    leaves: Count = 0
    channels: dict[Label, Annotated[int, Field(gt=0)]] = {}
    command_uses: dict[Label, Annotated[int, Field(gt=0)]] = {}
    member: Counts = ()
    messages: Counts = ()
    replies: Counts = ()
    attachments: Counts = ()
    thread_messages: Counts = ()
    reactions: Counts = ()
    voice_minutes: Counts = ()
    commands: Counts = ()


class Snapshot(Frozen):
    """Counts at the start of an hour. People only: the bot is not counted."""

    at: Hour
    members: Count
    online: Count | None  # null: unknown, which is not 0
    boosts: Count
    voice: Count


class Config(Frozen):
    reference_now: Hour
    stats_began_at: Hour
    bot_added_at: Utc
    acting_member_id: MemberId
    seed: int
    name: Name


class CommunityData(Frozen):
    schema_version: Literal[1]
    config: Config
    roles: tuple[Role, ...]
    achievements: tuple[Label, ...]
    members: tuple[Member, ...]
    banned_members: tuple[Ban, ...]
    automod_events: tuple[AutomodEvent, ...]
    hourly_activity: tuple[HourlyActivity, ...]
    snapshots: tuple[Snapshot, ...]
