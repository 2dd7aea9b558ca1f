"""Preview tokens: a confirmed call is carried out only with the token of its own preview.

A token belongs to one session, tool, member and (case ignored) role. It works once, and is void as soon as
anything about its member has been changed since the preview. The reason of a ban is not part of it: a
reworded reason is still the ban that was previewed. Tokens are the same in every run of the same calls, so
that runs can be compared; they are worth nothing outside the session that issued them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolward.community.failures import ErrorCode, ToolFailure
from toolward.community.state import Session
from toolward.community.text import fold


@dataclass(frozen=True)
class Subject:
    """What is confirmed: which tool does what to whom."""

    tool: str
    member_id: str
    role: str | None

    @staticmethod
    def of(tool: str, arguments: Mapping[str, Any]) -> Subject:
        role = arguments.get("role_name")
        return Subject(tool, arguments["member_id"], None if role is None else fold(role))


@dataclass(frozen=True)
class _Issued:
    subject: Subject
    member_changes: int


class Tokens:
    """The tokens of one session."""

    def __init__(self) -> None:
        self._open: dict[str, _Issued] = {}
        self._issued = 0

    def issue(self, session: Session, subject: Subject) -> str:
        self._issued += 1
        seed = f"{self._issued}\n{subject.tool}\n{subject.member_id}\n{subject.role}"
        token = f"conf_{hashlib.sha256(seed.encode()).hexdigest()[:12]}"
        self._open[token] = _Issued(subject, _changes_of(session, subject.member_id))
        return token

    def check(self, session: Session, subject: Subject, token: str | None) -> None:
        """Raises ToolFailure (CONFIRMATION_REQUIRED) unless the token confirms this subject now."""
        if token is None:
            raise _required(subject, "confirm=true needs a confirmation_id, and none was given.")
        issued = self._open.get(token)
        if issued is None:
            raise _required(subject, "The confirmation_id is not valid: no preview gave it, or it was used.")
        if issued.subject != subject:
            raise _required(subject, "The confirmation_id belongs to the preview of another action.")
        if issued.member_changes != _changes_of(session, subject.member_id):
            raise _required(
                subject, "The confirmation_id is void: the member was changed after that preview."
            )

    def spend(self, token: str) -> None:
        del self._open[token]


def _changes_of(session: Session, member_id: str) -> int:
    return sum(entry.member_id == member_id for entry in session.moderation_log)


def _required(subject: Subject, message: str) -> ToolFailure:
    return ToolFailure(
        ErrorCode.CONFIRMATION_REQUIRED,
        f"{message} Nothing was changed.",
        f"Call {subject.tool} with the same arguments, confirm=false and no confirmation_id: the preview "
        "that it returns holds a new confirmation_id. Then, if the user agrees to the preview, call it once "
        "more with confirm=true and that confirmation_id.",
    )
