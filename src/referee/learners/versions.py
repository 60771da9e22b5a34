"""Which versions of which packages a recipe was made with."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from referee.kinds import Json

DISTRIBUTIONS = {"sklearn": "scikit-learn"}
OURS = {"referee", "__main__", "builtins"}


def versions_of(recipe: Json) -> dict[str, str]:
    """The packages that the classes and functions of a recipe come from, with their versions.

    >>> from referee.learners.recipe import recipe_of
    >>> from sklearn.tree import DecisionTreeRegressor
    >>> list(versions_of(recipe_of(DecisionTreeRegressor())))
    ['scikit-learn']
    """
    tops = {path.partition(".")[0] for path in _paths(recipe)} | {"sklearn"}
    found = {DISTRIBUTIONS.get(top, top): version_of(top) for top in sorted(tops - OURS - sys.stdlib_module_names)}
    return {name: known for name, known in found.items() if known}


def version_of(top: str) -> str:
    """The version of the package with this top module; nothing where it is not known."""
    try:
        return _installed(DISTRIBUTIONS.get(top, top))
    except PackageNotFoundError:
        return str(getattr(sys.modules.get(top), "__version__", ""))


@cache
def _installed(distribution: str) -> str:
    """Read from disk once: a package that is loaded stays the version it is."""
    return version(distribution)


def _paths(said: Any) -> Iterator[str]:
    if isinstance(said, dict):
        yield from (v for k, v in said.items() if k in {"class", "function", "global"} and isinstance(v, str))
        for value in said.values():
            yield from _paths(value)
    elif isinstance(said, list):
        for value in said:
            yield from _paths(value)
