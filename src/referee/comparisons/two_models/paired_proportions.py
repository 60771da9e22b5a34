"""Intervals for the difference between two accuracies on the same cases.

Tango, T. (1998). Equivalence test and confidence interval for the difference in proportions for the
paired-sample design. Statistics in Medicine 17, 891–908.
Newcombe, R. G. (1998). Improved confidence intervals for the difference between binomial proportions
based on paired data. Statistics in Medicine 17, 2635–2650, method 10.
Agresti, A. and Min, Y. (2005). Simple improved confidence intervals for comparing matched proportions.
Statistics in Medicine 24, 729–740.

Tango's score interval is the default: it is a range even when the models never disagree.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from referee.comparisons._laws import reach
from referee.comparisons.two_models.paired_table import PairedTable
from referee.estimates._base import Interval, check_level
from referee.given import door
from referee.kinds import Array

HALVINGS = 60           # of a range of at most 2: to the last bit


@door
def tango(table: PairedTable, *, level: float = 0.95) -> Interval:
    """Tango's score interval.

    >>> print(tango(PairedTable(both=400, a_only=35, b_only=15, neither=50)))
    95% interval 0.013 to 0.069 (Tango)
    """
    low, high = tango_limits(table.a_only, table.b_only, table.n, level=level)
    return Interval(float(low), float(high), level=level, method="Tango")


def tango_limits(b: Any, c: Any, n: int, *, level: float = 0.95) -> tuple[Array, Array]:
    """Both limits for arrays of counts: b cases for A only, c for B only, of n."""
    z = reach(check_level(level))
    b, c = np.asarray(b, float), np.asarray(c, float)
    return -_upper(c, b, n, z), _upper(b, c, n, z)


def _upper(b: Array, c: Array, n: int, z: float) -> Array:
    """Where b − c − nδ = −z·sd(δ), the sd under the difference δ (Tango eqs. 5–7); found by halving."""
    low, high = (b - c) / n, np.ones(np.broadcast(b, c).shape)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        B, C = -b - c + (2 * n - b + c) * middle, -c * middle * (1 - middle)
        c_share = (np.sqrt(np.maximum(B * B - 8 * n * C, 0)) - B) / (4 * n)
        variance = np.maximum(n * (2 * c_share + middle * (1 - middle)), 0)
        inside = b - c - n * middle + z * np.sqrt(variance) > 0
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return (low + high) / 2


@door
def newcombe(table: PairedTable, *, level: float = 0.95) -> Interval:
    """Newcombe's method 10: two Wilson intervals joined through the correlation of the two models.

    >>> print(newcombe(PairedTable(both=36, a_only=12, b_only=2, neither=0)))
    95% interval 0.057 to 0.340 (Newcombe 10)
    """
    z = reach(check_level(level))
    accuracy_a, accuracy_b = (table.both + table.a_only) / table.n, (table.both + table.b_only) / table.n
    (low_a, high_a), (low_b, high_b) = _wilson(accuracy_a, table.n, z), _wilson(accuracy_b, table.n, z)
    phi, middle = _phi(table), accuracy_a - accuracy_b

    def joined(x: float, y: float) -> float:
        return math.sqrt(max(x * x - 2 * phi * x * y + y * y, 0.0))

    low, high = joined(accuracy_a - low_a, high_b - accuracy_b), joined(high_a - accuracy_a, accuracy_b - low_b)
    # Where all cases are one model's alone an end is 1 or −1, give or take the last bit.
    return Interval(middle - low, middle + high, level=level, method="Newcombe 10").within((-1, 1))


def _wilson(share: float, n: int, z: float) -> tuple[float, float]:
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return centre - half, centre + half


def _phi(table: PairedTable) -> float:
    """The correlation of method 10: its numerator drawn n/2 towards 0 when it is positive."""
    a, b, c, d, n = table.both, table.a_only, table.b_only, table.neither, table.n
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    product = a * d - b * c
    return (max(product - n / 2, 0) if product > 0 else product) / margins ** 0.5 if margins else 0.0


@door
def agresti_min(table: PairedTable, *, level: float = 0.95) -> Interval:
    """The Wald interval after adding half a case to each of the four counts.

    >>> print(agresti_min(PairedTable(both=400, a_only=35, b_only=15, neither=50)))
    95% interval 0.012 to 0.068 (Agresti-Min)
    """
    z, n = reach(check_level(level)), table.n + 2
    difference, both_ways = table.a_only - table.b_only, table.disagreements + 1
    half = z * (both_ways - difference**2 / n) ** 0.5 / n
    return Interval(difference / n - half, difference / n + half, level=level, method="Agresti-Min").within((-1, 1))


PAIRED_INTERVALS: dict[str, Callable[..., Interval]] = {
    "tango": tango, "newcombe": newcombe, "agresti-min": agresti_min,
}
