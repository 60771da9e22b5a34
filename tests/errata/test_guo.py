"""Errors in Guo's thesis, An experimental study of machine learning evaluation methods. See docs/errata.md."""

import math

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from referee.comparisons._laws import reach
from referee.data import load
from referee.lab.thesis import AGES
from referee.metrics import accuracy, bir, brier, kononenko_bratko, log_loss, recall
from referee.seeds import stream

HALF = [0.5, 0.5]


def test_erratum_26_information_gained_is_positive():
    assert kononenko_bratko([1], [0.8], prior=HALF) == pytest.approx(math.log2(0.8) - math.log2(0.5))
    assert math.log2(0.5) - math.log2(0.8) < 0                  # as eq. 2.3 prints it


def test_erratum_27_information_of_a_misleading_answer_is_negative():
    assert kononenko_bratko([1], [0.2], prior=HALF) == pytest.approx(math.log2(0.5) - math.log2(0.8))
    assert -math.log2(0.5) - math.log2(0.8) > 0                 # as eq. 2.4 prints it


def test_erratum_28_the_branch_is_by_the_true_class_against_its_prior():
    """The right class is predicted, but with less than its prior: the answer misleads."""
    assert kononenko_bratko([1], [0.6], prior=[0.1, 0.9]) < 0
    assert kononenko_bratko([1], [0.4], prior=[0.8, 0.2]) > 0   # the wrong class is predicted, and yet it informs


def test_erratum_29_the_reward_of_a_class_is_by_what_is_true_not_by_what_is_predicted():
    p, prior = [0.2, 0.5, 0.3], [0.4, 0.3, 0.3]
    by_hand = (math.log2(0.2 / 0.4) + math.log2(0.5 / 0.7) + math.log2(0.7 / 0.7)) / 3
    assert bir([0], [p], prior=prior) == pytest.approx(by_hand)


def test_erratum_30_the_prior_earns_nothing_and_one_hot_votes_lose():
    truth, prior = np.repeat([0, 1, 2], [60, 30, 10]), [0.6, 0.3, 0.1]
    assert bir(truth, np.tile(prior, (100, 1)), prior=prior) == pytest.approx(0, abs=1e-12)
    votes = np.tile(np.array([1 + 1, 1, 1]) / 4, (100, 1))      # the majority as certain, then Laplace-smoothed
    assert bir(truth, votes, prior=prior) == pytest.approx(-0.0476, abs=5e-5)
    assert bir(truth, np.tile([0.98, 0.01, 0.01], (100, 1)), prior=prior) < -0.8       # nearly certain votes


def test_erratum_31_the_share_of_equal_labels_is_accuracy():
    truth, said = np.array([1, 2, 3, 3]), np.array([1, 2, 3, 1])
    assert accuracy(truth, said) == np.mean(truth == said) == 0.75
    assert np.mean((truth - said) ** 2) == 1.0


def test_erratum_32_a_false_negative_is_an_actual_positive():
    """Recall is TP/(TP + FN): two positives, one of which was called negative."""
    assert recall(["+", "+", "-", "-", "-"], ["+", "-", "+", "+", "-"], positive="+") == pytest.approx(1 / 2)


def test_erratum_33_the_prior_is_the_denominator_and_a_probability_of_zero_hurts_in_the_logarithm():
    low = [bir([1], [p], prior=HALF) for p in (1e-3, 1e-6, 1e-9)]
    assert low == sorted(low, reverse=True)
    assert low[2] == pytest.approx(math.log2(1e-9 / 0.5), rel=1e-6)
    assert bir([1], [0.5], prior=[1 - 1e-9, 1e-9]) == pytest.approx(math.log2(0.5 / 1e-9), rel=1e-6)


def test_erratum_34_a_prior_of_all_rows_knows_the_test_labels():
    train = np.repeat([0, 1], [50, 50])
    def prior(labels):
        return np.bincount(labels, minlength=2) / len(labels)
    scores = {}
    for name, labels in (("training", train), ("all", np.append(train, np.ones(100, int)))):
        scores[name] = log_loss(np.ones(100, int), np.full(100, prior(labels)[1]))
    assert scores["training"] == pytest.approx(math.log(2))
    assert scores["all"] < scores["training"]             # the "prior" got better by the labels it was to be tested on


def test_erratum_35_the_number_of_repeats_that_looks_best_covers_less():
    """The shortest of the 95% intervals after 3 to 20 repeats, of runs that are independent and normal."""
    runs, held = stream(35, "erratum").normal(size=(600, 20)), []
    reaches = {i: reach(0.95, i - 1) / math.sqrt(i) for i in range(3, 21)}
    for row in runs:
        widths = [(wide * row[:i].std(ddof=1), row[:i].mean()) for i, wide in reaches.items()]
        half, mean = min(widths)
        held.append(abs(mean) <= half)
    assert np.mean(held) < 0.9


def test_erratum_36_a_support_vector_machine_is_for_several_classes_once_it_is_scaled():
    wine = load("wine")
    x, y = np.asarray(wine.require_features().matrix, float), np.asarray(wine.y)
    plain, scaled = (cross_val_score(model, x, y, cv=5).mean() for model in (
        SVC(), make_pipeline(StandardScaler(), SVC())))
    assert plain < 0.75
    assert scaled > 0.95


def test_erratum_37_sums_and_groups():
    assert 1599 + 4893 == 6492                                  # printed: 6488
    assert 4898 - 5 == 4893                                     # white wine without quality 9
    most = [top for top, _ in AGES]
    assert most == sorted(set(most))                            # five groups that do not overlap
    assert len(AGES) == 5


def test_erratum_38_the_brier_score_is_strictly_proper_and_logarithms_punish_certainty_harder():
    q = 0.3
    said = np.linspace(0.01, 0.99, 99)
    for score in (brier, log_loss):
        expected = [q * score([1], [p]) + (1 - q) * score([0], [p]) for p in said]
        assert said[int(np.argmin(expected))] == pytest.approx(q)
    assert brier([1], [1e-9]) == pytest.approx(1, abs=1e-6)
    assert log_loss([1], [1e-9]) > 20
