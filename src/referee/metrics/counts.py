"""How far predicted means are from counts: the deviance of the Poisson law.

2·(y·log(y/m) − y + m), the mean over rows (McCullagh & Nelder 1989). Counts are 0 or more, and predictions above 0; one
of 0 is right where nothing was counted, and infinitely wrong elsewhere: `Undefined`, with the rows.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Idle, Metric, mean_of
from referee.metrics.checks import rows_at_fault
from referee.metrics.predictions import Predictions
from referee.metrics.regression import over_targets
from referee.metrics.vectors import valued


def deviances(predictions: Predictions) -> Array:
    """The Poisson deviance of each row."""
    truth, said = predictions.targets, predictions.said(Needs.VALUES)
    counts = predictions.weight > 0
    for bad, sentence in ((truth < 0, "truth is below 0"), (said < 0, "predictions are below 0"),
                          ((said == 0) & (truth > 0), "what was counted was predicted 0")):
        at_fault = (bad if bad.ndim == 1 else bad.any(axis=1)) & counts
        if at_fault.any():
            raise Undefined(f"Poisson deviance is undefined: {sentence} in {rows_at_fault(at_fault)}.")
    fine = (truth > 0) & (said > 0)
    ratio = np.divide(truth, said, out=np.ones_like(truth, dtype=float), where=fine)
    each = 2 * (np.where(fine, truth * np.log(ratio), 0.0) - truth + said)
    return over_targets(np.maximum(each, 0.0))


def poisson_deviance(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """The mean Poisson deviance of predicted means from counts.

    >>> poisson_deviance([0, 1], [0.5, 1.0])
    0.5
    """
    return mean_of(deviances)(valued(truth, said, weights))


POISSON_DEVIANCE = METRICS.add(Metric(
    name="poisson_deviance", title="Poisson deviance", task=Task.REGRESSION, needs=Needs.VALUES,
    direction=Direction.MINIMISE, bounds=(0.0, math.inf), score=mean_of(deviances), per_row=deviances,
    above_zero=True, idle=Idle.CONSTANT, reference="McCullagh & Nelder 1989"))
