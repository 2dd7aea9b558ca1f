"""What a description set is: the words of the seven tools, and nothing of their types or limits.

A set is frozen. `Texts` holds a text a tool and a text a parameter. A set may have a second, partial layer
of texts that is used in preview_token mode only, where two tools have one more parameter; a set without
that layer cannot be served in that mode. `sha256` covers the words, not the name and not the note.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

ConfirmMode = Literal["flag", "preview_token", "elicit"]
CONFIRM_MODES: tuple[ConfirmMode, ...] = ("flag", "preview_token", "elicit")


def _frozen_tree(tree: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
    return MappingProxyType({name: MappingProxyType(dict(inner)) for name, inner in tree.items()})


@dataclass(frozen=True)
class Texts:
    tools: Mapping[str, str] = field(default_factory=dict[str, str])
    parameters: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])

    def __post_init__(self) -> None:
        object.__setattr__(self, "tools", MappingProxyType(dict(self.tools)))
        object.__setattr__(self, "parameters", _frozen_tree(self.parameters))

    def __bool__(self) -> bool:
        return bool(self.tools or self.parameters)

    def over(self, base: Texts) -> Texts:
        """These texts, and the base's where there are none here."""
        names = dict.fromkeys((*base.parameters, *self.parameters))
        return Texts(
            {**base.tools, **self.tools},
            {name: {**base.parameters.get(name, {}), **self.parameters.get(name, {})} for name in names},
        )

    def as_json(self) -> dict[str, object]:
        return {"tools": dict(self.tools), "parameters": {k: dict(v) for k, v in self.parameters.items()}}


@dataclass(frozen=True)
class DescriptionSet:
    name: str
    texts: Texts
    note: str
    """What changed against the set it was made from, and why."""
    preview_token: Texts = field(default_factory=Texts)

    @property
    def tools(self) -> Mapping[str, str]:
        return self.texts.tools

    @property
    def parameters(self) -> Mapping[str, Mapping[str, str]]:
        return self.texts.parameters

    @property
    def sha256(self) -> str:
        words = json.dumps([self.texts.as_json(), self.preview_token.as_json()], sort_keys=True)
        return hashlib.sha256(words.encode("ascii")).hexdigest()

    def in_mode(self, mode: ConfirmMode) -> Texts:
        """The texts as served in a confirm mode.

        Raises:
            ValueError: preview_token mode, and the set says nothing of confirmation_id.
        """
        if mode != "preview_token":
            return self.texts
        if not self.preview_token:
            raise ValueError(
                f"descriptions {self.name} do not document confirmation_id, so they cannot be used with "
                "confirm mode preview_token; use V6 or V7, or texts of your own that are based on one of them"
            )
        return self.preview_token.over(self.texts)
