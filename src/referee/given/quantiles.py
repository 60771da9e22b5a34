"""Forecasts of numbers by quantiles: how they are kept, next to the levels they are of.

A row of an array of them holds the quantiles, from the lowest level to the highest, then the levels: so parts of it,
and several of them one behind the other, say by themselves what they are. Models that are fitted here say `LEVELS`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput
from referee.kinds import Array

LEVELS = tuple(i / 20 for i in range(1, 20))        # 0.05, 0.1 … 0.95
NEAR = 1e-9


def packed(quantiles: npt.ArrayLike, levels: npt.ArrayLike) -> Array:
    """Quantiles, (rows, levels), and what they are of as one array; those of a row that cross are put in order.

    Chernozhukov, Fernández-Val and Galichon (2010): in order they are never farther from the true ones.

    >>> packed([[2.0, 1.0]], [0.9, 0.1])
    array([[1. , 2. , 0.1, 0.9]])
    """
    said, at = np.asarray(quantiles, dtype=float), np.asarray(levels, dtype=float)
    if said.ndim != 2 or at.shape != (said.shape[1],) or not at.size:
        raise BadInput(f"quantiles are one row of {at.size} for each case, not an array of shape {said.shape}.")
    if not ((at > 0) & (at < 1)).all() or np.unique(at).size < at.size:
        raise BadInput("the levels of quantiles are different numbers between 0 and 1.")
    order = np.argsort(at)
    return np.hstack([np.sort(said[:, order], axis=1), np.tile(at[order], (said.shape[0], 1))])


def parted(packed_: Array, n_rows: int) -> tuple[Array, Array]:
    """The quantiles, and the level of each."""
    if packed_.ndim != 2 or packed_.shape[0] != n_rows or packed_.shape[1] % 2:
        raise BadInput(f"quantiles have shape {packed_.shape}; for {n_rows} rows they are as many numbers as levels, "
                       f"and the levels.")
    half = packed_.shape[1] // 2
    return packed_[:, :half], packed_[:, half:]


def at_level(packed_: Array | None, level: float) -> Array | None:
    """The quantile of one level, one a row, where it was said."""
    if packed_ is None or not packed_.size:
        return None
    quantiles, levels = parted(packed_, packed_.shape[0])
    place = int(np.abs(levels[0] - level).argmin())
    return quantiles[:, place] if (np.abs(levels[:, place] - level) < NEAR).all() else None
