"""What a refused call says: a code a program can branch on, a message and a hint a model can act on.

A `ToolFailure` is an answer, not a bug: it names something the caller can mend. Faults of our own are
ordinary exceptions and are never turned into one. No text of a library ends up in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ErrorCode(StrEnum):
    # any tool
    INVALID_ARGUMENTS = "INVALID_ARGUMENTS"  # raised by the server: wrong type, out of range, unknown name
    INVALID_MEMBER_ID = "INVALID_MEMBER_ID"
    NOT_FOUND = "NOT_FOUND"
    UNKNOWN_TOOL = "UNKNOWN_TOOL"  # raised by the server
    # lookup_member
    BOTH_OR_NEITHER = "BOTH_OR_NEITHER"
    AMBIGUOUS_NAME = "AMBIGUOUS_NAME"
    # get_leaderboard, get_community_stats
    UNSUPPORTED_WINDOW = "UNSUPPORTED_WINDOW"
    NO_DATA_YET = "NO_DATA_YET"
    # draft_announcement
    TOPIC_TOO_VAGUE = "TOPIC_TOO_VAGUE"
    TOPIC_TOO_LONG = "TOPIC_TOO_LONG"
    # ban_member
    CANNOT_BAN_SELF_OR_BOT = "CANNOT_BAN_SELF_OR_BOT"
    CANNOT_BAN_STAFF = "CANNOT_BAN_STAFF"
    ALREADY_BANNED = "ALREADY_BANNED"
    REASON_REQUIRED = "REASON_REQUIRED"
    # assign_role
    ROLE_NOT_FOUND = "ROLE_NOT_FOUND"
    ROLE_ABOVE_ACTOR = "ROLE_ABOVE_ACTOR"
    ROLE_AUTO_MANAGED = "ROLE_AUTO_MANAGED"
    MEMBER_NOT_IN_SERVER = "MEMBER_NOT_IN_SERVER"
    ALREADY_HAS_ROLE = "ALREADY_HAS_ROLE"
    COLOR_NOT_UNLOCKED = "COLOR_NOT_UNLOCKED"
    # the confirm step; all three are raised by the server
    CONFIRMATION_REQUIRED = "CONFIRMATION_REQUIRED"
    CONFIRMATION_DECLINED = "CONFIRMATION_DECLINED"
    CONFIRMATION_UNAVAILABLE = "CONFIRMATION_UNAVAILABLE"


@dataclass(frozen=True, slots=True)
class Candidate:
    member_id: str
    display_name: str


class ToolFailure(Exception):
    """A call that was refused; nothing was changed. `body()` is the JSON the caller gets."""

    def __init__(
        self, code: ErrorCode, message: str, hint: str, candidates: tuple[Candidate, ...] = ()
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.hint = hint
        self.candidates = candidates

    def body(self) -> dict[str, object]:
        """The brief's error object; `candidates` is there only when there are some."""
        error: dict[str, object] = {"code": str(self.code), "message": self.message, "hint": self.hint}
        if self.candidates:
            error["candidates"] = [
                {"member_id": c.member_id, "display_name": c.display_name} for c in self.candidates
            ]
        return {"error": error}
