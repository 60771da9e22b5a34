"""What decisions are worth: values and costs of outcomes, and the decisions that probabilities call for.

A matrix has a row for each true class and a column for each decision: V[true, decided]. Elkan (2001): with
probabilities decide argmax_a Σ_c p_c V[c, a]; with two classes and equal benefits that is the threshold
c_FP/(c_FP + c_FN). Net benefit: Vickers & Elkin (2006), TP/n − FP/n · t/(1−t), to be compared with treating all and
none. All are means over rows. Truth and labels may be codes or labels; matrices follow their sorted order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Needs
from referee.metrics._base import mean_of
from referee.metrics.checks import check_finite, check_probabilities
from referee.metrics.predictions import Predictions
from referee.metrics.vectors import Coding, forecast, labelled

Matrix = npt.ArrayLike


def _matrix(matrix: Matrix) -> Array:
    try:
        array = check_finite(matrix, "values of outcomes")
    except ValueError as fault:
        raise BadInput(f"the matrix must be square, true class by decision: {fault}") from fault
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.shape[0] < 2:
        raise BadInput(f"the matrix must be square, true class by decision; its shape is {array.shape}.")
    return array


def _for_classes(values: Array, predictions: Predictions) -> Array:
    if values.shape[0] != predictions.k:
        raise BadInput(f"the matrix is for {values.shape[0]} classes, but there are {predictions.k}.")
    return values


def outcome_values(matrix: Matrix) -> Callable[[Predictions], Array]:
    """What the matrix holds for each row's true class and predicted label."""
    values = _matrix(matrix)

    def per_row(predictions: Predictions) -> Array:
        said = predictions.said(Needs.LABELS)
        return np.asarray(_for_classes(values, predictions)[predictions.codes, said])

    return per_row


def optimal_values(matrix: Matrix) -> Callable[[Predictions], Array]:
    """What each row is worth when the decision is the best one its probabilities call for."""
    values = _matrix(matrix)

    def per_row(predictions: Predictions) -> Array:
        decided = _decide(predictions.columns, _for_classes(values, predictions))
        return np.asarray(values[predictions.codes, decided])

    return per_row


def optimal_decisions(probabilities: npt.ArrayLike, matrix: Matrix) -> Array:
    """The decision of highest expected value for each row; for costs give their negative.

    >>> optimal_decisions([[0.8, 0.2], [0.95, 0.05]], [[0, -1], [-10, 0]])
    array([1, 0])
    """
    values = _matrix(matrix)
    return _decide(check_probabilities(probabilities, values.shape[0]).T, values)


def _decide(columns: Array, values: Array) -> Array:
    """Class by class, not as one matrix product, whose last digit (and so a tie) depends on the other rows."""
    expected = np.zeros((values.shape[1], columns.shape[1]))
    for column, worth in zip(columns, values, strict=True):
        expected += np.multiply.outer(worth, column)
    return np.asarray(expected.argmax(axis=0))


def bayes_threshold(cost_false_positive: float, cost_false_negative: float) -> float:
    """The probability from which calling a row positive costs less than calling it negative.

    >>> bayes_threshold(1, 10)
    0.0909
    """
    if min(cost_false_positive, cost_false_negative) <= 0:
        raise BadInput("both costs must be above 0; a free mistake needs no threshold.")
    return cost_false_positive / (cost_false_positive + cost_false_negative)


def net_benefits(threshold: float) -> Callable[[Predictions], Array]:
    """Each row's net benefit: 1 for a positive treated, −t/(1−t) for a negative treated, 0 for one left alone."""
    if not 0 < threshold < 1:
        raise BadInput(f"the threshold must lie between 0 and 1, not at {threshold}.")

    def per_row(predictions: Predictions) -> Array:
        if predictions.k != 2:
            raise Undefined(f"net benefit is for two classes, not for {predictions.k}.")
        treated = predictions.columns[1] >= threshold
        return np.where(treated, np.where(predictions.codes == 1, 1.0, -threshold / (1 - threshold)), 0.0)

    return per_row


def average_value(truth: npt.ArrayLike, said: npt.ArrayLike, matrix: Matrix,
                  weights: npt.ArrayLike | None = None, **coding: Unpack[Coding]) -> float:
    """The mean value of the outcomes; the same matrix of costs gives the mean cost.

    >>> average_value([0, 0, 1, 1], [0, 1, 1, 0], [[1, -1], [-5, 3]])
    -0.5
    """
    return mean_of(outcome_values(matrix))(labelled(truth, said, weights, **coding))


def cumulative_value(truth: npt.ArrayLike, said: npt.ArrayLike, matrix: Matrix,
                     weights: npt.ArrayLike | None = None, **coding: Unpack[Coding]) -> Array:
    """The summed value of the outcomes after each row, in the order of the rows.

    >>> cumulative_value([0, 0, 1, 1], [0, 1, 1, 0], [[1, -1], [-5, 3]])
    array([ 1.,  0.,  3., -2.])
    """
    predictions = labelled(truth, said, weights, **coding)
    return np.cumsum(outcome_values(matrix)(predictions) * predictions.weight)


def optimal_value(truth: npt.ArrayLike, probabilities: npt.ArrayLike, matrix: Matrix,
                  weights: npt.ArrayLike | None = None, **coding: Unpack[Coding]) -> float:
    """The mean value when each decision is the best one the probabilities call for.

    >>> optimal_value([0, 1], [[0.8, 0.2], [0.8, 0.2]], [[0, -1], [-10, 0]])
    -0.5
    """
    return mean_of(optimal_values(matrix))(forecast(truth, probabilities, weights, **coding))


def net_benefit(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
                threshold: float = 0.5, **coding: Unpack[Coding]) -> float:
    """True positives less false positives at the odds of the threshold, per row; treating none has 0.

    >>> net_benefit([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], threshold=0.2)
    0.4375
    """
    return mean_of(net_benefits(threshold))(forecast(truth, probabilities, weights, **coding))


def net_benefit_of_treating_all(truth: npt.ArrayLike, threshold: float, weights: npt.ArrayLike | None = None) -> float:
    """The net benefit of calling every row positive.

    >>> net_benefit_of_treating_all([0, 0, 1, 1], threshold=0.2)
    0.375
    """
    said = np.ones(np.asarray(truth).size)
    return net_benefit(truth, said, weights, threshold=threshold)
