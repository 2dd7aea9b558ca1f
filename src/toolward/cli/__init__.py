"""`toolward`: one command a module, loaded when it is called, so that `--help` stays quick."""

from __future__ import annotations

import importlib

import click

COMMANDS = {
    "cases": "List, show, lint and prove the cases.",
    "compare": "Compare two runs, paired by case.",
    "doctor": "Check the model server, the model and what it sees.",
    "experiment": "Run a recorded configuration.",
    "fixtures": "Make or check the synthetic community.",
    "record": "List, add or check the recorded runs.",
    "report": "Turn logs into one self-contained page.",
    "reproduce": "Run every experiment and compare with the recorded ones.",
    "tools": "Show the tools as a model gets them.",
}


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return importlib.import_module(f"toolward.cli.{cmd_name}").command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup)
@click.version_option(package_name="toolward")
def main() -> None:
    """toolward: how reliably do small local models use tools?"""
