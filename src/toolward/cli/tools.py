"""`toolward tools show`: the tools as a model gets them, and what they cost.

Without a model server the token counts are an estimate and say so: one token for every four characters of
compact JSON, which is within a tenth of what Qwen2.5 counts. `--as-seen-by ollama/NAME` asks that model's
server for its own rendering of the tools, and for its own count.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

import click

from toolward.server.descriptions import CONFIRM_MODES, ConfirmMode, default_descriptions, description_set
from toolward.server.specs import tool_schemas
from toolward.server.toolsets import resolve_tools

CHARACTERS_A_TOKEN = 4
Schemas = list[dict[str, Any]]


class _Fault(click.ClickException):
    exit_code = 2


@click.group("tools")
def command() -> None:
    """Show the tools as a model gets them."""


@command.command("show")
@click.option("--descriptions", metavar="SET", help="V1 ... V7, or the path of a YAML file.")
@click.option(
    "--tools", "spec", default="7", show_default=True, help="3, 5, 7, 15, 30, or names with commas."
)
@click.option("--confirm-mode", type=click.Choice(CONFIRM_MODES), default="flag", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Only the JSON, nothing around it.")
@click.option(
    "--as-seen-by", metavar="ollama/NAME", help="The prompt block that this model's template makes."
)
@click.option("--num-ctx", default=8192, show_default=True, help="Context for --as-seen-by.")
def show(
    descriptions: str | None,
    spec: str,
    confirm_mode: ConfirmMode,
    as_json: bool,
    as_seen_by: str | None,
    num_ctx: int,
) -> None:
    """Print the tools as JSON, one a line, with the tokens they take."""
    try:
        texts = default_descriptions(confirm_mode) if descriptions is None else description_set(descriptions)
        schemas = tool_schemas(texts, resolve_tools(spec), confirm_mode)
    except ValueError as e:
        raise _Fault(str(e)) from None
    if as_json and as_seen_by:
        raise click.UsageError("--json and --as-seen-by exclude each other")
    if as_json:
        click.echo(json.dumps(schemas, ensure_ascii=False, indent=2))
    elif as_seen_by:
        _show_as_seen(as_seen_by, schemas, num_ctx)
    else:
        _show(f"{texts.name}, confirm mode {confirm_mode}, sha256 {texts.sha256[:12]}", schemas)


def as_offered(schema: dict[str, Any]) -> str:
    """One tool in the form that chat APIs take, as compact JSON."""
    offered = {"type": "function", "function": schema}
    return json.dumps(offered, ensure_ascii=False, separators=(",", ":"))


def estimated_tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_A_TOKEN)


def _show(title: str, schemas: Schemas) -> None:
    lines = [as_offered(schema) for schema in schemas]
    counts = [estimated_tokens(line) for line in lines]
    click.echo(f"{title}\n")
    for schema, count in zip(schemas, counts, strict=True):
        click.echo(f"{schema['name']:28} about {count:5} tokens")
    click.echo(
        f"{'together':28} about {sum(counts):5} tokens (estimate: {CHARACTERS_A_TOKEN} characters each)\n"
    )
    for line in lines:
        click.echo(line)


def _show_as_seen(model: str, schemas: Schemas, num_ctx: int) -> None:
    provider, _, name = model.partition("/")
    if provider != "ollama" or not name:
        _fail(f"--as-seen-by: got {model!r}; give ollama/NAME, for example ollama/qwen3:8b")
    # Only this option needs the model side, which takes a second to import.
    from inspect_ai.tool import ToolInfo, ToolParams

    from toolward.providers.ollama.errors import OllamaError
    from toolward.providers.ollama.preflight import preflight
    from toolward.providers.ollama.render import check_render
    from toolward.providers.ollama.tokens import count_prompt_tokens

    infos = [
        ToolInfo(
            name=schema["name"],
            description=schema["description"],
            parameters=ToolParams.model_validate(schema["parameters"]),
        )
        for schema in schemas
    ]
    try:
        think = preflight(name, num_ctx=num_ctx).think_sent
        check = check_render(name, None, infos, num_ctx=num_ctx, think=think)
        if not check.block:
            _fail(f"{model} did not show its prompt: {'; '.join(check.problems)}")
        tokens = count_prompt_tokens(name, None, infos, num_ctx=num_ctx, think=think)
    except OllamaError as e:
        _fail(str(e))
    click.echo(check.block)
    click.echo(
        f"\n{len(schemas)} tools, {tokens.tools} tokens as counted by {model}; seen as {check.tools_seen}"
    )
    for problem in check.problems:
        click.echo(f"- {problem}")


def _fail(message: str) -> NoReturn:
    raise _Fault(message)
