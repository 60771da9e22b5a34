"""What few rows of a class mean for a score of labels: a floor under its variance, and ends that lean to the middle.

A learner that never says the rare class has no variance of its own; and one that seldom does has the less of it the
lower its score came out, so that an interval of even sides is short where it should be long.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.estimates.resampling.metric_statistic import table_scores
from referee.kinds import Array
from referee.metrics._base import Metric
from referee.metrics.predictions import Predictions

STEP = 1e-4


@dataclass(frozen=True, slots=True)
class Floor:
    """The least variance that so few rows of a class allow, and the score at the smoothed hit rates it belongs to."""

    variance: float
    value: float


@dataclass(frozen=True, slots=True)
class Rates:
    """Hit rates of the classes, and how a score of labels goes with each of them."""

    rows: Array             # of each class that is there
    rates: Array
    slopes: Array
    value: float

    @property
    def variance(self) -> float:
        """Of the score, were the hits of each class so many independent throws."""
        return float((self.slopes**2 * self.rates * (1 - self.rates) / self.rows).sum())


def ends_by_rates(found: Rates, variance: float, reach: float) -> tuple[float, float]:
    """How far the interval of a score goes down and up, by the Wilson intervals of its hit rates (MOVER).

    The distances of the ends are put together as Zou & Donner (2008) do, each side with the ends that move the score to
    it, and with what the variance has beyond independent throws, which is of models and leans to no side:
    √(Σ (s_c (r_c − end_c))² + reach² max(0, V − V_throws)).

    >>> rates = Rates(rows=np.array([30.0]), rates=np.array([0.1]), slopes=np.array([1.0]), value=0.1)
    >>> down, up = ends_by_rates(rates, rates.variance, 1.96)        # Wilson's of 3 in 30: 0.035 to 0.256
    >>> round(0.1 - down, 3), round(0.1 + up, 3)
    (0.035, 0.256)
    """
    shrunk = 1 + reach**2 / found.rows
    middle = (found.rates + reach**2 / (2 * found.rows)) / shrunk
    half = reach / shrunk * np.sqrt(found.rates * (1 - found.rates) / found.rows + reach**2 / (4 * found.rows**2))
    below, above = found.rates - (middle - half), middle + half - found.rates
    rising = found.slopes > 0
    down = found.slopes * np.where(rising, below, above)
    up = found.slopes * np.where(rising, above, below)
    rest = reach**2 * max(0.0, variance - found.variance)
    return float(np.sqrt((down**2).sum() + rest)), float(np.sqrt((up**2).sum() + rest))


def binomial_floor(metric: Metric, confusion: Array, rows: Array, classes: tuple[Any, ...] = ()) -> Floor | None:
    """Σ_c (∂g/∂r_c)² r_c(1 − r_c)/n_c at hit rates r_c that are smoothed as (n_c r_c + 1)/(n_c + 2).

    `confusion` is how often which label was said of which class, in any unit; `rows` are the rows of each class.
    None where the metric does not exist at these rates.

    >>> from referee.metrics import METRICS
    >>> table = np.array([[90.0, 0.0], [10.0, 0.0]])
    >>> found = binomial_floor(METRICS["recall"], table, np.array([90, 10]))
    >>> round(found.value, 4), round(found.variance, 6)          # 1/12, and 1/12 · 11/12 / 10
    (0.0833, 0.007639)
    """
    said = confusion.sum(axis=1)
    rates = np.where(said > 0, np.diag(confusion) / np.maximum(said, 1e-300), 0.0)
    found = _at(metric, confusion, (rows * rates + 1) / (rows + 2), rows, classes)
    return None if np.isnan(found.variance) else Floor(found.variance, found.value)


def rates_of(metric: Metric, confusion: Array, rows: Array, classes: tuple[Any, ...] = ()) -> Rates | None:
    """The hit rates as they are, but for those at a bound, which are moved off it by a step; None as above."""
    said = confusion.sum(axis=1)
    rates = np.where(said > 0, np.diag(confusion) / np.maximum(said, 1e-300), 0.0)
    found = _at(metric, confusion, np.clip(rates, STEP, 1 - STEP), rows, classes)
    return None if np.isnan(found.slopes).any() else found


def _at(metric: Metric, confusion: Array, rates: Array, rows: Array, classes: tuple[Any, ...]) -> Rates:
    """The score at hit rates, and its slopes there; misses go where they went."""
    there = rows > 0
    wrong = confusion * (1 - np.eye(len(rows)))
    spread = wrong.sum(axis=1, keepdims=True)
    even = (1 - np.eye(len(rows))) / max(len(rows) - 1, 1)
    elsewhere = np.where(spread > 0, wrong / np.maximum(spread, 1e-300), even)
    tables = [_table(rates, elsewhere, rows)]
    for c in np.flatnonzero(there):
        for side in (1, -1):
            moved = rates.copy()
            moved[c] += side * STEP
            tables.append(_table(moved, elsewhere, rows))
    truth, label = np.divmod(np.arange(len(rows) ** 2), len(rows))
    scores = table_scores(metric, Predictions(truth=truth, labels=label, n_classes=len(rows), classes=classes))
    values = scores(np.array([table.ravel() for table in tables]))
    slopes = (values[1::2] - values[2::2]) / (2 * STEP)
    return Rates(rows=rows[there].astype(float), rates=rates[there], slopes=slopes, value=float(values[0]))


def _table(rates: Array, elsewhere: Array, rows: Array) -> Array:
    return np.asarray(rows[:, None] * (np.diag(rates) + (1 - rates)[:, None] * elsewhere))
