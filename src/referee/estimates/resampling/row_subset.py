"""Some of the rows of a set of predictions, or one of its targets."""

from __future__ import annotations

from dataclasses import replace

from referee.kinds import Array
from referee.metrics.predictions import Predictions


def some_rows(predictions: Predictions, keep: Array, weights: Array | None = None) -> Predictions:
    """The rows of a mask or of row numbers, with new weights if there are any, or else their own.

    >>> import numpy as np
    >>> said = Predictions(truth=np.array([0, 1, 1]), labels=np.array([0, 1, 0]), n_classes=2)
    >>> some_rows(said, np.array([True, False, True])).labels
    array([0, 0])
    """
    def cut(values: Array | None) -> Array | None:
        return None if values is None else values[keep]

    return replace(predictions, truth=predictions.truth[keep], labels=cut(predictions.labels),
                   scores=cut(predictions.scores), probabilities=cut(predictions.probabilities),
                   values=cut(predictions.values), quantiles=cut(predictions.quantiles),
                   costs=cut(predictions.costs),
                   past=predictions.past and predictions.past.some(keep),
                   weights=cut(predictions.weights) if weights is None else weights)


def one_target(predictions: Predictions, target: int) -> Predictions:
    """The predictions of one target of several; the whole where there is only one.

    >>> import numpy as np
    >>> said = Predictions(truth=np.zeros((2, 3)), values=np.ones((2, 3)))
    >>> one_target(said, 1).values
    array([1., 1.])
    """
    if predictions.truth.ndim == 1:
        return predictions
    values = None if predictions.values is None else predictions.values[:, target]
    return replace(predictions, truth=predictions.truth[:, target], values=values,
                   past=predictions.past and predictions.past.of_target(target))
