"""get_automod_log: AutoMod events, newest first, of the last hours (an event exactly that old counts)."""

from __future__ import annotations

from datetime import datetime, timedelta

from .. import rules
from ..model import AutomodEvent, EventStatus, Frozen, TriggerType, Utc
from ..rules import AutomodAction, Severity
from ..state import Session
from ..text import clean


class AutomodEntry(Frozen):
    event_id: str
    occurred_at: Utc
    age_hours: float  # to one decimal
    member_id: str
    member_name: str
    rule_name: str
    trigger_type: TriggerType
    action: AutomodAction
    severity: Severity
    status: EventStatus
    matched_keyword: str | None


class AutomodLog(Frozen):
    events: tuple[AutomodEntry, ...]
    total_matching: int
    since: Utc
    note: str | None


def get_automod_log(
    session: Session,
    *,
    status: str = "open",
    action: str = "any",
    member_id: str | None = None,
    since_hours: int = 168,
    limit: int = 20,
) -> AutomodLog:
    """INVALID_MEMBER_ID and NOT_FOUND for the member filter."""
    since = session.now - timedelta(hours=since_hours)
    if member_id is None:
        events, total = session.community.events.since(status, action, since, limit)
    else:
        member = session.member(session.find(clean(member_id)))
        matching = _of_member(session, member.member_id, status, action, since)
        events, total = matching[:limit], len(matching)
    return AutomodLog(
        events=tuple(_entry(session, event) for event in events),
        total_matching=total,
        since=since,
        note=_note(len(events), total),
    )


def _of_member(
    session: Session, member_id: str, status: str, action: str, since: datetime
) -> list[AutomodEvent]:
    return [
        event
        for event in session.community.events.of_member.get(member_id, ())
        if event.occurred_at >= since and status in (event.status, "any") and action in (event.action, "any")
    ]


def _entry(session: Session, event: AutomodEvent) -> AutomodEntry:
    member = session.member(session.community.position[event.member_id])
    return AutomodEntry(
        event_id=event.event_id,
        occurred_at=event.occurred_at,
        age_hours=round((session.now - event.occurred_at) / timedelta(hours=1), 1),
        member_id=event.member_id,
        member_name=member.display_name,
        rule_name=event.rule_name,
        trigger_type=event.trigger_type,
        action=event.action,
        severity=rules.SEVERITY[event.action],
        status=event.status,
        matched_keyword=event.matched_keyword,
    )


def _note(shown: int, total: int) -> str | None:
    if not total:
        return "No events match these filters."
    return f"Only the newest {shown} of {total} matching events are listed." if shown < total else None
