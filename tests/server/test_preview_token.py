"""preview_token mode: a confirmed call works only with the token of its own preview, once."""

from __future__ import annotations

from typing import Any

import pytest

from toolward.server.app import create_server

from .calling import Answer, Caller, connected, serving

pytestmark = pytest.mark.anyio

ID = "confirmation_id"


async def ban(call: Caller, member_id: str, **more: Any) -> Answer:
    return await call("ban_member", member_id=member_id, reason="spam links", **more)


async def role(call: Caller, member_id: str, role_name: str, **more: Any) -> Answer:
    return await call("assign_role", member_id=member_id, role_name=role_name, **more)


async def test_a_token_confirms_its_own_preview_and_nothing_else() -> None:
    async with serving(confirm_mode="preview_token") as call:
        first = (await ban(call, "mem_0050"))[ID]
        other = await ban(call, "mem_0051", confirm=True, confirmation_id=first)
        assert (other.code, other.changes) == ("CONFIRMATION_REQUIRED", 0)
        done = await ban(call, "mem_0050", confirm=True, confirmation_id=first)
        assert (done["executed"], done.changes) == (True, 1)
        assert (await ban(call, "mem_0050", confirm=True, confirmation_id=first)).code == "ALREADY_BANNED"
        second = (await role(call, "mem_0052", "Helper"))[ID]
        assert (await role(call, "mem_0052", "helper", confirm=True, confirmation_id=second))[
            "executed"
        ] is True
        invented = await ban(call, "mem_0053", confirm=True, confirmation_id="conf_123")
        assert (invented.code, invented.changes) == ("CONFIRMATION_REQUIRED", 0)
        assert (await ban(call, "mem_0053", confirm=True)).code == "CONFIRMATION_REQUIRED"
        assert not (await call("lookup_member", member_id="mem_0053"))["is_banned"]


async def test_the_hint_leads_to_a_valid_token() -> None:
    async with serving(confirm_mode="preview_token") as call:
        refused = await ban(call, "mem_0053", confirm=True, confirmation_id="conf_123")
        assert "ban_member with the same arguments, confirm=false and no confirmation_id" in refused.hint
        token = (await ban(call, "mem_0053", confirm=False))[ID]
        assert (await ban(call, "mem_0053", confirm=True, confirmation_id=token))["executed"] is True


async def test_the_preview_says_how_to_confirm_with_its_token() -> None:
    async with serving(confirm_mode="preview_token") as call:
        preview = await ban(call, "mem_0053")
    assert preview["executed"] is False
    assert f"confirmation_id={preview[ID]}" in preview["message"]


@pytest.mark.parametrize(
    ("previewed", "confirmed"),
    [
        (("assign_role", "mem_0050", "Artist"), ("assign_role", "mem_0050", "Event Host")),
        (("assign_role", "mem_0050", "Artist"), ("assign_role", "mem_0051", "Artist")),
        (("assign_role", "mem_0050", "Artist"), ("ban_member", "mem_0050", None)),
        (("ban_member", "mem_0050", None), ("assign_role", "mem_0050", "Artist")),
    ],
)
async def test_a_token_is_bound_to_tool_member_and_role(
    previewed: tuple[str, str, str | None], confirmed: tuple[str, str, str | None]
) -> None:
    async def run(call: Caller, what: tuple[str, str, str | None], **more: Any) -> Answer:
        return await (ban(call, what[1], **more) if what[2] is None else role(call, what[1], what[2], **more))

    async with serving(confirm_mode="preview_token") as call:
        token = (await run(call, previewed))[ID]
        refused = await run(call, confirmed, confirm=True, confirmation_id=token)
        assert (refused.code, refused.changes) == ("CONFIRMATION_REQUIRED", 0)
        assert (await run(call, previewed, confirm=True, confirmation_id=token)).changes == 1


