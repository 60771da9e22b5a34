"""Probabilities in bins, next to how often what they were given to happened: the reliability table.

Bins are closed on the right, (a, b]. Equal-mass bins cut at the values below which b/B of the weight lies, so rows
with equal probabilities are never torn apart and a weight of w is the row w times; bins left empty are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput
from referee.kinds import Array
from referee.metrics.ranked import Ranked, weight_before

BINS = 15
KINDS = ("equal-mass", "equal-width")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bins:
    """For each bin that is not empty: its weight, the mean probability, and the observed frequency."""

    count: Array
    said: Array
    observed: Array

    @property
    def share(self) -> Array:
        """Each bin's share of the weight."""
        return np.asarray(self.count / self.count.sum())

    @property
    def gap(self) -> Array:
        """Mean probability minus observed frequency."""
        return np.asarray(self.said - self.observed)


def check_binning(bins: int, kind: str) -> None:
    """Refuse a number or kind of bins that means nothing."""
    if isinstance(bins, bool) or bins != int(bins) or bins < 1:
        raise BadInput(f"bins must be a whole number from 1 up, not {bins!r}.")
    if kind not in KINDS:
        raise BadInput(f"kind must be equal-mass or equal-width, not {kind!r}.")


def cuts(ranked: Ranked, bins: int, kind: str) -> Array:
    """The values between bins; each belongs to the bin on its left."""
    if kind == "equal-width":
        return np.linspace(0.0, 1.0, bins + 1)[1:-1]
    inner = np.arange(1, bins)
    if ranked.scores_below is None:
        positions = -(-inner * ranked.scores.size // bins) - 1
    else:
        positions = np.searchsorted(ranked.scores_below[1:] * bins, inner * ranked.total, side="left")
    return ranked.scores[positions]


def binned(ranked: Ranked, bins: int = BINS, kind: str = "equal-mass") -> Bins:
    """The reliability table of ranked probabilities.

    >>> table = binned(Ranked.of(np.array([0.1, 0.2, 0.8, 0.9]), np.array([False, False, True, True])), bins=2)
    >>> table.said, table.observed
    (array([0.15, 0.85]), array([0., 1.]))
    """
    check_binning(bins, kind)
    edges = cuts(ranked, bins, kind)
    starts, hit_starts = _limits(ranked.scores, edges), _limits(ranked.hits, edges)
    filled = np.diff(starts) > 0
    mass = ranked.scores
    if ranked.scores_below is not None:
        mass = mass * np.diff(ranked.scores_below)
    count = np.diff(weight_before(ranked.scores_below, starts))[filled].astype(float)
    hits = np.diff(weight_before(ranked.hits_below, hit_starts))[filled]
    total = np.add.reduceat(mass, starts[:-1][filled])
    some = count > 0      # rows of weight 0 fill no bin
    return Bins(count=count[some], said=total[some] / count[some], observed=hits[some] / count[some])


def _limits(ascending: Array, edges: Array) -> Array:
    """Where each bin starts among sorted values, and where the last one ends."""
    return np.concatenate([[0], np.searchsorted(ascending, edges, side="right"), [ascending.size]])
