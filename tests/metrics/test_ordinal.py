"""Classes in order: steps away, weighted kappa and the ranked probability score; and counts by their deviance."""

import math

import numpy as np
import pytest
from sklearn import metrics as sk

from referee import metrics
from referee.errors import Undefined
from referee.metrics import METRICS
from referee.seeds import stream


@pytest.mark.parametrize(("home", "draw", "away", "score"), [
    (1.0, 0.0, 0.0, 0.0), (0.9, 0.1, 0.0, 0.0050), (0.5, 0.25, 0.25, 0.15625), (0.5, 0.3, 0.2, 0.1450),
])
def test_the_ranked_probability_score_of_football(home, draw, away, score):
    """By hand, Σ of squared differences of cumulated shares over k − 1: a home win, forecast so."""
    assert metrics.rps([0], [[home, draw, away]]) == pytest.approx(score)


def test_it_is_the_brier_score_of_each_threshold():
    draw = stream(1, "rps")
    truth, said = draw.integers(0, 4, size=50), draw.dirichlet(np.ones(4), size=50)
    truth[:4] = range(4)
    by_hand = np.mean([np.mean((said[:, :j].sum(axis=1) - (truth < j)) ** 2) for j in (1, 2, 3)])
    assert metrics.rps(truth, said) == pytest.approx(by_hand)
    assert metrics.rps(truth > 1, said[:, 2:].sum(axis=1)) == pytest.approx(
        metrics.brier(truth > 1, said[:, 2:].sum(axis=1)))


@pytest.mark.parametrize("distance", ["linear", "quadratic"])
def test_weighted_kappa_is_that_of_scikit_learn(distance):
    draw = stream(2, "kappa")
    truth, said = draw.integers(3, 9, size=80), draw.integers(3, 9, size=80)
    weights = draw.integers(0, 4, size=80)
    assert METRICS[f"kappa:distance={distance}"].ordered
    assert metrics.kappa(truth, said, weights, distance=distance) == pytest.approx(
        sk.cohen_kappa_score(truth, said, weights=distance, sample_weight=weights))


def test_steps_away_count_places_in_the_order():
    assert metrics.ordinal_mae([0, 1, 2, 3], [0, 3, 2, 2]) == 0.75
    assert metrics.ordinal_mae(["low", "high"], ["high", "high"], classes=["low", "medium", "high"]) == 1.0
    assert metrics.ordinal_mae([1, 1, 5], [1, 5, 5], classes=[1, 2, 5]) == pytest.approx(2 / 3)


def test_the_deviance_of_counts_is_that_of_scikit_learn():
    truth, said, weights = [0, 2, 5, 0, 9], [0.5, 1.5, 5.0, 0.1, 4.0], [1, 2, 3, 1, 2]
    assert metrics.poisson_deviance(truth, said, weights) == pytest.approx(
        sk.mean_poisson_deviance(truth, said, sample_weight=weights))
    assert metrics.poisson_deviance([0, 2], [0.0, 2.0]) == 0.0
    assert metrics.poisson_deviance([0], [3.0]) == pytest.approx(6.0)
    assert metrics.poisson_deviance([1], [math.e]) == pytest.approx(2 * (math.e - 2))
    for truth, said, sentence in (([1, 2], [0.0, 2.0], "predicted 0 in 1 row"), ([1, 2], [1.0, -1.0], "below 0"),
                                  ([-1, 2], [1.0, 1.0], "truth is below 0")):
        with pytest.raises(Undefined, match=sentence):
            metrics.poisson_deviance(truth, said)
