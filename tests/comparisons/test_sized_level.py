"""The corrected t on samples that do not use all rows: what stands for the training part, and the level it holds."""

import numpy as np
import pytest

import referee
from referee.comparisons.two_models.corrected_t import corrected_t_of
from referee.data import load
from referee.seeds import stream


def test_the_rows_beside_the_test_part_stand_for_the_training_part():
    result = referee.compare(["gaussian-nb"], load("wine"), design="sized:train=30,test=40,repeats=4", jobs=1)
    found = dict(result["gaussian-nb", "prior"].comparison.details)
    assert found["test_per_train"] == pytest.approx(40 / (178 - 40))


def test_where_all_rows_are_used_it_is_the_usual_correction():
    result = referee.compare(["gaussian-nb"], load("wine"), design="sized:train=138,test=40,repeats=4", jobs=1)
    assert dict(result["gaussian-nb", "prior"].comparison.details)["test_per_train"] == pytest.approx(40 / 138)


def discriminant(X, y):
    """Linear discriminant analysis of two classes."""
    low, high = X[y == 0].mean(axis=0), X[y == 1].mean(axis=0)
    centred = X - np.where(y[:, None] == 1, high, low)
    w = np.linalg.solve(centred.T @ centred / len(y), high - low)
    return lambda T: (T - (low + high) / 2) @ w > 0


def rejected(draw, n, train, test, repeats=10):
    """Two learners that are equally good by symmetry: each sees five features, alike in law."""
    y = draw.integers(2, size=n)
    X = draw.normal(size=(n, 10))
    X[:, [0, 5]] += 0.35 * (2 * y - 1)[:, None]
    differences = []
    for _ in range(repeats):
        rows = draw.permutation(n)
        tested, trained = rows[:test], rows[test: test + train]
        right = [(discriminant(X[trained, part], y[trained])(X[tested, part]) == y[tested]).mean()
                 for part in (slice(0, 5), slice(5, 10))]
        differences.append(right[0] - right[1])
    return corrected_t_of(differences, n_train=n - test, n_test=test).p <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize(("train", "test"), [(40, 40), (100, 100), (200, 100)])
def test_a_true_null_is_rejected_no_more_often_than_said(train, test):
    draw = stream(0, "sized-level", train, test)
    share = np.mean([rejected(draw, 400, train, test) for _ in range(1000)])
    assert 0.01 < share < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 1000)
