"""The standard error of the mean of a series, in which each value tells something of the next.

What the plain standard error leaves out is the long-run variance: that of all autocovariances together, the spectrum at
frequency zero. It is estimated by the squares of the ν slowest cosine waves in the series, and the mean over it has
Student's t with ν degrees of freedom, however strong the dependence in between: Müller, U. (2004). A theory of robust
long-run variance estimation. Princeton; Lazarus, E., Lewis, D., Stock, J. and Watson, M. (2018). HAR inference:
recommendations for practice. JBES 36, 541-559, whose ν = 0.4 T^(2/3) is taken.

A spectrum with a peak at zero falls off within these waves, so that their squares fall short. They are divided by the
shape that a first-order autoregression gives them, as prewhitening does (Andrews, D. and Monahan, J. (1992). An
improved heteroskedasticity and autocorrelation consistent covariance matrix estimator. Econometrica 60, 953-966). Its
coefficient is corrected for Kendall's bias, (1 + 3ρ)/T, and taken half a standard error too high: what is estimated too
low costs false alarms. Where models learned from later times too, as in blocks, their losses share more than they show,
and it is taken one and a half standard errors too high. Measured levels: docs/time.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.errors import Undefined
from referee.kinds import Array

FEWEST = 60             # values; below, the level is not held where values depend on each other
LEAST = 6               # below this nothing can be said of what values remember
WAVES = 0.4
ON_THE_SAFE_SIDE = 0.5  # standard errors of the coefficient, …
LEARNED_LATER = 1.5     # … of losses of models that learned from later times too
MOST_MEMORY = 0.97


@dataclass(frozen=True, slots=True, kw_only=True)
class LongRun:
    """The standard error of a series' mean, its degrees of freedom, and what the series remembers."""

    error: float
    df: int
    memory: float           # of the value before, as it was allowed for
    recurs: int | None      # after how many times values resemble themselves more than that explains; None: never


def long_run(values: Array, *, learned_later: bool = False) -> LongRun:
    """The standard error of the mean of values in order of time.

    >>> alone = np.array([0.2, 0.5, 0.1, 0.4, 0.3, 0.6, 0.2, 0.4, 0.5, 0.1, 0.3, 0.2])
    >>> together = np.repeat([0.2, 0.1, 0.5, 0.3], 3) + 0.01 * np.arange(12)
    >>> round(long_run(alone).error, 3), round(long_run(together).error, 3)
    (0.043, 0.777)
    """
    n = values.size
    if n < LEAST:
        raise Undefined(f"{n} times are too few to see what successive ones have in common; test on more.")
    centred = values - values.mean()
    total = float(centred @ centred)
    waves = _n_waves(n)
    if total <= (1e-14 * max(float(np.abs(values).max()), 1e-300)) ** 2 * n:
        return LongRun(error=0.0, df=waves, memory=0.0, recurs=None)
    first = float(centred[1:] @ centred[:-1]) / total
    safe = LEARNED_LATER if learned_later else ON_THE_SAFE_SIDE
    memory = min(max(first + (1 + 3 * first) / n + safe / math.sqrt(n), 0.0), MOST_MEMORY)
    numbers = np.arange(1, waves + 1)
    heights = slow_waves(centred)
    shape = (1 - memory) ** 2 / (1 + memory**2 - 2 * memory * np.cos(np.pi * numbers / n))
    return LongRun(error=math.sqrt(float((heights**2 / shape).mean()) / n), df=waves, memory=memory,
                   recurs=_recurs(centred, first))


def slow_waves(centred: Array) -> Array:
    """The heights of the slowest cosine waves in a series, or in each column of several."""
    from scipy.fft import dct

    n = len(centred)
    heights: Array = dct(centred, axis=0)[1:_n_waves(n) + 1] / math.sqrt(2 * n)    # Σ x cos(π k (t + ½)/n) · √(2/n)
    return heights


def _n_waves(n: int) -> int:
    return max(2, int(WAVES * n ** (2 / 3)))


def _recurs(centred: Array, first: float) -> int | None:
    """The lag of two or more at which what is left of the memory of one time is correlated beyond chance.

    The largest of m correlations of chance is about √(2 log m / n); half as much again is beyond it.
    """
    left = centred[1:] - first * centred[:-1]
    n, most = left.size, left.size // 4
    if most < 2 or not left.any():
        return None
    spectrum = np.abs(np.fft.rfft(left, 2 * n)) ** 2
    correlation = np.fft.irfft(spectrum)[2:most + 1] / float(left @ left)
    highest = int(correlation.argmax())
    return highest + 2 if correlation[highest] > 1.5 * math.sqrt(2 * math.log(most) / n) else None


def by_time(values: Array, time: Array | None) -> Array:
    """One value for each time, of which the mean is that of all values; `time` holds a place for each value.

    >>> by_time(np.array([1.0, 2.0, 6.0]), np.array([0, 0, 3]))
    array([1., 5.])
    """
    if time is None:
        return values
    _, place, sizes = np.unique(time, return_inverse=True, return_counts=True)
    if (sizes == 1).all():
        return values
    mean = float(values.mean())
    sums = np.bincount(place.reshape(-1), weights=values - mean)
    return mean + sums * sizes.size / values.size
