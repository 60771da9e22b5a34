"""The luck of the class shares in training, from the fits to the interval of the answer."""

import numpy as np
import pytest
from scipy.stats import t as student
from sklearn.neighbors import KNeighborsClassifier

import referee
from referee.data import load
from referee.designs import make_plan

N, POSITIVES = 80, 16


def _rows():
    rng = np.random.default_rng(4)
    y = (np.arange(N) < POSITIVES).astype(int)
    return rng.normal(size=(N, 3)) + 0.9 * y[:, None], y


def _variance(design, metric="accuracy", groups=None):
    """Read back from the interval, which is Student's on the logit scale."""
    X, y = _rows()
    answer = referee.evaluate({"near": KNeighborsClassifier(1)}, X, y, groups=groups, design=design, metrics=[metric],
                              jobs=1)
    made = answer.analysis.estimates["near", metric]
    low, high = (np.log(end / (1 - end)) for end in (made.interval.low, made.interval.high))
    return ((high - low) / 2 * made.value * (1 - made.value) / student.ppf(0.975, N - 1)) ** 2


def _labels(design, splits):
    """The true class and the label of every row that was tested in these splits."""
    X, y = _rows()
    every = [split for i, split in enumerate(make_plan(design, load(X, y=y), seed=0).splits()) if i in splits]
    said = [KNeighborsClassifier(1).fit(X[s.train_rows], y[s.train_rows]).predict(X[s.test]) for s in every]
    return y[np.concatenate([s.test for s in every])], np.concatenate(said)


def _by_training(truth, label):
    """How accuracy moves with the log odds of class 1 in training, over the share of each class."""
    hits, alarms, share = label[truth == 1].mean(), label[truth == 0].mean(), truth.mean()
    slope = share * hits * (1 - hits) - (1 - share) * alarms * (1 - alarms)
    return np.array([-slope / (1 - share), slope / share])


def _without(monkeypatch, design):
    for module in ("variances", "training_shares"):
        monkeypatch.setattr(f"referee.reading.halves.{module}.moves_with_shares", lambda _: False)
    return _variance(design)


def test_at_nearly_all_rows(monkeypatch):
    design = "halves:repeats=12,passes=1"
    truth, label = _labels(design, range(10))
    right = (truth == label) * 1.0
    added = ((right + _by_training(truth, label)[truth]).var(ddof=1) - right.var(ddof=1)) / N
    assert added > 0.0002
    assert _variance(design) - _without(monkeypatch, design) == pytest.approx(added, rel=1e-6)


def test_at_half_of_them(monkeypatch):
    design = "halves:repeats=12,passes=0"
    truth, label = _labels(design, range(24))
    right = (truth == label) * 1.0
    apart = np.array([right[truth == c].mean() for c in (0, 1)]) - right.mean()
    both = (apart + _by_training(truth, label)) ** 2 - apart**2
    added = both @ [1 - POSITIVES / N, POSITIVES / N] / (N - 1)
    assert added > 0.0002
    monkeypatch.setattr("referee.reading.intervals.halves.floor_under", lambda *_, **__: None)
    assert _variance(design) - _without(monkeypatch, design) == pytest.approx(added, rel=1e-6)


def test_groups_of_several_classes_see_the_shares_vary_and_get_nothing_added(monkeypatch):
    groups = np.arange(N) % 20
    asked = []
    monkeypatch.setattr("referee.reading.halves.variances.of_training_shares", lambda *given: asked.append(given))
    _variance("halves:repeats=12,passes=1", groups=groups)
    assert asked == []
