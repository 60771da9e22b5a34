"""Net benefit and shares at thresholds: Vickers' formula on scikit-learn's counts, and intervals of their kinds."""

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from referee.errors import BadInput
from referee.estimates import clustered_mean, wilson
from referee.estimates.curves.decision import Cases, at_threshold, net_benefit_at
from referee.seeds import stream

draw = stream(2, "decisions")
POSITIVE = draw.random(200) < 0.3
PROBABILITY = np.clip(0.3 + 0.25 * POSITIVE + 0.2 * draw.normal(size=200), 0, 0.99)
CASES = Cases(positive=POSITIVE, probability=PROBABILITY)


@pytest.mark.parametrize("threshold", [0.1, 0.35, 0.6])
def test_net_benefit_is_the_formula_of_vickers_and_elkin(threshold):
    """Vickers & Elkin (2006), p. 567: TP/n − FP/n · p_t/(1 − p_t)."""
    tn, fp, fn, tp = confusion_matrix(POSITIVE, threshold <= PROBABILITY).ravel()
    found = at_threshold(CASES, threshold)
    odds = threshold / (1 - threshold)
    assert found.net_benefit.value == pytest.approx(tp / 200 - fp / 200 * odds)
    assert found.treat_all == pytest.approx(POSITIVE.mean() - (1 - POSITIVE.mean()) * odds)
    shares = {"sensitivity": (tp, tp + fn), "specificity": (tn, tn + fp), "ppv": (tp, tp + fp), "npv": (tn, tn + fn)}
    for name, (k, n) in shares.items():
        share = getattr(found, name)
        assert share.value == pytest.approx(k / n)
        assert (share.interval.low, share.interval.high) == (wilson(int(k), int(n)).low, wilson(int(k), int(n)).high)


def test_weights_are_respected_and_groups_widen():
    weight = draw.integers(1, 4, 200).astype(float)
    heavy = Cases(positive=POSITIVE, probability=PROBABILITY, weight=weight)
    rows = np.repeat(np.arange(200), weight.astype(int))
    repeated = Cases(positive=POSITIVE[rows], probability=PROBABILITY[rows])
    one, other = at_threshold(heavy, 0.4), at_threshold(repeated, 0.4)
    for name in ("sensitivity", "specificity", "ppv", "npv", "net_benefit"):
        assert getattr(one, name).value == pytest.approx(getattr(other, name).value)
    twin = np.repeat(np.arange(200), 2)
    pairs = Cases(positive=np.repeat(POSITIVE, 2), probability=np.repeat(PROBABILITY, 2), groups=twin)
    found = at_threshold(pairs, 0.4)
    called = pairs.probability >= 0.4
    same = clustered_mean(called[pairs.positive].astype(float), twin[pairs.positive], bounds=(0, 1)).interval
    assert (found.sensitivity.interval.low, found.sensitivity.interval.high) == (same.low, same.high)


def test_nobody_called_has_no_ppv_and_a_net_benefit_of_0_that_is_not_certain():
    found = at_threshold(CASES, 0.9999)
    assert found.ppv.value is None
    assert found.net_benefit.value == 0
    assert found.net_benefit.interval.low < 0 < found.net_benefit.interval.high


def test_one_row_has_numbers_and_no_interval_of_a_mean():
    found = net_benefit_at(Cases(positive=np.array([True]), probability=np.array([0.7])), 0.5)
    assert (found.value, found.interval) == (1.0, None)


@pytest.mark.parametrize("threshold", [0.0, 1.0, 1.2])
def test_a_threshold_lies_between_0_and_1(threshold):
    with pytest.raises(BadInput, match="between 0 and 1"):
        net_benefit_at(CASES, threshold)


@pytest.mark.slow
def test_the_interval_of_net_benefit_holds():
    held = 0
    for seed in range(600):
        draws = stream(seed, "net benefit holds")
        positive = draws.random(200) < 0.3
        called = draws.random(200) < np.where(positive, 0.8, 0.2)
        found = net_benefit_at(Cases(positive=positive, probability=np.where(called, 0.9, 0.01)), 0.25).interval
        held += found.low <= 0.24 - 0.7 * 0.2 / 3 <= found.high
    assert 0.93 < held / 600 < 0.97
