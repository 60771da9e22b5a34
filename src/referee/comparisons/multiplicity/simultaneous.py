"""Many mean differences over the same splits, judged together: the largest corrected t (max-T).

The statistic of each column is the corrected resampled t (Nadeau and Bengio 2003). Were all true differences 0, the
columns' statistics would be about multivariate t with the correlation of the splits' differences, which is what the
largest of them is compared with (Hothorn, Bretz and Westfall 2008, Biometrical Journal 50, 346-363). The law is drawn:
columns deviate from their means with common random weights, divided by one χ. Neighbouring training sizes correlate, so
this is less strict than Holm.

Known weakness: that of the corrected t, a heuristic; and the correlation is estimated from few splits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons._input import matrix
from referee.comparisons._laws import tail
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.kinds import Array, frozen_array
from referee.seeds import stream

DRAWS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Simultaneous:
    """Means, errors, p-values and intervals of columns that hold together at one level."""

    means: Array
    errors: Array           # standard errors; 0 where all splits say the same
    p: Array                # each column by itself
    p_adjusted: Array       # for the family
    critical: float         # intervals mean ± critical · error hold for all columns at once
    level: float
    n_splits: int

    @property
    def low(self) -> Array:
        """Lower ends of the simultaneous intervals."""
        ends: Array = self.means - self.critical * self.errors
        return ends

    @property
    def high(self) -> Array:
        """Upper ends of the simultaneous intervals."""
        ends: Array = self.means + self.critical * self.errors
        return ends


def simultaneous_t(differences: Any, *, ratio: float, level: float = 0.95, seed: int = 0) -> Simultaneous:
    """Corrected t for each column of differences over splits (rows), adjusted for all columns by max-T.

    `ratio` is rows tested for each row trained on, the same for all columns.

    >>> d = [[.02, .03], [.01, .02], [.04, .03], [.00, .01], [.02, .04], [.03, .03], [.02, .01], [.01, .02]]
    >>> made = simultaneous_t(d, ratio=1 / 7)
    >>> made.p.round(3), made.p_adjusted.round(3)
    (array([0.023, 0.003]), array([0.039, 0.005]))
    """
    check_level(level)
    d = matrix(differences, "differences", columns=1)
    if not ratio > 0:
        raise BadInput(f"ratio is {ratio!r}; it is the rows tested for each row trained on, above 0.")
    J = len(d)
    means, spread = d.mean(axis=0), d.std(axis=0, ddof=1)
    errors = np.where(np.ptp(d, axis=0) <= 1e-14 * np.abs(d).max(), 0.0, spread) * np.sqrt(1 / J + ratio)
    able = errors > 0
    t = np.zeros(d.shape[1])
    t[able] = np.abs(means[able]) / errors[able]
    largest = np.sort(_largest(d[:, able], seed)) if able.any() else np.zeros(1)
    p = np.array([tail(x, J - 1, "two-sided") if ok else 1.0 for x, ok in zip(t, able, strict=True)])
    above = largest.size - np.searchsorted(largest, t, side="left")
    adjusted = np.where(able, np.maximum(p, (1 + above) / (1 + largest.size)), 1.0)
    return Simultaneous(means=frozen_array(means), errors=frozen_array(errors), p=frozen_array(p),
                        p_adjusted=frozen_array(adjusted), critical=float(np.quantile(largest, level)), level=level,
                        n_splits=J)


def _largest(d: Array, seed: int) -> Array:
    """Draws of the largest |t| of columns that correlate as these do and have no true difference."""
    J = len(d)
    unit = (d - d.mean(axis=0)) / (d.std(axis=0, ddof=1) * np.sqrt(J - 1))
    draw = stream(seed, "simultaneous-t")
    z = draw.normal(size=(DRAWS, J)) @ unit
    chi = np.sqrt(draw.chisquare(J - 1, size=DRAWS) / (J - 1))
    found: Array = np.abs(z).max(axis=1) / chi
    return found
