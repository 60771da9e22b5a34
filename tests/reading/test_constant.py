"""A constant forecaster: its interval is that of the rows, or there is nothing to cover; by what it says."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor

import referee
from referee.estimates import wilson
from referee.estimates.proportions.class_shares import class_shares_interval
from referee.metrics import METRICS as METRICS_BY_NAME
from referee.seeds import stream


def rows(n, share, seed=1):
    rng = stream(seed, "constant", n)
    return rng.normal(size=(n, 2)), (np.arange(n) < round(share * n)).astype(int)


METRICS = ["accuracy", "roc_auc", "balanced_accuracy", "log_loss", "f1"]


def estimates(learner, X, y, design="kfold:folds=10,repeats=2", metrics=METRICS):
    result = referee.evaluate(learner, X, y, metrics=metrics, design=design, jobs=1)
    return {m: result.analysis.estimates[next(iter(result.analysis.learners)), m] for m in metrics}


# A tree whose leaves must hold all rows never splits: a constant that is no baseline by name.
@pytest.mark.parametrize("learner", ["prior", "tree:min_samples_leaf=1000"])
def test_the_accuracy_of_a_constant_is_a_proportion(learner):
    X, y = rows(100, 0.3)
    found = estimates(learner, X, y)
    exact = wilson(70, 100)
    assert found["accuracy"].value == pytest.approx(0.7)
    assert (found["accuracy"].interval.low, found["accuracy"].interval.high) == pytest.approx((exact.low, exact.high))
    for name in ("roc_auc", "balanced_accuracy"):
        assert found[name].interval is None
        assert "0.5 by construction, whatever the rows" in found[name].reason
    loss = found["log_loss"]
    law = class_shares_interval(METRICS_BY_NAME["log_loss"], 30, 100, 90)
    assert loss.interval == law
    assert loss.interval.low < loss.value < loss.interval.high


@pytest.mark.parametrize("design", [None, "kfold:folds=10,repeats=2"])
@pytest.mark.parametrize("positives", [47, 50, 53])
def test_near_equal_classes_it_is_told_that_another_sample_would_say_the_other(design, positives):
    """F1 is 0 or ⅔, as the larger class happens to be; the loss at ½ is the largest of all, and has no slope there."""
    X, y = rows(100, positives / 100)
    found = estimates("prior", X, y, design=design, metrics=["log_loss", "brier", "f1"])
    for made in found.values():
        assert made.interval.method == "law of the class shares"
        assert made.interval.low <= made.value <= made.interval.high
    assert np.log(2) in found["log_loss"].interval
    assert found["f1"].interval.high - found["f1"].interval.low > 0.6


def test_far_from_it_the_larger_class_is_sure():
    X, y = rows(100, 0.1)
    found = estimates("prior", X, y, design=None)
    assert found["f1"].interval is None
    assert "0 by construction" in found["f1"].reason


def test_the_larger_class_without_its_share():
    X, y = rows(60, 0.4)
    found = estimates({"larger": DummyClassifier(strategy="most_frequent")}, X, y, metrics=["brier"])["brier"]
    assert found.interval == class_shares_interval(METRICS_BY_NAME["brier"], 24, 60, 54, hard=True)


def test_other_constants_groups_and_several_classes_have_no_such_law():
    X, y = rows(60, 0.4)
    always = {"always 1": DummyClassifier(strategy="constant", constant=1)}
    assert estimates(always, X, y, metrics=["log_loss"])["log_loss"].interval.method == "t"
    three = estimates("prior", X, np.arange(60) % 3, metrics=["log_loss"])["log_loss"]
    assert three.interval is None or three.interval.method != "law of the class shares"
    grouped = referee.evaluate("prior", X, y, groups=np.arange(60) // 3, metrics=["brier"], jobs=1)
    assert next(iter(grouped.analysis.estimates.values())).interval.method != "law of the class shares"


def test_on_one_test_set_too():
    X, y = rows(100, 0.3)
    found = estimates("prior", X, y, design="holdout:test=0.5")
    assert found["roc_auc"].interval is None
    assert "by construction" in found["roc_auc"].reason
    assert found["accuracy"].interval.method == "Wilson"


def test_a_learner_that_answers_row_by_row_keeps_its_interval():
    X, y = rows(100, 0.3)
    found = estimates("gaussian-nb", X, y, metrics=["accuracy", "roc_auc"])
    assert found["accuracy"].interval.method == "corrected resampled t"
    assert found["roc_auc"].interval is not None


def test_the_mean_of_the_target():
    X, _ = rows(60, 0.5)
    y = stream(2, "target").normal(size=60)
    found = estimates("mean", X, y, metrics=["rmse", "r2"])
    assert found["rmse"].interval.method == "t"
    assert found["r2"].interval is None
    assert "R² is 0 by construction, whatever the rows" in found["r2"].reason


def test_the_mean_over_halves_and_of_two_targets():
    X, _ = rows(60, 0.5)
    y = stream(2, "targets").normal(size=(60, 2))
    for targets in (y[:, 0], y[:, 1]):
        found = estimates("mean", X, targets, design=None, metrics=["rmse", "r2"])
        assert found["r2"].interval is None
        assert "by construction" in found["r2"].reason
        assert found["rmse"].interval.low < found["rmse"].value < found["rmse"].interval.high


def test_a_constant_far_from_the_mean_has_an_r2_of_its_own():
    X, _ = rows(60, 0.5)
    y = stream(2, "skewed").exponential(size=60) ** 2
    found = estimates({"median": DummyRegressor(strategy="median")}, X, y, design=None, metrics=["r2"])
    assert found["r2"].interval is not None


@pytest.mark.slow
@pytest.mark.parametrize(("n", "share"), [(100, 0.3), (200, 0.7), (100, 0.1)])
def test_coverage_of_the_accuracy_of_a_constant(n, share):
    """It was 0.43 to 0.58 by the corrected t over 10×10 folds."""
    rng, held = stream(5, "coverage", n), []
    for _ in range(150):
        y = (rng.random(n) < share).astype(int)
        folds = min(5, *np.bincount(y, minlength=2))       # a class must reach every fold
        made = estimates("prior", rng.normal(size=(n, 1)), y, design=f"kfold:folds={folds}", metrics=["accuracy"])
        held.append(max(share, 1 - share) in made["accuracy"].interval)
    assert np.mean(held) >= 0.95 - 3 * (0.95 * 0.05 / 150) ** 0.5
