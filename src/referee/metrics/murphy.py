"""Murphy's decomposition of the Brier score of two classes into five terms.

Brier = REL − RES + UNC + WBV − WBC; Murphy (1973), with the within-bin variance and covariance of Stephenson,
Coelho & Jolliffe (2008), without which the sum only closes when all forecasts in a bin are equal.
Truth may be codes 0 and 1 or any two labels; the probability is that of class 1.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Json
from referee.metrics.bins import BINS
from referee.metrics.calibration import tables
from referee.metrics.vectors import forecast


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
                f"− within-bin covariance {self.within_covariance:.4g} ({self.bins} bins).")

    def to_dict(self) -> Json:
        """The terms by name."""
        return asdict(self)


def murphy(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
           bins: int = BINS, kind: str = "equal-mass") -> Murphy:
    """Decompose the Brier score of two classes.

    >>> terms = murphy([0, 0, 1, 1], [0.1, 0.3, 0.7, 0.9], bins=2)
    >>> terms.reliability, terms.resolution, terms.uncertainty
    (0.04, 0.25, 0.25)
    """
    predictions = forecast(truth, probabilities, weights)
    if predictions.k != 2:
        raise Undefined(f"Murphy's decomposition is for two classes, not for {predictions.k}.")
    (table,) = tables(predictions, bins, kind)
    said, happened = predictions.columns[1], predictions.codes == 1
    base = float(table.share @ table.observed)
    reliability = float(table.share @ table.gap**2)
    resolution = float(table.share @ (table.observed - base) ** 2)
    # within bins: the mean of p² less that of p̄², and twice the mean of p·o less that of p̄·ō
    variance = predictions.mean(said**2) - float(table.share @ table.said**2)
    covariance = 2 * (predictions.mean(said * happened) - float(table.share @ (table.said * table.observed)))
    return Murphy(brier=reliability - resolution + base * (1 - base) + variance - covariance, reliability=reliability,
                  resolution=resolution, uncertainty=base * (1 - base), within_variance=variance,
                  within_covariance=covariance, bins=int(table.count.size))
