"""z-test on the per-case loss differences of one cross-validation.

Bayle, P., Bayle, A., Janson, L. and Mackey, L. (2020). Cross-validation confidence intervals for test
error. NeurIPS 33, 16339–16350.

Exact in the limit for the k models of these folds when the learners are stable; for the learners on new
data sets of this size it is too sure of itself (with trees or nearest neighbours much too sure).
The "all-pairs" variance divides by n, as the paper does; "within-fold" averages the variances of the folds.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._input import Differences, choice, clusters_of, differences
from referee.comparisons._student import Asked, student
from referee.errors import Undefined
from referee.given import door
from referee.kinds import Array, Estimand


@door
def cv_clt_z(a: Any, b: Any, folds: Any, *, variance: str = "all-pairs", level: float = 0.95,
             alternative: str = "two-sided") -> Comparison:
    """Whether the models of these folds have equal loss; `a` and `b` hold one loss per row, `folds` its fold.

    >>> cv_clt_z([0, 1, 0, 0, 1, 0, 1, 0], 0, folds=[1, 1, 1, 1, 2, 2, 2, 2]).standard_error
    0.171
    """
    d = differences(a, b)
    fold = clusters_of(folds, d.n)
    choice(variance, "variance", ("all-pairs", "within-fold"))
    spread = _all_pairs(d) if variance == "all-pairs" else _within_folds(d, fold)
    fields = student(d, error=spread / d.n**0.5, df=None, asked=Asked(level, alternative), named="CV-CLT")
    return Comparison(method=f"CV-CLT z, {variance} variance", estimand=Estimand.FOLD_MODELS, unit="case",
                      assumptions=("The learners are stable: one row more or less hardly changes a model.",
                                   "Every row was tested once, by a model that did not train on it."),
                      **fields)


def _all_pairs(d: Differences) -> float:
    return d.spread * math.sqrt((d.n - 1) / d.n)


def _within_folds(d: Differences, fold: Array) -> float:
    parts = [d.values[fold == j] for j in range(fold.max() + 1)]
    if min(len(part) for part in parts) < 2:
        raise Undefined("a fold has a single row, so there is no variance within it; use variance='all-pairs'.")
    within = float(np.mean([part.var(ddof=1) for part in parts]))
    return math.sqrt(within) if d.spread else 0.0
