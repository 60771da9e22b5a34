"""The mean of a series with an interval from blocks of successive values, drawn with replacement.

Circular blocks: Politis, D. and Romano, J. (1992). A circular block-resampling procedure for stationary data. In:
Exploring the Limits of Bootstrap, Wiley, 263-270. Their length, where none is given: Politis, D. and White, H. (2004).
Automatic block-length selection for the dependent bootstrap. Econometric Reviews 23, 53-70, with the correction of
Patton, Politis and White (2009), ibid. 28, 372-375. By name only: with strong dependence it covers less than
`long_run_mean`, whose degrees of freedom pay for not knowing the variance.
"""

from __future__ import annotations

import math

import numpy as np

from referee.errors import BadInput, Undefined
from referee.estimates._base import Interval, check_level
from referee.estimates.means.no_spread import interval_without_spread
from referee.estimates.quantiles import Bounds, numbers
from referee.estimates.result import Measured
from referee.given import door
from referee.kinds import Array, Estimand
from referee.seeds import stream

AT_ONCE = 2**22


@door
def block_bootstrap_mean(values: Array, *, block: int | None = None, resamples: int = 4999, level: float = 0.95,
                         bounds: Bounds | None = None, seed: int = 0) -> Measured:
    """The mean of values in order of time, with percentiles of the means of circular blocks.

    >>> made = block_bootstrap_mean(np.sin(np.arange(100) / 3) + 1, block=20)
    >>> round(made.value, 2), made.interval.low < made.value < made.interval.high
    (1.04, True)
    """
    check_level(level)
    values = numbers(values)
    n = values.size
    length = block_length(values) if block is None else block
    if n < 2:
        raise Undefined("a mean of 1 value has no interval; test on more times.")
    if not 1 <= length <= n or resamples < 99:
        raise BadInput(f"block is {length} and resamples {resamples}; a block has 1 to {n} times, and at least 99 "
                       f"resamples are needed.")
    mean = float(values.mean())
    if np.ptp(values) == 0:
        interval = interval_without_spread(mean, n, level=level, bounds=bounds, what="values")
        return Measured(value=mean, interval=interval, standard_error=0.0, df=math.inf, estimand=Estimand.FOLD_MODELS)
    drawn = _means(values, length, resamples, seed)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    interval = Interval(float(low), float(high), level=level, method=f"circular blocks of {length}")
    return Measured(value=mean, interval=interval if bounds is None else interval.within(bounds),
                    standard_error=float(drawn.std(ddof=1)), df=math.inf, estimand=Estimand.FOLD_MODELS)


def block_length(values: Array) -> int:
    """How long blocks should be, by the autocorrelations up to where they are no longer told from nothing."""
    n = values.size
    centred = values - values.mean()
    if n < 4 or not centred.any():
        return 1
    full = np.fft.irfft(np.abs(np.fft.rfft(centred, 2 * n)) ** 2)[:n] / n
    quiet = max(5, math.ceil(math.sqrt(math.log10(n))))           # so many small correlations in a row
    small = np.abs(full[1:] / full[0]) < 2 * math.sqrt(math.log10(n) / n)
    runs = np.convolve(small, np.ones(quiet), "valid") == quiet if small.size >= quiet else np.zeros(0, dtype=bool)
    last = int(runs.argmax()) if runs.any() else int(np.flatnonzero(~small).max(initial=-1)) + 1
    reach = min(2 * max(last, 1), n - 1)
    lag = np.arange(-reach, reach + 1)
    weight = np.clip(2 * (1 - np.abs(lag) / reach), 0, 1)         # flat top: 1 up to half the reach
    covariance = full[np.abs(lag)]
    spread, bend = float(weight @ covariance), float(weight @ (np.abs(lag) * covariance))
    if spread <= 0:
        return 1
    wanted = (2 * bend**2 / (4 / 3 * spread**2)) ** (1 / 3) * n ** (1 / 3)
    return int(min(max(1, math.ceil(wanted)), math.ceil(min(3 * math.sqrt(n), n / 3))))


def _means(values: Array, block: int, resamples: int, seed: int) -> Array:
    """Means of as many values as there are, in circular blocks of which the last is cut."""
    random, n = stream(seed, "block bootstrap"), values.size
    around = np.r_[0.0, np.cumsum(np.r_[values, values[:block]])]
    blocks, rest = divmod(n, block)
    sums = around[block:block + n] - around[:n]
    total = np.zeros(resamples)
    for start in range(0, blocks, max(1, AT_ONCE // resamples)):
        some = min(blocks, start + max(1, AT_ONCE // resamples)) - start
        total += sums[random.integers(n, size=(resamples, some))].sum(axis=1)
    if rest:
        total += (around[rest:rest + n] - around[:n])[random.integers(n, size=resamples)]
    return np.asarray(total / n)
