"""Bias and variance of predictors, and the luck of the best configuration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import BadInput, Undefined
from referee.estimates import (
    bbc_cv,
    bbc_from_counts,
    domingos,
    kohavi_wolpert,
    squared_decomposition,
    tibshirani_tibshirani,
)
from referee.seeds import stream

labels = st.integers(2, 4).flatmap(lambda k: st.lists(
    st.lists(st.integers(0, k - 1), min_size=6, max_size=6), min_size=2, max_size=9))


def test_squared_bias_variance(worked):
    case = worked("squared-bias-variance")
    made = squared_decomposition(case.inputs.pred, case.inputs.y)
    case.close(made.bias_squared, "bias2")
    case.close(made.variance, "variance")
    case.close(made.error, "mse")
    noisy = squared_decomposition(case.inputs.pred, case.inputs.y, noise=0.5)
    assert noisy.error == pytest.approx(made.error + 0.5)


@given(st.lists(st.lists(st.floats(-9, 9), min_size=4, max_size=4), min_size=1, max_size=8))
def test_squared_parts_add_up(said):
    truth = np.array([1.0, -2.0, 0.5, 3.0])
    made = squared_decomposition(said, truth)
    assert made.error == pytest.approx(((np.array(said) - truth) ** 2).mean())


def test_kohavi_wolpert(worked):
    case = worked("kohavi-wolpert")
    made = kohavi_wolpert(case.inputs.pred_runs_by_case, case.inputs.y)
    case.close(made.error, "error")
    case.close(made.bias_squared, "bias2")
    case.close(made.variance, "variance")
    case.close(made.noise, "sigma2")


@given(labels)
def test_kohavi_wolpert_adds_up_whatever_the_classes_are_called(said):
    said, truth = np.array(said), np.array([0, 1, 0, 1, 1, 0])
    plain, unbiased = kohavi_wolpert(said, truth), kohavi_wolpert(said, truth, unbiased=True)
    assert plain.error == pytest.approx((said != truth).mean())
    assert unbiased.error == pytest.approx(plain.error)
    assert unbiased.variance >= plain.variance - 1e-12
    renamed = kohavi_wolpert(np.array(list("zxya"))[said], np.array(list("zxya"))[truth])
    assert (renamed.bias_squared, renamed.variance) == pytest.approx((plain.bias_squared, plain.variance))


def test_the_unbiased_variance_is_unbiased():
    """Models that say 1 with probability 0.3: the variance of a case is 0.3 × 0.7 (½(1 − ΣP²))."""
    rng = np.random.default_rng(0)
    draws = [kohavi_wolpert(rng.random((4, 50)) < 0.3, np.zeros(50, dtype=bool), unbiased=True) for _ in range(400)]
    plug = [kohavi_wolpert(rng.random((4, 50)) < 0.3, np.zeros(50, dtype=bool)) for _ in range(400)]
    assert np.mean([d.variance for d in draws]) == pytest.approx(0.21, abs=0.003)
    assert np.mean([d.bias_squared for d in draws]) == pytest.approx(0.09, abs=0.003)
    assert np.mean([d.variance for d in plug]) == pytest.approx(0.21 * 3 / 4, abs=0.003)
    with pytest.raises(Undefined, match="two models"):
        kohavi_wolpert([[0, 1]], [0, 1], unbiased=True)


def test_known_class_shares_give_noise():
    shares = np.array([[0.7, 0.3], [0.5, 0.5]])
    made = kohavi_wolpert([[0, 0], [0, 1]], shares)
    assert made.noise == pytest.approx((0.5 * (1 - 0.58) + 0.5 * (1 - 0.5)) / 2)
    # expected error of these models: case 0 is wrong 0.3, case 1 half the time
    assert made.error == pytest.approx((0.3 + 0.5) / 2)
    with pytest.raises(BadInput, match="sum to 1"):
        kohavi_wolpert([[0, 0]], [[0.7, 0.7], [0.5, 0.5]])
    with pytest.raises(BadInput, match="codes"):
        kohavi_wolpert([[0, 2]], shares)


def test_domingos(worked):
    case = worked("domingos")
    made = domingos(case.inputs.pred_runs_by_case, case.inputs.y)
    case.close(made.bias, "bias")
    case.close(made.variance, "variance")
    case.close(made.variance_unbiased, "var_unbiased")
    case.close(made.variance_biased, "var_biased")
    case.close(made.error, "error")
    assert made.ties == 0


@given(labels)
def test_domingos_adds_up_and_counts_ties(said):
    said, truth = np.array(said), np.array([0, 1, 0, 1, 1, 0])
    made = domingos(said, truth)
    assert made.error == pytest.approx(made.bias + made.variance_unbiased - made.variance_biased)
    votes = [np.sort(np.bincount(column, minlength=4)) for column in said.T]
    assert made.ties == sum(v[-1] == v[-2] for v in votes)
    order = np.random.default_rng(0).permutation(len(said))
    assert domingos(said[order], truth) == made


def test_shapes_are_checked():
    for method in (squared_decomposition, kohavi_wolpert, domingos):
        with pytest.raises(BadInput, match="models, cases"):
            method([[0, 1, 1]], [0, 1])
        with pytest.raises(Undefined, match="no predictions"):
            method(np.zeros((0, 3)), [0, 1, 1])


def test_bbc_cv(worked):
    case = worked("bbc-cv")
    counts = np.stack([np.bincount(rows, minlength=6) for rows in case.inputs.bootstrap_rows])
    made = bbc_from_counts(case.inputs.loss_cases_by_config, counts, bounds=(0, 1))
    case.close(made.value, "bbc_estimate")
    case.close(made.naive, "naive_min_cv")
    for row, wanted in zip(counts, case.expected["oob_losses"], strict=True):
        assert bbc_from_counts(case.inputs.loss_cases_by_config, row[None, :], bounds=(0, 1)).value == wanted


def test_bbc_cv_takes_the_luck_out_of_the_best():
    """50 equal configurations; |bias| < 0.25 SE where the naive least error is off by more than 1 SE."""
    naive, corrected = [], []
    for seed in range(60):
        losses = (np.random.default_rng(seed).random((100, 50)) < 0.4).astype(float)
        made = bbc_cv(losses, resamples=200, seed=seed, bounds=(0, 1))
        naive.append(made.naive - 0.4)
        corrected.append(made.value - 0.4)
        assert made.optimism == pytest.approx(made.value - made.naive)
    one_se = np.sqrt(0.24 / 100)
    assert np.mean(naive) < -one_se
    assert abs(np.mean(corrected)) < 0.25 * one_se


def test_bbc_cv_of_one_configuration_is_its_mean():
    losses = stream(1, "test").random((80, 1))
    made = bbc_cv(losses, resamples=2000, seed=1)
    assert made.value == pytest.approx(losses.mean(), abs=0.003)
    assert (made.best, made.n_configurations) == (0, 1)


def test_bbc_cv_counts_resamples_that_leave_nobody_out():
    made = bbc_from_counts([[0.1, 0.2], [0.3, 0.1]], [[1, 1], [2, 0], [0, 2]])
    assert made.notes == ("1 of 3 resamples had no value and are left out",)
    with pytest.raises(Undefined, match="too few cases"):
        bbc_from_counts([[0.1, 0.2], [0.3, 0.1]], [[1, 1]])
    with pytest.raises(BadInput, match="cases, configurations"):
        bbc_cv([0.1, 0.2], seed=1)


def test_tibshirani_tibshirani(worked):
    case = worked("tibshirani-tibshirani")
    made = tibshirani_tibshirani(case.inputs.fold_error_folds_by_config)
    assert made.best == case.expected["best_config"]
    case.close(made.naive, "cv_min")
    case.close(made.bias, "bias")
    case.close(made.value, "corrected")
    with pytest.raises(BadInput, match="folds, configurations"):
        tibshirani_tibshirani([0.1])


@given(st.lists(st.lists(st.floats(0, 1), min_size=3, max_size=3), min_size=2, max_size=8))
def test_the_correction_is_never_negative(errors):
    assert tibshirani_tibshirani(errors).bias >= -1e-12
