"""t-tests for two unpaired samples of runs: pooled variance, and Welch's.

Flexer, A. (1996). Statistical evaluation of neural network experiments, eqs. 1–3 (pooled).
Welch, B. L. (1947). The generalization of "Student's" problem. Biometrika 34, 28–35.

Each run must have its own independent data: runs that share rows are neither independent nor unpaired.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._input import ROUNDING, vector
from referee.comparisons._student import Asked, located
from referee.given import door
from referee.kinds import Array, Estimand

INDEPENDENT = "All runs are independent, within and between the two samples."


@door(paired=False)
def pooled_t(a: Any, b: Any, *, level: float = 0.95, alternative: str = "two-sided") -> Comparison:
    """Whether two independent samples of equal variance have the same mean.

    >>> pooled_t([.81, .80, .83], [.79, .78, .80]).p
    0.0913
    """
    a, b = _samples(a, b)
    df = len(a) + len(b) - 2
    pooled = ((len(a) - 1) * _variance(a) + (len(b) - 1) * _variance(b)) / df
    error = (pooled * (1 / len(a) + 1 / len(b))) ** 0.5
    fields = located(_mean_difference(a, b), error, df=df, n=len(a) + len(b), asked=Asked(level, alternative),
                     named="pooled t")
    return Comparison(method="pooled t", estimand=Estimand.PROCEDURE, unit="run",
                      assumptions=(INDEPENDENT, "Both samples are normal with the same variance."),
                      details=(("pooled_variance", pooled),), **fields)


@door(paired=False)
def welch_t(a: Any, b: Any, *, level: float = 0.95, alternative: str = "two-sided") -> Comparison:
    """Whether two independent samples have the same mean, whatever their variances.

    >>> welch_t([.81, .80, .83], [.79, .78, .80]).df
    3.44
    """
    a, b = _samples(a, b)
    squares = _variance(a) / len(a), _variance(b) / len(b)
    fields = located(_mean_difference(a, b), sum(squares) ** 0.5, df=welch_df(squares, (len(a), len(b))),
                     n=len(a) + len(b), asked=Asked(level, alternative), named="Welch t")
    return Comparison(method="Welch t", estimand=Estimand.PROCEDURE, unit="run",
                      assumptions=(INDEPENDENT, "Both samples are roughly normal."), **fields)


def welch_df(squares: tuple[float, float], sizes: tuple[int, int]) -> float:
    """Satterthwaite's degrees of freedom from two squared standard errors of means."""
    if sum(squares) == 0:
        return float(min(sizes) - 1)
    return sum(squares) ** 2 / sum(s**2 / (n - 1) for s, n in zip(squares, sizes, strict=True))


def _samples(a: Any, b: Any) -> tuple[Array, Array]:
    return vector(a, "a", least=2), vector(b, "b", least=2)


def _variance(x: Array) -> float:
    return 0.0 if np.ptp(x) <= ROUNDING * np.abs(x).max() else float(x.var(ddof=1))


def _mean_difference(a: Array, b: Array) -> float:
    difference = float(a.mean() - b.mean())
    return 0.0 if abs(difference) <= ROUNDING * max(np.abs(a).max(), np.abs(b).max()) else difference
