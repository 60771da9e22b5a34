"""How many rows said 0 to what happened, and how much of a log score they make up.

The logarithm of 0 is not finite, so probabilities enter logarithms clipped to [1e-15, 1 − 1e-15]. A model with such
rows was certain and wrong; what its score is then depends on the clipping, and that has to be said.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.metrics.predictions import Predictions
from referee.metrics.probability import EPSILON, log_losses


@dataclass(frozen=True, slots=True, kw_only=True)
class Clipping:
    """Rows (by weight) that were clipped inside a logarithm, and their share of the log loss."""

    clipped: float
    rows: float
    share_of_score: float
    epsilon: float = EPSILON

    def __str__(self) -> str:
        if not self.clipped:
            return f"no probability had to be clipped at {self.epsilon:g}."
        return (f"{self.clipped:g} of {self.rows:g} rows gave what happened a probability below {self.epsilon:g} "
                f"and were clipped there; they make up {self.share_of_score:.0%} of the log loss.")


def clipping(predictions: Predictions) -> Clipping:
    """What clipping did to the log loss of these predictions.

    >>> from referee.metrics.vectors import forecast
    >>> print(clipping(forecast([0, 1], [0.5, 0.0])))
    1 of 2 rows gave what happened a probability below 1e-15 and were clipped there; they make up 98% of the log loss.
    """
    losses, weight = log_losses()(predictions), predictions.weight
    clipped = predictions.true_class_probability < EPSILON
    total = float(weight @ losses)
    share = float((weight * losses)[clipped].sum() / total) if total > 0 else 0.0
    return Clipping(clipped=float(weight[clipped].sum()), rows=float(weight.sum()), share_of_score=share)


def clipped_for_reward(predictions: Predictions) -> float:
    """The weight of rows whose Bayesian information reward was clipped: 0 for the true class, or 1 for another."""
    certain_elsewhere = (predictions.columns > 1 - EPSILON).any(axis=0) & (predictions.true_class_probability < 0.5)
    clipped = (predictions.true_class_probability < EPSILON) | certain_elsewhere
    return float(predictions.weight[np.asarray(clipped)].sum())
