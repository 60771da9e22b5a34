"""Probabilities in bins, next to how often what they were given to happened: the reliability table.

Bins are closed on the right, (a, b]. Equal-mass bins cut at the values below which b/B of the weight lies, so rows
with equal probabilities are never torn apart and a weight of w is the row w times; bins left empty are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.errors import BadInput
from referee.kinds import Array
from referee.metrics.ranked import Ranked

BINS = 15
KINDS = ("equal-mass", "equal-width")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bins:
    """For each bin: its weight, the mean probability, the observed frequency, and sums Murphy's terms need."""

    count: Array
    said: Array
    observed: Array
    spread: Array        # Σ w (p − p̄)² within the bin
    covariation: Array   # Σ w (p − p̄)(o − ō) within the bin

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
    rows = [_one_bin(ranked, *limits) for limits in zip(_limits(ranked.scores, edges), _limits(ranked.hits, edges),
                                                       strict=True)]
    count, said, observed, spread, covariation = np.array([row for row in rows if row[0] > 0]).T
    return Bins(count=count, said=said, observed=observed, spread=spread, covariation=covariation)


def _limits(ascending: Array, edges: Array) -> list[slice]:
    inner = np.searchsorted(ascending, edges, side="right").tolist()
    return [slice(a, b) for a, b in zip([0, *inner], [*inner, ascending.size], strict=True)]


def _one_bin(ranked: Ranked, rows: slice, hits: slice) -> tuple[float, ...]:
    said, told = ranked.scores[rows], ranked.hits[hits]
    if ranked.scores_below is None or ranked.hits_below is None:
        weight, hit_weight = np.ones(1), np.ones(1)
        count, found = float(said.size), float(told.size)
    else:
        weight = np.diff(ranked.scores_below[rows.start: rows.stop + 1])
        hit_weight = np.diff(ranked.hits_below[hits.start: hits.stop + 1])
        count, found = float(weight.sum()), float(hit_weight.sum())
    if count <= 0:
        return (0.0,) * 5
    mean, observed = float((weight * said).sum()) / count, found / count
    apart = said - mean
    # Σ w (p − p̄)(o − ō) = Σ over hits of w (p − p̄), because Σ w (p − p̄) = 0
    return count, mean, observed, float((weight * apart**2).sum()), float((hit_weight * (told - mean)).sum())
