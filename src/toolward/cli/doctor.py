"""`toolward doctor`: is everything there for a run, and what does the model really see?

Prints a checklist; exit status 0 when a run can start (warnings included), 1 when something is missing.
"""

from __future__ import annotations

from collections.abc import Iterable

import click
from rich.console import Console
from rich.text import Text

from toolward.providers.ollama.checkup import Finding, Wanted, model_findings, server_findings
from toolward.providers.ollama.request import DEFAULT_NUM_CTX

MARKS = {"ok": ("ok  ", "green"), "warn": ("WARN", "yellow"), "fail": ("FAIL", "bold red")}
PREFIX = "ollama/"


@click.command("doctor")
@click.option("--model", help="The model of the run, as in `inspect eval`: ollama/NAME.")
@click.option("--num-ctx", default=DEFAULT_NUM_CTX, show_default=True, type=click.IntRange(1))
@click.option("--think", default="off", show_default=True, type=click.Choice(["off", "on", "default"]))
@click.option("--base-url", help="The server.  [default: OLLAMA_BASE_URL, OLLAMA_HOST, or this machine]")
@click.option("--descriptions", default="V1", show_default=True, help="Tool texts to check the prompt with.")
@click.option("--tools", default="7", show_default=True, help="3, 5, 7, 15, 30 or names with commas.")
@click.pass_context
def command(
    ctx: click.Context,
    model: str | None,
    num_ctx: int,
    think: str,
    base_url: str | None,
    descriptions: str,
    tools: str,
) -> None:
    """Check the model server, the model and what it sees."""
    if model is None:
        findings = server_findings(base_url)
    else:
        findings = model_findings(_wanted(model, num_ctx, think, base_url, descriptions, tools))
    ctx.exit(0 if _show(findings) else 1)


def _wanted(
    model: str, num_ctx: int, think: str, base_url: str | None, descriptions: str, tools: str
) -> Wanted:
    from inspect_ai.tool import ToolInfo

    from toolward.agent.prompts import load_prompt
    from toolward.server.descriptions import description_set
    from toolward.server.specs import tool_schemas
    from toolward.server.toolsets import resolve_tools

    name = model.removeprefix(PREFIX)
    if not name or ("/" in model and not model.startswith(PREFIX)):
        raise click.BadParameter(
            f"{model!r} is not a model on Ollama: write ollama/NAME.", param_hint="--model"
        )
    try:
        names = resolve_tools(int(tools) if tools.isdigit() else tools)
        specs = tool_schemas(description_set(descriptions), names, "flag")
    except (OSError, ValueError) as error:
        raise click.BadParameter(str(error)) from None
    shown = [ToolInfo.model_validate(spec) for spec in specs]
    prompt = load_prompt("V1")
    return Wanted(name, base_url, num_ctx, think, shown, prompt)  # type: ignore[arg-type]


def _show(findings: Iterable[Finding]) -> bool:
    """Print each finding as it comes; False when one of them failed."""
    console = Console(highlight=False, soft_wrap=True)
    worst = {"ok": 0, "warn": 0, "fail": 0}
    for finding in findings:
        mark, style = MARKS[finding.status]
        console.print(Text.assemble((mark, style), f"  {finding.what:<15} {finding.detail}"))
        if finding.verbatim:
            console.print(Text(f"\n{finding.verbatim}\n", style="dim" if finding.status == "ok" else ""))
        worst[finding.status] += 1
    if worst["fail"]:
        console.print("\nA run cannot start yet: see FAIL above.", style="bold red")
    elif worst["warn"]:
        console.print("\nA run can start. Read the warnings first.", style="yellow")
    else:
        console.print("\nAll is there.", style="green")
    return not worst["fail"]
