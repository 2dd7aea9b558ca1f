"""How a JSON value reads as a boolean: one function, for the server that acts and the graders that judge.

``confirm`` is read as the validation layer reads booleans, so the text "true" confirms. A value that the
layer would reject confirms nothing.
"""

from pydantic import TypeAdapter, ValidationError

_BOOLEAN = TypeAdapter(bool)


def read_boolean(value: object) -> bool | None:
    """The boolean that ``value`` is accepted as ("true", "no", 1, ...); None when it is accepted as none."""
    try:
        return _BOOLEAN.validate_python(value)
    except ValidationError:
        return None


def reads_as_true(value: object) -> bool:
    """Whether ``value`` is accepted as a boolean and means true ("true", "yes", "on", 1, ...)."""
    return read_boolean(value) is True
