"""The area under the ROC curve of many parts, and without each unit of theirs in turn, from one sorting.

Pairs won are counted in whole and half numbers, so every sum is exact in whatever order it is taken.
"""

from __future__ import annotations

import numpy as np

from referee.errors import Undefined
from referee.kinds import Array

SMALL = 64              # rows of a part; below, parts are sorted together
FEW = 1 << 16           # numbers below it are put in order without comparing them


def order_within(scores: Array, sizes: Array) -> Array:
    """The rows of each part in the order of their scores; parts stand one behind the other and stay so.

    >>> order_within(np.array([0.3, 0.1, 0.2, 0.9, 0.8]), np.array([3, 2])).tolist()
    [1, 2, 0, 4, 3]
    """
    if scores.size < SMALL * sizes.size:
        return np.lexsort((scores, np.repeat(np.arange(sizes.size), sizes)))
    ends = np.cumsum(sizes)
    return np.concatenate([begin + np.argsort(scores[begin:end])
                           for begin, end in zip(ends - sizes, ends, strict=True)])


def areas_without(scores: Array, hit: Array, unit: Array | None = None, n_units: int = 0, *,
                  sizes: Array | None = None, order: Array | None = None) -> tuple[Array, Array]:
    """The area of each part, and its area without each unit; the whole area where a class would be empty without it.

    Parts stand one behind the other, `sizes` says how many rows each has; without it there is one. Without units only
    areas are given. `order` is that of the scores within the parts, where it is known.

    >>> scores, hit = np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True])
    >>> whole, without = areas_without(scores, hit, np.arange(4), 4)
    >>> whole.tolist(), without.tolist()
    ([0.75], [[0.5, 1.0, 1.0, 0.5]])
    >>> areas_without(np.tile(scores, 2), np.r_[hit, ~hit], sizes=np.array([4, 4]))[0].tolist()
    [0.75, 0.25]
    """
    sizes = np.array([scores.size]) if sizes is None else sizes
    part = np.repeat(np.arange(sizes.size), sizes)
    n_hit = np.bincount(part, weights=hit, minlength=sizes.size)
    n_miss = sizes - n_hit
    if not (n_hit.all() and n_miss.all()):
        raise Undefined("ROC AUC is undefined: every row or no row is of one of the classes.")
    order = order_within(scores, sizes) if order is None else order
    won = _pairs_won(scores[order], hit[order], part, sizes, n_hit)
    is_hit = hit[order]
    total = np.bincount(part[is_hit], weights=won[is_hit], minlength=sizes.size)
    areas = total / (n_hit * n_miss)
    if unit is None:
        return areas, np.empty((sizes.size, 0))
    place, shape = part * n_units + unit, (sizes.size, n_units)
    hits, rows = (np.bincount(place, weights=counted, minlength=sizes.size * n_units).reshape(shape)
                  for counted in (hit, None))
    misses = rows - hits
    placed = place[order]
    of_unit = np.bincount(placed, weights=won, minlength=sizes.size * n_units).reshape(shape)
    mixed = bool(((hits > 0) & (misses > 0)).any())
    inside = _pairs_inside(scores[order], is_hit, placed, sizes.size * n_units).reshape(shape) if mixed else 0.0
    left = (n_hit[:, None] - hits) * (n_miss[:, None] - misses)
    without = (total[:, None] - of_unit + inside) / np.maximum(left, 1)
    return areas, np.where(left > 0, without, areas[:, None])


def _pairs_won(ascending: Array, is_hit: Array, of_part: Array, sizes: Array, n_hit: Array) -> Array:
    """Of each row, the pairs it wins with rows of the other class in its part, ties half; rows in order of scores."""
    starts = np.cumsum(sizes) - sizes
    up_to = np.concatenate([[0], np.cumsum(is_hit)])
    begins = np.flatnonzero(np.concatenate([[True], (ascending[1:] != ascending[:-1]) | (of_part[1:] != of_part[:-1])]))
    ends = np.append(begins[1:], ascending.size)
    times = ends - begins                                                   # of each run of ties
    hits_below = np.repeat((up_to[begins] + up_to[ends]) / 2, times) - up_to[starts][of_part]
    rows_below = np.repeat((begins + ends) / 2, times) - starts[of_part]
    return np.asarray(np.where(is_hit, rows_below - hits_below, n_hit[of_part] - hits_below))


def _pairs_inside(scores: Array, hit: Array, unit: Array, n_units: int) -> Array:
    """Pairs won between rows of one unit, which the sums over its rows count twice; ties half; rows as in _pairs_won.

    A unit stands in one part, so its rows are in order already.
    """
    order = np.argsort(unit.astype(np.uint16) if n_units <= FEW else unit, kind="stable")
    of_unit, ascending, is_hit = unit[order], scores[order], hit[order]
    misses = np.concatenate([[0], np.cumsum(~is_hit)])
    new_unit = np.concatenate([[True], of_unit[1:] != of_unit[:-1]])
    begins = np.flatnonzero(new_unit | np.concatenate([[True], ascending[1:] != ascending[:-1]]))      # runs of ties
    ends = np.append(begins[1:], scores.size)
    first = np.maximum.accumulate(np.where(new_unit, np.arange(scores.size), 0))[begins]     # row of its unit
    below = (misses[begins] + misses[ends]) / 2 - misses[first]
    hits = np.add.reduceat(is_hit.astype(float), begins)
    return np.bincount(of_unit[begins], weights=below * hits, minlength=n_units)
