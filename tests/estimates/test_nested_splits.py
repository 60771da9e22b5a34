"""The designs for an interval of the procedure's risk, from stored predictions to the array-level methods."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression

import referee
from referee.data import load
from referee.designs import make_plan
from referee.errors import NotJustified
from referee.estimates import OuterFold, conservative_z, nested_cv
from referee.kinds import Estimand
from referee.seeds import stream


def table(n=60, seed=2):
    rng = stream(seed, "nested test")
    X = rng.normal(size=(n, 3))
    return X, X @ [1.0, 0.5, 0.0] + rng.normal(size=n)


def evaluated(X, y, design, metrics, learner="linear", **more):
    return referee.evaluate(learner, X, y, design=design, metrics=metrics, jobs=1, **more).analysis


@pytest.mark.parametrize(("seed", "inside"), [(2, False), (5, True)])
def test_nested_cross_validation_is_that_of_the_paper_refitted_without_the_pair_trick(seed, inside):
    """Bates, Hastie & Tibshirani 2023: inside each outer fold's training rows, a CV over the other folds.

    Once with a standard error at its lower bound, which says nothing of the inner losses, and once inside the bounds.
    """
    X, y = table(seed=seed)
    folds = []
    splits = {s.label: s for s in make_plan("nested:folds=4,repeats=3", load(X, y=y), seed=0).splits()}
    for r in range(3):
        heaps = [splits[f"{r}/{f}"].test for f in range(4)]
        for f in range(4):
            rest = np.setdiff1d(np.arange(60), heaps[f])
            model = LinearRegression().fit(X[rest], y[rest])
            outer = (model.predict(X[heaps[f]]) - y[heaps[f]]) ** 2
            inner = []
            for g in range(4):
                if g != f:
                    train = np.setdiff1d(rest, heaps[g])
                    model = LinearRegression().fit(X[train], y[train])
                    inner.append((model.predict(X[heaps[g]]) - y[heaps[g]]) ** 2)
            folds.append(OuterFold(outer=outer, inner=np.concatenate(inner)))
    by_hand = nested_cv(folds, n=60, n_folds=4, bounds=(0, np.inf))
    low, high = by_hand.error_bounds
    assert (low < by_hand.standard_error < high) is inside
    found = evaluated(X, y, "nested:folds=4,repeats=3", ["mse", "rmse", "r2"])
    mse, rmse, r2 = (found.estimates["linear", name] for name in ("mse", "rmse", "r2"))
    assert mse.value == pytest.approx(by_hand.value)
    assert (mse.interval.low, mse.interval.high) == pytest.approx((by_hand.interval.low, by_hand.interval.high))
    assert rmse.value == pytest.approx(by_hand.value**0.5)
    assert rmse.interval.high == pytest.approx(by_hand.interval.high**0.5)
    assert mse.estimand is Estimand.PROCEDURE
    assert r2.interval.method == "corrected resampled t (centred on this score)"      # no mean over rows: outer folds
    errors = [sum(fold.outer.sum() for fold in folds[4 * r : 4 * r + 4]) for r in range(3)]       # of each pass
    assert r2.value == pytest.approx(1 - np.mean(errors) / ((y - y.mean()) ** 2).sum())


def test_conservative_z_reads_the_labels_of_its_halves():
    X, y = table(80)
    splits = {s.label: s for s in make_plan("conservative-z:splits=2,halvings=3", load(X, y=y), seed=0).splits()}

    def mae(label):
        s = splits[label]
        model = LinearRegression().fit(X[s.train_rows], y[s.train_rows])
        return np.abs(model.predict(X[s.test]) - y[s.test]).mean()

    halves = [[np.mean([mae(f"0/{m}.{h}-{j}") for j in range(2)]) for h in range(2)] for m in range(3)]
    by_hand = conservative_z(np.mean([mae("0/0"), mae("0/1")]), halves, bounds=(0, np.inf))
    made = evaluated(X, y, "conservative-z:splits=2,halvings=3", ["mae"]).estimates["linear", "mae"]
    assert made.value == pytest.approx(by_hand.value)
    assert (made.interval.low, made.interval.high) == pytest.approx((by_hand.interval.low, by_hand.interval.high))


def test_groups_get_the_corrected_t_over_outer_folds():
    X, y = table(60)
    frame = pd.DataFrame(X, columns=list("abc")).assign(y=y, who=np.arange(60) % 12)
    found = referee.evaluate("linear", frame, target="y", groups="who", design="nested:folds=4,repeats=2",
                             metrics="mae", jobs=1)
    assert found.estimates["linear"].interval.method == "corrected resampled t"


def test_a_baseline_without_spread_keeps_its_value_and_says_why_there_is_no_interval():
    X, _ = table(60)
    found = evaluated(X, (np.arange(60) % 2).astype(str), "nested:folds=5,repeats=2", ["log_loss"], "prior")
    made = found.estimates["prior", "log_loss"]
    assert made.value == pytest.approx(np.log(2))
    assert made.interval is None
    assert "no spread" in made.reason


class FailsOnSome(LinearRegression):
    """Fails where row 0 is not trained on."""

    def fit(self, X, y):
        if not (np.asarray(X)[:, 0] == 0.125).any():
            raise ValueError("no anchor")
        return super().fit(X, y)


def test_a_lost_fit_takes_its_repeat_with_it():
    X, y = table(40)
    X[0, 0] = 0.125
    found = evaluated(X, y, "nested:folds=4,repeats=2", ["mae"], FailsOnSome())
    missing = found.estimates[next(iter(found.learners)), "mae"]
    assert "needs all fits of a repeat" in missing.reason


@pytest.mark.parametrize("design", ["nested:folds=3,repeats=1", "conservative-z:splits=2,halvings=2"])
def test_comparisons_are_not_made_over_them(design):
    X, y = table(40)
    with pytest.raises(NotJustified):
        referee.compare(["linear", "ridge"], X, y, design=design, metrics="mae", jobs=1)
