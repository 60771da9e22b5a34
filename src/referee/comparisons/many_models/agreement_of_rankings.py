"""Kendall's coefficient of concordance: how well data sets agree on the order of the learners.

Kendall, M. and Babington Smith, B. (1939). The problem of m rankings. Annals of Mathematical Statistics 10, 275–287.
With ties corrected it is Friedman's χ² over its largest value, N(k − 1): 0 for no agreement, 1 for one order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.comparisons.many_models.friedman import friedman
from referee.comparisons.many_models.omnibus import Omnibus
from referee.given import door
from referee.kinds import Direction


@door
def kendall_w(scores: Any, *, direction: Direction | str = Direction.MAXIMISE, unit: str = "data set") -> Omnibus:
    """Concordance W of the rows' rankings of the columns, with Friedman's p-value.

    >>> kendall_w([[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]]).statistic
    0.5625
    """
    found = friedman(scores, direction=direction, unit=unit)
    k = len(found.detail("mean_ranks"))
    w = float(found.detail("chi2")) / (found.n_units * (k - 1))
    return replace(found, statistic=min(1.0, w), method="Kendall's W")
