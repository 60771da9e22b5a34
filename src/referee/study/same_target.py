"""Whether two problems ask for the same thing of rows that they have in common: relabelled and corrected targets do.

Classes are taken for the same if those of one go with those of the other (Cramér's V), however they are called or
merged; numbers if they go up or down together (Spearman). What is predicted of the same rows by another target is
another question, and looks at it do not count.
"""

from __future__ import annotations

import numpy as np

from referee.data.problem import Problem
from referee.kinds import Array, Task

SAME_CLASSES = 0.5         # Cramér's V
SAME_NUMBERS = 0.8         # Spearman's correlation, up or down


def same_target(one: Problem, other: Problem, rows: tuple[Array, Array]) -> bool:
    """Whether any target of one goes with any of the other, over rows that are the same.

    >>> from referee.data import make_problem
    >>> ill = make_problem([[0.0], [1.0], [2.0], [3.0]], ["no", "yes", "yes", "no"])
    >>> coded = make_problem([[0.0], [1.0], [2.0], [3.0]], [0, 1, 1, 0])
    >>> tall = make_problem([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    >>> both = np.arange(4), np.arange(4)
    >>> same_target(ill, coded, both), same_target(ill, tall, both)
    (True, False)
    """
    limit = SAME_CLASSES if one.task is other.task is Task.CLASSIFICATION else SAME_NUMBERS
    return association(one, other, rows) >= limit


def association(one: Problem, other: Problem, rows: tuple[Array, Array]) -> float:
    """How much the target of one goes with that of the other, 0 to 1: by the two that go together best."""
    mine, theirs = (p.y[r].reshape(r.size, -1).T for p, r in zip((one, other), rows, strict=True))
    measure = _of_classes if one.task is other.task is Task.CLASSIFICATION else _of_numbers
    return max(measure(a, b) for a in mine for b in theirs)


def _of_classes(a: Array, b: Array) -> float:
    a, b = (np.unique(codes, return_inverse=True)[1] for codes in (a, b))
    table = np.zeros((a.max(initial=0) + 1, b.max(initial=0) + 1))
    np.add.at(table, (a, b), 1)
    if 1 in table.shape:               # rows of one class: nothing speaks against it
        return 1.0
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    chi2 = float(((table - expected) ** 2 / expected).sum())
    return float(np.sqrt(chi2 / table.sum() / (min(table.shape) - 1)))


def _of_numbers(a: Array, b: Array) -> float:
    from scipy.stats import rankdata

    a, b = (rankdata(values) for values in (a, b))
    spread = float(a.std() * b.std())
    return abs(float(((a - a.mean()) * (b - b.mean())).mean())) / spread if spread else 1.0
