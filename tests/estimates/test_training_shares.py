"""What the class shares in training add to a score: beside derivatives by hand, and beside learners trained anew."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.estimates.halves.training_shares import (
    added_by_training_shares,
    class_means,
    influence_of_training_shares,
)
from referee.estimates.resampling.linearised import slopes_of_table
from referee.metrics import METRICS, Predictions
from referee.reading.halves.training_shares import moves_with_shares, of_training_shares
from referee.seeds import stream


def _odds_times(rate, factor):
    return rate * factor / (rate * factor + 1 - rate)


def _f1(positive, hit, alarm):
    found = positive * hit
    return 2 * found / (found + (1 - positive) * alarm + positive)


def test_f1_moves_as_the_odds_of_saying_a_class_do():
    table = np.array([[60.0, 20.0], [8.0, 12.0]])                   # alarms ¼ of 80, hits 0.6 of 20
    value, slopes = slopes_of_table(METRICS["f1"], table.ravel(), 2)
    truth, label = np.divmod(np.arange(4), 2)
    found = influence_of_training_shares(value + slopes, np.eye(2)[label], truth, times=table.ravel())
    step = 1e-5
    up, down = (_f1(0.2, _odds_times(0.6, f), _odds_times(0.25, f)) for f in (np.exp(step), np.exp(-step)))
    assert found[1] == pytest.approx((up - down) / (2 * step) / 0.2, rel=1e-6)
    assert found[0] == pytest.approx(-(up - down) / (2 * step) / 0.8, rel=1e-6)


def test_the_brier_score_of_one_answer_for_all_rows_moves_by_itself():
    """q = 0.3 said of 20 positives and 80 others: d/ds of 0.2 (1 − q)² + 0.8 q², with dq/ds = q(1 − q)."""
    truth = np.arange(100) // 80
    said = Predictions(truth=truth, n_classes=2, labels=np.zeros(100, dtype=int),
                       probabilities=np.tile([0.7, 0.3], (100, 1)))
    metric = METRICS["brier"]
    found = of_training_shares(metric, said, metric.per_row(said))
    slope = (-2 * 0.2 * 0.7 + 2 * 0.8 * 0.3) * 0.3 * 0.7
    factor = metric.score(said) / (0.2 * 0.7**2 + 0.8 * 0.3**2)      # over both classes, or over one
    assert found == pytest.approx(np.array([-slope / 0.8, slope / 0.2]) * factor, rel=1e-5)


@given(seed=st.integers(0, 10_000), n=st.integers(2, 40), k=st.integers(2, 5))
def test_over_the_rows_it_is_0_on_average(seed, n, k):
    random = np.random.default_rng(seed)
    classes, said = random.integers(k, size=n), random.dirichlet(np.ones(k), size=n)
    metric = METRICS["log_loss"]
    said_of = Predictions(truth=classes, n_classes=k, labels=said.argmax(axis=1), probabilities=said)
    found = of_training_shares(metric, said_of, metric.per_row(said_of))
    if np.bincount(classes, minlength=k).all():         # what is said of a class without rows has nowhere to go
        assert found[classes].mean() == pytest.approx(0, abs=1e-6)
    assert np.isfinite(found).all()


def test_a_constant_is_not_moved_and_a_missing_class_counts_for_nothing():
    truth, said = np.array([0, 0, 1, 1]), np.eye(3)[[1, 1, 1, 1]]
    assert influence_of_training_shares((truth == 1) * 1.0, said, truth).tolist() == [0, 0, 0]
    assert class_means(np.array([1.0, 3.0]), np.array([0, 0]), np.ones(2), 2).tolist() == [2, 0]


def test_shares_that_pull_both_ways_take_nothing_away():
    shares, tested = np.array([0.5, 0.5]), np.array([0.2, -0.2])
    assert added_by_training_shares(tested, -tested / 2, shares, 50) == 0
    assert added_by_training_shares(tested, tested, shares, 50) == pytest.approx(3 * 0.04 / 49)


def test_what_orders_rows_is_left_alone():
    assert [moves_with_shares(METRICS[name]) for name in ("accuracy", "f1", "brier", "roc_auc", "rmse")] == [
        True, True, True, False, False]


def test_beside_nearest_neighbours_that_are_trained_on_other_shares():
    """Accuracy of 1-NN with 10% positives: 200 samples each at 6% and 14%, no formula in between."""
    random = stream(3, "training shares")
    truth = (np.arange(400) >= 360).astype(int)

    def labels(positives):
        said = np.empty((200, 400), dtype=int)
        for one in said:
            y = (np.arange(100) < positives).astype(int)
            X = random.normal(size=(100, 2)) + 1.4 * y[:, None]
            new = random.normal(size=(400, 2)) + 1.4 * truth[:, None]
            one[:] = y[((new[:, None] - X) ** 2).sum(axis=2).argmin(axis=1)]
        return said

    few, usual, many = (labels(positives) for positives in (6, 10, 14))
    measured = ((many == truth).mean() - (few == truth).mean()) / (np.log(14 / 86) - np.log(6 / 94))
    every = np.tile(truth, 200)
    found = influence_of_training_shares((usual == truth).ravel() * 1.0, np.eye(2)[usual.ravel()], every)
    assert measured < -0.01
    assert 0.6 < 0.1 * found[1] / measured < 1.6
