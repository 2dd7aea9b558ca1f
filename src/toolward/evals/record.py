"""The run's settings as the log keeps them: see `toolward.record`."""

from __future__ import annotations

import subprocess
from importlib.metadata import version
from pathlib import Path

from toolward.agent.prompts import prompt_sha256
from toolward.agent.settings import AgentSettings, Think
from toolward.cases.load import Dataset
from toolward.cases.model import Case
from toolward.community.fixtures import fixture_sha256
from toolward.evals.ollama import OllamaRun
from toolward.paths import ROOT
from toolward.record import RunRecord
from toolward.server.descriptions import description_set


def run_record(
    settings: AgentSettings,
    facts: OllamaRun,
    dataset: Dataset,
    cases: tuple[Case, ...],
    split: str,
    prompt: str,
    think: Think,
) -> RunRecord:
    texts = description_set(settings.descriptions)
    return RunRecord(
        package_version=version("toolward"),
        git_revision=_git_revision(),
        model=facts.model,
        render=facts.render,
        num_ctx=settings.num_ctx if facts.is_ollama else None,
        think=think,
        think_sent=facts.think_sent,
        prompt=Path(prompt).name,
        prompt_sha256=prompt_sha256(settings.system_prompt),
        descriptions=Path(settings.descriptions).name,
        descriptions_sha256=texts.sha256,
        confirm_mode=settings.confirm_mode,
        tools=settings.tools,
        transport=settings.transport,
        text_calls=settings.text_calls,
        max_turns=settings.max_turns,
        repeat_limit=settings.repeat_limit,
        dataset=dataset.name,
        dataset_sha256=dataset.sha256,
        split=split,
        planned_cases=tuple(case.id for case in cases),
        fixtures_sha256=fixture_sha256(),
    )


def _git_revision() -> str | None:
    """The checkout's revision, with ``+`` when it has changes; None for an installed package."""
    if not (ROOT / ".git").exists():
        return None
    described = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--abbrev=12", "--exclude=*"],
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or None
