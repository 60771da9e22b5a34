"""Means of per-row values as a statistic to resample; rows, weighted rows or whole clusters.

A cluster (or a weighted row) has a sum S and a size N; the mean is ΣS/ΣN and its standard error inside a
resample that of a ratio, √(G/(G−1) Σ(S − mean·N)²)/ΣN, which for single rows is s/√n.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from referee.errors import BadInput
from referee.estimates.quantiles import numbers
from referee.estimates.resampling.statistic import Scores, Statistic
from referee.estimates.resampling.statistic_parts import MeanPart
from referee.given import door
from referee.kinds import Array


@door
def mean_statistic(values: Array, *, weights: Array | None = None, clusters: Array | None = None,
                   outer: Callable[[float], float] | None = None) -> Statistic:
    """The (weighted) mean of per-row values, with `outer` of it at the end (a root for RMSE).

    With `clusters` the units that are drawn are the clusters: resample it by `Rows`.

    >>> mean_statistic([1.0, 4.0, 4.0]).observed, mean_statistic([1.0, 4.0], weights=[1, 2]).observed
    (3.0, 3.0)
    """
    values = numbers(values)
    sizes = np.ones(values.size) if weights is None else numbers(weights, "weights")
    if sizes.shape != values.shape or (sizes < 0).any():
        raise BadInput(f"{sizes.size} weights for {values.size} values; give one weight a row, none below 0.")
    sums = values * sizes
    if clusters is not None:
        if clusters.shape != values.shape:
            raise BadInput(f"clusters have shape {clusters.shape}, and there are {values.size} values; name one a row.")
        _, unit = np.unique(clusters, return_inverse=True)
        sums, sizes = np.bincount(unit, weights=sums), np.bincount(unit, weights=sizes)
    kinds, cells = np.unique(np.column_stack([sums, sizes]), axis=0, return_inverse=True) \
        if clusters is not None or weights is not None else _kinds_of(sums)
    scores = _ratio(kinds[:, 0], kinds[:, 1], outer)
    errors = None if outer is not None else _ratio_errors(kinds[:, 0], kinds[:, 1])
    part = MeanPart(sums=sums, sizes=None if (sizes == 1).all() else sizes, outer=outer)
    return Statistic(cells=cells.ravel(), n_cells=len(kinds), scores=scores, cases=sums.size, standard_errors=errors,
                     parts=(part,))


def as_statistic(given: Statistic | Array) -> Statistic:
    """A statistic, or plain values, of which the mean is meant."""
    return given if isinstance(given, Statistic) else mean_statistic(given)


def _kinds_of(values: Array) -> tuple[Array, Array]:
    """Distinct values, each of size one, and which row has which (a plain sort beats one over pairs)."""
    kinds, cells = np.unique(values, return_inverse=True)
    return np.column_stack([kinds, np.ones(kinds.size)]), cells


def _ratio(sums: Array, sizes: Array, outer: Callable[[float], float] | None) -> Scores:
    def scores(counts: Array) -> Array:
        counts = counts.astype(float, copy=False)              # once, not at each product
        with np.errstate(invalid="ignore", divide="ignore"):
            means = (counts @ sums) / (counts @ sizes)
        return means if outer is None else np.array([outer(float(m)) if np.isfinite(m) else np.nan for m in means])

    return scores


def _ratio_errors(sums: Array, sizes: Array) -> Scores:
    def errors(counts: Array) -> Array:
        counts = counts.astype(float, copy=False)
        with np.errstate(invalid="ignore", divide="ignore"):
            total = counts @ sizes
            means, G = (counts @ sums) / total, counts.sum(axis=1)
            # Σ c (S − mN)² = Σ cS² − 2m Σ cSN + m² Σ cN²; below 0 only by rounding
            squares = counts @ sums**2 - 2 * means * (counts @ (sums * sizes)) + means**2 * (counts @ sizes**2)
            return np.asarray(np.sqrt(G / (G - 1) * np.maximum(squares, 0)) / total)

    return errors
