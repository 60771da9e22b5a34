"""The t interval over repeated estimates of one data set: historic, never a default.

Reich, Y. and Barai, S. V. (1999). Evaluating machine learning models for engineering problems. Artificial
Intelligence in Engineering 13, 257-272, eqs. 6-8. They say themselves that the I estimates are dependent, so that
it is "only an approximation".

It measures the noise of splitting, not of sampling. Measured coverage where 0.95 is claimed (n = 100; logistic, 1-NN,
least squares, tree): over 10 repeats of 10-fold cross-validation 0.15-0.46, over 10 hold-outs 0.49-0.80. More
repeats make it narrower, not righter. Use `corrected_t_interval`.
"""

from __future__ import annotations

import math

from referee.errors import BadInput, Undefined
from referee.estimates.quantiles import around, numbers, t_reach
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand

METHOD = "t over replicates (Reich & Barai eq. 8), historic"
WARNING = ("the replicates share their rows and are not independent: this interval covers the truth in 15 to 80 "
           "of 100 cases, not in 95")


@door
def t_over_replicates(estimates: Array, *, level: float = 0.95) -> Measured:
    """The mean of I estimates ± t_{I−1} s/√I, exactly as printed.

    >>> print(t_over_replicates([7.6, 8.1, 7.9, 8.3, 7.7]).interval)
    95% interval 7.564 to 8.276 (t over replicates (Reich & Barai eq. 8), historic)
    """
    estimates = numbers(estimates, "estimates")
    if estimates.size < 2:
        raise Undefined("one estimate has no standard deviation.")
    return t_from_summary(float(estimates.mean()), float(estimates.std(ddof=1)), estimates.size, level=level)


@door
def t_from_summary(mean: float, sd: float, count: int, *, level: float = 0.95) -> Measured:
    """The same from a printed mean, standard deviation and number of estimates.

    >>> print(t_from_summary(7.91, 0.36, 10).interval)
    95% interval 7.652 to 8.168 (t over replicates (Reich & Barai eq. 8), historic)
    """
    if count < 2 or sd < 0:
        raise BadInput(f"a standard deviation of {sd} over {count} estimates does not exist.")
    error = sd / math.sqrt(count)                                   # eq. 6
    interval = around(mean, t_reach(level, count - 1) * error, level=level, method=METHOD)
    return Measured(value=mean, interval=interval, standard_error=error, df=count - 1, estimand=Estimand.PROCEDURE,
                    notes=(WARNING,))
