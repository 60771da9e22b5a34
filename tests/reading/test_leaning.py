"""Intervals of scores of labels that lean to where few hits of a class leave room."""

import numpy as np
import pytest
from scipy.stats import binomtest, norm
from scipy.stats import t as student
from sklearn.naive_bayes import GaussianNB

import referee
from referee.data import load
from referee.designs import make_plan

N, POSITIVES = 150, 20
DESIGN = "halves:repeats=12,passes=1"


def _rows():
    rng = np.random.default_rng(7)
    y = (np.arange(N) < POSITIVES).astype(int)
    return rng.normal(size=(N, 3)) + 0.6 * y[:, None], y


def _made(metric, **options):
    X, y = _rows()
    answer = referee.evaluate({"bayes": GaussianNB()}, X, y, design=DESIGN, metrics=[metric], jobs=1, **options)
    return answer.analysis.estimates["bayes", metric]


def _even(monkeypatch, metric, **options):
    with monkeypatch.context() as before:
        before.setattr("referee.reading.intervals.halves._leaning", lambda found, *_: found)
        return _made(metric, **options)


def _hits():
    X, y = _rows()
    folds = [split for i, split in enumerate(make_plan(DESIGN, load(X, y=y), seed=0).splits()) if i < 10]
    right = np.concatenate([GaussianNB().fit(X[s.train_rows], y[s.train_rows]).predict(X[s.test]) == y[s.test]
                            for s in folds])
    truth = y[np.concatenate([s.test for s in folds])]
    return [(int(right[truth == c].sum()), int((truth == c).sum())) for c in (0, 1)]


def test_balanced_accuracy_reaches_as_far_as_wilsons_of_its_hit_rates(monkeypatch):
    even, made = _even(monkeypatch, "balanced_accuracy"), _made("balanced_accuracy")
    reach = student.ppf(0.975, 2 * POSITIVES - 1)
    low, high = (np.log(end / (1 - end)) for end in (even.interval.low, even.interval.high))
    variance = ((high - low) / 2 * even.value * (1 - even.value) / reach) ** 2
    ends = [(k / n, binomtest(k, n).proportion_ci(2 * norm.cdf(reach) - 1, "wilson").high) for k, n in _hits()]
    throws = sum(0.25 * k / n * (1 - k / n) / n for k, n in _hits())
    up = np.sqrt(sum(0.25 * (end - rate) ** 2 for rate, end in ends) + reach**2 * (variance - throws))
    assert made.value == even.value == pytest.approx(np.mean([k / n for k, n in _hits()]))
    assert made.interval.low == even.interval.low
    assert made.interval.high == pytest.approx(made.value + up, rel=1e-6)
    assert made.interval.high > even.interval.high + 0.01


@pytest.mark.parametrize("metric", ["balanced_accuracy", "mcc", "f1", "recall", "precision", "accuracy", "roc_auc"])
def test_intervals_only_ever_become_longer(monkeypatch, metric):
    even, made = (one.interval for one in (_even(monkeypatch, metric), _made(metric)))
    assert made.low <= even.low < even.high <= made.high
    if metric in {"accuracy", "roc_auc"}:
        assert made == even


def test_groups_are_left_as_they_are(monkeypatch):
    groups = np.arange(N) % 30
    assert _made("balanced_accuracy", groups=groups) == _even(monkeypatch, "balanced_accuracy", groups=groups)
