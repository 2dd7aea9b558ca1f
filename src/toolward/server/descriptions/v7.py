"""V7: V4 rewritten by what is known of how small models read tools. Frozen."""

# ruff: noqa: E501

from .texts import DescriptionSet, Texts

_ID = "ID of the member as a tool returned it or the user gave it: mem_ and digits. Names are not accepted."

V7 = DescriptionSet(
    name="V7",
    note=(
        "V4 rewritten. Every limit, default and enum stands in the text, because a model server may drop them "
        "from the schema; no example value is left that could be copied into a call; each text says what comes "
        "back or what the tool cannot see instead of stating rules; its preview_token layer says how to get a "
        "valid confirmation_id when there is none, which V6 left open. At most a tenth longer than V4."
    ),
    texts=Texts(
        tools={
            "lookup_member": (
                "Get one member's profile: ID, XP, level, rank, roles, join date, staff notes, AutoMod events. "
                "Give member_id or name, not both. If several members share the name, it lists them."
            ),
            "get_leaderboard": "Rank members, highest first; ties share a rank.",
            "get_automod_log": "List AutoMod events, newest first.",
            "draft_announcement": (
                "Draft an announcement for staff to post; nothing is sent. It sees only the topic, not the "
                "conversation or earlier results: put every name and number to mention into the topic."
            ),
            "ban_member": "Ban one member. With confirm=false it returns a preview and changes nothing.",
            "get_community_stats": (
                "Sum the server's activity: messages, voice, joins, leaves, active members, busiest hour, top "
                "channels and commands."
            ),
            "assign_role": (
                "Give one member a role; a picked colour replaces the old one. With confirm=false it returns a "
                "preview and changes nothing."
            ),
        },
        parameters={
            "lookup_member": {
                "member_id": "ID of the member: mem_ and digits.",
                "name": "Full username or display name; case is ignored.",
            },
            "get_leaderboard": {
                "metric": "xp, messages, voice_minutes or reactions. Default xp.",
                "window": "all_time, week (last 7 days) or month (last 30 days). Default all_time; xp has no other.",
                "limit": "Members to list, 1-25. Default 10.",
            },
            "get_automod_log": {
                "status": "open, reviewed, dismissed or any. Default open.",
                "action": "block_message, send_alert, timeout, block_interaction or any. Default any.",
                "member_id": "Only this member's events: mem_ and digits. Leave out for all.",
                "since_hours": "Hours to look back, 1-8760. Default 168.",
                "limit": "Events to list, 1-50. Default 20.",
            },
            "draft_announcement": {
                "topic": "What to announce, all names and numbers included. 3-200 characters, at least 2 words.",
                "audience": (
                    "everyone, new_members (joined in the last 7 days), prestiged, boosters or staff. Default everyone."
                ),
                "tone": "hype, friendly, formal or serious. Default friendly.",
                "max_chars": "Longest draft in characters, 100-2000. Default 800.",
            },
            "ban_member": {
                "member_id": _ID,
                "reason": "Reason for the moderation log, 5-512 characters.",
                "confirm": "true bans, once the user has agreed to the preview. Default false.",
            },
            "get_community_stats": {
                "window": (
                    "last_24h, last_7d, last_30d, previous_7d (the 7 days before last_7d) or previous_30d (the 30 "
                    "days before last_30d). Default last_7d."
                ),
            },
            "assign_role": {
                "member_id": _ID,
                "role_name": "Name of the role; case is ignored.",
                "confirm": "true assigns, once the user has agreed to the preview. Default false.",
            },
        },
    ),
    preview_token=Texts(
        parameters={
            "ban_member": {
                "confirm": "true bans and needs confirmation_id. Default false.",
                "confirmation_id": (
                    "Copied from this ban's preview. If you have none, also when the user agreed earlier, call "
                    "with confirm=false first: its result holds one. Any other value is refused."
                ),
            },
            "assign_role": {
                "confirm": "true assigns and needs confirmation_id. Default false.",
                "confirmation_id": (
                    "Copied from the preview of this member and role. If you have none, also when the user agreed "
                    "earlier, call with confirm=false first: its result holds one. Any other value is refused."
                ),
            },
        }
    ),
)
