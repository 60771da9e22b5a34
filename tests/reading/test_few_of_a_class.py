"""Balanced accuracy, MCC and F1 on one test set with few rows of a class."""

import numpy as np
import pytest

from referee.metrics import METRICS
from referee.metrics.predictions import Predictions
from referee.reading.intervals import one_test_set
from referee.reading.intervals.few_of_a_class import METHOD
from referee.reading.intervals.one_test_set import interval_over_rows
from referee.seeds import stream


def said(truth, labels):
    return Predictions(truth=truth, labels=labels, n_classes=2, classes=(0, 1))


def test_a_class_that_was_all_right_is_not_certain():
    """5 of 5 positives right and 50 of 55 negatives: a bootstrap knows no recall but 1."""
    truth = (np.arange(60) < 5).astype(int)
    labels = np.where(np.arange(60) < 10, 1, 0)
    made = interval_over_rows(METRICS["balanced_accuracy"], said(truth, labels), seed=1)
    assert made.method == METHOD
    assert made.low < 0.8 < METRICS["balanced_accuracy"].score(said(truth, labels)) < made.high


def test_enough_of_each_class_keep_the_bootstrap():
    truth = np.arange(60) % 2
    made = interval_over_rows(METRICS["balanced_accuracy"], said(truth, np.arange(60) % 3 % 2), seed=1)
    assert made.method == "BCa bootstrap"


@pytest.mark.slow
def test_one_more_of_the_other_class_changes_little():
    truth, labels = (np.arange(60) < 8).astype(int), (np.arange(60) % 7 < 2).astype(int)
    one = interval_over_rows(METRICS["mcc"], said(truth, labels), seed=1)
    other = interval_over_rows(METRICS["mcc"], said(np.append(truth, 0), np.append(labels, 0)), seed=1)
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.06)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["balanced_accuracy", "mcc", "f1"])
@pytest.mark.parametrize(("n", "positives"), [(60, 5), (100, 10)])
def test_coverage(name, n, positives, monkeypatch):
    """The percentile bootstrap covered 0.53 to 0.98."""
    monkeypatch.setattr(one_test_set, "RESAMPLES", 200)
    share, hit, right = positives / n, 0.8, 0.9
    many = 10**6
    cells = np.rint(many * np.array([share * hit, share * (1 - hit), (1 - share) * (1 - right), (1 - share) * right]))
    weighted = Predictions(truth=np.array([1, 1, 0, 0]), labels=np.array([1, 0, 1, 0]), n_classes=2, weights=cells)
    true, rng, held = METRICS[name].score(weighted), stream(3, "few", name, n), []
    for _ in range(300):
        truth = (rng.random(n) < share).astype(int)
        if truth.sum() < 2:
            continue
        labels = np.where(truth == 1, rng.random(n) < hit, rng.random(n) > right).astype(int)
        held.append(true in interval_over_rows(METRICS[name], said(truth, labels), seed=1))
    assert np.mean(held) >= 0.93
