"""Wilcoxon's signed-rank test for two learners over many data sets.

Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80–83. Pratt, J. (1959).
Remarks on zeros and ties in the Wilcoxon signed rank procedures. JASA 54, 655–667. Demšar, J. (2006).
Statistical comparisons of classifiers over multiple data sets. JMLR 7, 1–30. Hodges, J. and Lehmann, E. (1963).

Zeros: "pratt" (default) ranks them and then leaves them out; "drop" leaves them out first; "split" ranks them and
gives half of their ranks to either side, one of an odd number being dropped (Demšar). Up to 50 nonzero
differences the p-value is exact, ties included: the law of the rank sum under all sign flips is counted over the
observed mid-ranks. Beyond that the normal law is used, with the variance of the observed ranks. The difference
is Hodges and Lehmann's, the median of all pairwise means.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import FEW, raised
from referee.comparisons._input import ROUNDING, Differences, choice, differences
from referee.comparisons._laws import reach, tail
from referee.comparisons._ranks import midranks, tied_places
from referee.comparisons._student import Asked
from referee.comparisons._units import independent
from referee.estimates._base import Interval
from referee.given import door
from referee.kinds import Array, frozen_array

EXACT = 50              # nonzero differences
PAIRWISE = 3000         # differences of which all pairwise means are taken


@door
def wilcoxon(a: Any, b: Any, *, zeros: str = "pratt", level: float = 0.95, alternative: str = "two-sided",
             unit: str = "data set") -> Comparison:
    """Whether the differences between two learners, one score each per data set, are symmetric around 0.

    >>> wilcoxon([90, 93, 80, 85, 77], [82, 76, 85, 75, 82]).p
    0.3125
    """
    choice(zeros, "zeros", ("pratt", "drop", "split"))
    estimand = independent(unit, "Wilcoxon's test")
    asked, d = Asked(level, alternative), differences(a, b, least=1)
    ranks, signs = signed_ranks(d, zeros)
    moving = signs != 0
    plus, minus = float(ranks[signs > 0].sum()), float(ranks[signs < 0].sum())
    dropped = d.n - len(ranks)
    shared = float(ranks[~moving].sum()) / 2 if zeros == "split" else 0.0
    z = _z(plus - minus, ranks[moving])
    exact = int(moving.sum()) <= EXACT
    p = _exact_p(ranks[moving], plus, alternative) if exact else tail(z, None, alternative)
    difference = hodges_lehmann(d, asked.level)[0]
    interval = asked.sided(lambda level: _with_width(hodges_lehmann(d, level)[1]))
    return Comparison(
        difference=difference, interval=interval, p=p, statistic=plus + shared, alternative=alternative,
        mirror=plus + minus + 2 * shared,
        method=f"Wilcoxon signed rank ({'exact' if exact else 'normal law'}, zeros: {zeros})",
        estimand=estimand, unit=unit, n_units=d.n - dropped,
        assumptions=(f"The {unit}s are independent draws from the population of interest.",
                     "Were the two alike, each difference would be as likely with either sign."),
        flags=raised(identical=not moving.any(), zero_variance=d.spread == 0 and not d.identical,
                     few_units=moving.sum() < FEW),
        details=(("rank_sum_a", plus + shared), ("rank_sum_b", minus + shared),
                 ("zeros", dropped + int((~moving).sum())), ("z", z), ("p_normal", tail(z, None, alternative))))


def signed_ranks(d: Differences, zeros: str) -> tuple[Array, Array]:
    """Mid-ranks of the absolute differences and their signs; differences equal but for rounding are tied."""
    size = _tied(np.abs(d.values), ROUNDING * d.scale)
    signs = np.where(size == 0, 0.0, np.sign(d.values))
    if zeros == "drop":
        size, signs = size[signs != 0], signs[signs != 0]
    if zeros == "split" and int((signs == 0).sum()) % 2:
        keep = np.ones(len(size), dtype=bool)
        keep[int(np.flatnonzero(signs == 0)[0])] = False
        size, signs = size[keep], signs[keep]
    return midranks(size), signs


def _tied(size: Array, rounding: float) -> Array:
    """Places of the sizes, rounding apart; 0 is for zeros."""
    return tied_places(np.append(0.0, size), rounding)[1:]


def _z(excess: float, ranks: Array) -> float:
    """(R⁺ − R⁻)/√Σ r²: under random signs that is its standard deviation, ties and zeros included."""
    return excess / float(np.sqrt((ranks**2).sum())) if len(ranks) else 0.0


def _exact_p(ranks: Array, plus: float, alternative: str) -> float:
    below = null_law(tuple(np.sort(np.rint(2 * ranks)).astype(int).tolist()))
    at = round(2 * plus)
    less, greater = float(below[at]), float(below[-1 - at])     # the law is symmetric: P(S ≥ s) = P(S ≤ max − s)
    return {"greater": greater, "less": less, "two-sided": min(1.0, 2 * min(greater, less))}[alternative]


@lru_cache(maxsize=512)
def null_law(doubled: tuple[int, ...]) -> Array:
    """P(2R⁺ ≤ s) for s = 0, 1, …: each doubled rank is added or not, with equal chance."""
    law = np.zeros(sum(doubled) + 1)
    law[0] = 1.0
    for rank in doubled:
        law[rank:] += law[:len(law) - rank].copy()
        law /= 2
    return frozen_array(np.minimum(np.cumsum(law), 1.0))


def hodges_lehmann(d: Differences, level: float) -> tuple[float, Interval | None]:
    """The median of all pairwise means and the interval of the differences that the test would not reject.

    Beyond 3000 differences their plain median stands in, without an interval.
    """
    if d.identical or d.n > PAIRWISE:
        return (0.0 if d.identical else float(np.median(d.values))), None
    i, j = np.triu_indices(d.n)
    means = np.sort((d.values[i] + d.values[j]) / 2)
    rank = interval_rank(d.n, level)
    interval = None if rank < 1 else Interval(float(means[rank - 1]), float(means[-rank]), level=level,
                                              method="Hodges-Lehmann")
    return float(np.median(means)), interval


def _with_width(interval: Interval | None) -> Interval | None:
    """None where all differences are equal: an interval without width would claim what the data cannot show."""
    return None if interval is None or interval.width == 0 else interval


def interval_rank(n: int, level: float) -> int:
    """Which of the ordered pairwise means is the lower limit; 0 when n is too small for the level."""
    if n <= EXACT:
        below = null_law(tuple(range(2, 2 * n + 1, 2)))[::2]
        return int(np.searchsorted(below, (1 - level) / 2 * (1 - 1e-12)))
    return int(np.floor(n * (n + 1) / 4 - reach(level) * np.sqrt(n * (n + 1) * (2 * n + 1) / 24)))
