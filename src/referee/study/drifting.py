"""Whether the target and some feature of a series drift: then they go together whatever either tells of the other."""

from __future__ import annotations

import numpy as np

from referee.data.problem import Problem
from referee.errors import Undefined
from referee.estimates.means.long_run import long_run
from referee.estimates.quantiles import t_reach
from referee.kinds import Array, Task

SURE = 0.999
WANDERS = 0.95          # memory, less Kendall's bias, from which a series is hardly told from a random walk


def drifts(values: Array) -> bool:
    """Whether a series rises or falls beyond what it remembers, or remembers so much that its mean is not settled.

    >>> drifts(np.arange(40.0) + np.tile([0.0, 3.0], 20)), drifts(np.tile([0.0, 3.0, 1.0, 5.0], 10))
    (True, False)
    """
    y = values - values.mean()
    if not y.any():
        return False
    clock = np.arange(y.size) - (y.size - 1) / 2
    clock = clock / np.sqrt((clock**2).mean())
    slope = float((clock * y).mean())
    memory = float(y[1:] @ y[:-1]) / float(y @ y)
    try:
        found = long_run(clock * (y - slope * clock))
    except Undefined:
        return False
    return memory + (1 + 3 * memory) / y.size >= WANDERS or abs(slope) > t_reach(SURE, found.df) * found.error


def drifting_together(problem: Problem, places: Array) -> tuple[str, ...] | None:
    """The names of the target and of the numeric features that drift, where both do; None where not."""
    features = problem.features
    if features is None:
        return None
    classes = problem.task is Task.CLASSIFICATION
    codes = range(len(problem.classes)) if classes else [None]
    said = [problem.y if code is None else (problem.y == code).astype(float) for code in codes]
    if not any(drifts(_by_time(one, places)) for one in said):
        return None
    matrix = np.asarray(features.matrix, dtype=float)
    named = [column.name for column, values in zip(problem.columns, matrix.T, strict=False)
             if np.isfinite(values).all() and drifts(_by_time(values, places))]
    return ("the target", *named) if named else None


def _by_time(values: Array, places: Array) -> Array:
    """The mean of each time."""
    return np.asarray(values[places].mean(axis=1), dtype=float)
