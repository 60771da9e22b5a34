"""The variance of a score at nearly all rows: the test part of k folds, the training part of the halves.

The halves' own variance is too small for a score of models that are trained on nine tenths of the rows: averaging over
training sets, which removes how single rows act together, is nearly gone there. The variance over the rows of the folds
is read off the folds; what training on other rows would move is taken from the halves with weight 1 (docs/halves.md).
"""

from __future__ import annotations

import numpy as np

from referee.estimates.halves.jackknife import HalvesVariance
from referee.given import door
from referee.kinds import Array


def variance_of_rows(values: Array, *, classes: Array | None = None, groups: Array | None = None) -> float:
    """The variance of the mean of row values.

    With `classes` within each class alone, for areas, whose rows of each class have the area as their mean. With
    `groups` over groups, whose sums are the independent pieces.

    >>> round(variance_of_rows(np.array([1.0, 0.0, 1.0, 1.0])), 4)
    0.0625
    """
    n = values.size
    if groups is not None:
        counts = np.bincount(groups)
        sums = np.bincount(groups, weights=values - values.mean())
        present = int((counts > 0).sum())
        return float((sums**2).sum()) / n**2 * present / max(present - 1, 1)
    if classes is None:
        return float(values.var(ddof=1)) / n if n > 1 else 0.0
    total = 0.0
    for c in np.unique(classes):
        own = values[classes == c]
        total += float(((own - own.mean()) ** 2).sum()) / n**2 * own.size / max(own.size - 1, 1)
    return total


def variance_of_delete_one(without: Array) -> float:
    """The jackknife variance from scores without each unit: (B − 1)/B Σ (θ_(i) − mean)² (Efron 1982, eq. 3.6).

    >>> rows = np.array([1.0, 0.0, 1.0, 1.0])
    >>> round(variance_of_delete_one(np.array([np.delete(rows, i).mean() for i in range(4)])), 4)
    0.0625
    """
    b = without.size
    return float((b - 1) / b * ((without - without.mean()) ** 2).sum())


@door
def full_size_variance(test: float, passes: Array, halves: HalvesVariance) -> float:
    """V_full: of the rows at this size (`test`), of training from the halves, and of the passes' values."""
    by_chance = float(passes.var(ddof=1)) / passes.size if passes.size > 1 else 0.0
    return test + halves.training + by_chance
