"""Classes in order: how many steps a prediction is away, and the ranked probability score.

`ordinal_mae` is the mean distance of the places of the predicted and the true class: places are counted, labels are not
subtracted, so that of 1, 2 and 5 the last two are one step apart. `rps` is Epstein's (1969) score, the mean over
thresholds of the Brier score of lying below (Murphy 1971; Constantinou & Fenton 2012), from 0 to 1; of two classes it
is the Brier score. Weighted kappa is in `agreement`.
"""

from __future__ import annotations

from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.kinds import Array, Direction, Needs, Task
from referee.metrics._base import METRICS, Metric, mean_of
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import Coding, forecast, labelled


def steps_away(predictions: Predictions) -> Array:
    """How many places each prediction is from the truth."""
    return np.asarray(np.abs(predictions.codes - predictions.said(Needs.LABELS)), dtype=float)


def ranked_losses(predictions: Predictions) -> Array:
    """The mean squared distance of each row's cumulated probabilities from what happened."""
    below = np.cumsum(predictions.said(Needs.PROBABILITIES), axis=1)[:, :-1]
    happened = predictions.codes[:, None] <= np.arange(predictions.k - 1)
    return np.asarray(((below - happened) ** 2).mean(axis=1))


def ordinal_mae(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None,
                **coding: Unpack[Coding]) -> float:
    """The mean number of steps between the predicted and the true class; `classes` gives the order of texts.

    >>> ordinal_mae(["low", "high"], ["high", "high"], classes=["low", "medium", "high"])
    1.0
    """
    return mean_of(steps_away)(labelled(truth, said, weights, **coding))


def rps(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None,
        **coding: Unpack[Coding]) -> float:
    """The ranked probability score, from 0 to 1; columns stand in the order of the classes.

    >>> rps([0], [[0.5, 0.3, 0.2]])
    0.145
    """
    return mean_of(ranked_losses)(forecast(truth, probabilities, weights, **coding))


ORDINAL_MAE = METRICS.add(Metric(
    name="ordinal_mae", title="steps away (MAE of codes)", task=Task.CLASSIFICATION, needs=Needs.LABELS,
    direction=Direction.MINIMISE, bounds=(0.0, np.inf), score=mean_of(steps_away), per_row=steps_away, ordered=True,
    symmetric=False, reference="Gaudette & Japkowicz 2009"))
RPS = METRICS.add(Metric(
    name="rps", title="ranked probability score", task=Task.CLASSIFICATION, needs=Needs.PROBABILITIES,
    direction=Direction.MINIMISE, bounds=(0.0, 1.0), score=mean_of(ranked_losses), per_row=ranked_losses, ordered=True,
    symmetric=False, proper=True, reference="Epstein 1969; Murphy 1971"))
