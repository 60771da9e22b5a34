"""The band of a ROC or a precision-recall curve: the test rows drawn again, the curve made again, at fixed x.

Vertical bands by the bootstrap (Macskassy & Provost 2004; Fawcett 2006): at each x, the middle `level` of the heights
of the curves of the draws. The band holds at each x by itself, not for the whole curve at once. Rows are drawn within
test parts, for a ROC curve within classes too; whole groups where rows come in groups. Three things that draws of the
same rows cannot show are put right:

- a height of 0 or 1 does not vary among draws: the band is never narrower than Wilson's interval for the share;
- the threshold that belongs to an x so small that n rows may all lie below it, (1 − x)^n > (1 − level)/2, is not
  bounded by them: the band reaches down to 0 there, and for a precision up to 1;
- one so near 1 that all may lie above it, x^n > (1 − level)/2, likewise: up to 1, and for a precision down to 0.
  Of several parts the curve is as coarse as one part: x nearer to 0 or 1 than three rows of a part are treated so too.

Rows count as their weights are worth (Kish), groups as one each. The models are as they are: what other training rows
would have changed is not in the band.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from referee.errors import Undefined
from referee.estimates._base import check_level
from referee.estimates.proportions.wilson import wilson
from referee.estimates.resampling.drawing_schemes import Clusters, Scheme, Strata
from referee.estimates.resampling.statistic import Statistic
from referee.kinds import Array, frozen_array
from referee.metrics.averaged_curve import (
    HAIR,
    Curve,
    Scored,
    precision_recall_of_parts,
    roc_of_parts,
)
from referee.seeds import stream

GRID = np.linspace(0.0, 1.0, 51)
SIDES = np.clip(np.concatenate([GRID - HAIR, GRID + HAIR]), HAIR, 1 - HAIR)         # a curve may jump at a place
FINEST = 200                # steps of the curve of a part that draws are made of; ties stay together
RESAMPLES = 500

Heights = Callable[[Array, Array], tuple[Array, Array]]      # of sums, a row a part: curves at SIDES, and their weights


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Banded:
    """A curve, and where it may lie at each of some places."""

    curve: Curve
    x: Array
    low: Array
    high: Array
    level: float


def roc_band(scored: Scored, groups: Array | None = None, *, level: float = 0.95, resamples: int = RESAMPLES,
             seed: int = 0) -> Banded:
    """The ROC curve with its band."""
    curve, n = roc_of_parts(scored), _worth(scored, groups, ~scored.hit)
    low, high = _drawn(scored, groups, _roc_at, (level, resamples, seed))
    shares = [wilson(share * cases, cases, level=level) for cases in [_worth(scored, groups, scored.hit)]
              for share in curve.at(GRID)]
    low = np.minimum(low, [one.low for one in shares])
    high = np.maximum(high, [one.high for one in shares])
    left, right = _beyond_sight(n, curve.parts, level)
    low[left], high[right] = 0.0, 1.0
    return _banded(curve, low, high, level)


def precision_recall_band(scored: Scored, groups: Array | None = None, *, level: float = 0.95,
                          resamples: int = RESAMPLES, seed: int = 0) -> Banded:
    """The precision-recall curve with its band."""
    curve, n = precision_recall_of_parts(scored), _worth(scored, groups, scored.hit)
    low, high = _drawn(scored, groups, _precision_at, (level, resamples, seed), by_class=False)
    precision = curve.at(GRID)
    taken = np.maximum(GRID * n / precision, 1.0)               # cases called so at each recall
    shares = [wilson(share * cases, cases, level=level) for share, cases in zip(precision, taken, strict=True)]
    low = np.minimum(low, [one.low for one in shares])
    high = np.maximum(high, [one.high for one in shares])
    unknown = np.logical_or(*_beyond_sight(n, curve.parts, level))
    low[unknown], high[unknown] = 0.0, 1.0
    return _banded(curve, low, high, level)


def _banded(curve: Curve, low: Array, high: Array, level: float) -> Banded:
    return Banded(curve=curve, x=frozen_array(GRID), low=frozen_array(low), high=frozen_array(high), level=level)


def _beyond_sight(n: float, parts: int, level: float) -> tuple[Array, Array]:
    """Where n cases in some parts do not bound the threshold that belongs to a place, at the left and at the right."""
    tail, coarse = (1 - level) / 2, 0.0 if parts == 1 else 3 * parts / n
    return ((1 - GRID) ** n > tail) | (coarse > GRID), (GRID**n > tail) | (1 - coarse < GRID)


def _worth(scored: Scored, groups: Array | None, which: Array) -> float:
    """How many independent cases of equal weight some rows are worth: Kish's number, or that of their groups."""
    if groups is not None:
        return float(np.unique(groups[which]).size)
    if scored.weight is None:
        return float(np.count_nonzero(which))
    weight = scored.weight[which]
    return float(weight.sum() ** 2 / (weight @ weight))


