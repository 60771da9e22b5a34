"""Two models answer the same test cases, right or wrong: the power of McNemar's test.

Connor, R. J. (1987). Sample size for testing differences in proportions for the paired-sample design. Biometrics 43,
207-211: n = (z_{α/2} √p_d + z_β √(p_d − δ²))² / δ², with p_d the share of cases on which exactly one model is right and
δ the difference in accuracy. The power is not taken from that formula but computed: the number of disagreements is
binomial, and given it the mid-p test has an exact power. Where Connor's number is a little short, more are asked for.

p_d lies between δ and the sum of both error rates. Where it is not known it follows from the accuracies and the
correlation of right answers; independence, correlation 0, gives more disagreement than similar models have.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from referee.comparisons.power.detectable import Alternative, both_sides
from referee.comparisons.power.setting import Demand, Setting
from referee.errors import BadInput
from referee.given import door
from referee.kinds import Array, frozen_array

HALVINGS = 30
REACH = 7.0                 # standard deviations of the number of disagreements that are summed over


@door
def connor_cases(difference: float, disagreement: float, *, error_rate: float = 0.05, power: float = 0.8,
                 alternative: Alternative = "two-sided") -> float:
    """Connor's number of cases, not rounded.

    >>> connor_cases(0.02, 0.10)
    1959.86
    """
    from scipy import special

    _check(difference, disagreement)
    z, z_power = special.ndtri(1 - both_sides(error_rate, alternative) / 2), special.ndtri(power)
    spread = z * math.sqrt(disagreement) + z_power * math.sqrt(disagreement - difference**2)
    return float((spread / difference) ** 2)


@door
def mcnemar_power(n: int, difference: float, disagreement: float, *, error_rate: float = 0.05,
                  variant: Literal["mid-p", "exact"] = "mid-p", alternative: Alternative = "two-sided") -> float:
    """The exact power of McNemar's test ("mid-p" or "exact"), over all numbers of disagreements.

    >>> mcnemar_power(1960, 0.02, 0.10), mcnemar_power(1960, 0.02, 0.10, variant="exact")
    (0.8022, 0.7830)
    """
    from scipy import special

    _check(difference, disagreement)
    if disagreement == 0:
        return 0.0
    m = _likely(n, disagreement)
    weight = _binomial(m, n, disagreement)
    share = min(1.0, (1 + difference / disagreement) / 2)
    c = _critical(int(m[0]), int(m[-1]), both_sides(error_rate, alternative), variant)
    some = c >= 0
    power = np.zeros(m.size)
    for minority in {"two-sided": (share, 1 - share), "greater": (1 - share,), "less": (share,)}[alternative]:
        power[some] += special.bdtr(c[some], m[some], minority)
    return float(weight @ power)


@door
def mcnemar_detectable(n: int, disagreement: float, *, error_rate: float = 0.05, power: float = 0.8,
                       alternative: Literal["two-sided", "greater"] = "two-sided") -> float | None:
    """The smallest difference in accuracy that McNemar's mid-p test shows with this power.

    Models that differ by more than they now disagree would disagree more: the rate is at least the difference.

    >>> mcnemar_detectable(1960, 0.10)
    0.01994
    """
    low, high = 0.0, 1.0
    if mcnemar_power(n, 1.0, 1.0, error_rate=error_rate, alternative=alternative) < power:
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = mcnemar_power(n, middle, max(disagreement, middle), error_rate=error_rate, alternative=alternative)
        low, high = (low, middle) if found >= power else (middle, high)
    return high


@door
def disagreement_between(accuracy: float, other: float, correlation: float = 0.0) -> float:
    """The share of cases that exactly one of two models gets right; the correlation is that of being right.

    >>> disagreement_between(0.9, 0.9), disagreement_between(0.9, 0.9, 0.5)
    (0.18, 0.09)
    """
    a, b = 1 - accuracy, 1 - other
    both = a * b + correlation * math.sqrt(a * (1 - a) * b * (1 - b))
    both = min(both, a, b)                       # more than either error rate cannot be wrong together
    return a + b - 2 * both


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedAnswers(Setting):
    """McNemar's test on one test set; the disagreement is given, or follows from accuracy and correlation."""

    disagreement: float | None = None
    accuracy: float | None = None
    correlation: float = 0.0

    unit = "test cases"
    published = True
    test = "McNemar's test, mid-p"

    def rate(self, difference: float) -> float:
        """The disagreement at a difference."""
        if self.disagreement is not None:
            return max(self.disagreement, difference)
        assert self.accuracy is not None
        better = self.accuracy + difference
        if better > 1:
            raise BadInput(f"an accuracy of {self.accuracy:g} cannot be exceeded by {difference:g}.")
        return max(disagreement_between(self.accuracy, better, self.correlation), difference)

    def check(self, difference: float) -> None:
        """A difference is no larger than the disagreement."""
        Setting.check(self, difference)
        if self.disagreement is not None:
            _check(difference, self.disagreement)
            errors = 2.0 if self.accuracy is None else 2 * (1 - self.accuracy) - difference
            if self.disagreement > errors + 1e-9:
                raise BadInput(f"models of accuracy {self.accuracy:g} and {difference:g} more cannot disagree on "
                               f"{self.disagreement:g} of the cases; all their errors together are {errors:.3g}.")
        self.rate(difference)

    def power(self, units: int, difference: float, error_rate: float, *, side: Alternative = "two-sided") -> float:
        """Exact, of the mid-p test."""
        return mcnemar_power(units, difference, self.rate(difference), error_rate=error_rate, alternative=side)

    def guess(self, difference: float, demand: Demand) -> int:
        """Connor's number."""
        found = connor_cases(difference, self.rate(difference), error_rate=demand.error_rate, power=demand.power,
                             alternative=demand.side)
        return math.ceil(found - 1e-9)

    def largest_difference(self) -> float:
        """All the errors of the worse model."""
        return 1.0 if self.accuracy is None else 1 - self.accuracy


