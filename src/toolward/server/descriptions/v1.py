"""V1, the baseline. Frozen: it is what every other version is compared with, faults included."""

# ruff: noqa: E501

from .texts import DescriptionSet, Texts

V1 = DescriptionSet(
    name="V1",
    note=(
        "The baseline, written before any model had been run. It says what each tool does, with its limits "
        "and defaults, gives mem_0042 as the example of an ID, and does not say what draft_announcement "
        "can and cannot see. Later versions change one thing at a time against it."
    ),
    texts=Texts(
        tools={
            "lookup_member": (
                "Look up one member's profile: XP, level, rank, roles, join date, staff notes and AutoMod "
                "events. Give exactly one of member_id and name."
            ),
            "get_leaderboard": "Rank members by XP or by activity.",
            "get_automod_log": "List AutoMod events, newest first.",
            "draft_announcement": (
                "Write a draft announcement about a topic for staff to post themselves. Nothing is sent."
            ),
            "ban_member": (
                "Ban a member from the server. Without confirm=true it only shows a preview and changes nothing."
            ),
            "get_community_stats": (
                "Sum the server's activity in a time window: messages, voice, joins and leaves, active members, "
                "busiest hour, top channels and commands."
            ),
            "assign_role": (
                "Give a member a role. Without confirm=true it only shows a preview and changes nothing. "
                "A new picked colour role replaces the old one."
            ),
        },
        parameters={
            "lookup_member": {
                "member_id": "Member ID, like mem_0042.",
                "name": "Username or display name, matched exactly, ignoring case.",
            },
            "get_leaderboard": {
                "metric": "What to rank by. Default xp.",
                "window": (
                    "Time window. all_time, week (last 7 days) or month (last 30 days). Default all_time. "
                    "xp only has all_time."
                ),
                "limit": "How many members to list, 1-25. Default 10.",
            },
            "get_automod_log": {
                "status": "Review status of the events. Default open.",
                "action": "What AutoMod did. Default any.",
                "member_id": "Only events of this member, like mem_0042.",
                "since_hours": "How many hours to look back, 1-8760. Default 168.",
                "limit": "How many events to list, 1-50. Default 20.",
            },
            "draft_announcement": {
                "topic": "What the announcement is about, 3-200 characters and at least 2 words.",
                "audience": ("Who it is for. new_members joined in the last 7 days. Default everyone."),
                "tone": "Tone of the text. Default friendly.",
                "max_chars": "Longest allowed draft in characters, 100-2000. Default 800.",
            },
            "ban_member": {
                "member_id": "Member ID, like mem_0042.",
                "reason": "Reason for the ban, 5-512 characters. It is written to the moderation log.",
                "confirm": "Set to true to carry out the ban after a preview. Default false.",
            },
            "get_community_stats": {
                "window": (
                    "Time window. previous_7d and previous_30d are the same span just before last_7d and "
                    "last_30d. Default last_7d."
                ),
            },
            "assign_role": {
                "member_id": "Member ID, like mem_0042.",
                "role_name": "Name of the role, ignoring case.",
                "confirm": "Set to true to assign the role after a preview. Default false.",
            },
        },
    ),
)
