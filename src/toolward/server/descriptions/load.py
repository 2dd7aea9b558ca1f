"""A user's own descriptions: a YAML file that changes some texts of a named version.

    base: V4                      # required: one of V1 ... V7
    tools:
      draft_announcement:
        description: My text.     # optional
        parameters:
          topic: My text.         # optional, any of the tool's
    preview_token:                # optional: the same form, used in that confirm mode only
      tools: ...

What is not named is taken from the base. Unknown keys, unknown tools and parameters, empty texts and
repeated keys are errors. The set is named after the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from .texts import DescriptionSet, Texts
from .versions import VERSIONS

TOKEN_PARAMETER = "confirmation_id"
CONFIRMED = ("ban_member", "assign_role")


class DescriptionFileError(ValueError):
    """The file, the place in it, and what is allowed there; one line."""


class _Loader(yaml.SafeLoader):
    """SafeLoader that refuses a key given twice; plain YAML keeps the last one silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue  # no key of ours; refused further down
            if key.value in seen:
                twice = f"{key.value!r} is given twice"
                raise yaml.constructor.ConstructorError(None, None, twice, key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def load_descriptions(path: Path) -> DescriptionSet:
    """The set in a file.

    Raises:
        DescriptionFileError: the file cannot be read, or holds anything but what the module says.
    """
    try:
        content = yaml.load(Path(path).read_text(encoding="utf-8"), Loader=_Loader)
    except OSError as e:
        raise DescriptionFileError(f"{path}: cannot be read ({e.strerror})") from None
    except UnicodeDecodeError:
        raise DescriptionFileError(f"{path}: is not UTF-8 text") from None
    except yaml.MarkedYAMLError as e:
        line = f", line {e.problem_mark.line + 1}" if e.problem_mark else ""
        raise DescriptionFileError(f"{path}{line}: {e.problem}") from None
    except yaml.YAMLError:
        raise DescriptionFileError(f"{path}: is not YAML text") from None
    return _Reader(str(path)).read(content, Path(path).stem)


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file

    def read(self, content: object, name: str) -> DescriptionSet:
        top = self._mapping("", content, ("base", "tools", "preview_token"))
        base = self._base(top.get("base"))
        texts = self._texts("tools", top.get("tools", {}), base.texts, token=False)
        token_part = self._mapping("preview_token", top.get("preview_token", {}), ("tools",))
        # The base's layer stays underneath, so that a text of it that was not touched is still there.
        token = self._texts("preview_token.tools", token_part.get("tools", {}), base.texts, token=True)
        if not texts and not token:
            raise self._fault("", "changes no text; name at least one tool under 'tools'")
        layer = token.over(base.preview_token) if token or base.preview_token else Texts()
        self._check_layer(layer)
        return DescriptionSet(
            name=name,
            texts=texts.over(base.texts),
            note=f"Texts of the user's own over {base.name}.",
            preview_token=layer,
        )

    def _check_layer(self, layer: Texts) -> None:
        """A layer is for a mode in which every tool that changes state has the token parameter."""
        for name in CONFIRMED if layer else ():
            if TOKEN_PARAMETER not in layer.parameters.get(name, {}):
                reason = f"must also describe {TOKEN_PARAMETER} of {name}, since the base does not"
                raise self._fault("preview_token", reason)

    def _base(self, value: object) -> DescriptionSet:
        if isinstance(value, str) and value.upper() in VERSIONS:
            return VERSIONS[value.upper()]
        raise self._fault("base", f"must be one of {', '.join(VERSIONS)}, not {value!r}")

    def _texts(self, where: str, value: object, known: Texts, *, token: bool) -> Texts:
        tools, parameters = dict[str, str](), dict[str, dict[str, str]]()
        for name, content in self._mapping(where, value, tuple(known.tools)).items():
            at = f"{where}.{name}"
            one = self._mapping(at, content, ("description", "parameters"))
            if "description" in one:
                tools[name] = self._text(f"{at}.description", one["description"])
            allowed = tuple(known.parameters[name])
            if token and name in CONFIRMED:
                allowed = (*allowed, TOKEN_PARAMETER)
            given = self._mapping(f"{at}.parameters", one.get("parameters", {}), allowed)
            if given:
                parameters[name] = {k: self._text(f"{at}.parameters.{k}", v) for k, v in given.items()}
        return Texts(tools, parameters)

    def _mapping(self, where: str, value: object, allowed: tuple[str, ...]) -> Mapping[str, object]:
        if not isinstance(value, dict):
            raise self._fault(where, f"must be a mapping with keys of: {', '.join(allowed)}")
        for key in value:  # type: ignore[reportUnknownVariableType]
            if key not in allowed:
                raise self._fault(where, f"does not know {key!r}; allowed: {', '.join(allowed)}")
        return value  # type: ignore[reportUnknownVariableType]

    def _text(self, where: str, value: object) -> str:
        if isinstance(value, str) and value.strip():
            return value.strip()
        raise self._fault(where, "must be a text that is not empty")

    def _fault(self, where: str, reason: str) -> DescriptionFileError:
        return DescriptionFileError(f"{self._file}: {where + ': ' if where else ''}{reason}")
