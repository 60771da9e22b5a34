"""An interval for the mean of bounded differences that holds at all times at once.

Waudby-Smith, I. and Ramdas, A. (2024). Estimating means of bounded random variables by betting. JRSS B 86, 1–27.

One bets against each candidate mean m; where the capital ever reaches 1/(1 − level), m is ruled out for good. The
bets are the paper's predictable plug-in ones, hedged half on "above" and half on "below", truncated to ½/m and
½/(1 − m). Means are tried on a grid, and the interval is widened by one step to stay valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.comparisons._input import differences
from referee.errors import BadInput
from referee.estimates._base import Interval, check_level
from referee.given import door
from referee.kinds import Array, frozen_array
from referee.written import Written

GRID = 1001
AT_ONCE = 256           # values whose bets are held in memory


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConfidenceSequence(Written):
    """The limits after each unit; each interval lies within the one before."""

    low: Array
    high: Array
    level: float
    difference: float
    assumptions: tuple[str, ...] = ("The differences have one mean whatever came before.",
                                    "They cannot leave the stated bounds.")

    @property
    def interval(self) -> Interval:
        """The interval after the last unit."""
        return Interval(float(self.low[-1]), float(self.high[-1]), level=self.level, method="betting")


@door
def confidence_sequence(a: Any, b: Any, *, bounds: tuple[float, float] = (-1.0, 1.0),
                        level: float = 0.95) -> ConfidenceSequence:
    """Limits for the mean of a − b, one unit after the other in the order in which they came.

    >>> print(confidence_sequence([1, 0, 1, 1] * 50, [0, 0, 1, 0] * 50).interval)
    95% interval 0.396 to 0.618 (betting)
    """
    d, (least, most) = differences(a, b, least=1), bounds
    check_level(level)
    if not least < most or d.values.min() < least or d.values.max() > most:
        raise BadInput(f"the differences run from {d.values.min():g} to {d.values.max():g}, "
                       f"outside the bounds {least:g} to {most:g}.")
    low, high = _limits((d.values - least) / (most - least), 1 - level)
    return ConfidenceSequence(low=frozen_array(least + (most - least) * low), level=level, difference=d.mean,
                              high=frozen_array(least + (most - least) * high))


def _limits(x: Array, error_rate: float) -> tuple[Array, Array]:
    """Limits in [0, 1] after each value; x lies in [0, 1]."""
    means, step, stakes = np.linspace(0, 1, GRID), 1 / (GRID - 1), _stakes(x, error_rate)
    low, high = np.empty(len(x)), np.empty(len(x))
    up, down, alive = np.zeros(GRID), np.zeros(GRID), np.ones(GRID, dtype=bool)
    for start in range(0, len(x), AT_ONCE):
        now = slice(start, start + AT_ONCE)
        gains, losses = _log_capital(x[now, None], stakes[now, None], means)
        gains, losses = gains.cumsum(axis=0) + up, losses.cumsum(axis=0) + down
        below = np.logaddexp(gains, losses) - np.log(2) < -np.log(error_rate)
        below[0] &= alive
        kept = np.logical_and.accumulate(below, axis=0)
        up, down, alive = gains[-1], losses[-1], kept[-1]
        low[now] = np.where(kept.any(axis=1), means[kept.argmax(axis=1)] - step, -np.inf)
        high[now] = np.where(kept.any(axis=1), means[GRID - 1 - kept[:, ::-1].argmax(axis=1)] + step, np.inf)
    # Once all grid points are ruled out (a chance of at most the error rate), the last interval stands.
    return np.maximum.accumulate(np.maximum(low, 0.0)), np.minimum.accumulate(np.minimum(high, 1.0))


def _log_capital(x: Array, stake: Array, means: Array) -> tuple[Array, Array]:
    """What each bet, on "above" and on "below", adds to the logarithm of its capital."""
    smallest = 1 / (GRID - 1)
    up = np.minimum(stake, 0.5 / np.maximum(means, smallest))
    down = np.minimum(stake, 0.5 / np.maximum(1 - means, smallest))
    return np.log1p(up * (x - means)), np.log1p(-down * (x - means))


def _stakes(x: Array, error_rate: float) -> Array:
    """λ before each value, from the values before it only (eq. 26 of the paper)."""
    t = np.arange(1, len(x) + 1)
    mean = (0.5 + np.cumsum(x)) / (t + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (t + 1)
    before = np.concatenate([[0.25], variance[:-1]])
    stakes: Array = np.sqrt(2 * np.log(2 / error_rate) / (before * t * np.log1p(t)))
    return stakes
