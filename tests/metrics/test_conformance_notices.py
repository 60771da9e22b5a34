"""The suite for metrics notices what it is there to notice: one wrong metric for each of its checks."""

from dataclasses import replace

import numpy as np
import pytest

from referee.kinds import Needs
from referee.metrics import METRICS
from referee.metrics.predictions import Predictions
from referee.testing.metrics import check_metric

ACCURACY, RMSE = METRICS["accuracy"], METRICS["rmse"]


def right(predictions):
    return (predictions.said(Needs.LABELS) == predictions.codes).astype(float)


def plain(predictions):
    return float(right(predictions).mean())


def of_the_first_row(predictions):
    return float(right(predictions)[predictions.weight > 0][0])


def halved_by_equal_weights(predictions):
    equal = predictions.weights is not None and np.ptp(predictions.weights) == 0
    return ACCURACY.score(predictions) / (1 + equal)


def favours_class_0(predictions):
    return float(np.average(right(predictions) * (predictions.codes == 0), weights=predictions.weight))


def unchecked(predictions):
    """Reads the labels as they are, whatever they are."""
    return float(np.average(np.nan_to_num(predictions.labels) == predictions.codes, weights=predictions.weight))


WRONG = {
    "a weight of w must be the row w times": replace(ACCURACY, score=plain),
    "weights of 1 must change nothing": replace(ACCURACY, per_row=None, score=halved_by_equal_weights),
    "the order of rows must change nothing": replace(ACCURACY, per_row=None, score=of_the_first_row),
    "renaming classes must change nothing": replace(ACCURACY, per_row=None, score=favours_class_0, attained=False),
    "is out of bounds": replace(ACCURACY, bounds=(0.9, 1.0)),
    "a perfect prediction must have the better bound": replace(ACCURACY, bounds=(0.0, 2.0)),
    "the mean over rows must be the score": replace(ACCURACY, per_row=lambda p: 1 - right(p)),
    "rows are not right or wrong": replace(ACCURACY, score=lambda p: ACCURACY.score(p) / 2, attained=False,
                                           per_row=lambda p: right(p) / 2),
    "with NaN": replace(ACCURACY, per_row=None, score=unchecked),
    "not float": replace(ACCURACY, per_row=None, score=lambda p: np.float32(ACCURACY.score(p))),
    "gave nan": replace(ACCURACY, per_row=None, score=lambda _: float("nan")),
}


@pytest.mark.parametrize("said", WRONG)
def test_a_metric_that_is_wrong_in_one_way_is_refused_for_it(said):
    with pytest.raises(AssertionError, match=said):
        check_metric(WRONG[said], seeds=10)


def test_a_root_that_is_not_taken_is_noticed():
    with pytest.raises(AssertionError, match="the mean over rows must be the score"):
        check_metric(replace(RMSE, outer=lambda mean: mean), seeds=1)


def test_the_metrics_that_were_spoilt_here_are_sound():
    for sound in (ACCURACY, RMSE):
        check_metric(sound, seeds=2)
    assert plain(Predictions(truth=np.array([0, 1]), labels=np.array([0, 0]), n_classes=2)) == 0.5
