"""The central limit interval of one cross-validation, over the losses of its rows.

Bayle, P., Bayle, A., Janson, L. and Mackey, L. (2020). Cross-validation confidence intervals for test error.
NeurIPS 33. "all-pairs" takes the variance over all rows (divided by n), "within-fold" the mean of the folds'
variances (each divided by its size less one).

It is right for the error of *these folds' models*; as an interval for the risk of the procedure it is too
narrow: measured 0.88-0.92 of 0.95 at n = 100 (logistic, 1-NN, least squares, tree), published under-coverage
0.06 for 10 and 0.08 for 5 folds. One cross-validation only: repeats are not more rows.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds, around, normal_reach, numbers
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand

Variant = Literal["all-pairs", "within-fold"]


@door
def cv_clt(losses: Array, folds: Array | None = None, *, variant: Variant = "all-pairs", level: float = 0.95,
           bounds: Bounds | None = None) -> Measured:
    """The mean loss of the rows, each tested once, ± z σ/√n.

    >>> losses, folds = [0, 1, 0, 0, 1, 0, 1, 0], [0, 0, 0, 0, 1, 1, 1, 1]
    >>> cv_clt(losses, folds).standard_error, cv_clt(losses, folds, variant="within-fold").standard_error
    (0.171163, 0.190940)
    """
    losses = numbers(losses, "losses")
    n, mean = losses.size, float(losses.mean())
    if n < 2:
        raise Undefined("one loss has no spread; cross-validation needs at least two rows.")
    variance = float(losses.var()) if variant == "all-pairs" else _within_folds(losses, folds)
    error = math.sqrt(variance / n)
    if error <= 1e-14 * abs(mean):         # zero but for rounding
        interval = interval_without_spread(mean, n, level=level, bounds=bounds, what="losses")
    else:
        method = f"cross-validation CLT, {variant}"
        interval = around(mean, normal_reach(level) * error, level=level, method=method, bounds=bounds)
    return Measured(value=mean, interval=interval, standard_error=error, df=math.inf, estimand=Estimand.FOLD_MODELS)


def _within_folds(losses: Array, folds: Array | None) -> float:
    """The mean over folds of the variance inside each."""
    if folds is None:
        raise BadInput("the within-fold variance needs the fold of each row; give folds.")
    _, fold = np.unique(np.asarray(folds), return_inverse=True)
    if fold.shape != losses.shape:
        raise BadInput(f"{fold.size} fold numbers for {losses.size} losses; give one a row.")
    sizes = np.bincount(fold)
    if sizes.min() < 2:
        raise Undefined("a fold of one row has no variance inside; use variant='all-pairs' for leave-one-out.")
    means = np.bincount(fold, weights=losses) / sizes
    squares = np.bincount(fold, weights=(losses - means[fold]) ** 2)
    return float((squares / (sizes - 1)).mean())
