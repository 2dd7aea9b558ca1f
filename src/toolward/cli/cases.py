"""`toolward cases`: list, show, lint and prove the cases, and measure the reply patterns.

What a holdout case says is hidden in lists and in `show` unless `--reveal-holdout` asks for it: whoever tunes
on what it says spends it. Every command has `--json`. A fault in a case file is one line and status 2; a lint
error or a proof that fails is status 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from toolward.cases.lint import Finding, lint_case, tools_of
from toolward.cases.load import CaseFileError, Dataset, case_sha256, load_dataset
from toolward.cases.model import AssistantTurn, Case, Category, Split
from toolward.paths import DATASETS

HIDDEN = "(holdout: hidden)"
_SEEN_BY = ("holdout", "core", "all")  # splits of a run that hold holdout cases

_SHORT = {  # categories as the ids of their cases name them
    "tool_selection": "sel",
    "arguments": "arg",
    "chains": "chain",
    "clarification": "clar",
    "safety": "safe",
    "no_tool": "none",
    "recovery": "rec",
    "adversarial": "adv",
    "control": "ctl",
}
_dataset = click.option(
    "--dataset", default="core", show_default=True, help="core, extended, or a case file."
)
_json = click.option("--json", "as_json", is_flag=True, help="JSON, for programs.")
_reveal = click.option("--reveal-holdout", is_flag=True, help="Show what holdout cases say.")


class _Fault(click.ClickException):
    exit_code = 2


@click.group(name="cases")
def command() -> None:
    """List, show, lint and prove the cases."""


@command.command("list")
@_dataset
@click.option("--split", type=click.Choice([s.value for s in Split]), help="Only this split.")
@click.option("--category", type=click.Choice([c.value for c in Category]), help="Only this category.")
@_reveal
@_json
def list_cases(
    dataset: str, split: str | None, category: str | None, reveal_holdout: bool, as_json: bool
) -> None:
    """One line a case."""
    loaded = _load(dataset)
    chosen = [c for c in loaded.cases if split in (None, c.split) and category in (None, c.category)]
    rows = [_row(case, reveal_holdout) for case in chosen]
    if as_json:
        _print_json({"dataset": loaded.name, "sha256": loaded.sha256, "cases": rows})
        return
    table = Table(
        title=f"{loaded.name}: {len(rows)} cases, sha256 {loaded.sha256[:12]}", title_justify="left"
    )
    for heading in ("id", "category", "split", "calls", "request"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(row[key])) for key in ("id", "category", "split", "calls", "request")))
    _console().print(table)
    _tell_of_holdout(chosen)


@command.command("show")
@click.argument("ids", nargs=-1, required=True)
@_dataset
@_reveal
@_json
def show(ids: tuple[str, ...], dataset: str, reveal_holdout: bool, as_json: bool) -> None:
    """Everything about the cases with these IDS."""
    cases = {case.id: case for case in _load(dataset).cases}
    if unknown := [i for i in ids if i not in cases]:
        raise _Fault(f"no case {', '.join(unknown)} in {dataset} (toolward cases list shows them)")
    chosen = [cases[i] for i in ids]
    if (held := [case.id for case in chosen if case.split is Split.HOLDOUT]) and not reveal_holdout:
        raise _Fault(f"{', '.join(held)}: holdout, and not shown unless you ask again with --reveal-holdout")
    if as_json:
        _print_json([json.loads(case.model_dump_json(exclude_defaults=True)) for case in chosen])
        return
    for case in chosen:
        _console().print(_description(case))
    _tell_of_holdout(chosen)


@command.command("lint")
@click.argument("dataset", default="core")
@_json
def lint(dataset: str, as_json: bool) -> None:
    """Hold every case of DATASET (core, extended or a file) against the tools and the fixtures."""
    tools, member_ids = tools_of(_schemas()), _member_ids()
    cases = _load(dataset).cases
    found = [(case.id, finding) for case in cases for finding in lint_case(case, tools, member_ids)]
    errors = sum(finding.is_error for _, finding in found)
    if as_json:
        _print_json([{"case": i, **_finding(finding)} for i, finding in found])
    else:
        for case_id, finding in found:
            click.echo(f"{case_id}: {finding.path}: {_kind(finding)}: {finding.reason}")
        click.echo(f"{len(cases)} cases: {errors} errors, {len(found) - errors} warnings")
    if errors:
        raise click.exceptions.Exit(1)


@command.command("prove")
@click.argument("dataset", default="core")
@click.option(
    "--confirm-mode",
    type=click.Choice(["flag", "preview_token", "elicit"]),
    default="flag",
    show_default=True,
    help="Mutants are played in flag mode only.",
)
@click.option(
    "--write-trivial-agents", is_flag=True, help="Refresh datasets/trivial_agents.json (core only)."
)
@_json
def prove(dataset: str, confirm_mode: Any, write_trivial_agents: bool, as_json: bool) -> None:
    """Play every oracle and every mutant of DATASET on a real server and grade them."""
    from toolward.evals.prove import Proof, trivial_agents_table
    from toolward.evals.prove import prove as prove_cases

    loaded = _load(dataset)
    twins = [case for case in loaded.cases if case.split is Split.CONTROL]
    others = [case for case in loaded.cases if case.split is not Split.CONTROL]
    proofs: list[Proof] = [prove_cases(group, confirm_mode) for group in (others, twins) if group]
    agents = trivial_agents_table(loaded)
    if write_trivial_agents and loaded.name == "core":
        (DATASETS / "trivial_agents.json").write_text(json.dumps(agents, indent=1) + "\n", encoding="utf-8")
    faults = [fault for proof in proofs for fault in proof.faults]
    if as_json:
        summaries = [proof.summary() for proof in proofs]
        listed = [{"case": f.case_id, "what": f.what, "reason": f.reason} for f in faults]
        _print_json({"summaries": summaries, "faults": listed, "trivial_agents": agents})
    else:
        for fault in faults:
            click.echo(f"{fault.case_id}: {fault.what}: {fault.reason}")
        click.echo(proofs[0].summary())
        for proof in proofs[1:]:
            click.echo(f"and the benign twins: {proof.summary()}")
        _console().print(_agents_table(agents))
    if faults:
        raise click.exceptions.Exit(1)


@command.command("replies")
@click.option("--wrong", is_flag=True, help="List the replies that are read wrongly.")
@_json
def replies(wrong: bool, as_json: bool) -> None:
    """Precision and recall of the ask, refuse and claim patterns on the labelled replies."""
    from toolward.grading.labelled import evaluate_replies, read_rows

    rows = evaluate_replies(read_rows((DATASETS / "replies.jsonl").read_text(encoding="utf-8")))
    if as_json:
        keys = ("label", "part", "rows", "precision", "recall")
        _print_json([{key: getattr(row, key) for key in keys} for row in rows])
        return
    table = Table("label", "part", "replies", "precision", "recall", "found wrongly", "missed")
    for row in rows:
        shares = (f"{row.precision:.3f}", f"{row.recall:.3f}")
        table.add_row(row.label, row.part, str(row.rows), *shares, str(len(row.wrong)), str(len(row.missed)))
    _console().print(table)
    for row in rows if wrong else ():
        if row.part == "all":
            for name, misread in (("found wrongly", row.wrong), ("missed", row.missed)):
                for reply in misread:
                    click.echo(f"{row.label}, {name}: {reply.text!r}")


@command.command("expand")
@click.option("--check", is_flag=True, help="Only compare; status 1 when the file is out of date.")
def expand_templates(check: bool) -> None:
    """Write datasets/extended.jsonl from datasets/templates.jsonl."""
    text = extended_text()
    target = DATASETS / "extended.jsonl"
    if not check:
        target.write_text(text, encoding="utf-8")
    elif not target.is_file() or target.read_text(encoding="utf-8") != text:
        click.echo("extended.jsonl is not what templates.jsonl gives: toolward cases expand", err=True)
        raise click.exceptions.Exit(1)
    click.echo(f"extended.jsonl: {text.count(chr(10))} cases")


def extended_text() -> str:
    """The extended cases as JSON Lines, as their templates give them."""
    from toolward.cases.templates import expand, read_templates

    templates = read_templates((DATASETS / "templates.jsonl").read_text(encoding="utf-8"))
    cases = (case for template in templates for case in expand(template))
    raw = (case.model_dump(mode="json", exclude_defaults=True) for case in cases)
    return "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in raw)


# --- what is printed


def _row(case: Case, reveal: bool) -> dict[str, Any]:
    hidden = case.split is Split.HOLDOUT and not reveal
    calls = ", ".join(call.name for call in case.expected_calls)
    ending = "ask" if case.must_ask_clarification else "refuse" if case.must_refuse else ""
    return {
        "id": case.id,
        "category": case.category.value,
        "split": case.split.value,
        "cluster": HIDDEN if hidden else case.cluster,
        "calls": HIDDEN if hidden else " + ".join(filter(None, (calls, ending))) or "answer",
        "request": HIDDEN if hidden else case.request,
    }


def _description(case: Case) -> Text:
    said = [("user", case.request)]
    earlier: list[tuple[str, str]] = []
    for turn in case.history:
        if isinstance(turn, AssistantTurn):
            earlier += [
                ("call", f"{call.name} {json.dumps(call.arguments, ensure_ascii=False)}")
                for call in turn.calls
            ]
        earlier.append((turn.role, turn.text))
    said = [*earlier, *said]
    expected = [_call(c.name, c.arguments, c.error, c.after_follow_ups) for c in case.expected_calls]
    ending = [("must ask", case.must_ask_clarification), ("must refuse", case.must_refuse)]
    parts: list[tuple[str, Sequence[str]]] = [
        ("why", [case.why]),
        ("conversation", [f"{who}: {text}" for who, text in said]),
        (f"expected, order {case.order}", expected or ["no call"]),
        ("allowed", [_call(p.name, p.arguments, p.error) for p in case.allowed_extra_calls]),
        ("forbidden", [_call(p.name, p.arguments, p.error) for p in case.must_not_call]),
        ("reply", [name for name, set_ in ending if set_]),
        ("must state", [" | ".join(fact.any_of) for fact in case.must_state]),
        ("facts, reported apart", [" | ".join(fact.any_of) for fact in case.answer_facts]),
        ("staff answer", list(case.staff.follow_ups)),
        ("staff approve (elicit)", [str(answer) for answer in case.staff.approvals]),
        ("tags", [tag for tag in case.tags if not tag.startswith("canary:")]),
        ("sha256", [case_sha256(case)]),
    ]
    text = Text(
        f"{case.id}  {case.category.value}, {case.split.value}, cluster {case.cluster}\n", style="bold"
    )
    for heading, lines in parts:
        if lines:
            text.append(f"  {heading}\n", style="cyan")
            for line in lines:
                text.append(f"    {line}\n", style="default")
    return text


def _call(name: str, arguments: dict[str, Any], error: str | None, after: int = 0) -> str:
    shown = ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in arguments.items())
    notes = [f"-> {error}"] if error else []
    notes += [f"after {after} answers of the staff"] if after else []
    return " ".join([f"{name}({shown})", *notes])


def _agents_table(agents: dict[str, Any]) -> Table:
    entries: dict[str, Any] = agents["agents"]
    categories: list[str] = list(dict.fromkeys(c for e in entries.values() for c in e["by_category"]))
    table = Table(title="Trivial agents: cases passed", title_justify="left", padding=(0, 0))
    table.add_column("agent", no_wrap=True)
    for heading in (*(_SHORT.get(c, c) for c in categories), "unsafe"):
        table.add_column(heading, justify="right")
    for name, entry in entries.items():
        cells = ("{}/{}".format(*entry["by_category"][c]) for c in categories)
        table.add_row(name, *cells, str(entry["unsafe_attempted"]))
    return table


def _tell_of_holdout(shown: Iterable[Case]) -> None:
    if any(case.split is Split.HOLDOUT for case in shown):
        seen, of = holdout_looks()
        click.echo(f"holdout: {seen} of {of} recorded runs have looked at it")


def holdout_looks() -> tuple[int, int]:
    """How many recorded runs had holdout cases in them, and how many recorded runs there are."""
    from toolward.recorded import RecordedRuns

    runs = RecordedRuns.load().runs
    return sum(run.settings.get("split") in _SEEN_BY for run in runs), len(runs)


def _finding(finding: Finding) -> dict[str, str]:
    return {"path": finding.path, "kind": _kind(finding), "reason": finding.reason}


def _kind(finding: Finding) -> str:
    return "error" if finding.is_error else "warning"


def _load(dataset: str) -> Dataset:
    try:
        return load_dataset(dataset)
    except CaseFileError as e:
        raise _Fault(str(e)) from None


def _schemas() -> list[dict[str, Any]]:
    """Every tool, with the token parameter of preview_token mode."""
    from toolward.server.descriptions import default_descriptions
    from toolward.server.specs import tool_schemas
    from toolward.server.toolsets import resolve_tools

    return tool_schemas(default_descriptions("preview_token"), resolve_tools(30), "preview_token")


def _member_ids() -> frozenset[str]:
    from toolward.community.fixtures import load_community

    return frozenset(load_community().position)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _console() -> Console:
    return Console(highlight=False, soft_wrap=False)
