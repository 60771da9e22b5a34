"""SAR: the mean of accuracy, ROC AUC and one minus the root of the Brier score.

Caruana & Niculescu-Mizil (2004), for two classes. A mixture of three questions: robust for choosing, hard to explain.
The label is the one the model gave, or its more probable class.
"""

from __future__ import annotations

import math
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import Undefined
from referee.kinds import Direction, Needs, Task
from referee.metrics._base import METRICS, Metric
from referee.metrics.predictions import Predictions
from referee.metrics.probability import brier_losses
from referee.metrics.ranking import area
from referee.metrics.vectors import Coding, forecast


def _sar(predictions: Predictions) -> float:
    if predictions.k != 2:
        raise Undefined(f"SAR is for two classes, not for {predictions.k}.")
    labels = predictions.top if predictions.labels is None else predictions.said(Needs.LABELS)
    accuracy = predictions.mean(np.asarray(labels == predictions.codes, dtype=float))
    rmse = math.sqrt(predictions.mean(brier_losses(predictions)))
    return (accuracy + area(predictions.ranked_probability(1), predictions.named(1)) + 1 - rmse) / 3


def sar(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None,
        **coding: Unpack[Coding]) -> float:
    """The mean of accuracy, ROC AUC and one minus RMSE of the probability of class 1.

    >>> sar([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.701
    """
    return _sar(forecast(truth, probabilities, weights, **coding))


SAR = METRICS.add(Metric(
    name="sar", title="SAR", task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES, direction=Direction.MAXIMISE,
    bounds=(0.0, 1.0), score=_sar, binary_only=True, reference="Caruana & Niculescu-Mizil 2004",
))
