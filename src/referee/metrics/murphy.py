"""Murphy's decomposition of the Brier score into five terms.

Brier = REL − RES + UNC + WBV − WBC; Murphy (1973), with the within-bin variance and covariance of Stephenson,
Coelho & Jolliffe (2008), without which the sum only closes when all forecasts in a bin are equal.
Two classes: the probability of class 1. More: `of="class-wise"`, half the sum of the terms of each class against the
rest, which add up to the Brier score from 0 to 1; or `of="top-label"`, the Brier score of the most probable class being
true. Truth may be codes or any labels.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput
from referee.kinds import Array, Json
from referee.metrics.bins import BINS, Bins
from referee.metrics.calibration import CLASS_WISE, TOP_LABEL, tables
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import Coding, forecast


@dataclass(frozen=True, slots=True, kw_only=True)
class Murphy:
    """Five terms whose signed sum is the Brier score."""

    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    within_variance: float
    within_covariance: float
    bins: int

    def __str__(self) -> str:
        return (f"Brier {self.brier:.4g} = reliability {self.reliability:.4g} − resolution {self.resolution:.4g} "
                f"+ uncertainty {self.uncertainty:.4g} + within-bin variance {self.within_variance:.4g} "
                f"− within-bin covariance {self.within_covariance:.4g} ({self.bins} bin{'s' * (self.bins != 1)}).")

    def to_dict(self) -> Json:
        """The terms by name."""
        return asdict(self)


def murphy(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
           bins: int = BINS, kind: str = "equal-mass", of: str = CLASS_WISE, **coding: Unpack[Coding]) -> Murphy:
    """Decompose the Brier score; of more than two classes class-wise or by the top label.

    >>> terms = murphy([0, 0, 1, 1], [0.1, 0.3, 0.7, 0.9], bins=2)
    >>> terms.reliability, terms.resolution, terms.uncertainty
    (0.04, 0.25, 0.25)
    """
    if of not in {CLASS_WISE, TOP_LABEL}:
        raise BadInput(f"of must be {CLASS_WISE} or {TOP_LABEL}, not {of!r}.")
    predictions = forecast(truth, probabilities, weights, **coding)
    events = zip(tables(predictions, bins, kind, of), _events(predictions, of), strict=True)
    terms = np.array([_terms(table, said, happened, predictions) for table, (said, happened) in events])
    reliability, resolution, uncertainty, variance, covariance = terms.sum(axis=0) / (1 if len(terms) == 1 else 2)
    return Murphy(brier=float(reliability - resolution + uncertainty + variance - covariance),
                  reliability=float(reliability), resolution=float(resolution), uncertainty=float(uncertainty),
                  within_variance=float(variance), within_covariance=float(covariance),
                  bins=max(int(table.count.size) for table in tables(predictions, bins, kind, of)))


def _events(predictions: Predictions, of: str) -> list[tuple[Array, Array]]:
    """What was announced with which probability, and whether it happened; in the order of the tables."""
    columns, codes = predictions.columns, predictions.codes
    if predictions.k == 2:
        return [(columns[1], codes == 1)]
    if of == TOP_LABEL:
        return [(columns[predictions.top, np.arange(predictions.n_rows)], predictions.top == codes)]
    return [(columns[c], codes == c) for c in range(predictions.k)]


def _terms(table: Bins, said: Array, happened: Array, predictions: Predictions) -> tuple[float, ...]:
    """Reliability, resolution, uncertainty, and variance and covariance within bins."""
    base = float(table.share @ table.observed)
    # within bins: the mean of p² less that of p̄², and twice the mean of p·o less that of p̄·ō
    variance = predictions.mean(said**2) - float(table.share @ table.said**2)
    covariance = 2 * (predictions.mean(said * happened) - float(table.share @ (table.said * table.observed)))
    return (float(table.share @ table.gap**2), float(table.share @ (table.observed - base) ** 2), base * (1 - base),
            variance, covariance)
