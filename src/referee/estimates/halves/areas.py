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
    mixed = bool(((hits > 0) & (misses > 0)).any())
    inside = _pairs_inside(scores, hit, unit, n_units) if mixed else 0.0
    left = (n_hit - hits) * (n_miss - misses)
    without = (area * n_hit * n_miss - of_unit + inside) / np.maximum(left, 1)
    return area, np.where(left > 0, without, area)


def _pairs_inside(scores: Array, hit: Array, unit: Array, n_units: int) -> Array:
    """Pairs won between rows of one unit, which the sums over its rows count twice; ties half."""
    order = np.lexsort((scores, unit))
    of_unit, ascending, is_hit = unit[order], scores[order], hit[order]
    misses = np.concatenate([[0], np.cumsum(~is_hit)])
    new_unit = np.concatenate([[True], of_unit[1:] != of_unit[:-1]])
    begins = np.flatnonzero(new_unit | np.concatenate([[True], ascending[1:] != ascending[:-1]]))      # runs of ties
    ends = np.append(begins[1:], scores.size)
    first = np.maximum.accumulate(np.where(new_unit, np.arange(scores.size), 0))[begins]     # row of its unit
    below = (misses[begins] + misses[ends]) / 2 - misses[first]
    hits = np.add.reduceat(is_hit.astype(float), begins)
    return np.bincount(of_unit[begins], weights=below * hits, minlength=n_units)
