"""The smallest difference a design could have seen: to be printed beside every result that is not significant.

The exact power of a t-test is a tail of the noncentral t law, or two; Cohen, J. (1988). Statistical Power
Analysis for the Behavioral Sciences.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

import numpy as np

from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.given import door
from referee.kinds import Array

Alternative = Literal["two-sided", "greater", "less"]
HALVINGS = 60
POINTS = 1200           # of the law of the estimated spread


@door
def detectable(standard_error: float, df: float | None = None, *, level: float = 0.95, power: float = 0.8,
               tests: int = 1, alternative: Alternative = "two-sided") -> float:
    """The true difference that a test would find with this power; of a one-sided test, on its side.

    `df` is None for a z-test; `tests` is the size of the family (Bonferroni).

    >>> detectable(0.0156, 19)
    0.0461
    """
    if not (math.isfinite(standard_error) and standard_error >= 0):
        raise BadInput(f"standard_error is {standard_error}; it must be a finite number from 0 up.")
    error_rate = (1 - check_level(level)) / _family(tests)
    if not error_rate < power < 1:
        raise BadInput(f"power is {power}; it must lie between the error rate {error_rate:g} and 1.")
    return standard_error * _ratio(df, error_rate, power, "two-sided" if alternative == "two-sided" else "greater")


@lru_cache(maxsize=256)      # every pair and metric of a study asks for the same one
def _ratio(df: float | None, error_rate: float, power: float, alternative: Alternative) -> float:
    """The difference that is found with this power, in standard errors."""
    low, high = 0.0, 1.0
    while power_at(high, df, error_rate, alternative=alternative) < power:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        enough = power_at(middle, df, error_rate, alternative=alternative) >= power
        low, high = (low, middle) if enough else (middle, high)
    return high


@door
def power_at(ratio: float, df: float | None, error_rate: float = 0.05, *,
             alternative: Alternative = "two-sided") -> float:
    """The chance that a test rejects when the true difference is `ratio` standard errors.

    >>> power_at(0.5 * 20**.5, 19)          # n = 20 pairs, d = 0.5 standard deviations
    0.5645
    """
    from scipy import special
    sides = {"two-sided": (ratio, -ratio), "greater": (ratio,), "less": (-ratio,)}[alternative]
    beyond = 1 - error_rate / len(sides)
    if df is None or math.isinf(df):
        return float(sum(special.ndtr(side - special.ndtri(beyond)) for side in sides))
    scale, weight = _spread_law(df)
    critical = special.stdtrit(df, beyond) * scale
    return float(weight @ sum(special.ndtr(side - critical) for side in sides))


@lru_cache(maxsize=64)
def _spread_law(df: float) -> tuple[Array, Array]:
    """Values of s/σ, where (s/σ)² is χ²/df, and their weights: the noncentral t as a mixture of normals.

    In x = log (s/σ)² the density, exp(df/2 · (x − eˣ)), is smooth and dies at both ends, where equal steps are as
    exact as any rule. (scipy's `nctdtr` gives NaN for ratios that small df need.)
    """
    x = np.linspace(-(1 + 80 / df + 13 / math.sqrt(df)), min(5.0, 13 / math.sqrt(df)), POINTS)
    density = np.exp(df / 2 * (x + 1 - np.exp(x)))
    return np.exp(x / 2), density / density.sum()


def both_sides(error_rate: float, alternative: Alternative) -> float:
    """The error rate at which a two-sided test has the critical value of this one.

    >>> both_sides(0.05, "greater"), both_sides(0.05, "two-sided")
    (0.1, 0.05)
    """
    return error_rate if alternative == "two-sided" else 2 * error_rate


def _family(tests: int) -> int:
    if tests < 1 or tests != int(tests):
        raise BadInput(f"tests is {tests}; it counts the tests of the family, from 1 up.")
    return int(tests)
