"""Scores that are no mean, linearised: against DeLong, against the bootstrap, and the level of the test made of it."""

import numpy as np
import pytest

from referee.estimates import delong
from referee.estimates.resampling.linearised import can_be_linearised, linearised
from referee.metrics import METRICS, Predictions
from referee.metrics.score_order import ascending_order
from referee.reading.intervals.one_test_set import interval_over_rows
from referee.seeds import stream

NAMES = ["roc_auc", "f1_macro", "mcc", "balanced_accuracy", "r2"]


def drawn(n, seed=0, k=4, name="roc_auc"):
    random = stream(seed, "linearised", n)
    if name == "r2":
        truth = random.normal(size=n)
        return Predictions(truth=truth, values=truth + random.normal(size=n) / 2)
    truth = random.integers(0, k, n)
    p = random.dirichlet(np.ones(k), n) + 0.4 * np.eye(k)[truth]
    p = np.round(p / p.sum(axis=1, keepdims=True), 2) + 1e-3
    p /= p.sum(axis=1, keepdims=True)
    return Predictions(truth=truth, probabilities=p, labels=p.argmax(axis=1), n_classes=k)


def rows(p, which):
    cut = {name: None if getattr(p, name) is None else getattr(p, name)[which]
           for name in ("truth", "probabilities", "labels", "values")}
    return Predictions(**cut, n_classes=p.n_classes)


@pytest.mark.parametrize("name", NAMES)
def test_the_mean_is_the_score(name):
    said = drawn(500, name=name)
    assert linearised(METRICS[name], said).mean() == pytest.approx(METRICS[name].score(said), abs=1e-8)


def test_two_classes_are_delongs():
    random = stream(3, "delong")
    truth = random.integers(0, 2, 400)
    scores = np.round(truth + random.normal(size=400), 1)           # with ties
    theirs = delong(truth, scores)
    ours = linearised(METRICS["roc_auc"], Predictions(truth=truth, scores=scores, n_classes=2))
    m = truth.sum()
    hits, misses = ours[truth == 1], ours[truth == 0]
    placed = [(m / 400) * (hits - theirs.value), (1 - m / 400) * (misses - theirs.value)]
    again = sum(part.var(ddof=1) / part.size for part in placed) ** 0.5
    assert again == pytest.approx(theirs.standard_error, rel=1e-10)
    assert ours.std() / 20 == pytest.approx(theirs.standard_error, rel=0.01)


@pytest.mark.parametrize("name", NAMES)
def test_the_standard_error_is_the_bootstraps(name):
    said, n = drawn(2000, seed=1, name=name), 2000
    random = stream(5, "bootstrap", name)
    drawn_again = [METRICS[name].score(rows(said, random.integers(n, size=n))) for _ in range(200)]
    assert linearised(METRICS[name], said).std() / n**0.5 == pytest.approx(np.std(drawn_again), rel=0.2)


def test_what_can_be():
    assert can_be_linearised(METRICS["roc_auc"])
    assert not can_be_linearised(METRICS["accuracy"])       # a mean already
    assert not can_be_linearised(METRICS["roc_auc_ovo"])


def test_many_rows_get_it_and_few_the_bootstrap():
    assert "infinitesimal jackknife" in interval_over_rows(METRICS["mcc"], drawn(2000), seed=1).method
    assert "BCa" in interval_over_rows(METRICS["mcc"], drawn(200), seed=1).method
    groups = np.arange(2000) // 4
    assert "clustered" in interval_over_rows(METRICS["mcc"], drawn(2000), groups, seed=1).method


@pytest.mark.parametrize("scores", [
    lambda r: r.random(20_000), lambda r: r.normal(size=20_000), lambda r: np.round(r.random(20_000), 2),
    lambda r: 1 + 1e-12 * r.normal(size=20_000), lambda r: np.where(r.random(20_000) < 0.5, -0.0, 0.0),
    lambda r: r.normal(size=20_000) * 10.0 ** r.integers(-300, 300, 20_000),
], ids=["uniform", "normal", "ties", "close", "zeros", "all sizes"])
def test_the_fast_order_is_the_order(scores):
    values = scores(stream(2, "order"))
    order = ascending_order(values)
    assert np.array_equal(np.sort(order), np.arange(values.size))
    assert np.array_equal(values[order], np.sort(values))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["roc_auc", "f1_macro"])
def test_coverage(name):
    """95% intervals on 2000 rows of four classes hold the value on 400,000 rows about 95 times in a hundred."""
    truth = METRICS[name].score(drawn(400_000, seed=9))
    inside = [truth in interval_over_rows(METRICS[name], drawn(2000, seed=s + 20), seed=1) for s in range(400)]
    assert 0.92 <= np.mean(inside) <= 0.98
