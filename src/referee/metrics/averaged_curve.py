"""ROC and precision-recall curves of one test part, or of several whose scores are on scales of their own.

Parts are averaged vertically (Fawcett 2006, Pattern Recognition Letters 27, 861-874): the mean of their curves at every
x, weighted as the parts of the score are (`tally`), by pairs or by positive rows. So the area below the picture is the
ROC AUC, or the average precision, that stands beside it. Ties are one step: a slanted line in a ROC curve. Precision
stays level between two recalls (Davis & Goadrich 2006: it may not be interpolated by a line).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from referee.errors import Undefined
from referee.kinds import Array, frozen_array
from referee.metrics.ranked import Ranked

HAIR, ROUNDING = 1e-9, 1e-12

@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scored:
    """The score of each row for one class, whether it is of that class, and the test part it stands in."""

    scores: Array
    hit: Array
    part: Array
    weight: Array | None = None

    def parts(self) -> list[Ranked]:
        """Each part in the order of its scores."""
        order = np.argsort(self.part, kind="stable")
        starts = np.flatnonzero(np.diff(self.part[order])) + 1
        return [Ranked.of(self.scores[rows], self.hit[rows], None if self.weight is None else self.weight[rows])
                for rows in np.split(order, starts)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curve:
    """A line through points whose x never falls, and the area below it."""

    x: Array
    y: Array
    area: float
    parts: int               # that have such a curve
    lacking: int             # parts in which a class is missing

    def at(self, x: Array) -> Array:
        """Its height at some places; where it jumps, the middle of the jump."""
        return middle_height(x, self.x, self.y)


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """A function that is linear between knots and may jump at them: its limits from the left and from the right."""

    knots: Array
    left: Array
    right: Array

    def limits(self, x: Array) -> tuple[Array, Array]:
        """The limits at other places."""
        after = np.searchsorted(self.knots, x)
        before = np.maximum(after - 1, 0)
        known = self.knots[after] == x
        gap = np.where(known, 1.0, self.knots[after] - self.knots[before])
        share = np.where(known, 0.0, (x - self.knots[before]) / gap)
        between = self.right[before] + share * (self.left[after] - self.right[before])
        return np.where(known, self.left[after], between), np.where(known, self.right[after], between)


def middle_height(at: Array, x: Array, y: Array) -> Array:
    """The height of a line at some places; where it jumps, within rounding, the middle of the jump.

    >>> middle_height(np.array([0.25, 0.5]), np.array([0.0, 0.5, 0.5, 1.0]), np.array([0.0, 0.5, 0.9, 0.9])).round(4)
    array([0.25, 0.7 ])
    """
    return np.asarray((np.interp(at - HAIR, x, y) + np.interp(at + HAIR, x, y)) / 2)


def roc_of_parts(scored: Scored) -> Curve:
    """The share of hits found against the share of the others taken with them.

    >>> curve = roc_of_parts(Scored(scores=np.array([0.1, 0.4, 0.35, 0.8]), hit=np.array([0, 0, 1, 1], dtype=bool),
    ...                             part=np.zeros(4)))
    >>> curve.x.tolist(), curve.y.tolist(), curve.area
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0], 0.75)
    """
    return _averaged(scored, _roc, lambda ranked: ranked.total_hits * (ranked.total - ranked.total_hits),
                     "a ROC curve needs rows of the class and others in one test part")


def precision_recall_of_parts(scored: Scored) -> Curve:
    """The share of hits among what is taken against the share of hits found.

    >>> curve = precision_recall_of_parts(Scored(scores=np.array([0.1, 0.4, 0.35, 0.8]), part=np.zeros(4),
    ...                                          hit=np.array([0, 0, 1, 1], dtype=bool)))
    >>> curve.x.tolist(), curve.y.round(3).tolist(), round(curve.area, 4)
    ([0.0, 0.5, 0.5, 1.0], [1.0, 1.0, 0.667, 0.667], 0.8333)
    """
    needed = "a precision-recall curve needs rows of the class and others in one test part"
    if not any(0 < ranked.total_hits < ranked.total for ranked in scored.parts()):
        raise Undefined(f"{needed}; here there is none.")
    return _averaged(scored, _precision, lambda ranked: ranked.total_hits, needed)


def _averaged(scored: Scored, curve_of: Callable[[Ranked], _Pieces], weight_of: Callable[[Ranked], float],
              needed: str) -> Curve:
    parts = scored.parts()
    weights = np.array([weight_of(ranked) for ranked in parts])
    if not weights.any():
        raise Undefined(f"{needed}; here there is none.")
    pieces = _mean([curve_of(ranked) for ranked, weight in zip(parts, weights, strict=True) if weight > 0],
                   weights[weights > 0])
    area = float(np.diff(pieces.knots) @ (pieces.right[:-1] + pieces.left[1:])) / 2
    x, y = np.repeat(pieces.knots, 2), np.column_stack([pieces.left, pieces.right]).ravel()
    keep = np.concatenate([[True], (np.diff(x) != 0) | (np.diff(y) != 0)])
    return Curve(x=frozen_array(x[keep]), y=frozen_array(y[keep]), area=min(area, 1.0),
                 parts=int(np.count_nonzero(weights)), lacking=int(np.count_nonzero(weights == 0)))


def _mean(pieces: Sequence[_Pieces], weights: Array) -> _Pieces:
    if len(pieces) == 1:
        return pieces[0]
    knots = np.unique(np.concatenate([one.knots for one in pieces]))
    left, right = np.average([one.limits(knots) for one in pieces], axis=0, weights=weights)
    return _Pieces(knots, left, right)


def _roc(ranked: Ranked) -> _Pieces:
    _, taken, found = ranked.at_thresholds
    x = np.concatenate([[0.0], (taken - found) / (ranked.total - ranked.total_hits)])
    y = np.concatenate([[0.0], found / ranked.total_hits])
    x[-1] = y[-1] = 1.0                              # sums of weights are rounded
    first = np.flatnonzero(np.concatenate([[True], np.diff(np.maximum.accumulate(x)) > ROUNDING]))
    knots = np.append(x[first[:-1]], 1.0)
    return _Pieces(knots, y[first], y[np.append(first[1:] - 1, x.size - 1)])


def _precision(ranked: Ranked) -> _Pieces:
    _, taken, found = ranked.at_thresholds
    grows = np.diff(found, prepend=0.0) > 0
    x, y = found[grows] / ranked.total_hits, found[grows] / taken[grows]
    x[-1] = 1.0
    return _Pieces(np.append(0.0, x), np.append(y[0], y), np.append(y, y[-1]))
