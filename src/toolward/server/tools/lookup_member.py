"""lookup_member: one member's profile, by ID or by exact name."""

from toolward.community.queries.lookup import MemberProfile, lookup_member

from ..parameters import Text
from ..tool import Tool

LOOKUP_MEMBER = Tool(
    name="lookup_member",
    title="Look up a member",
    parameters={"member_id": Text(), "name": Text()},
    output=MemberProfile,
    run=lookup_member,
)
