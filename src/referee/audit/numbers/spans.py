"""Scores of a two-class confusion matrix over boxes of matrices: the range each score can have in a box.

A matrix is (positives, true positives, true negatives) out of n; a box gives a range for each. The ranges hold every
value that a matrix of the box gives, so that a box outside a printed figure holds no solution. Most scores move one way
with each of the three and their ranges are exact; kappa's and Matthews' become so as boxes shrink. A score that is 0/0
somewhere in a box may be anything there: what is printed for it is convention.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from referee.kinds import Array

Range = tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class Boxes:
    """Many boxes: least and most positives, true positives and true negatives, and the n of each."""

    low: Array                 # (3, boxes): positives, true positives, true negatives
    high: Array
    n: Array
    known: dict[str, Range] = field(default_factory=dict)        # spans of printed figures, which parts of scores obey

    @property
    def positives(self) -> Range:
        """How many are positive."""
        return self.low[0], self.high[0]

    @property
    def negatives(self) -> Range:
        """How many are not."""
        return self.n - self.high[0], self.n - self.low[0]

    @property
    def tp(self) -> Range:
        """Positives called so."""
        return self.low[1], self.high[1]

    @property
    def tn(self) -> Range:
        """Negatives called so."""
        return self.low[2], self.high[2]

    @property
    def called(self) -> Range:
        """How many are called positive."""
        return (np.maximum(self.low[1], self.low[1] + self.n - self.high[0] - self.high[2]),
                np.minimum(self.n - self.low[2], self.high[1] + self.n - self.low[0] - self.low[2]))


def _ratio(part: Array, whole: Array, undefined: float) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 1e-12, np.clip(part / whole, 0.0, 1.0), undefined)


def _accuracy(b: Boxes) -> Range:
    return (b.low[1] + b.low[2]) / b.n, np.minimum((b.high[1] + b.high[2]) / b.n, 1.0)


def _sensitivity(b: Boxes) -> Range:
    return _defined(b.tp[0], b.high[0], b.tp[1], b.low[0])


def _specificity(b: Boxes) -> Range:
    return _defined(b.tn[0], b.negatives[1], b.tn[1], b.negatives[0])


def _defined(low: Array, most: Array, high: Array, least: Array) -> Range:
    """low/most to high/least, anything where the denominator can be 0."""
    return np.where(least > 1e-12, _ratio(low, most, 0.0), 0.0), _ratio(high, least, 1.0)


def _precision(b: Boxes) -> Range:
    # tp / (tp + n - positives - tn) rises with all three.
    some = b.called[0] > 1e-12
    low = _ratio(b.low[1], b.low[1] + np.maximum(b.n - b.low[0] - b.low[2], 0), 0.0)
    high = _ratio(b.high[1], b.high[1] + np.maximum(b.n - b.high[0] - b.high[2], 0), 1.0)
    return np.where(some, low, 0.0), np.where(some, high, 1.0)


def _npv(b: Boxes) -> Range:
    # tn / (tn + positives - tp) rises with both, and falls with the positives.
    some = b.n - b.called[1] > 1e-12
    low = _ratio(b.low[2], b.low[2] + np.maximum(b.high[0] - b.low[1], 0), 0.0)
    high = _ratio(b.high[2], b.high[2] + np.maximum(b.low[0] - b.high[1], 0), 1.0)
    return np.where(some, low, 0.0), np.where(some, high, 1.0)


def _f1(b: Boxes) -> Range:
    some = b.n - b.high[2] > 1e-12            # 2 tp / (n + tp - tn) is 0/0 where all are true negatives
    return (np.where(some, _ratio(2 * b.low[1], b.n + b.low[1] - b.low[2], 0.0), 0.0),
            _ratio(2 * b.high[1], b.n + b.high[1] - b.high[2], 1.0))


def _f1_other(b: Boxes) -> Range:
    some = b.n - b.high[1] > 1e-12
    return (np.where(some, _ratio(2 * b.low[2], b.n + b.low[2] - b.low[1], 0.0), 0.0),
            _ratio(2 * b.high[2], b.n + b.high[2] - b.high[1], 1.0))


def _obeying(kind: str, score: Callable[[Boxes], Range]) -> Callable[[Boxes], Range]:
    """A score cut to its printed figure, for scores that are made from it."""
    def of(b: Boxes) -> Range:
        low, high = score(b)
        least, most = b.known.get(kind, (low, high))
        return np.maximum(low, least), np.minimum(high, most)
    return of


_HIT, _PASS = _obeying("sensitivity", _sensitivity), _obeying("specificity", _specificity)


def _macro(one: Callable[[Boxes], Range], other: Callable[[Boxes], Range]) -> Callable[[Boxes], Range]:
    def of(b: Boxes) -> Range:
        a, c = one(b), other(b)
        return (a[0] + c[0]) / 2, (a[1] + c[1]) / 2
    return of


def _weighted(one: Callable[[Boxes], Range], other: Callable[[Boxes], Range]) -> Callable[[Boxes], Range]:
    def of(b: Boxes) -> Range:
        a, c = one(b), other(b)
        share = b.positives[0] / b.n, b.positives[1] / b.n
        low = np.minimum(*(s * a[0] + (1 - s) * c[0] for s in share))
        return low, np.maximum(*(s * a[1] + (1 - s) * c[1] for s in share))
    return of


def _kappa(b: Boxes) -> Range:
    right = _accuracy(b)
    corners = [(p * q + (b.n - p) * (b.n - q)) / b.n**2 for p in b.positives for q in b.called]
    chance = np.min(corners, axis=0), np.max(corners, axis=0)
    some = chance[1] < 1 - 1e-12
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = 1 - (1 - right[0]) / (1 - chance[1]), 1 - (1 - right[1]) / (1 - chance[0])
    return np.where(some, np.maximum(low, -1.0), -1.0), np.where(some, high, 1.0)


def _mcc(b: Boxes) -> Range:
    # (sensitivity + specificity - 1) * sqrt(P N / (called (n - called)))
    sens, spec = _HIT(b), _PASS(b)
    gain = sens[0] + spec[0] - 1, sens[1] + spec[1] - 1
    real, called = _product(b.positives, b.n), _product(b.called, b.n)
    some = called[0] > 1e-12
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.sqrt(real[0] / called[1]), np.sqrt(real[1] / called[0])
        low = np.where(gain[0] < 0, gain[0] * factor[1], gain[0] * factor[0])
        high = np.where(gain[1] < 0, gain[1] * factor[0], gain[1] * factor[1])
    return np.where(some, np.maximum(low, -1.0), -1.0), np.where(some, np.minimum(high, 1.0), 1.0)


def _product(part: Range, n: Array) -> Range:
    """part (n - part), which is largest in the middle."""
    ends = part[0] * (n - part[0]), part[1] * (n - part[1])
    inside = (part[0] < n / 2) & (part[1] > n / 2)
    return np.minimum(*ends), np.where(inside, n**2 / 4, np.maximum(*ends))


SCORES: dict[str, Callable[[Boxes], Range]] = {
    "accuracy": _accuracy, "sensitivity": _sensitivity, "specificity": _specificity, "precision": _precision,
    "npv": _npv, "f1": _f1, "balanced_accuracy": _macro(_HIT, _PASS), "kappa": _kappa, "mcc": _mcc,
    "prevalence": lambda b: (b.positives[0] / b.n, b.positives[1] / b.n),
    "f1_macro": _macro(_f1, _f1_other), "f1_weighted": _weighted(_f1, _f1_other),
    "precision_macro": _macro(_precision, _npv), "precision_weighted": _weighted(_precision, _npv),
    "tp": lambda b: b.tp, "tn": lambda b: b.tn, "positives": lambda b: b.positives,
    "negatives": lambda b: b.negatives, "called": lambda b: b.called,
    "fn": lambda b: (np.maximum(b.low[0] - b.high[1], 0), b.high[0] - b.low[1]),
    "fp": lambda b: (np.maximum(b.n - b.high[0] - b.high[2], 0), b.n - b.low[0] - b.low[2]),
}
"""What can be printed of a two-class table, by kind."""

COUNTS = ("tp", "fp", "fn", "tn", "positives", "negatives", "called")
