"""What every metric must keep: a conformance suite for people who add one.

Each check takes a metric and predictions and raises AssertionError with a sentence; `check_metric` draws predictions,
with ties and missing classes, and runs them all. Where a metric raises `Undefined` on one side of an equation it must
do so on the other; it must never give NaN or infinity.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array, Needs, Task
from referee.metrics import Metric, Predictions, as_metric
from referee.metrics.past import Past
from referee.seeds import stream

TOLERANCE = 1e-9


def value(metric: Metric, predictions: Predictions) -> float | None:
    """The score, finite; None where it is undefined."""
    try:
        score = metric.score(predictions)
    except Undefined:
        return None
    assert isinstance(score, float), f"{metric.name} gave {type(score).__name__}, not float"
    assert math.isfinite(score), f"{metric.name} gave {score}"
    return score


def assert_same(metric: Metric, a: float | None, b: float | None, why: str) -> None:
    """Both undefined, or equal."""
    assert (a is None) == (b is None), f"{metric.name}: {a} but {b}: {why}"
    if a is not None and b is not None:
        assert math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE), f"{metric.name}: {a} but {b}: {why}"


def rows_of(predictions: Predictions, rows: Array, weights: Array | None = None) -> Predictions:
    """The predictions of some rows, in that order, perhaps several times."""

    def take(array: Array | None) -> Array | None:
        return None if array is None else array[rows]

    return replace(predictions, truth=predictions.truth[rows], labels=take(predictions.labels),
                   scores=take(predictions.scores), probabilities=take(predictions.probabilities),
                   values=take(predictions.values), weights=weights, costs=take(predictions.costs),
                   past=None if predictions.past is None else predictions.past.some(rows))


def check_weights_repeat(metric: Metric, predictions: Predictions, times: Array) -> None:
    """A weight of w is the row w times."""
    weighted = replace(predictions, weights=times.astype(float))
    repeated = rows_of(predictions, np.repeat(np.arange(predictions.n_rows), times))
    assert_same(metric, value(metric, weighted), value(metric, repeated), "a weight of w must be the row w times")


def check_scale_of_weights(metric: Metric, predictions: Predictions) -> None:
    """Equal weights are no weights."""
    ones = replace(predictions, weights=np.ones(predictions.n_rows))
    assert_same(metric, value(metric, ones), value(metric, predictions), "weights of 1 must change nothing")


def check_row_order(metric: Metric, predictions: Predictions, order: Array) -> None:
    """The order of rows changes nothing."""
    assert_same(metric, value(metric, predictions), value(metric, rows_of(predictions, order)),
                "the order of rows must change nothing")


def check_relabelling(metric: Metric, predictions: Predictions, new: Array) -> None:
    """Where a metric says it is symmetric, renaming class c to new[c] changes nothing."""
    if metric.task is not Task.CLASSIFICATION or not metric.symmetric:
        return
    old = np.argsort(new)

    def columns(array: Array | None) -> Array | None:
        return None if array is None else array[..., old]

    labels = None if predictions.labels is None else new[predictions.labels]
    renamed = replace(predictions, truth=new[predictions.truth], labels=labels,
                      probabilities=columns(predictions.probabilities), prior=columns(predictions.prior))
    assert_same(metric, value(metric, predictions), value(metric, renamed), "renaming classes must change nothing")


def check_bounds(metric: Metric, predictions: Predictions) -> None:
    """No value lies outside the bounds."""
    score, (low, high) = value(metric, predictions), metric.bounds
    assert score is None or low - TOLERANCE <= score <= high + TOLERANCE, f"{metric.name}: {score} is out of bounds"


def perfect(predictions: Predictions) -> Predictions:
    """The same rows, predicted without error and without doubt."""
    if predictions.n_classes is None:
        return replace(predictions, values=predictions.truth)
    return replace(predictions, labels=predictions.truth, scores=None,
                   probabilities=np.eye(predictions.n_classes)[predictions.truth])


def check_perfect(metric: Metric, predictions: Predictions) -> None:
    """A perfect prediction has the better bound, where the metric says that one can."""
    bound = metric.bounds[1] if metric.direction.value > 0 else metric.bounds[0]
    best = value(metric, perfect(predictions))
    if best is not None and metric.attained and math.isfinite(bound):
        assert_same(metric, best, bound, "a perfect prediction must have the better bound")


def check_per_row(metric: Metric, predictions: Predictions) -> None:
    """The mean over rows, after `outer`, is the score."""
    score = value(metric, predictions)
    if metric.per_row is None or score is None:
        return
    rows = metric.per_row(predictions)
    assert rows.shape == (predictions.n_rows,), f"{metric.name}: per_row gave shape {rows.shape}"
    mean = float(np.average(rows, weights=predictions.weights))
    assert_same(metric, metric.outer(mean), score, "the mean over rows must be the score")
    assert not metric.proportion or set(np.unique(rows)) <= {0.0, 1.0}, f"{metric.name}: rows are not right or wrong"


def check_nan_is_refused(metric: Metric, predictions: Predictions) -> None:
    """A NaN in what the metric reads is refused as bad input, with its row."""
    sentence = ""
    try:
        score = metric.score(_spoiled(metric, predictions))
    except BadInput as refusal:
        sentence = str(refusal)
    else:
        raise AssertionError(f"{metric.name} gave {score} for {metric.needs.value} with NaN")
    assert f"1 row ({predictions.n_rows - 1})" in sentence, f"{metric.name} does not name the row: {sentence}"


def _spoiled(metric: Metric, predictions: Predictions) -> Predictions:
    """The same predictions with NaN in the last row of what the metric reads."""

    def spoil(array: Array | None) -> Array:
        spoiled = np.array(array, dtype=float)
        spoiled[-1] = np.nan
        return spoiled

    if metric.needs is Needs.VALUES:
        return replace(predictions, values=spoil(predictions.values))
    if metric.needs is Needs.LABELS:
        return replace(predictions, labels=spoil(predictions.labels))
    return replace(predictions, probabilities=spoil(predictions.probabilities))


def draw_predictions(metric: Metric, seed: int, *, n: int = 400, k: int = 4) -> Predictions:
    """Random predictions that suit a metric, with ties; every class occurs where n allows."""
    draw = stream(seed, "conformance", metric.name)
    if metric.task is Task.REGRESSION:
        truth = draw.integers(1, 40, size=n) / 4
        said = truth + draw.integers(-8, 9, size=n) / 4
        return Predictions(truth=truth, values=np.abs(said) + 0.25 if metric.above_zero else said, past=_past(truth))
    k = 2 if metric.binary_only else k
    truth = draw.permutation(np.arange(n) % k)
    parts = draw.integers(0, 6, size=(n, k)) + 3 * np.eye(k, dtype=int)[truth] + 1
    labels = np.where(draw.random(n) < 0.6, truth, draw.integers(k, size=n))
    prior = draw.integers(1, 6, size=k)
    return Predictions(truth=truth, n_classes=k, labels=labels, probabilities=parts / parts.sum(axis=1, keepdims=True),
                       prior=prior / prior.sum(), costs=1.0 + np.arange(n) % 7)


def _past(truth: Array) -> Past:
    """A training part before the rows, which moves by halves and wholes."""
    before = np.arange(40) % 3 / 2
    return Past.of(np.concatenate([before, truth]), None, train=np.arange(40), test=40 + np.arange(truth.size))


def check_metric(metric: Any, *, seeds: int = 10) -> None:
    """Run every check on predictions drawn at random; `metric` is a Metric, or what may stand for one.

    >>> from referee.metrics import METRICS
    >>> check_metric(METRICS["brier"], seeds=2)
    """
    metric = metric if isinstance(metric, Metric) else as_metric(metric, Task.CLASSIFICATION)
    for seed in range(seeds):
        predictions = draw_predictions(metric, seed)
        draw, n, k = stream(seed, "checks", metric.name), predictions.n_rows, predictions.n_classes or 1
        assert value(metric, predictions) is not None, f"{metric.name} is undefined for ordinary predictions"
        check_weights_repeat(metric, predictions, draw.integers(0, 4, size=n))
        check_scale_of_weights(metric, predictions)
        check_row_order(metric, predictions, draw.permutation(n))
        check_relabelling(metric, predictions, draw.permutation(k))
        check_bounds(metric, predictions)
        check_perfect(metric, predictions)
        check_per_row(metric, predictions)
        check_nan_is_refused(metric, predictions)
