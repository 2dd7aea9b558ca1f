"""The description sets: frozen, complete, true to the schema; and a user's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from toolward.cli.tools import as_offered, estimated_tokens
from toolward.server.catalogue import CATALOGUE
from toolward.server.descriptions import (
    CONFIRM_MODES,
    DESCRIPTIONS,
    ConfirmMode,
    DescriptionFileError,
    default_descriptions,
    description_set,
    load_descriptions,
)
from toolward.server.output_schemas import TOKEN_PARAMETER
from toolward.server.parameters import Choice
from toolward.server.specs import parameters_of, tool_schemas
from toolward.server.tools import SEVEN
from toolward.server.toolsets import resolve_tools

# A recorded run names its texts by these. They never change; a new wording is a new version.
PINNED = {
    "V1": "0172ea1f240c81770ffc581d5cc282cd4ff87fb81e8b3ae5b19f4201735c3527",
    "V2": "6475933ac307c7da7d9c52b04e7477f1190d56e3eb7db76c1c257f1b8fcd6ce0",
    "V3": "37952efc2a5294fe60f10aa2606d2a09555ac66ce12ea9dfa5fab60cf2eb0b7c",
    "V4": "07462b9d4741450491bac87d91ac7b546755843c330f99379cc6e074acb19bec",
    "V5": "97fdd0df4ad7338eb6f020508487edbe110bf2f5906a756fe948097f670fb674",
    "V6": "003cc6b63d65cfb533ba3c239d24e3aaa422893f5610ac3136bd133df3bcac55",
    "V7": "f5a743de2bcc2000543e1516e8b4b0ec66912bf2761d7a168bbaf805e8c9ab2a",
}
USABLE = [
    (name, mode)
    for name, texts in DESCRIPTIONS.items()
    for mode in CONFIRM_MODES
    if mode != "preview_token" or texts.preview_token
]


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_the_texts_of_a_version_are_frozen(name: str) -> None:
    assert DESCRIPTIONS[name].sha256 == PINNED[name]


def test_there_are_seven_versions_and_each_says_what_changed_and_why() -> None:
    assert list(DESCRIPTIONS) == [f"V{n}" for n in range(1, 8)]
    assert all(len(texts.note.split()) > 30 for texts in DESCRIPTIONS.values())


@pytest.mark.parametrize(("name", "mode"), USABLE)
def test_a_set_covers_the_seven_tools_and_nothing_else(name: str, mode: ConfirmMode) -> None:
    texts = DESCRIPTIONS[name].in_mode(mode)
    assert set(texts.tools) == {tool.name for tool in SEVEN}
    assert {t: set(p) for t, p in texts.parameters.items()} == {
        tool.name: set(parameters_of(tool, mode)) for tool in SEVEN
    }


def states(text: str, value: object) -> bool:
    """Whether the text holds the value as a word of its own."""
    return re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", text) is not None


@pytest.mark.parametrize(("name", "mode"), USABLE)
def test_every_limit_and_default_of_the_schema_stands_in_the_text(name: str, mode: ConfirmMode) -> None:
    schemas = tool_schemas(DESCRIPTIONS[name], resolve_tools(30), mode)
    missing = [
        f"{schema['name']}.{parameter}: {limit}"
        for schema in schemas
        for parameter, kind in parameters_of(CATALOGUE[schema["name"]], mode).items()
        for limit in kind.limits
        if not states(schema["parameters"]["properties"][parameter]["description"], limit)
    ]
    assert missing == []


@pytest.mark.parametrize("mode", CONFIRM_MODES)
def test_v7_names_every_option_of_every_choice(mode: ConfirmMode) -> None:
    for schema in tool_schemas(DESCRIPTIONS["V7"], resolve_tools(7), mode):
        for name, kind in CATALOGUE[schema["name"]].parameters.items():
            text = schema["parameters"]["properties"][name]["description"]
            assert not isinstance(kind, Choice) or all(states(text, option) for option in kind.options), text


def everything(name: str, mode: ConfirmMode) -> str:
    return "\n".join(as_offered(s) for s in tool_schemas(DESCRIPTIONS[name], resolve_tools(7), mode))


@pytest.mark.parametrize("mode", CONFIRM_MODES)
def test_v7_has_no_value_that_could_be_copied_into_a_call(mode: ConfirmMode) -> None:
    assert not re.search(
        r"mem_\d|conf_|\d{4}-\d{2}|#\w|@\w|e\.g\.|for example|\blike\b", everything("V7", mode)
    )


def test_v1_has_the_example_and_says_nothing_of_what_a_draft_cannot_see() -> None:
    assert "mem_0042" in everything("V1", "flag")
    assert "earlier" not in everything("V1", "flag")
    assert "cannot see the conversation or earlier tool results" in everything("V4", "flag")


@pytest.mark.parametrize(("mode", "than"), [("flag", "V4"), ("elicit", "V4"), ("preview_token", "V6")])
def test_v7_is_at_most_a_tenth_longer_than_what_it_rewrites(mode: ConfirmMode, than: str) -> None:
    assert estimated_tokens(everything("V7", mode)) <= 1.1 * estimated_tokens(everything(than, mode))


@pytest.mark.parametrize(("name", "mode"), USABLE)
def test_the_seven_tools_stay_small(name: str, mode: ConfirmMode) -> None:
    assert estimated_tokens(everything(name, mode)) < 1_400


def test_v6_is_v4_outside_its_mode() -> None:
    assert everything("V6", "flag") == everything("V4", "flag")
    assert "confirmation_id" not in everything("V6", "flag")
    assert everything("V6", "preview_token").count('"confirmation_id":{') == 2


def test_v7_says_how_to_recover_without_a_token_and_v6_does_not() -> None:
    assert "confirm=false first: its result holds one" in everything("V7", "preview_token")
    assert "confirm=false first" not in everything("V6", "preview_token")


@pytest.mark.parametrize(("version", "base"), [("V2", "V1"), ("V3", "V1"), ("V4", "V1"), ("V5", "V4")])
def test_a_tuning_version_changes_one_kind_of_thing(version: str, base: str) -> None:
    new, old = DESCRIPTIONS[version], DESCRIPTIONS[base]
    changed = {
        p for t in new.parameters for p, text in new.parameters[t].items() if text != old.parameters[t][p]
    }
    assert changed == {"V2": {"member_id"}, "V3": {"confirm"}, "V4": {"topic"}, "V5": {"confirm"}}[version]


def test_unset_descriptions_follow_the_confirm_mode() -> None:
    assert [default_descriptions(mode).name for mode in CONFIRM_MODES] == ["V1", "V6", "V1"]


def test_a_set_is_found_by_name_or_path_or_refused_with_what_there_is(tmp_path: Path) -> None:
    assert description_set(" v4 ") is DESCRIPTIONS["V4"]
    with pytest.raises(ValueError, match="neither a file nor one of V1, V2, V3, V4, V5, V6, V7"):
        description_set(str(tmp_path / "absent.yaml"))


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


MINE = """
base: v4
tools:
  draft_announcement:
    description: Écris une annonce.
    parameters: {tone: Mine.}
  lookup_member:
    parameters:
      name: Also mine.
