"""assign_role: a preview, and with confirm the role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolward.community.moderation import RolePreview, RoleResult, assign_role, check_role
from toolward.community.state import Session

from ..parameters import Flag, Text
from ..tool import ConfirmedTool


def _question(session: Session, arguments: Mapping[str, Any]) -> str:
    preview = check_role(session, **arguments)
    who, replaced = preview.member, preview.replaced_roles
    instead = f" in place of {', '.join(replaced)}" if replaced else ""
    return f"Give {who.display_name} ({who.member_id}) the role {preview.role}{instead}?"


ASSIGN_ROLE = ConfirmedTool(
    name="assign_role",
    title="Assign a role",
    parameters={"member_id": Text(required=True), "role_name": Text(required=True), "confirm": Flag()},
    output=RolePreview,
    run=check_role,
    executed=RoleResult,
    act=assign_role,
    ask=_question,
)
