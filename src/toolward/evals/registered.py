"""The scorers under the names that logs give them.

Inspect writes a scorer's name into the log without its package, and `inspect score` looks it up as
written. So each is registered under that name too. There is no public way to do it.
"""

from inspect_ai._util.registry import registry_add, registry_info

from toolward.evals.scorers import ALL_SCORERS


def register_as_logged() -> None:
    for make in ALL_SCORERS:
        info = registry_info(make)
        registry_add(make, info.model_copy(update={"name": info.name.rpartition("/")[2]}))
