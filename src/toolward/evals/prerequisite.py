"""The one error that stops `inspect eval` with a clear message and exit status 1.

Inspect prints a `PrerequisiteError` raised while a task is built without a traceback. It has no public
name, so it is imported here and nowhere else.
"""

from inspect_ai._util.error import PrerequisiteError

__all__ = ["PrerequisiteError"]
