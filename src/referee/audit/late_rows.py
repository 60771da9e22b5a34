"""Forecasts of a series that fit the truth of rows before or behind theirs, where those of others fit their own.

A forecast that says again what was last known fits the rows before; so does one that was joined some rows late, as by
hours of another time zone. Which it is the rows do not tell, so that fitting earlier rows is asked about; fitting later
ones has no such reason.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.audit.association import Sides

LAGS = tuple(range(-26, 27))
MUCH = 0.7              # of the error on its own rows is left on the others
FEWEST = 200            # rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifted:
    """The rows that the numbers of a model fit best, so many further on (before, if negative), and both errors."""

    lag: int
    there: float
    here: float


def best_lag(side: Sides) -> Shifted | None:
    """Where one column of numbers fits best; None for classes, and for few rows."""
    if side.n < FEWEST or side.truth.shape[1] != 1:
        return None
    truth, said = side.truth[:, 0], side.said[:, 0]
    inner = slice(max(LAGS), side.n - max(LAGS))
    errors = {lag: float(np.sqrt(np.mean((np.roll(truth, -lag)[inner] - said[inner]) ** 2))) for lag in LAGS}
    lag = min(errors, key=lambda one: errors[one])
    return Shifted(lag=lag, there=errors[lag], here=errors[0])
