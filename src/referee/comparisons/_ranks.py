"""Mid-ranks: the mean of the places that tied values share."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee.comparisons._input import ROUNDING
from referee.kinds import Array

WIDE = 32               # columns, from which sorting beats comparing all pairs


def midranks(x: Array) -> Array:
    """Ranks of a vector from 1, smallest first.

    >>> midranks(np.array([0.3, 0.1, 0.3]))
    array([2.5, 1. , 2.5])
    """
    _, inverse, counts = np.unique(x, return_inverse=True, return_counts=True)
    last: Array = np.cumsum(counts)
    ranks: Array = (last - (counts - 1) / 2)[inverse]
    return ranks


def row_ranks(x: Array) -> Array:
    """Ranks within each row: one more than are smaller, and half of the others that are equal but for rounding.

    >>> row_ranks(np.array([[0.1 + 0.2, 0.3, 0.25]]))
    array([[2.5, 2.5, 1. ]])
    """
    places = tied_places(x, ROUNDING * np.abs(x).max(axis=1, keepdims=True))
    if x.shape[1] > WIDE:
        return np.stack([midranks(row) for row in places])
    mine, others = places[:, :, None], places[:, None, :]
    ranks: Array = (mine > others).sum(axis=2) + ((mine == others).sum(axis=2) + 1) / 2
    return ranks


def tied_places(x: Array, rounding: Any) -> Array:
    """Places 0, 1, … of the values along the last axis; one apart from the next by rounding only shares its place."""
    order = np.argsort(x, axis=-1, kind="stable")
    steps = np.diff(np.take_along_axis(x, order, axis=-1), axis=-1) > rounding
    places = np.zeros(x.shape, dtype=np.intp)
    np.put_along_axis(places, order[..., 1:], np.cumsum(steps, axis=-1), axis=-1)
    return places


def agreement_by_chance(ranks: Array) -> float:
    """The chance that all N rows have the order of the first, were all orders within a row as likely.

    (k!/∏t!)^(1−N), t being how many models share a rank: models that tie can be exchanged without a new order.

    >>> agreement_by_chance(np.array([[2.5, 2.5, 1.0]] * 3))
    0.1111
    """
    n, k = ranks.shape
    shared = np.unique(ranks[0], return_counts=True)[1]
    orders = math.factorial(k) // math.prod(math.factorial(int(t)) for t in shared)
    return float(float(orders) ** (1 - n))
