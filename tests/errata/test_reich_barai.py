"""Errors in Reich & Barai (1999), Evaluating machine learning models for engineering problems. See docs/errata.md."""

import math

import numpy as np
import pytest

from referee.comparisons import Summary, false_alarm_risk, reich_barai
from referee.estimates import squared_decomposition, t_over_replicates
from referee.metrics import mse
from referee.seeds import stream


def test_erratum_17_the_mean_error_is_not_the_mean_squared_error():
    y, said = np.array([1.0, 2.0, 3.0]), np.array([2.0, 2.0, 2.0])
    assert (y - said).mean() == 0
    assert mse(y, said) == pytest.approx(2 / 3)


def test_erratum_18_bias_and_variance_add_up_over_training_sets_not_in_each():
    predictions = stream(18, "erratum").normal(size=(40, 25)) + 1      # 40 training sets, 25 cases
    truth = np.zeros(25)
    parts = squared_decomposition(predictions, truth)
    in_each = (predictions**2).mean(axis=1)
    assert parts.bias_squared + parts.variance == pytest.approx(in_each.mean())
    assert np.abs(in_each - (parts.bias_squared + parts.variance)).max() > 0.3


def test_erratum_19_spread_of_a_predictor_and_of_an_estimate_of_its_error_are_two_things():
    """A predictor that always says 0 has no variance; what a hold-out of 20 rows says of its error has."""
    parts = squared_decomposition(np.zeros((30, 20)), np.ones(20))
    assert parts.variance == 0
    estimates = [mse(y, np.zeros(20)) for y in stream(19, "erratum").normal(size=(30, 20))]
    assert np.std(estimates) > 0.1


def test_erratum_20_the_risk_of_j_judgments_is_not_that_of_one():
    assert false_alarm_risk(1) == pytest.approx(0.05)
    assert false_alarm_risk(15) == pytest.approx(0.5367, abs=5e-5)


def test_erratum_21_three_programs_on_two_data_bases_are_six_comparisons():
    """Pairs of programs within a data base; a program here against another there compares data bases."""
    assert 2 * math.comb(3, 2) == 6
    assert false_alarm_risk(6) == pytest.approx(0.265, abs=5e-4)
    assert math.comb(3 * 2, 2) == 15


def test_erratum_22_means_differ_where_the_interval_leaves_out_zero_on_either_side():
    a, b = Summary(7.91, 0.36, 10), Summary(9.79, 1.46, 10)
    turned = reich_barai(a, b)
    assert turned.p == reich_barai(b, a).p < 0.05
    assert turned.interval.low < turned.interval.high < 0        # its lower bound does not exceed 0


def test_erratum_23_two_rows_of_table_4_cannot_be():
    """sd² ≤ n/(n − 1)·(max − mean)(mean − min), and a mean lies within its range; 100 bootstrap samples."""
    low, high, mean, sd = 0.10, 1.06, 0.60, 1.50                 # .632B, time of failure
    assert math.sqrt(100 / 99 * (high - mean) * (mean - low)) == pytest.approx(0.48, abs=5e-3)
    assert sd > 0.48
    assert math.sqrt(100 / 99 * (10.6 - mean) * (mean - low)) > sd         # with the decimal place that was lost
    low, high, mean = 1.20, 3.22, 6.70                           # .632B, reduction of area
    assert not low <= mean <= high
    assert low <= mean <= 32.2


def test_erratum_24_leave_one_out_is_poorer_than_folds_for_one_output_of_three():
    """Table 2, means: leave-one-out and ten times ten folds."""
    poorer = {name: loo > folds for name, loo, folds in (("K_T", 8.04, 7.91), ("K_Q", 4.21, 4.57), ("η", 3.62, 4.18))}
    assert poorer == {"K_T": True, "K_Q": False, "η": False}


@pytest.mark.slow
def test_erratum_25_intervals_over_repetitions_measure_the_splits_only():
    """Nearest means on 50 rows, ten times ten folds: the interval of eq. 8 should hold the truth 95 times in 100."""
    rng, n, studies, held = stream(25, "erratum"), 50, 120, 0
    for _ in range(studies):
        y = np.arange(n) % 2
        x = rng.normal(size=n) + y
        repetitions = []
        for _ in range(10):
            fold, wrong = rng.permutation(n) % 10, 0
            for k in range(10):
                train = fold != k
                middle = (x[train & (y == 0)].mean() + x[train & (y == 1)].mean()) / 2
                wrong += int(((x[~train] > middle) != (y[~train] == 1)).sum())
            repetitions.append(wrong / n)
        middle = (x[y == 0].mean() + x[y == 1].mean()) / 2
        truth = 0.5 * (math.erfc(middle / math.sqrt(2)) + math.erfc((1 - middle) / math.sqrt(2))) / 2
        said = t_over_replicates(repetitions).interval if np.ptp(repetitions) else None
        held += said is not None and said.low <= truth <= said.high
    assert held / studies < 0.5
