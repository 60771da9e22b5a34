"""Forecasts that look at nothing but when: the value a season ago, and the line through the first and the last value.

They are handed the place of each row in time, 0, 1, 2, …, instead of features; several rows of one time count by their
mean. Hyndman, R. and Athanasopoulos, G. (2021). Forecasting: principles and practice, 3rd ed., section 5.2.
"""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils._param_validation import Interval

from referee.kinds import Array


def _by_time(T: Any, y: Any) -> tuple[Array, Array]:
    """The times that were seen, in order, and the mean target of each."""
    times, place, rows = np.unique(np.asarray(T)[:, 0], return_inverse=True, return_counts=True)
    values = np.asarray(y, dtype=float)
    sums = np.zeros((times.size, *values.shape[1:]))
    np.add.at(sums, place.reshape(-1), values)
    return times, sums / rows.reshape(-1, *[1] * (values.ndim - 1))


class SeasonalLast(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Says what was seen at the same place of the latest season before.

    >>> SeasonalLast(period=4).fit([[0], [1], [2], [3], [4]], [1.0, 2.0, 3.0, 4.0, 9.0]).predict([[5], [6], [8], [9]])
    array([2., 3., 9., 2.])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {"period": [Interval(Integral, 1, None, closed="left")]}

    def __init__(self, period: int | None = None) -> None:
        self.period = period

    def fit(self, T: Any, y: Any) -> SeasonalLast:
        """Keep the values of all times."""
        self._validate_params()
        self.times_, self.values_ = _by_time(T, y)
        return self

    def predict(self, T: Any) -> Array:
        """The value one season before, or as many seasons as it takes to come to a time that was trained on."""
        asked, place = np.unique(np.asarray(T)[:, 0], return_inverse=True)
        said: Array = np.stack([self._said(int(time)) for time in asked])[place.reshape(-1)]
        return said

    def _said(self, time: int) -> Array:
        assert self.period is not None
        before = (self.times_ < time) & ((time - self.times_) % self.period == 0)
        if not before.any():
            raise ValueError(f"no time that was trained on lies a season of {self.period} times before one asked for")
        return np.asarray(self.values_[np.flatnonzero(before)[-1]])


class Drift(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Continues the line from the first to the last value that was seen.

    >>> Drift().fit([[0], [1], [2]], [1.0, 5.0, 2.0]).predict([[3], [4]])
    array([2.5, 3. ])
    """

    def fit(self, T: Any, y: Any) -> Drift:
        """Keep the last value and the rise by time; none where there is one time only."""
        times, values = _by_time(T, y)
        self.time_, self.last_ = times[-1], values[-1]
        self.rise_ = (values[-1] - values[0]) / max(times[-1] - times[0], 1)
        return self

    def predict(self, T: Any) -> Array:
        """The last value and as many rises as there are times between."""
        ahead = np.asarray(T)[:, 0] - self.time_
        return np.asarray(self.last_ + np.multiply.outer(ahead, self.rise_))
