"""The settings that a tuned learner may choose from: a grid, several grids, or random draws.

All settings are listed before anything is fitted, in the order declared, so that each is counted, each fit has an
address, and "the first of equals" and "the simplest" mean something: list values from simple to complex.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from referee.errors import BadInput
from referee.learners.tuning.laws import Law, drawn, is_frozen, law_of
from referee.seeds import stream

Setting = dict[str, Any]
USUAL_DRAWS = 20
MOST = 100_000             # more settings than anyone fits


def settings_of_space(space: Any, *, draws: int | None = None, seed: int = 0) -> tuple[Setting, ...]:
    """Every setting, in the order declared; `draws` of them by chance where a law or `draws` asks for that.

    >>> settings_of_space({"C": [1, 10], "gamma": [0.1, 0.2]})
    ({'C': 1, 'gamma': 0.1}, {'C': 1, 'gamma': 0.2}, {'C': 10, 'gamma': 0.1}, {'C': 10, 'gamma': 0.2})
    >>> len(settings_of_space({"C": "loguniform(0.01, 100)"}, draws=5))
    5
    """
    grids = [_checked(grid) for grid in ([space] if isinstance(space, Mapping) else _several(space))]
    if draws is not None and (isinstance(draws, bool) or not isinstance(draws, int) or draws < 1):
        raise BadInput(f"draws is a whole number of at least 1, not {draws!r}.")
    if draws is None and not any(_open(values) for grid in grids for values in grid.values()):
        return tuple(_unique(setting for grid in grids for setting in _grid(grid)))
    wanted = draws or USUAL_DRAWS
    return tuple(setting for i, grid in enumerate(grids) for setting in _random(grid, wanted, seed, i))


def shown_setting(setting: Mapping[str, Any]) -> str:
    """A setting as one would type it.

    >>> shown_setting({"C": 10, "kernel": "rbf"})
    'C=10,kernel=rbf'
    """
    return ",".join(f"{name}={value}" for name, value in setting.items())


def _several(space: Any) -> list[Any]:
    if not isinstance(space, list | tuple) or not space or not all(isinstance(part, Mapping) for part in space):
        raise BadInput("a search space is a dict of parameter names and lists of values (or a list of such dicts), "
                       f"not {space!r}.")
    return list(space)


def _checked(grid: Mapping[str, Any]) -> dict[str, Any]:
    if not grid:
        raise BadInput("the search space is empty; give at least one parameter with the values to try.")
    return {str(name): _values(str(name), values) for name, values in grid.items()}


def _values(name: str, values: Any) -> Any:
    law = law_of(values)
    if law is not None or is_frozen(values):
        return law or values
    if isinstance(values, str | bytes) or not isinstance(values, list | tuple | np.ndarray | range):
        raise BadInput(f"{name}: a list of values or a law such as 'loguniform(0.01, 100)' is needed, not {values!r}.")
    listed = values.tolist() if isinstance(values, np.ndarray) else list(values)
    if not listed:
        raise BadInput(f"{name}: the list of values to try is empty.")
    return listed


def _open(values: Any) -> bool:
    return isinstance(values, Law) or is_frozen(values)


def _grid(grid: dict[str, Any]) -> Iterator[Setting]:
    """The last parameter turns fastest."""
    size = int(np.prod([float(len(values)) for values in grid.values()]))
    if size > MOST:
        raise BadInput(f"the grid has {size:,} settings; say draws=… to try some of them by chance.")
    for combination in product(*grid.values()):
        yield dict(zip(grid, combination, strict=True))


def _random(grid: dict[str, Any], draws: int, seed: int, number: int) -> list[Setting]:
    """Different settings, one stream a parameter: more draws begin with the fewer ones.

    A grid without laws is drawn from without repetition; where laws repeat themselves ten times over, there is no
    other setting to be found.
    """
    if not any(_open(values) for values in grid.values()):
        every = list(_unique(_grid(grid)))
        order = stream(seed, "draws", number, *grid).permutation(len(every))
        return [every[i] for i in order[:draws]]
    shares = {name: stream(seed, "draws", number, name).random(10 * draws) for name in grid}
    found = ({name: drawn(values, shares[name][i]) for name, values in grid.items()} for i in range(10 * draws))
    return [setting for setting, _ in zip(_unique(found), range(draws), strict=False)]


def _unique(settings: Iterator[Setting]) -> Iterator[Setting]:
    seen: set[str] = set()
    for setting in settings:
        key = repr(sorted(setting.items(), key=lambda item: item[0]))
        if key not in seen:
            seen.add(key)
            yield setting
