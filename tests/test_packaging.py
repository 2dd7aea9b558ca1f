"""What the distribution declares: ranges, entry points, data, pins."""

from __future__ import annotations

import importlib
import importlib.metadata
import tomllib
from importlib.metadata import entry_points

import pytest

import toolward.server
from toolward.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_declared_mcp_range_is_the_one_the_server_is_written_for() -> None:
    assert toolward.server.MCP_RANGE in PROJECT["project"]["dependencies"]


def test_another_major_of_mcp_is_named_with_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "1.28.0")
    with pytest.raises(ImportError, match=r"found mcp 1\.28\.0\. Type: pip install 'mcp>=2\.3,<3'"):
        importlib.reload(toolward.server)
    monkeypatch.undo()
    importlib.reload(toolward.server)


def test_inspect_finds_the_providers_and_the_tasks_by_entry_point() -> None:
    found = {point.name: point.value for point in entry_points(group="inspect_ai")}
    assert found["toolward"] == "toolward._registry"
    assert found["toolward_tasks"] == "toolward_tasks._registry"


def test_every_tested_version_is_pinned_and_no_pin_names_an_index() -> None:
    pins = PROJECT["tool"]["uv"]["constraint-dependencies"]
    assert len(pins) > 50 and all("==" in pin and "://" not in pin for pin in pins)


def test_the_wheel_takes_the_data_along() -> None:
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for folder in ("fixtures", "datasets", "experiments", "logs/recorded"):
        assert included[folder] == f"toolward/_data/{folder}" and (ROOT / folder).is_dir()
