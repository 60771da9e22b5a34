"""Friedman's test for several learners over many data sets, with Iman and Davenport's F.

Friedman, M. (1937). JASA 32, 675–701. Iman, R. and Davenport, J. (1980). Communications in Statistics A 9,
571–595. Demšar, J. (2006). JMLR 7, 1–30.

Tied learners share their mean rank, and the statistic is corrected for ties unless told otherwise; Demšar's
printed values (χ² = 9.28, F = 3.69) are without. Both versions and both laws are in the details. The headline
is Iman and Davenport's F, since the χ² law is conservative. Rank 1 is the best.
"""

from __future__ import annotations

import math
from typing import Any

from referee.comparisons._flags import FEW, raised
from referee.comparisons._input import matrix
from referee.comparisons._laws import upper_chi2, upper_f
from referee.comparisons._ranks import agreement_by_chance, row_ranks
from referee.comparisons._units import independent
from referee.comparisons.many_models.omnibus import Omnibus
from referee.given import door
from referee.kinds import Array, Direction, direction_of

TINY = 1e-12


@door
def friedman(scores: Any, *, direction: Direction | str = Direction.MAXIMISE, ties: bool = True,
             unit: str = "data set") -> Omnibus:
    """Whether the columns (learners) rank alike over the rows (data sets); `ties` corrects for tied ranks.

    >>> friedman([[.9, .8, .7], [.8, .7, .6], [.7, .8, .6], [.9, .7, .5]]).detail("chi2")
    6.5
    """
    independent(unit, "Friedman's test")
    ranks = ranked(scores, direction)
    n, k = ranks.shape
    plain = 12 * n / (k * (k + 1)) * (float((ranks.mean(axis=0) ** 2).sum()) - k * (k + 1) ** 2 / 4)
    untied = 1 - _tie_loss(ranks)
    corrected = plain / untied if untied > TINY else 0.0
    chi2 = corrected if ties else plain
    f, p = _iman_davenport(chi2, ranks)
    details = {"mean_ranks": tuple(ranks.mean(axis=0).tolist()), "chi2": chi2, "p_chi2": upper_chi2(chi2, k - 1),
               "chi2_without_tie_correction": plain, "F_without_tie_correction": _iman_davenport(plain, ranks)[0]}
    return Omnibus(statistic=f, df=(k - 1.0, (k - 1.0) * (n - 1)), p=p, method="Friedman with Iman-Davenport F",
                   unit=unit, n_units=n, details=tuple(details.items()),
                   flags=raised(identical=untied <= TINY, few_units=n < FEW),
                   assumptions=(f"The {unit}s are independent draws from the population of interest.",))


def ranked(scores: Any, direction: Direction | str = Direction.MAXIMISE) -> Array:
    """Ranks within each data set, 1 for the best."""
    return row_ranks(-direction_of(direction).value * matrix(scores, "scores"))


def _tie_loss(ranks: Array) -> float:
    """The share of the rank variance that ties take away."""
    n, k = ranks.shape
    full = n * k * (k + 1) * (2 * k + 1) / 6
    return float((full - (ranks**2).sum()) / (full - n * k * (k + 1) ** 2 / 4))


def _iman_davenport(chi2: float, ranks: Array) -> tuple[float, float]:
    """(N − 1)χ²/(N(k − 1) − χ²) and its tail; infinite when every data set ranks alike."""
    n, k = ranks.shape
    room = n * (k - 1) - chi2
    if room <= 1e-12 * n * k:
        return math.inf, agreement_by_chance(ranks)         # exact; the F law has no mass there
    f = (n - 1) * chi2 / room
    return f, upper_f(f, (k - 1, (k - 1) * (n - 1)))
