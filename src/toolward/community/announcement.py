"""draft_announcement: a text for staff to post themselves. Nothing is ever sent.

The draft comes from one fixed template a tone, so equal input gives equal text. It holds the topic and
nothing else: no result of an earlier call, no names, no dates beyond what the topic says.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import Literal

from .audiences import Audience, belongs
from .failures import ErrorCode, ToolFailure
from .model import Frozen
from .state import Session
from .text import clean

MIN_TOPIC, MAX_TOPIC, MIN_WORDS = 3, 200, 2


class Tone(StrEnum):
    HYPE = "hype"
    FRIENDLY = "friendly"
    FORMAL = "formal"
    SERIOUS = "serious"


_GREETING = {
    Audience.EVERYONE: "everyone",
    Audience.NEW_MEMBERS: "new members",
    Audience.PRESTIGED: "prestiged members",
    Audience.BOOSTERS: "server boosters",
    Audience.STAFF: "staff team",
}
_TEMPLATE = {
    Tone.HYPE: "🎉 Big news, {who}! 🎉\n\n{topic}\n\nYou won't want to miss this. See you there!",
    Tone.FRIENDLY: "Hi {who}!\n\n{topic}\n\nQuestions? Just ask any of us in the staff team. 💛",
    Tone.FORMAL: "Dear {who},\n\n{topic}\n\nThank you for your attention.\nThe staff team",
    Tone.SERIOUS: "Attention, {who}.\n\n{topic}\n\nPlease read this with care and ask staff if in doubt.",
}


class AnnouncementDraft(Frozen):
    draft: str
    char_count: int  # Unicode code points
    audience: Audience
    tone: Tone
    estimated_reach: int  # people in the audience who are in the server now; the bot is not one
    truncated: bool
    sent: Literal[False] = False
    note: str


def draft_announcement(
    session: Session,
    *,
    topic: str,
    audience: str = "everyone",
    tone: str = "friendly",
    max_chars: int = 800,
) -> AnnouncementDraft:
    """TOPIC_TOO_VAGUE, TOPIC_TOO_LONG. Blanks around the topic do not count."""
    who, how = Audience(audience), Tone(tone)
    full = _TEMPLATE[how].format(who=_GREETING[who], topic=_checked(topic))
    draft = _cut(full, max_chars)
    truncated = draft != full
    note = "This is a draft. Nothing was sent: staff must post it themselves."
    if truncated:
        note += f" It was cut to {max_chars} characters."
    return AnnouncementDraft(
        draft=draft,
        char_count=len(draft),
        audience=who,
        tone=how,
        estimated_reach=reach(session, who),
        truncated=truncated,
        note=note,
    )


def _checked(topic: str) -> str:
    topic = clean(topic).strip()
    if len(topic) > MAX_TOPIC:
        raise ToolFailure(
            ErrorCode.TOPIC_TOO_LONG,
            f"The topic has {len(topic)} characters; at most {MAX_TOPIC} are allowed.",
            "Shorten the topic to what the announcement must say and call draft_announcement again.",
        )
    if len(topic) < MIN_TOPIC or sum(map(_is_word, topic.split())) < MIN_WORDS:
        raise ToolFailure(
            ErrorCode.TOPIC_TOO_VAGUE,
            f"The topic needs at least {MIN_TOPIC} characters and at least {MIN_WORDS} words.",
            "Say what the announcement is about, or ask the user for it.",
        )
    return topic


def _is_word(token: str) -> bool:
    """Letters, digits or pictures; punctuation and invisible characters alone are no word."""
    return any(unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "So" for c in token)


def _cut(text: str, limit: int) -> str:
    """At most ``limit`` characters, ending between words where that loses little."""
    if len(text) <= limit:
        return text
    kept = text[: limit - 1]
    space = max(kept.rfind(" "), kept.rfind("\n"))
    if space > limit * 3 // 4:
        kept = kept[:space]
    return kept.rstrip() + "…"


def reach(session: Session, audience: Audience) -> int:
    """The base's count, corrected by the few members whom the session has changed."""
    base = session.community
    count = base.audience_sizes[audience]
    for position in session.changed:
        now_in = belongs(
            audience,
            session.member(position),
            current=session.is_current(position),
            staff=session.is_staff(position),
            now=base.now,
        )
        count += now_in - base.in_audience(audience, position)
    return count
