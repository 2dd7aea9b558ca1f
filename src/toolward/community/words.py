"""Words that the generator draws names and texts from. All invented for this project."""

FIRST = (
    "amber", "birch", "cinder", "clover", "cobalt", "copper", "cosmic", "dapper", "dusty", "echo", "fable",
    "fern", "frost", "ginger", "hazel", "hollow", "indigo", "ivory", "jolly", "lunar", "maple", "marble",
    "mellow", "misty", "mocha", "neon", "nimble", "ochre", "olive", "pebble", "pixel", "plucky", "quill",
    "rustic", "sable", "saffron", "salty", "sleepy", "solar", "tidal", "timber", "tiny", "velvet", "willow",
)  # fmt: skip
SECOND = (
    "badger", "beacon", "bramble", "brook", "canyon", "comet", "crane", "dune", "falcon", "finch", "fjord",
    "gecko", "harbor", "heron", "ibis", "jackal", "lantern", "lark", "lemur", "lynx", "magpie", "marten",
    "meadow", "moth", "newt", "orbit", "osprey", "otter", "owl", "panda", "plover", "puffin", "raven",
    "ripple", "robin", "sparrow", "stoat", "summit", "thicket", "tundra", "vole", "walrus", "wombat", "yak",
)  # fmt: skip
CHANNELS = ("general", "off-topic", "art-share", "gaming", "music", "help-desk", "events", "pets")
COMMANDS = ("rank", "leaderboard", "daily", "color", "profile", "achievements", "remind")
RULES = (  # rule, trigger, actions it may take, words it may match
    (
        "Blocked words",
        "keyword",
        ("block_message", "timeout"),
        ("buy-followers", "cheap-boosts", "slurlist-a"),
    ),
    ("Scam phrases", "keyword", ("timeout", "block_message"), ("free gift drop", "claim your prize")),
    ("Common insults", "keyword_preset", ("block_message", "send_alert"), ("insult-17", "insult-42")),
    ("Message flood", "spam", ("block_message", "timeout"), ()),
    ("Mention flood", "mention_spam", ("timeout", "send_alert"), ()),
    ("Profile names", "member_profile", ("block_interaction", "send_alert"), ("staff-impersonation",)),
)
NOTES = (
    "Warned about spam in general.", "Asked to stop pinging everyone.", "Helped a newcomer, well done.",
    "Argued with another member; both calmed down.", "Reminded of the rule on self promotion.",
    "Reported a scam message quickly.", "Muted for an hour after a flood.",
)  # fmt: skip
BAN_REASONS = ("Scam links in several channels", "Repeated harassment after two warnings", "Raid account")
