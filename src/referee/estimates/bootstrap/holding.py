"""A bootstrap interval that holds its own estimate.

A score such as the expected calibration error is too high on few rows (it counts noise as miscalibration), and higher
still on resamples of them, which repeat rows. Percentiles of the resamples, or BCa, which takes twice that bias off
them, may then lie beside the estimate altogether: 0.062 with 0.042 to 0.057. Such an interval is stretched to the
estimate, which can only raise its coverage, and its method says how far the resamples are off.
"""

from __future__ import annotations

from dataclasses import replace

from referee.estimates._base import Interval
from referee.estimates.resampling.replicates import Replicates


def holding(interval: Interval, made: Replicates) -> Interval:
    """The interval, stretched to the estimate where it does not hold it.

    >>> import numpy as np
    >>> made = Replicates(observed=0.062, values=np.linspace(0.07, 0.1, 50), lost=0, cases=400)
    >>> print(holding(Interval(0.042, 0.057, method="BCa bootstrap"), made))
    95% interval 0.042 to 0.062 (BCa bootstrap, stretched to the estimate: resamples score 0.023 higher)
    """
    if made.observed in interval:
        return interval
    low, high = min(interval.low, made.observed), max(interval.high, made.observed)
    beside = max(interval.low - low, high - interval.high)
    if beside <= 1e-9 * max(abs(low), abs(high), made.standard_error):        # rounding
        return replace(interval, low=low, high=high)
    off = float(made.values.mean()) - made.observed
    told = f"stretched to the estimate: resamples score {abs(off):.2g} {'higher' if off > 0 else 'lower'}"
    return replace(interval, low=low, high=high, method=f"{interval.method}, {told}")