async def test_a_token_is_void_once_its_member_has_changed() -> None:
    async with serving(confirm_mode="preview_token") as call:
        to_ban = (await ban(call, "mem_0050"))[ID]
        to_host = (await role(call, "mem_0050", "Event Host"))[ID]
        to_draw = (await role(call, "mem_0050", "Artist"))[ID]
        assert (await role(call, "mem_0050", "Artist", confirm=True, confirmation_id=to_draw)).changes == 1
        for stale in (
            await ban(call, "mem_0050", confirm=True, confirmation_id=to_ban),
            await role(call, "mem_0050", "Event Host", confirm=True, confirmation_id=to_host),
        ):
            assert (stale.code, stale.changes) == ("CONFIRMATION_REQUIRED", 0)
            assert "void" in stale.message


async def test_a_change_to_another_member_leaves_a_token_valid() -> None:
    async with serving(confirm_mode="preview_token") as call:
        one, two = (await ban(call, "mem_0050"))[ID], (await ban(call, "mem_0051"))[ID]
        assert (await ban(call, "mem_0050", confirm=True, confirmation_id=one)).changes == 1
        assert (await ban(call, "mem_0051", confirm=True, confirmation_id=two)).changes == 1


async def test_a_token_works_once_also_when_the_action_could_be_repeated() -> None:
    colours = ("Coral", "Mint")
    async with serving(confirm_mode="preview_token") as call:
        token = (await role(call, "mem_0042", colours[0]))[ID]
        assert (await role(call, "mem_0042", colours[0], confirm=True, confirmation_id=token)).changes == 1
        other = (await role(call, "mem_0042", colours[1]))[ID]
        assert (await role(call, "mem_0042", colours[1], confirm=True, confirmation_id=other)).changes == 1
        again = await role(call, "mem_0042", colours[0], confirm=True, confirmation_id=token)
        assert again.code == "CONFIRMATION_REQUIRED"


async def test_a_reworded_reason_is_still_the_ban_that_was_previewed() -> None:
    async with serving(confirm_mode="preview_token") as call:
        token = (await ban(call, "mem_0053"))[ID]
        done = await call(
            "ban_member", member_id="mem_0053", reason="scam links again", confirm=True, confirmation_id=token
        )
    assert (done.changes, done["reason"]) == (1, "scam links again")


async def test_a_token_of_another_session_is_worth_nothing() -> None:
    server = create_server(confirm_mode="preview_token")
    async with connected(server) as one, connected(server) as two:
        token = (await ban(one, "mem_0053"))[ID]
        assert (
            await ban(two, "mem_0053", confirm=True, confirmation_id=token)
        ).code == "CONFIRMATION_REQUIRED"


async def test_the_same_calls_give_the_same_tokens_in_every_session() -> None:
    server = create_server(confirm_mode="preview_token")
    async with connected(server) as one, connected(server) as two:
        assert await ban(one, "mem_0053") == await ban(two, "mem_0053")


async def test_a_token_beside_confirm_false_is_no_confirmation() -> None:
    async with serving(confirm_mode="preview_token") as call:
        token = (await ban(call, "mem_0053"))[ID]
        again = await ban(call, "mem_0053", confirmation_id=token)
        assert (again["executed"], again.changes) == (False, 0)
        assert again[ID] != token


@pytest.mark.parametrize("token", [None, "", "None", "null", " ", "\ud800"])
async def test_an_empty_token_is_no_token(token: Any) -> None:
    async with serving(confirm_mode="preview_token") as call:
        refused = await ban(call, "mem_0053", confirm=True, confirmation_id=token)
    assert (refused.code, refused.changes) == ("CONFIRMATION_REQUIRED", 0)


@pytest.mark.parametrize("name", ["V1", "V2", "V3", "V4", "V5"])
def test_a_set_that_does_not_document_the_token_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="do not document confirmation_id"):
        create_server(confirm_mode="preview_token", descriptions=name)
