"""The description sets V1 to V7, and sets of a user's own.

`DESCRIPTIONS` maps a name to its frozen set; `description_set` also takes the path of a YAML file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from .load import DescriptionFileError, load_descriptions
from .texts import CONFIRM_MODES, ConfirmMode, DescriptionSet, Texts
from .versions import VERSIONS

DESCRIPTIONS: Mapping[str, DescriptionSet] = MappingProxyType(VERSIONS)

__all__ = [
    "CONFIRM_MODES",
    "DESCRIPTIONS",
    "ConfirmMode",
    "DescriptionFileError",
    "DescriptionSet",
    "Texts",
    "default_descriptions",
    "description_set",
    "load_descriptions",
]


def default_descriptions(mode: ConfirmMode) -> DescriptionSet:
    """V1, the baseline; in preview_token mode V6, the first set that documents confirmation_id."""
    return DESCRIPTIONS["V6" if mode == "preview_token" else "V1"]


def description_set(name_or_path: str) -> DescriptionSet:
    """A version by its name (case is ignored), or a user's file.

    Raises:
        ValueError: it is neither; or the file is not what `load_descriptions` takes.
    """
    known = DESCRIPTIONS.get(name_or_path.strip().upper())
    if known is not None:
        return known
    path = Path(name_or_path).expanduser()
    if not path.is_file():
        raise ValueError(
            f"descriptions {name_or_path!r}: neither a file nor one of {', '.join(DESCRIPTIONS)}"
        )
    return load_descriptions(path)