def _check(difference: float, disagreement: float) -> None:
    if not 0 <= disagreement <= 1:
        raise BadInput(f"disagreement is {disagreement!r}; it is the share of cases that exactly one model gets right, "
                       f"between 0 and 1.")
    if abs(difference) > disagreement * (1 + 1e-12):
        raise BadInput(f"two models that disagree on {disagreement:.3g} of the cases cannot differ by {difference:.3g} "
                       f"in accuracy; give a disagreement of at least the difference.")


def _likely(n: int, rate: float) -> Array:
    """The numbers of disagreements that matter."""
    centre, spread = n * rate, REACH * math.sqrt(n * rate * (1 - rate)) + REACH
    return np.arange(max(0, math.floor(centre - spread)), min(n, math.ceil(centre + spread)) + 1)


def _binomial(k: Array, n: int, p: float) -> Array:
    from scipy import special

    if p == 1.0:
        return np.where(k == n, 1.0, 0.0)
    log = (special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
           + k * math.log(p) + (n - k) * math.log1p(-p))
    weight: Array = np.exp(log)
    return weight


@lru_cache(maxsize=512)
def _critical(first: int, last: int, error_rate: float, variant: str) -> Array:
    """For each number of disagreements the largest minority that is significant; −1 where none is."""
    from scipy import special

    m = np.arange(first, last + 1)
    z = float(special.ndtri(1 - error_rate / 2))
    # The normal law is off by less than two; from above, the first that is significant is the largest.
    c = np.clip(np.floor(m / 2 - z * np.sqrt(m) / 2).astype(int) + 2, 0, m // 2)
    significant = _p(c, m, variant) <= error_rate + 1e-12
    while not significant.all():
        c = np.where(significant, c, c - 1)
        significant = (c < 0) | (_p(np.maximum(c, 0), m, variant) <= error_rate + 1e-12)
    return frozen_array(c)


def _p(c: Array, m: Array, variant: str) -> Array:
    """Twice the tail up to c, with half of the last term for the mid-p."""
    from scipy import special

    upto = special.bdtr(c, m, 0.5)
    if variant == "mid-p":
        below = np.where(c > 0, special.bdtr(np.maximum(c - 1, 0), m, 0.5), 0.0)
        upto = (upto + below) / 2
    p: Array = np.minimum(1.0, 2 * upto)
    return p
