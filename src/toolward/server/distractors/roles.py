"""Tools about roles that look much like assign_role, and change nothing."""

from __future__ import annotations

from toolward.community import rules
from toolward.community.failures import ErrorCode, ToolFailure
from toolward.community.model import Frozen, Role
from toolward.community.moderation import requirement
from toolward.community.rules import RoleKind
from toolward.community.state import Session
from toolward.community.text import echo, fold_query

from ..parameters import Text, Whole
from ..tool import WordedTool

ROLE_NAME = {"role_name": Text(required=True)}
ROLE_NAME_TEXT = {"role_name": "Name of the role; case is ignored."}


class RoleLine(Frozen):
    name: str
    position: int  # 1 is the highest
    kind: RoleKind
    assigned_automatically: bool


class RoleList(Frozen):
    roles: tuple[RoleLine, ...]


class RoleInfo(RoleLine):
    unlocked_by: str | None


class ColorRole(Frozen):
    name: str
    kind: RoleKind
    unlocked_by: str | None


class ColorRoles(Frozen):
    colors: tuple[ColorRole, ...]


class RoleMember(Frozen):
    member_id: str
    display_name: str


class RoleMembers(Frozen):
    role: str
    total: int
    members: tuple[RoleMember, ...]


def _role(session: Session, role_name: str) -> Role:
    folded = fold_query(role_name)
    role = session.community.roles.find(folded) if folded is not None else None
    if role is None:
        raise ToolFailure(
            ErrorCode.ROLE_NOT_FOUND,
            f"There is no role named '{echo(role_name)}'.",
            "Ask the user for the exact name of the role.",
        )
    return role


def _line(session: Session, role: Role) -> dict[str, object]:
    return {
        "name": role.name,
        "position": session.community.roles.rank(role) + 1,
        "kind": role.kind,
        "assigned_automatically": role.kind in rules.AUTOMATIC,
    }


def _unlocked_by(role: Role) -> str | None:
    return requirement(role) if role.unlock is not None else None


def list_roles(session: Session) -> RoleList:
    return RoleList(
        roles=tuple(RoleLine.model_validate(_line(session, r)) for r in session.community.roles.roles)
    )


def get_role_info(session: Session, *, role_name: str) -> RoleInfo:
    role = _role(session, role_name)
    return RoleInfo.model_validate({**_line(session, role), "unlocked_by": _unlocked_by(role)})


def list_color_roles(session: Session) -> ColorRoles:
    colours = (role for role in session.community.roles.roles if role.kind in rules.COLOURS)
    return ColorRoles(
        colors=tuple(ColorRole(name=r.name, kind=r.kind, unlocked_by=_unlocked_by(r)) for r in colours)
    )


def list_role_members(session: Session, *, role_name: str, limit: int) -> RoleMembers:
    role = _role(session, role_name)
    has = session.given_roles if role.kind in rules.GIVEN else session.roles
    found = [k for k in range(len(session.community.members)) if session.in_server(k) and role in has(k)]
    shown = (session.member(k) for k in found[:limit])
    return RoleMembers(
        role=role.name,
        total=len(found),
        members=tuple(RoleMember(member_id=m.member_id, display_name=m.display_name) for m in shown),
    )


LIST_ROLES = WordedTool(
    name="list_roles",
    title="List roles",
    parameters={},
    output=RoleList,
    run=list_roles,
    description="List all roles of the server, highest first.",
)
GET_ROLE_INFO = WordedTool(
    name="get_role_info",
    title="Get a role",
    parameters=ROLE_NAME,
    output=RoleInfo,
    run=get_role_info,
    description="Get a role's position, kind and how it is unlocked.",
    parameter_texts=ROLE_NAME_TEXT,
)
LIST_COLOR_ROLES = WordedTool(
    name="list_color_roles",
    title="List colour roles",
    parameters={},
    output=ColorRoles,
    run=list_color_roles,
    description="List the colour roles and what unlocks each.",
)
LIST_ROLE_MEMBERS = WordedTool(
    name="list_role_members",
    title="List a role's members",
    parameters={**ROLE_NAME, "limit": Whole(1, 50, default=20)},
    output=RoleMembers,
    run=list_role_members,
    description="List the members who have a role.",
    parameter_texts={**ROLE_NAME_TEXT, "limit": "Members to list, 1-50. Default 20."},
)
