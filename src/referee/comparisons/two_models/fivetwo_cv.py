"""Five repeats of two-fold cross-validation: Dietterich's t and Alpaydin's F.

Dietterich, T. (1998). Approximate statistical tests for comparing supervised classification learning
algorithms. Neural Computation 10, 1895–1923. Alpaydin, E. (1999). Combined 5×2 cv F test for comparing
supervised classification learning algorithms. Neural Computation 11, 1885–1892.

The t takes the first of the ten differences as its numerator, so it depends on which fold came first; the
F uses all ten and is the default of the pair. Neither has an interval: the t's would be centred on one fold.
Known weakness: at 100 rows the F rejects a true null in up to 15 of a hundred studies at a nominal 5.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import raised
from referee.comparisons._input import ROUNDING, matrix
from referee.comparisons._laws import upper_f
from referee.comparisons._student import Asked, located
from referee.errors import BadInput
from referee.given import door, numbers
from referee.kinds import Array, Estimand

ASSUMPTIONS = ("The two differences of a repeat are independent (their training halves share no row).",
               "The differences are roughly normal, with one variance.")


@door
def fivetwo_f(a: Any, b: Any) -> Comparison:
    """Alpaydin's combined F over a 5 × 2 table of scores (repeats in rows, folds in columns).

    >>> fivetwo_f([[.04, .06], [.02, .05], [.03, -.01], [.05, .02], [.01, .04]], 0).p
    0.1246
    """
    d, variances = _table(a, b)
    squares, spread = float((d**2).sum()), 2 * float(variances.sum())
    identical = squares == 0
    statistic = 0.0 if identical else squares / spread if spread else math.inf
    return Comparison(difference=float(d.mean()), interval=None, p=1.0 if identical else upper_f(statistic, (10, 5)),
                      statistic=statistic, df=(10.0, 5.0), method="5x2cv F (Alpaydin)", estimand=Estimand.PROCEDURE,
                      unit="split", n_units=10, assumptions=ASSUMPTIONS,
                      flags=raised(identical=identical, zero_variance=not (spread or identical)))


@door
def fivetwo_t(a: Any, b: Any, *, alternative: str = "two-sided") -> Comparison:
    """Dietterich's t over a 5 × 2 table of scores: the first difference against the spread of all.

    >>> fivetwo_t([[.04, .06], [.02, .05], [.03, -.01], [.05, .02], [.01, .04]], 0).p
    0.1243
    """
    d, variances = _table(a, b)
    fields = located(float(d[0, 0]), float(np.sqrt(variances.mean())), df=5.0, n=10,
                     asked=Asked(0.95, alternative), named="")
    fields |= {"difference": float(d.mean()), "interval": None, "standard_error": None,
               "details": (("first_difference", float(d[0, 0])),)}
    return Comparison(method="5x2cv t (Dietterich)", estimand=Estimand.PROCEDURE, unit="split",
                      assumptions=ASSUMPTIONS, **fields)


def _table(a: Any, b: Any) -> tuple[Array, Array]:
    """The ten differences and the five variances s² within repeats, rounding taken for zero."""
    a = matrix(a, "a")
    b = np.full_like(a, float(numbers(b, "b"))) if np.ndim(b) == 0 else matrix(b, "b")
    if a.shape != (5, 2) or b.shape != (5, 2):
        raise BadInput(f"5x2cv needs 5 repeats of 2 folds, but a has shape {a.shape} and b {b.shape}.")
    d, rounding = a - b, ROUNDING * max(np.abs(a).max(), np.abs(b).max())
    d = np.where(np.abs(d) <= rounding, 0.0, d)
    apart = np.where(np.abs(d[:, 0] - d[:, 1]) <= rounding, 0.0, d[:, 0] - d[:, 1])
    return d, apart**2 / 2
