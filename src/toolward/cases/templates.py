"""Templates: one case skeleton, several phrasings, several fillings -> one case for each pair of them.

A placeholder is ``{name}``; a text that is nothing but a placeholder takes the filling as it is, so that
numbers stay numbers. All cases of a template are one cluster, since they share what makes them hard or easy.
Only dev cases are varied (``of`` names which), so that the extended set says nothing of the holdout.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import cast

from pydantic import BaseModel, ConfigDict, JsonValue

from toolward.cases.model import Case, JsonObject

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class TemplateError(ValueError):
    """A template cannot be filled in."""


class Template(BaseModel):
    """One line of ``datasets/templates.jsonl``. ``case`` is a case without id, split, cluster and request."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    template: str
    of: str
    case: JsonObject
    phrasings: tuple[str, ...]
    fillings: tuple[JsonObject, ...]


def read_templates(jsonl: str) -> tuple[Template, ...]:
    """Templates of a JSON Lines text; a bad line raises pydantic's ValidationError."""
    return tuple(Template.model_validate_json(line) for line in jsonl.split("\n") if line.strip())


def expand(template: Template) -> Iterator[Case]:
    """The cases of a template, by filling and then by phrasing.

    Raises:
        TemplateError: a placeholder that a filling does not have.
    """
    number = 0
    for filling in template.fillings:
        for phrasing in template.phrasings:
            number += 1
            raw = {
                **cast(JsonObject, _fill(template.case, filling)),
                "id": f"ext_{template.template}_{number:02d}",
                "split": "dev",
                "cluster": f"ext_{template.template}",
                "request": _fill(phrasing, filling),
            }
            yield Case.model_validate_json(json.dumps(raw))


def _fill(value: JsonValue, filling: Mapping[str, JsonValue]) -> JsonValue:
    if isinstance(value, dict):
        return {key: _fill(item, filling) for key, item in value.items()}
    if isinstance(value, list):
        return [_fill(item, filling) for item in value]
    if not isinstance(value, str):
        return value
    if (alone := _PLACEHOLDER.fullmatch(value)) is not None:
        return _given(alone[1], filling)
    return _PLACEHOLDER.sub(lambda found: str(_given(found[1], filling)), value)


def _given(name: str, filling: Mapping[str, JsonValue]) -> JsonValue:
    if name not in filling:
        raise TemplateError(f"no filling for {{{name}}}")
    return filling[name]
