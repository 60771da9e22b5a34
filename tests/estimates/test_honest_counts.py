"""What estimates must hold whatever the learner does: bounds, widths, invariance; and nothing is lost in silence."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import referee
from referee.estimates import BootstrapFits, bootstrap_632, bootstrap_632plus, cv_clt, leave_one_out_bootstrap
from referee.seeds import stream

pytestmark = pytest.mark.slow


class Oracle(ClassifierMixin, BaseEstimator):
    """Reads the label off the first feature, or always says the other one."""

    def __init__(self, wrong=False):
        self.wrong = wrong

    def fit(self, X, y):  # noqa: ARG002
        self.classes_ = np.array([0, 1])
        return self

    def predict(self, X):
        return (X[:, 0] > 0).astype(int) ^ int(self.wrong)


def sure(n=40):
    X = stream(1, "honest counts").normal(size=(n, 2))
    return X, (X[:, 0] > 0).astype(int)


@pytest.mark.usefixtures("few_repeats")
@pytest.mark.parametrize("wrong", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_perfect_and_a_hopeless_model_have_intervals_with_a_width_within_bounds(wrong):
    X, y = sure()
    column = referee.panorama(Oracle(wrong), X, y, metrics="accuracy", resamples=10, jobs=1).panorama.columns[0]
    found = [line.interval for line in column.lines if line.interval is not None]
    assert len(found) >= 8
    for design in ("nested:folds=5,repeats=2", "kfold:folds=5", "holdout:test=0.3", "holdout:test=0.2,repeats=4"):
        made = referee.evaluate(Oracle(wrong), X, y, metrics="accuracy", design=design, jobs=1)
        found += [e.interval for name, e in made.estimates.items() if name != "prior"]
        found += [e.interval for e in made.analysis.fold_models.values()]
    for interval in found:
        assert 0 <= interval.low < interval.high <= 1, interval


def test_the_order_of_cases_changes_no_interval():
    rng = stream(2, "honest counts")
    full, losses = rng.integers(0, 2, 30), rng.integers(0, 2, (40, 30))
    counts = np.stack([np.bincount(rng.integers(0, 30, 30), minlength=30) for _ in range(40)])
    order = rng.permutation(30)
    made = [BootstrapFits(full=full[o], losses=losses[:, o], counts=counts[:, o]) for o in (np.arange(30), order)]
    for method in (bootstrap_632, leave_one_out_bootstrap, lambda f: bootstrap_632plus(f, no_information=0.5)):
        one, other = (method(fits) for fits in made)
        assert (one.value, one.interval.low, one.interval.high) == pytest.approx(
            (other.value, other.interval.low, other.interval.high))
    one, other = cv_clt(full.astype(float)), cv_clt(full[order].astype(float))
    assert (one.value, one.interval) == (other.value, other.interval)


def test_the_order_of_rows_and_the_names_of_classes_change_nothing_in_leave_one_out():
    X = stream(3, "honest counts").normal(size=(40, 2))
    y = (X[:, 0] + 0.5 * X[:, 1] > 0.3).astype(int)
    order = stream(4, "honest counts").permutation(40)
    made = [referee.evaluate("lda", a, b, metrics=["accuracy", "log_loss"], design="loo", jobs=1).table()
            for a, b in ((X, y), (X[order], y[order]), (X, np.array(["no", "yes"])[y]))]
    for other in made[1:]:
        assert other["value"].tolist() == pytest.approx(made[0]["value"].tolist())
        assert other["high"].tolist() == pytest.approx(made[0]["high"].tolist())


class Wild(Oracle):
    """Fails where a row was drawn twice and too often, and says NaN where another thing is."""

    def fit(self, X, y):
        _, times = np.unique(X[:, 0], return_counts=True)
        if times.max() > 4:
            raise RuntimeError("diverged")
        self.nan_ = times.max() == 4
        return super().fit(X, y)

    def predict_proba(self, X):
        p = np.full((len(X), 2), 0.5)
        return p * np.nan if self.nan_ else p


@pytest.mark.usefixtures("few_repeats")
def test_diverged_and_nan_samples_are_counted_in_the_panorama():
    X, y = sure()
    result = referee.panorama(Wild(), X, y, metrics="accuracy", resamples=30, jobs=1)
    line = next(line for line in result.panorama.columns[0].lines if line.name == "632plus")
    assert 0 < line.lost < 30
    assert any("diverged" in why for why in line.why_lost)
    assert any("NaN" in why for why in line.why_lost)
    assert result.failed
    assert f"{line.lost} of 30 bootstrap fits were lost" in str(result)


@pytest.mark.usefixtures("few_repeats")
def test_training_parts_without_a_class_are_counted():
    X = np.arange(40.0)[:, None]
    y = np.where(np.arange(40) == 7, "rare", np.where(np.arange(40) % 2, "odd", "even"))
    seen = referee.panorama("tree", X, y, metrics="accuracy", resamples=10, jobs=1)
    assert seen.panorama.lacking > 0
    assert f"{seen.panorama.lacking} of {len(seen.panorama.plan.entries)} training parts lack a class" in str(seen)
    found = referee.evaluate("tree", X, y, metrics="accuracy", design="kfold:folds=5,stratified=false", jobs=1)
    assert "1 of 5 training parts lack a class altogether" in str(found)
    whole = referee.evaluate("lda", "iris", metrics="accuracy", design="kfold:folds=3", jobs=1)
    assert "lack a class" not in str(whole)
