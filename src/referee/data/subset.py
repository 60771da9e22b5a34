"""Some rows of a problem, as a problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from referee.data.feature_columns import missing_numbers
from referee.data.features import Features
from referee.data.fit_parameters import of_rows
from referee.data.forms import is_sparse, renumbered, take_rows
from referee.data.problem import Problem
from referee.errors import BadInput
from referee.fingerprint import fingerprint
from referee.kinds import Array, Task


def subset(problem: Problem, rows: Array, *, notice: str = "") -> Problem:
    """The problem with these rows only, in this order.

    >>> from referee.data import load
    >>> print(subset(load("iris"), np.arange(0, 150, 3)))
    iris: 50 rows, 4 features, target species: 3 classes, the rarest 32% (virginica)
    """
    features, y = problem.require_features(), problem.y[rows]
    if problem.task is Task.CLASSIFICATION:
        lost = sorted(set(range(len(problem.classes))) - set(np.unique(y).tolist()))
        if lost:
            raise BadInput(f"{problem.name}: no row of class {problem.classes[lost[0]]!r} is left among {len(y):,} "
                           f"rows.")
    given = renumbered(take_rows(features.given, rows))
    missing = _missing(features, given, rows)
    columns = tuple(replace(c, missing=int(m)) for c, m in zip(features.columns, missing, strict=True))
    return Problem(
        name=problem.name, task=problem.task, y=y, targets=problem.targets, classes=problem.classes,
        scale=problem.scale, scale_by=problem.scale_by,
        groups=None if problem.groups is None else np.unique(problem.groups[rows], return_inverse=True)[1],
        time=None if problem.time is None else np.unique(problem.time[rows], return_inverse=True)[1],
        ids=None if problem.ids is None else problem.ids[rows], columns=columns,
        weights=None if problem.weights is None else problem.weights[rows],
        costs=None if problem.costs is None else problem.costs[rows],
        notices=(*problem.notices, *([notice] if notice else [])),
        structure=problem.structure, settled=problem.settled,
        features=Features(given=given, columns=columns, used=features.used,
                          fit_parameters=of_rows(features.fit_parameters, rows, problem.n_rows)),
        fingerprint=fingerprint("rows of", problem.fingerprint, rows),
    )


def _missing(features: Features, given: Any, rows: Array) -> Sequence[int]:
    """How many values each column of the matrix misses in these rows."""
    if is_sparse(given):
        found = missing_numbers(given)
        return found if features.used is None else [found[i] for i in features.used]
    if features.matrix.dtype.kind != "f":
        return [0] * features.n_columns
    return list(np.isnan(features.matrix[rows]).sum(axis=0))
