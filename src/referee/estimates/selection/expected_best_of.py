"""How much the best of K equally good runs flatters: the expected maximum of K standard normal numbers.

Order statistics; Flexer (1996), section 3.2: never report the best run. The best of 10 is 1.54 standard errors above
the mean, of 100 2.51. Independent runs; correlated ones flatter less.
"""

from __future__ import annotations

import numpy as np

from referee.errors import BadInput
from referee.given import door


@door
def expected_best_of(k: int) -> float:
    """E[max of k independent N(0, 1)], in standard errors.

    >>> expected_best_of(10), expected_best_of(1)
    (1.53875, 0.0)
    """
    from scipy import special

    if k < 1:
        raise BadInput(f"the best of {k} does not exist.")
    # E = ∫₀^∞ (1 − Φ^k) − ∫_{−∞}^0 Φ^k; the trapezoid rule is exact to rounding for ends that vanish
    x = np.linspace(0.0, 12.0, 24001)
    upper, lower = -np.expm1(k * special.log_ndtr(x)), np.exp(k * special.log_ndtr(-x))
    heights = upper - lower
    return float((heights.sum() - (heights[0] + heights[-1]) / 2) * (x[1] - x[0]))
