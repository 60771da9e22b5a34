"""Skillings and Mack's test: Friedman's for tables with gaps.

Skillings, J. and Mack, G. (1981). On the use of a Friedman-type statistic in balanced and unbalanced block designs.
Technometrics 23, 171–177.

Learners are ranked within each data set among those that are there; a rank counts by its distance from the middle,
times √(12/(s + 1)) for s learners, so that data sets with gaps do not count more than they know. The sums of these are
held against their covariance under exchangeable scores, which is corrected for ties here (with no gap the statistic is
Friedman's, corrected for ties). Data sets with fewer than two scores say nothing. Gaps must have nothing to do with how
good a learner is: one that fails where it would do badly looks better. The χ² law is approximate for few data sets.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._flags import FEW, raised
from referee.comparisons._laws import upper_chi2
from referee.comparisons._ranks import row_ranks
from referee.comparisons._units import independent
from referee.comparisons.many_models.omnibus import Omnibus
from referee.errors import BadInput, Undefined
from referee.given import door
from referee.given.numbers import numbers_with_gaps
from referee.kinds import Array, Direction, direction_of

TINY = 1e-12


@door
def skillings_mack(scores: Any, *, direction: Direction | str = Direction.MAXIMISE, unit: str = "data set") -> Omnibus:
    """Whether the columns (learners) rank alike over the rows (data sets), where NaN is a score that is missing.

    >>> gap = float("nan")
    >>> skillings_mack([[.9, .8, .7], [.8, gap, .6], [.7, .8, .6], [.9, .7, .5]]).statistic
    5.67
    """
    independent(unit, "Skillings and Mack's test")
    table = -direction_of(direction).value * _with_gaps(scores)
    _connected(~np.isnan(table))
    sums, covariance = _sums(table)
    spread = float(np.trace(covariance))
    statistic = float(sums @ np.linalg.pinv(covariance, hermitian=True) @ sums) if spread > TINY else 0.0
    k = table.shape[1]
    return Omnibus(statistic=statistic, df=k - 1.0, p=upper_chi2(statistic, k - 1), method="Skillings-Mack", unit=unit,
                   n_units=len(table), details=(("weighted_sums", tuple(sums.tolist())),),
                   flags=raised(identical=spread <= TINY, few_units=len(table) < FEW),
                   assumptions=(f"The {unit}s are independent draws from the population of interest.",
                                "Scores are missing for reasons that have nothing to do with them."))


def _with_gaps(scores: Any) -> Array:
    """The rows with two scores or more."""
    table = numbers_with_gaps(scores, "scores")
    if table.ndim != 2 or table.shape[1] < 2:
        raise BadInput(f"scores must have a row per unit and a column per model, but its shape is {table.shape}.")
    kept: Array = table[(~np.isnan(table)).sum(axis=1) > 1]
    if len(kept) < 2:
        raise Undefined(f"{len(kept)} of {len(table)} rows have two values or more; this needs at least 2.")
    return kept


def _sums(table: Array) -> tuple[Array, Array]:
    """The weighted sums of centred ranks (eq. 2.1), and their covariance, row by row, were all orders as likely."""
    k = table.shape[1]
    sums, covariance = np.zeros(k), np.zeros((k, k))
    for row in table:
        there = np.flatnonzero(~np.isnan(row))
        s = there.size
        centred = row_ranks(row[there][None])[0] - (s + 1) / 2
        sums[there] += np.sqrt(12 / (s + 1)) * centred
        shared = 12 / (s + 1) * float((centred**2).sum()) / (s * (s - 1))       # 1 without ties
        covariance[np.ix_(there, there)] += shared * (s * np.eye(s) - 1)
    return sums, covariance


def _connected(there: Array) -> None:
    """Refuse tables that fall apart: learners of which no row, nor a chain of rows, has both."""
    together = there.T.astype(int) @ there > 0
    reached, seen = {0}, {0}
    while reached:
        reached = {int(j) for i in reached for j in np.flatnonzero(together[i])} - seen
        seen |= reached
    apart = sorted(set(range(len(together))) - seen)
    if apart:
        raise Undefined(f"no row has both a score of column {apart[0]} and one of the columns {sorted(seen)}, nor does "
                        f"a chain of rows lead from one to the other; they cannot be ranked together.")
