"""The area under the ROC curve without each unit in turn, from one sorting."""

from __future__ import annotations

import numpy as np

from referee.kinds import Array
from referee.metrics.influence import placed_among_others


def areas_without(scores: Array, hit: Array, unit: Array, n_units: int) -> tuple[float, Array]:
    """The area, and the area without each unit; the whole area where a class would be empty without it.

    >>> scores, hit = np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True])
    >>> whole, without = areas_without(scores, hit, np.arange(4), 4)
    >>> whole, without.tolist()
    (0.75, [0.5, 1.0, 1.0, 0.5])
    """
    placed, area = placed_among_others(scores, hit)
    n_hit = int(hit.sum())
    n_miss = hit.size - n_hit
    hits = np.bincount(unit[hit], minlength=n_units)
    misses = np.bincount(unit[~hit], minlength=n_units)
    won = placed * np.where(hit, n_miss, n_hit)                    # pairs won with the rows of the other class
    of_unit = np.bincount(unit, weights=won, minlength=n_units)
    inside = _pairs_inside(scores, hit, unit, np.flatnonzero((hits > 0) & (misses > 0)), n_units)
    left = (n_hit - hits) * (n_miss - misses)
    without = (area * n_hit * n_miss - of_unit + inside) / np.maximum(left, 1)
    return area, np.where(left > 0, without, area)


def _pairs_inside(scores: Array, hit: Array, unit: Array, mixed: Array, n_units: int) -> Array:
    """Pairs won between rows of one unit, which the sums over its rows count twice."""
    inside = np.zeros(n_units)
    if not mixed.size:
        return inside
    order = np.argsort(unit, kind="stable")
    begins = np.searchsorted(unit[order], np.arange(n_units + 1))
    for u in mixed:
        rows = order[begins[u] : begins[u + 1]]
        _, area = placed_among_others(scores[rows], hit[rows])
        inside[u] = area * hit[rows].sum() * (~hit[rows]).sum()
    return inside
