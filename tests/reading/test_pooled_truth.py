"""Pooled scores are near what the same procedure scores on many new rows, where means of parts are far from it.

The setting of the measurements that led to pooling: a logistic model with 10 positives among 100 rows (mean of parts
0.51 where the truth is 0.27), least squares and the mean baseline on 50 rows (R² −0.67 for +0.07, RMSE 5.6% too small).
"""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression

import referee
from referee.metrics import METRICS, Predictions
from referee.seeds import stream

pytestmark = pytest.mark.slow
NEW = 20_000


def of_parts(table, metric):
    """What was told before: the mean over the test parts that have a score."""
    scores = table.scores[table.learners[0], metric]
    return scores.values[scores.kept].mean() if scores.kept.any() else 0.0


def near(found, true, errors=3.0):
    """Whether the mean of paired differences is within so many standard errors of 0."""
    d = np.asarray(found) - np.asarray(true)
    return abs(d.mean()) < errors * d.std(ddof=1) / np.sqrt(d.size) + 0.01 * abs(np.mean(true))


def ten_of_a_hundred(seed, n=100, positives=10):
    rng = stream(seed, "ten of a hundred")
    y = (np.arange(n) < positives).astype(int)
    return rng.normal(size=(n, 4)) + 1.0 * y[:, None] * np.array([1, 1, 0, 0]), y


def test_mcc_and_f1_with_ten_positives():
    pooled, parts, truth = [], [], []
    Z, new = ten_of_a_hundred(1000, NEW, NEW // 10)
    for seed in range(60):
        X, y = ten_of_a_hundred(seed)
        result = referee.evaluate(LogisticRegression(), X, y, metrics=["mcc", "f1"], design="kfold:folds=10", jobs=1,
                                  seed=seed)
        table, name = result.analysis.table, result.analysis.table.learners[0]
        pooled.append([table.scores[name, m].value or 0.0 for m in ("mcc", "f1")])
        parts.append([of_parts(table, m) for m in ("mcc", "f1")])
        kept = stream(seed, "trained on").permutation(100)[:90]
        said = Predictions(truth=new, labels=LogisticRegression().fit(X[kept], y[kept]).predict(Z), n_classes=2)
        truth.append([METRICS[m].score(said) if said.labels.any() else 0.0 for m in ("mcc", "f1")])
    pooled, parts, truth = np.array(pooled), np.array(parts), np.array(truth)
    for m in range(2):
        assert near(pooled[:, m], truth[:, m])
        assert not near(parts[:, m], truth[:, m])
    assert parts[:, 0].mean() > 1.5 * truth[:, 0].mean()          # what pooling is for


def test_r2_and_rmse_of_least_squares_and_of_the_mean():
    pooled, parts, truth, baseline = [], [], [], []
    weight = np.array([0.5, 0.5, 0.0, 0.0, 0.0])
    for seed in range(60):
        rng = stream(seed, "least squares on fifty")
        X, noise = rng.normal(size=(50, 5)), 1.7 * rng.normal(size=50)
        y = X @ weight + noise
        result = referee.compare({"ols": LinearRegression()}, X, y, metrics=["r2", "rmse"], design="kfold:folds=10",
                                 jobs=1, seed=seed)
        table = result.analysis.table
        other = next(name for name in table.learners if name != "ols")
        pooled.append([table.scores["ols", m].value for m in ("r2", "rmse")])
        parts.append([of_parts(table, m) for m in ("r2", "rmse")])
        baseline.append(table.scores[other, "r2"].value)
        model = LinearRegression().fit(X[:45], y[:45])
        Z, more = rng.normal(size=(NEW, 5)), 1.7 * rng.normal(size=NEW)
        said = Predictions(truth=Z @ weight + more, values=model.predict(Z))
        truth.append([METRICS[m].score(said) for m in ("r2", "rmse")])
    pooled, parts, truth = np.array(pooled), np.array(parts), np.array(truth)
    assert abs(pooled[:, 0].mean() - truth[:, 0].mean()) < 0.06
    assert parts[:, 0].mean() < truth[:, 0].mean() - 0.3
    assert near(pooled[:, 1], truth[:, 1])
    assert parts[:, 1].mean() < 0.97 * pooled[:, 1].mean()
    assert -0.1 < min(baseline) < np.mean(baseline) < 0.0