"""


def test_a_users_texts_replace_those_of_the_base_and_no_others(tmp_path: Path) -> None:
    mine, base = load_descriptions(written(tmp_path, MINE)), DESCRIPTIONS["V4"]
    assert (mine.name, mine.tools["draft_announcement"]) == ("mine", "Écris une annonce.")
    assert mine.parameters["draft_announcement"]["tone"] == "Mine."
    assert mine.parameters["lookup_member"] == {**base.parameters["lookup_member"], "name": "Also mine."}
    assert mine.parameters["draft_announcement"]["topic"] == base.parameters["draft_announcement"]["topic"]
    assert mine.tools["ban_member"] == base.tools["ban_member"]
    assert mine.sha256 not in {one.sha256 for one in DESCRIPTIONS.values()}


def test_a_users_texts_can_be_for_preview_token_mode(tmp_path: Path) -> None:
    text = "base: V7\npreview_token: {tools: {ban_member: {parameters: {confirmation_id: Mine.}}}}"
    mine = load_descriptions(written(tmp_path, text))
    shown = mine.in_mode("preview_token").parameters["ban_member"]
    assert shown[TOKEN_PARAMETER] == "Mine."
    assert shown["confirm"] == DESCRIPTIONS["V7"].in_mode("preview_token").parameters["ban_member"]["confirm"]
    assert mine.texts == DESCRIPTIONS["V7"].texts


def test_a_base_without_token_texts_needs_all_of_them(tmp_path: Path) -> None:
    text = "base: V4\npreview_token: {tools: {ban_member: {parameters: {confirmation_id: Mine.}}}}"
    with pytest.raises(DescriptionFileError, match="must also describe confirmation_id of assign_role"):
        load_descriptions(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("base: V9\ntools: {ban_member: {description: x}}", "base: must be one of V1, .*V7, not 'V9'"),
        ("tools: {ban_member: {description: x}}", "base: must be one of"),
        ("base: V4\ntols: {}", "does not know 'tols'; allowed: base, tools, preview_token"),
        ("base: V4\ntools: {kick: {description: x}}", "tools: does not know 'kick'; allowed: lookup_member,"),
        ("base: V4\ntools: {ban_member: {descripton: x}}", "tools.ban_member: does not know 'descripton'"),
        ("base: V4\ntools: {ban_member: {parameters: {id: x}}}", "ban_member.parameters: does not know 'id'"),
        ("base: V4\ntools: {ban_member: {parameters: {confirmation_id: x}}}", "does not know 'confirmation"),
        ("base: V4\ntools: {ban_member: {description: ''}}", "must be a text that is not empty"),
        ("base: V4\ntools: {ban_member: {description: 5}}", "must be a text that is not empty"),
        ("base: V4\ntools: {ban_member: text}", "tools.ban_member: must be a mapping"),
        ("base: V4\ntools: [ban_member]", "tools: must be a mapping"),
        ("base: V4\ntools:", "tools: must be a mapping"),
        ("base: V4", "changes no text"),
        ("", "must be a mapping with keys of: base, tools"),
        ("base: V4\ntools: {ban_member: {description: a, description: b}}", "line 2: 'description' is given"),
        ("base: V4\nbase: V5\ntools: {ban_member: {description: a}}", "line 2: 'base' is given twice"),
        ("base: [", "line 1: "),
        ("base: !!python/object:os.system x", "line 1: could not determine a constructor"),
        ("base: V4\n? [a, b]\n: x\ntools: {ban_member: {description: a}}", "line 2: "),
    ],
)  # fmt: skip
def test_a_file_that_is_no_description_file_is_refused_in_one_clear_line(
    tmp_path: Path, text: str, said: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DescriptionFileError) as caught:
        load_descriptions(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    assert re.search(said, str(caught.value))


def test_a_file_that_cannot_be_read_as_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(b"base: \xff\xfe")
    with pytest.raises(DescriptionFileError, match="is not UTF-8 text"):
        load_descriptions(path)
    with pytest.raises(DescriptionFileError, match="cannot be read"):
        load_descriptions(tmp_path)
