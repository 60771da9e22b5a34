"""The score if features told nothing: what every prediction would be worth paired with every truth.

Efron & Tibshirani (1997), eq. 27, for any metric that is a mean over rows: exactly for classes (each class in turn as
the truth of all rows) and for squared errors, over at most 500 truths drawn without replacement otherwise. A metric
that is no mean is averaged over 100 random pairings of truths with predictions, whose margins are the same.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.estimates.bootstrap_of_fits.no_information_rate import no_information_squared
from referee.kinds import Array, Needs
from referee.metrics import Metric, Predictions
from referee.metrics.regression import squared_errors
from referee.seeds import stream

MOST_TRUTHS, PAIRINGS = 500, 100


def no_information_value(metric: Metric, full: Predictions) -> float:
    """γ in the units of the rows' values (before a root is taken), or of the score where there are no such values."""
    if metric.per_row is None:
        return _over_pairings(metric, full)
    if metric.per_row is squared_errors:
        return no_information_squared(full.targets, full.said(Needs.VALUES))
    truths, shares = _truths(full)
    means = [float(np.mean(metric.per_row(replace(full, truth=np.full(full.n_rows, truth))))) for truth in truths]
    return float(np.dot(means, shares))


def _truths(full: Predictions) -> tuple[Array, Array]:
    """The different truths and their shares, or some of them drawn where there are too many."""
    values, times = np.unique(full.truth, return_counts=True)
    if values.size <= MOST_TRUTHS:
        return values, times / times.sum()
    drawn = stream(0, "no information").choice(full.truth, size=MOST_TRUTHS, replace=False)
    return drawn, np.full(MOST_TRUTHS, 1 / MOST_TRUTHS)


def _over_pairings(metric: Metric, full: Predictions) -> float:
    draw = stream(0, "no information")
    return float(np.mean([metric.score(replace(full, truth=draw.permutation(full.truth))) for _ in range(PAIRINGS)]))
