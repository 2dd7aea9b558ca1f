"""The Modelfile that makes a model see its tools as JSON again.

It is the model's own template with `{{ .Function }}` printed through Ollama's `json` function, on top of
the same model (`FROM NAME` keeps weights and parameters). What the template prints otherwise stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_BARE = re.compile(r"\{\{(-?\s*)(\$?\w*\.Function)(\s*-?)\}\}")


@dataclass(frozen=True)
class Mend:
    """What to save and what to type. ``modelfile`` is None where the server does not give the template."""

    new_name: str
    modelfile: str | None
    commands: tuple[str, ...]

    def text(self) -> str:
        if self.modelfile is None:
            return "\n".join(self.commands)
        return "\n".join(("cat > Modelfile <<'END'", self.modelfile.rstrip("\n"), "END", *self.commands))


def mend(model_name: str, template: str) -> Mend:
    """Ready to paste into a shell. Falls back to a recipe that edits the model's own Modelfile."""
    name = mended_name(model_name)
    create = f"ollama create {name} -f Modelfile"
    use = f"# then run with --model ollama/{name}"
    fixed = mended_template(template)
    if fixed is not None and _fits_a_modelfile(fixed):
        return Mend(name, f'FROM {model_name}\nTEMPLATE """{fixed}"""\n', (create, use))
    edit = (
        f"ollama show --modelfile {model_name}"
        r" | sed -E 's/\{\{(-? *)\.Function( *-?)\}\}/{{\1json .Function\2}}/g' > Modelfile"
    )
    return Mend(name, None, (edit, create, use))


def _fits_a_modelfile(template: str) -> bool:
    """Between triple quotes, and inside the here-document that carries it."""
    return '"""' not in template and not template.endswith('"') and "\nEND\n" not in template


def mended_template(template: str) -> str | None:
    """None when the template prints no bare `.Function`, so that this mend would not help."""
    fixed, count = _BARE.subn(_through_json, template)
    return fixed if count else None


def _through_json(found: re.Match[str]) -> str:
    before, what, after = found.groups()
    return f"{{{{{before or ' '}json {what}{after or ' '}}}}}"


def mended_name(model_name: str) -> str:
    """`qwen3:8b` -> `qwen3-json:8b`."""
    head, slash, last = model_name.rpartition("/")
    base, colon, tag = last.partition(":")
    return f"{head}{slash}{base}-json{colon}{tag}"
