"""Many tests, one error rate: adjusted p-values.

Holm, S. (1979). Scandinavian Journal of Statistics 6, 65–70. Hochberg, Y. (1988). Biometrika 75, 800–802.
Hommel, G. (1988). Biometrika 75, 383–386. Benjamini, Y. and Hochberg, Y. (1995). JRSS B 57, 289–300.
Benjamini, Y. and Yekutieli, D. (2001). Annals of Statistics 29, 1165–1188.

Bonferroni and Holm hold whatever the dependence and control the chance of any false alarm; Šidák needs
independence; Hochberg and Hommel need Simes' inequality; BH and BY control the share of false alarms
among the alarms, BY under any dependence. An adjusted p-value is compared with the error rate itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from referee.comparisons._input import choice, vector
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.given import door
from referee.kinds import Array, frozen_array


@door
def adjust(p: Any, method: str = "holm") -> Array:
    """Adjusted p-values, in the order given.

    >>> adjust([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    values = p_values(p)
    if values.size == 0:
        return frozen_array(values)
    rule = RULES[choice(method, "method", tuple(RULES))]
    order = np.argsort(values, kind="stable")
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(rule(values[order]), 1.0)
    return frozen_array(adjusted)


def p_values(p: Any) -> Array:
    """A vector of numbers between 0 and 1."""
    values = vector(p, "p", least=0)
    outside = np.flatnonzero((values < 0) | (values > 1))
    if len(outside):
        raise BadInput(f"p has {values[outside[0]]:g} at index {outside[0]}; a p-value lies between 0 and 1.")
    return values


def _bonferroni(p: Array) -> Array:
    return p * p.size


def _sidak(p: Array) -> Array:
    with np.errstate(divide="ignore"):
        risk: Array = -np.expm1(p.size * np.log1p(-p))
    return risk


def _holm(p: Array) -> Array:
    return np.maximum.accumulate(p * np.arange(p.size, 0, -1))


def _hochberg(p: Array) -> Array:
    return _smallest_from_here(p * np.arange(p.size, 0, -1))


def _hommel(p: Array) -> Array:
    """Wright's (1992) algorithm, appendix: the closed test with Simes' p-values."""
    m = p.size
    rank = np.arange(1, m + 1)
    q = np.full(m, (m * p / rank).min())
    adjusted = q.copy()
    for size in range(m - 1, 1, -1):
        head, tail = slice(0, m - size + 1), slice(m - size + 1, m)
        simes = (size * p[tail] / np.arange(2, size + 1)).min()
        q[head] = np.minimum(size * p[head], simes)
        q[tail] = q[m - size]
        adjusted = np.maximum(adjusted, q)
    largest: Array = np.maximum(adjusted, p)
    return largest


def _bh(p: Array) -> Array:
    return _smallest_from_here(p * p.size / np.arange(1, p.size + 1))


def _by(p: Array) -> Array:
    return _smallest_from_here(p * p.size / np.arange(1, p.size + 1) * (1 / np.arange(1, p.size + 1)).sum())


def _smallest_from_here(p: Array) -> Array:
    """Step-up: no p-value exceeds one that stands after it."""
    return np.minimum.accumulate(p[::-1])[::-1]


RULES: dict[str, Callable[[Array], Array]] = {
    "bonferroni": _bonferroni, "sidak": _sidak, "holm": _holm, "hochberg": _hochberg, "hommel": _hommel,
    "bh": _bh, "by": _by,
}
# What is cited for each, and for those that are elsewhere in this room.
SOURCES = {"holm": "Holm 1979", "sidak": "Šidák 1967", "hochberg": "Hochberg 1988", "hommel": "Hommel 1988",
           "bh": "Benjamini & Hochberg 1995", "by": "Benjamini & Yekutieli 2001", "shaffer": "Shaffer 1986",
           "bergmann-hommel": "Bergmann & Hommel 1988", "max-t": "Westfall & Young 1993"}


@door
def false_alarm_risk(m: int, level: float = 0.95) -> float:
    """The chance of at least one false alarm in m independent tests of true nulls, each at this level.

    >>> false_alarm_risk(154)
    0.99963
    """
    return float(-np.expm1(_count(m) * np.log(check_level(level))))


@door
def false_alarms_expected(m: int, level: float = 0.95) -> float:
    """How many of m tests of true nulls come out significant on average.

    >>> false_alarms_expected(154)
    7.7
    """
    return _count(m) * (1 - check_level(level))


@door
def level_per_test(m: int, level: float = 0.95, method: str = "bonferroni") -> float:
    """The level at which each of m tests must be made for the family to have this level.

    >>> 1 - level_per_test(154, method="sidak")
    0.000333
    """
    choice(method, "method", ("bonferroni", "sidak"))
    if method == "sidak":
        return float(check_level(level) ** (1 / _count(m)))
    return 1 - (1 - check_level(level)) / _count(m)


def _count(m: int) -> int:
    if m < 1 or m != int(m):
        raise BadInput(f"m is {m}; it counts tests, from 1 up.")
    return int(m)