def _drawn(scored: Scored, groups: Array | None, heights: Heights, how: tuple[float, int, int], *,
           by_class: bool = True) -> tuple[Array, Array]:
    """The ends of the middle `level` of the heights of drawn curves."""
    level, resamples, seed = how
    check_level(level)
    part = np.unique(scored.part, return_inverse=True)[1].reshape(-1)
    labels = part * 2 + scored.hit if by_class else part
    scheme = Strata(labels) if groups is None else Clusters(groups)
    curves = np.concatenate([_mean_heights(some, heights) for some in _tables(scored, part, scheme, (resamples, seed))])
    if len(curves) < resamples / 2:
        raise Undefined("most draws of these rows have no such curve; there are too few of a class for a band.")
    low, high = np.quantile(curves, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return low, high


def _tables(scored: Scored, part: Array, scheme: Scheme, how: tuple[int, int]) -> Iterator[Array]:
    """Of some draws at a time: the weight of others and of hits up to each step: (draws, parts, steps, 2)."""
    resamples, seed = how
    step = _steps(scored.scores, part)
    shape = (int(part.max()) + 1, int(step.max()) + 1, 2)
    place = np.ravel_multi_index((part, step, scored.hit.astype(np.int64)), shape)
    used, cells = np.unique(place, return_inverse=True)
    order = None if scored.weight is None else np.argsort(place, kind="stable")
    rows = np.arange(place.size) if scored.weight is not None else cells.reshape(-1)
    drawing = Statistic(cells=rows, n_cells=int(rows.max()) + 1, cases=place.size,
                        scores=lambda counts: counts.sum(axis=1, dtype=float))
    for drawn in scheme.draws(drawing, stream(seed, "band of a curve"), resamples):
        counts = np.zeros((len(drawn), int(np.prod(shape))))
        if order is None or scored.weight is None:
            counts[:, used] = drawn
        else:
            starts = np.searchsorted(place[order], used)
            counts[:, used] = np.add.reduceat((drawn * scored.weight)[:, order], starts, axis=1)
        yield np.pad(counts.reshape(len(drawn), *shape).cumsum(axis=2), ((0, 0), (0, 0), (1, 0), (0, 0)))


def _steps(scores: Array, part: Array) -> Array:
    """The step of each row in the curve of its part, from the highest score on; equal scores are one step."""
    step = np.zeros(scores.size, dtype=np.int64)
    for p in range(int(part.max()) + 1):
        rows = np.flatnonzero(part == p)
        distinct, found = np.unique(-scores[rows], return_inverse=True)
        if distinct.size > FINEST:
            upto = np.cumsum(np.bincount(found.reshape(-1))) - 1
            found = (upto * FINEST // rows.size)[found]
        step[rows] = found.reshape(-1)
    return step


def _mean_heights(tables: Array, heights: Heights) -> Array:
    """The curves of draws at GRID, their parts averaged; without those of which no part has one."""
    draws, parts, steps, _ = tables.shape
    each, weight = heights(*(tables[..., side].reshape(draws * parts, steps) for side in (0, 1)))
    total = weight.reshape(draws, parts).sum(axis=1)
    height = (each * weight[:, None]).reshape(draws, parts, -1).sum(axis=1)[total > 0]
    return np.asarray((height[:, :GRID.size] + height[:, GRID.size:]) / (2 * total[total > 0, None]))


def _roc_at(others: Array, hits: Array) -> tuple[Array, Array]:
    upto = _found(others, "right")
    left, right = (np.take_along_axis(others, upto + i, axis=1) for i in (-1, 0))
    low, high = (np.take_along_axis(hits, upto + i, axis=1) for i in (-1, 0))
    along = (SIDES * others[:, -1:] - left) / np.where(right > left, right - left, 1.0)
    return (low + (high - low) * along) / _or_one(hits[:, -1:]), others[:, -1] * hits[:, -1]


def _precision_at(others: Array, hits: Array) -> tuple[Array, Array]:
    where = _found(hits, "left")
    right, wrong = (np.take_along_axis(of, where, axis=1) for of in (hits, others))
    return right / _or_one(right + wrong), hits[:, -1]


def _found(sums: Array, side: Literal["left", "right"]) -> Array:
    """The step at which the growing sums of each row reach each share of its last: one search for all rows."""
    rows = np.arange(len(sums), dtype=float)[:, None] * 2      # so that the shares of all rows are in order
    shares = (sums / _or_one(sums[:, -1:]) + rows).reshape(-1)
    found: Array = np.searchsorted(shares, SIDES + rows, side) - np.arange(len(sums))[:, None] * sums.shape[1]
    return np.asarray(np.minimum(found, sums.shape[1] - 1))      # where a row holds nothing


def _or_one(divisor: Array) -> Array:
    """The divisor; 1 where it is 0 and what is divided has no weight."""
    return np.where(divisor > 0, divisor, 1.0)
