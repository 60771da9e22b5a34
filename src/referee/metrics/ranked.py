"""Rows in the order of their scores, sorted once for every metric that asks about order.

Two sorted vectors are kept, the scores of all rows and those of the hits (the rows of the class in question);
the rows of any other threshold follow from them by binary search. Sorting values is several times faster
than sorting row numbers, and every count is a difference of whole numbers, so ties are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.kinds import Array


@dataclass(frozen=True, eq=False)
class Ranked:
    """Scores ascending, of all rows and of the hits; `*_below[i]` is the weight before position i."""

    scores: Array
    hits: Array
    scores_below: Array | None     # None: every weight is 1 and the position itself is the weight before it
    hits_below: Array | None

    @classmethod
    def of(cls, scores: Array, hit: Array, weights: Array | None = None) -> Ranked:
        """Sort scores; `hit` marks the rows of the class in question."""
        if weights is None:
            return cls(np.sort(scores), np.sort(scores[hit]), None, None)
        return cls(*_sorted_both(scores, hit, weights))

    @property
    def total(self) -> float:
        """The weight of all rows."""
        return float(self.scores.size if self.scores_below is None else self.scores_below[-1])

    @property
    def total_hits(self) -> float:
        """The weight of the hits."""
        return float(self.hits.size if self.hits_below is None else self.hits_below[-1])

    @cached_property
    def hit_weights(self) -> Array | None:
        """The weight of each hit, in order; None when all are 1."""
        return None if self.hits_below is None else np.diff(self.hits_below)

    @cached_property
    def all_before_hits(self) -> Array:
        """For each hit, the weight of all rows with a lower score."""
        return weight_before(self.scores_below, np.searchsorted(self.scores, self.hits, side="left"))

    @cached_property
    def all_up_to_hits(self) -> Array:
        """For each hit, the weight of all rows with a lower or the same score."""
        return weight_before(self.scores_below, np.searchsorted(self.scores, self.hits, side="right"))

    @cached_property
    def hits_before_hits(self) -> Array:
        """For each hit, the weight of the hits with a lower score."""
        return weight_before(self.hits_below, _starts_of_ties(self.hits))

    @cached_property
    def hits_up_to_hits(self) -> Array:
        """For each hit, the weight of the hits with a lower or the same score."""
        n = self.hits.size
        return weight_before(self.hits_below, n - _starts_of_ties(self.hits[::-1])[::-1])

    @cached_property
    def at_thresholds(self) -> tuple[Array, Array, Array]:
        """Each distinct score, descending, and the weight of all rows and of the hits at or above it."""
        starts = np.flatnonzero(np.concatenate([[True], self.scores[1:] != self.scores[:-1]]))[::-1]
        values = self.scores[starts]
        taken = self.total - weight_before(self.scores_below, starts)
        found = self.total_hits - weight_before(self.hits_below, np.searchsorted(self.hits, values, side="left"))
        kept = np.diff(taken, prepend=0.0) > 0      # a score that only rows of weight 0 have is no threshold
        return values[kept], taken[kept], found[kept]

    def hits_in_top(self, weight: float) -> float:
        """The weight of hits among the rows with the highest scores that weigh so much, ties in proportion."""
        _, taken, found = self.at_thresholds
        return float(np.interp(weight, np.concatenate([[0.0], taken]), np.concatenate([[0.0], found])))


def _starts_of_ties(ascending: Array) -> Array:
    """For each position, where its run of equal values starts.

    >>> _starts_of_ties(np.array([1.0, 2.0, 2.0, 5.0]))
    array([0, 1, 1, 3])
    """
    positions = np.arange(ascending.size)
    if ascending.size:
        positions[1:][ascending[1:] == ascending[:-1]] = 0
    return np.maximum.accumulate(positions)


def weight_before(below: Array | None, positions: Array) -> Array:
    """The weight before positions: the positions themselves where every weight is 1."""
    return positions if below is None else below[positions]


def _sorted_both(scores: Array, hit: Array, weights: Array) -> tuple[Array, Array, Array, Array]:
    order = np.argsort(scores, kind="stable")
    scores, hit, weights = scores[order], hit[order], weights[order]
    below = np.concatenate([[0.0], np.cumsum(weights)])
    return scores, scores[hit], below, np.concatenate([[0.0], np.cumsum(weights[hit])])
