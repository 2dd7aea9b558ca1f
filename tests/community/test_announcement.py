"""Drafts come from their topic, audience and tone alone, are never sent, and say whom they reach."""

from __future__ import annotations

from itertools import product

import pytest

from tests.community.small import NOW, code, member, small
from toolward.community.announcement import AnnouncementDraft, Tone, draft_announcement
from toolward.community.audiences import Audience
from toolward.community.failures import ErrorCode
from toolward.community.fixtures import load_community
from toolward.community.model import iso
from toolward.community.moderation import assign_role, ban
from toolward.community.state import Session

TOPIC = "movie night on friday"


@pytest.fixture
def session() -> Session:
    return Session(load_community())


def test_the_fields_are_those_of_the_contract() -> None:
    assert list(AnnouncementDraft.model_fields) == [
        "draft", "char_count", "audience", "tone", "estimated_reach", "truncated", "sent", "note",
    ]  # fmt: skip


@pytest.mark.parametrize(("audience", "tone"), list(product(Audience, Tone)))
def test_equal_input_gives_equal_text_that_holds_the_topic(audience: Audience, tone: Tone) -> None:
    first, second = (
        draft_announcement(Session(load_community()), topic=TOPIC, audience=audience.value, tone=tone.value)
        for _ in range(2)
    )
    assert first == second and TOPIC in first.draft
    assert first.char_count == len(first.draft) and not first.truncated and first.sent is False


def test_each_tone_and_audience_reads_differently(session: Session) -> None:
    drafts = {
        draft_announcement(session, topic=TOPIC, audience=a.value, tone=t.value).draft
        for a, t in product(Audience, Tone)
    }
    assert len(drafts) == len(Audience) * len(Tone)


@pytest.mark.parametrize(
    "topic",
    ["", "a", "hi", "ok", "party", "a?", "   hi   ", "- !", "... ?", "\u200b\u200c a", "event !!!", "\n\n"],
)
def test_a_topic_of_less_than_three_characters_or_two_words_is_vague(session: Session, topic: str) -> None:
    assert code(draft_announcement, session, topic=topic) is ErrorCode.TOPIC_TOO_VAGUE


@pytest.mark.parametrize(
    "topic", ["a b", "🎉 party", "café 夜", "2 3", "x" * 198 + " y", " " + "x" * 198 + " y "]
)
def test_a_topic_at_its_limits_is_taken(session: Session, topic: str) -> None:
    assert topic.strip() in draft_announcement(session, topic=topic).draft


@pytest.mark.parametrize("topic", ["x" * 199 + " y", "word " * 100_000, "x" * 201])
def test_a_topic_over_200_characters_is_too_long(session: Session, topic: str) -> None:
    assert code(draft_announcement, session, topic=topic) is ErrorCode.TOPIC_TOO_LONG


@pytest.mark.parametrize(
    "topic", ["{who} {0} {topic}", "%s %d", "$who ${topic}", "@everyone come now", "a\u2028b c"]
)
def test_a_topic_is_text_and_never_a_template(session: Session, topic: str) -> None:
    assert topic in draft_announcement(session, topic=topic).draft


def test_a_lone_surrogate_is_replaced(session: Session) -> None:
    assert "bad \ufffd text" in draft_announcement(session, topic="bad \ud800 text").draft


@pytest.mark.parametrize("limit", range(100, 260, 7))
def test_a_draft_never_exceeds_the_limit_and_says_when_it_was_cut(session: Session, limit: int) -> None:
    whole = draft_announcement(session, topic="word " * 30, max_chars=2000)
    cut = draft_announcement(session, topic="word " * 30, max_chars=limit)
    assert cut.char_count == len(cut.draft) <= limit
    assert cut.truncated == (whole.char_count > limit) == (cut.draft != whole.draft)
    assert cut.draft.endswith("…") == cut.truncated and ("cut" in cut.note) == cut.truncated


def test_a_draft_of_exactly_the_limit_is_not_cut(session: Session) -> None:
    whole = draft_announcement(session, topic="x" * 99 + " y")
    assert not draft_announcement(session, topic="x" * 99 + " y", max_chars=whole.char_count).truncated
    assert draft_announcement(session, topic="x" * 99 + " y", max_chars=whole.char_count - 1).truncated


def test_the_reach_counts_current_people_of_the_audience() -> None:
    week_ago, before = iso(NOW.replace(month=9, day=24)), "2026-09-23T23:59:59Z"
    session = Session(
        small(
            member(3, 66_250, joined_at=week_ago),
            member(4, 66_249, joined_at=before, is_booster=True),
            member(5, joined_at=None, roles=["Helper"]),
            member(6, 70_000, joined_at=week_ago, left_at=iso(NOW), is_booster=True),
        )
    )
    found = {
        a.value: draft_announcement(session, topic=TOPIC, audience=a.value).estimated_reach for a in Audience
    }
    assert found == {"everyone": 4, "new_members": 1, "prestiged": 1, "boosters": 1, "staff": 2}


def test_the_reach_follows_bans_and_roles_of_this_session_only(session: Session) -> None:
    def reach(audience: str, where: Session) -> int:
        return draft_announcement(where, topic=TOPIC, audience=audience).estimated_reach

    everyone, staff, new = (reach(a, session) for a in ("everyone", "staff", "new_members"))
    ban(session, member_id="mem_0136", reason="spam links")
    ban(session, member_id="mem_0088", reason="left already")
    assign_role(session, member_id="mem_0042", role_name="Helper")
    assert [reach(a, session) for a in ("everyone", "staff", "new_members")] == [
        everyone - 1,
        staff + 1,
        new - 1,
    ]
    assert reach("everyone", Session(session.community)) == everyone
