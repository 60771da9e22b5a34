"""The score of groups that are left out one at a time, each tested on a model of all the others: few groups, any sizes.

With the score θ of all groups, θ_(g) without group g, and the share h_g of the rows (or pairs) that g holds,

    V = (1 + G/(G − 1)) Σ_g (1 − h_g)(θ − θ_(g))²,    df = 1/Σ h_g² − 1

Of a mean over rows the sum is CR2 of Bell and McCaffrey (2002; see `cluster_robust`), the delete-one jackknife of whole
groups in any other score. The factor is the correction of Nadeau, C. and Bengio, Y. (2003), Machine Learning 52, for
one pass of G folds (1/G + n_test/n_train, with n_test/n_train = 1/(G − 1)): the models share almost all they learned
from, which test parts do not show. The degrees of freedom count groups as if of one size (Kish; docs/halves.md). For
groups of one size this is the corrected resampled t over the groups.

Measured on two learners that are equal in truth (linear discriminants and nearest neighbours, 3 to 40 groups of one
size or of lognormal ones, 400 samples a figure): p ≤ 0.05 in 0.007 to 0.060 of samples by accuracy, Brier score and ROC
AUC. Without the factor it is up to 0.18, with Bell and McCaffrey's degrees of freedom up to 0.10 (areas, 3 groups).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds, around, numbers, t_reach
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand

METHOD = "t over groups left out"
LEAST_DF = 1.0              # with less the law of t has no mean, and an interval no use
ROUNDING = 1e-12            # of the score: what groups differ by less is no difference


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A score of groups left out in turn, its variance, and how many groups of one size they are worth."""

    value: float
    variance: float
    groups: int
    effective: float

    @property
    def df(self) -> float:
        """One less than the groups are worth."""
        return self.effective - 1

    @property
    def too_uneven(self) -> str:
        """Why there can be no interval; nothing where there can."""
        if self.df >= LEAST_DF - 1e-9:
            return ""
        return (f"{self.groups} groups, worth {self.effective:.1f} of one size, are too few to show how much groups "
                f"differ")


def left_out(value: float, without: Array, shares: Array) -> LeftOut:
    """From the score of all groups, the score without each, and the share that each holds."""
    held = shares > 0
    h, apart = shares[held] / shares[held].sum(), value - without[held]
    G = int(held.sum())
    if G < 2:
        raise Undefined("one group does not show how much groups differ; two at least are needed.")
    apart = np.where(np.abs(apart) <= ROUNDING * max(1.0, abs(value)), 0.0, apart)
    return LeftOut(value=value, variance=(1 + G / (G - 1)) * float((1 - h) @ apart**2), groups=G,
                   effective=float(1 / (h @ h)))


def left_out_of_means(means: Any, sizes: Any = None) -> LeftOut:
    """From the mean of each group and its rows; groups of one size where none are given."""
    means = numbers(means, "values")
    rows = np.ones(means.size) if sizes is None else numbers(sizes, "sizes")
    if rows.shape != means.shape or (rows <= 0).any():
        raise BadInput(f"{rows.size} sizes for {means.size} groups; give the rows of each group, 1 at least.")
    if means.size < 2:
        raise Undefined("one group does not show how much groups differ; two at least are needed.")
    total, weighed = rows.sum(), float(rows @ means)
    return left_out(weighed / total, (weighed - rows * means) / (total - rows), rows / total)


@door
def left_out_mean(values: Any, sizes: Any = None, *, level: float = 0.95, bounds: Bounds | None = None) -> Measured:
    """The mean over groups that were left out in turn, weighted by their rows, with its t interval.

    `values` holds the mean score of each group, `sizes` its rows.

    >>> print(left_out_mean([0.81, 0.74, 0.78, 0.90, 0.69, 0.77], bounds=(0, 1)))
    0.782, 95% interval 0.671 to 0.892 (t over groups left out), for the procedure, trained on this many rows.
    """
    made = left_out_of_means(values, sizes)
    error = math.sqrt(made.variance)
    if error == 0:
        interval = interval_without_spread(made.value, made.groups, level=level, bounds=bounds, what="groups")
    elif made.too_uneven:
        raise Undefined(f"{made.too_uneven}.")
    else:
        interval = around(made.value, t_reach(level, made.df) * error, level=level, method=METHOD, bounds=bounds)
    return Measured(value=made.value, interval=interval, standard_error=error, df=made.df, estimand=Estimand.PROCEDURE)
