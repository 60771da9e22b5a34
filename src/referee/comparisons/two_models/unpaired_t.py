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
from referee.comparisons.two_models.summary import Summary
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
    return _pooled(_mean_difference(a, b), (_variance(a), len(a)), (_variance(b), len(b)), Asked(level, alternative))


@door
def pooled_t_from_summary(a: Summary, b: Summary, *, level: float = 0.95,
                          alternative: str = "two-sided") -> Comparison:
    """The pooled t of two samples of which a paper prints mean, standard deviation and number.

    >>> pooled_t_from_summary(Summary(9.79, 1.46, 10), Summary(7.91, .36, 10)).p
    0.00093
    """
    return _pooled(a.mean - b.mean, (a.sd**2, a.n), (b.sd**2, b.n), Asked(level, alternative))


def _pooled(difference: float, a: tuple[float, int], b: tuple[float, int], asked: Asked) -> Comparison:
    """Eqs. 1 to 3, from the variances and numbers of both samples."""
    (var_a, n_a), (var_b, n_b) = a, b
    df = n_a + n_b - 2
    pooled = ((n_a - 1) * var_a + (n_b - 1) * var_b) / df
    error = (pooled * (1 / n_a + 1 / n_b)) ** 0.5
    return Comparison(method="pooled t", estimand=Estimand.PROCEDURE, unit="run",
                      assumptions=(INDEPENDENT, "Both samples are normal with the same variance."),
                      details=(("pooled_variance", pooled),),
                      **located(difference, error, df=df, n=n_a + n_b, asked=asked, named="pooled t"))


@door(paired=False)
def welch_t(a: Any, b: Any, *, level: float = 0.95, alternative: str = "two-sided") -> Comparison:
    """Whether two independent samples have the same mean, whatever their variances.

    >>> welch_t([.81, .80, .83], [.79, .78, .80]).df
    3.44
    """
    a, b = _samples(a, b)
    squares = _variance(a) / len(a), _variance(b) / len(b)
    return _welch(_mean_difference(a, b), squares, (len(a), len(b)), Asked(level, alternative))


@door
def welch_t_from_summary(a: Summary, b: Summary, *, level: float = 0.95,
                         alternative: str = "two-sided") -> Comparison:
    """Welch's t of two samples of which a paper prints mean, standard deviation and number.

    >>> welch_t_from_summary(Summary(9.79, 1.46, 10), Summary(7.91, .36, 10)).df
    10.1
    """
    return _welch(a.mean - b.mean, (a.squared_error, b.squared_error), (a.n, b.n), Asked(level, alternative))


def _welch(difference: float, squares: tuple[float, float], sizes: tuple[int, int], asked: Asked) -> Comparison:
    fields = located(difference, sum(squares) ** 0.5, df=welch_df(squares, sizes), n=sum(sizes), asked=asked,
                     named="Welch t")
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
