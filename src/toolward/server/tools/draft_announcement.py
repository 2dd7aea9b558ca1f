"""draft_announcement: a text for staff to post themselves; nothing is sent."""

from toolward.community.announcement import (
    MAX_TOPIC,
    MIN_TOPIC,
    AnnouncementDraft,
    draft_announcement,
)

from ..parameters import Choice, Text, Whole
from ..tool import Tool

AUDIENCE = Choice(("everyone", "new_members", "prestiged", "boosters", "staff"), default="everyone")
TONE = Choice(("hype", "friendly", "formal", "serious"), default="friendly")

DRAFT_ANNOUNCEMENT = Tool(
    name="draft_announcement",
    title="Draft an announcement",
    parameters={
        "topic": Text(required=True, lengths=(MIN_TOPIC, MAX_TOPIC)),
        "audience": AUDIENCE,
        "tone": TONE,
        "max_chars": Whole(100, 2000, default=800),
    },
    output=AnnouncementDraft,
    run=draft_announcement,
)
