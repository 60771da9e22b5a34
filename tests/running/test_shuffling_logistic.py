"""Logistic regression on many shuffles at once: labels, probabilities and p are those of scikit-learn's own fits."""

import warnings
from contextlib import closing

import numpy as np
import pytest
from scipy.optimize import minimize, rosen, rosen_der
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from referee.data import make_problem
from referee.data.shuffle import shuffle_labels
from referee.designs import make_plan
from referee.learners import resolve
from referee.ledger import job_key, open_ledger, whole_plan
from referee.running import Local
from referee.running.shuffling import descent, run_shuffles

FOLDS, SHUFFLES = 5, 4


def scaled(**settings):
    return make_pipeline(StandardScaler(), LogisticRegression(**settings))


def on_shuffles(model, X, y):
    """How the run went, and the records of all shuffles."""
    problem = make_problem(X, y)
    plan, shuffle = make_plan(f"kfold:folds={FOLDS}", problem, seed=1), shuffle_labels(problem, seed=5, count=SHUFFLES)
    learners = resolve(model, problem)
    with closing(open_ledger(":memory:")) as ledger:
        done = run_shuffles(problem, plan, learners, shuffle, ledger=ledger, engine=Local(workers=1), seed=0)
        records = [ledger.read(job_key(problem.fingerprint, learners[0].fingerprint(0),
                                       whole_plan(plan.fingerprint, shuffle.fingerprint, b)))
                   for b in range(1, SHUFFLES + 1)]
    return done, records, problem, plan, shuffle


def refitted(model, problem, plan, shuffle, number):
    """Labels and probabilities of one shuffle, each fold fitted by scikit-learn."""
    X, y = np.asarray(problem.features.matrix, dtype=float)[shuffle.order(number)], problem.labels
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fits = [(clone(model).fit(X[s.train_rows], y[s.train_rows]), X[s.test]) for s in plan.splits()]
    return (np.concatenate([fit.predict(rows) for fit, rows in fits]),
            np.concatenate([fit.predict_proba(rows) for fit, rows in fits]))


def draws(n=80, d=5, classes=2, seed=0):
    draw = np.random.default_rng(seed)
    return draw.normal(size=(n, d)), draw.integers(0, classes, n)


def cancer():
    X, y = load_breast_cancer(return_X_y=True)
    return X[:150], y[:150]


def odd_columns():
    """One column constant, one a copy, one of two values, one of whole numbers."""
    X, y = draws()
    X[:, 0], X[:, 1], X[:, 2], X[:, 3] = 3.7, X[:, 4], X[:, 2] > 0, np.round(X[:, 3] * 5)
    return X, y


def ill_scaled():
    X, y = draws()
    return X * 10.0 ** np.arange(-6, 14, 4), y


CASES = {
    "correlated columns": (scaled(), cancer),
    "weighted classes": (scaled(class_weight="balanced"), cancer),
    "three classes": (scaled(), lambda: load_wine(return_X_y=True)),
    "three weighted classes": (scaled(class_weight="balanced", C=0.1), lambda: load_wine(return_X_y=True)),
    "columns of all sizes": (scaled(), ill_scaled),
    "odd columns": (scaled(), odd_columns),
    "odd columns as they are": (LogisticRegression(), odd_columns),
    "more columns than rows": (scaled(), lambda: draws(40, 90)),
    "separable and not penalised": (scaled(C=np.inf), lambda: draws(40, 90)),
    "no intercept": (scaled(fit_intercept=False), lambda: draws(70, 3, classes=4)),
    "another tolerance": (scaled(tol=1e-2, C=3.0), draws),
}


@pytest.mark.parametrize("case", CASES)
def test_labels_probabilities_and_p_are_those_of_refits(case):
    """Not one label differs on any shuffle; so neither does the accuracy, nor the p that counts it."""
    model, made = CASES[case]
    done, records, problem, plan, shuffle = on_shuffles(model, *made())
    assert done.steps == done.fitted == done.total == FOLDS * SHUFFLES
    assert done.shortcut == 0                                   # equal but for rounding is not called exact
    truth = np.concatenate([problem.y[s.test] for s in plan.splits()])
    for number, record in enumerate(records, start=1):
        labels, chances = refitted(model, problem, plan, shuffle, number)
        assert np.array_equal(record.labels, labels)
        assert np.abs(record.probabilities - chances).max() < 1e-7
        assert np.mean(record.labels == truth) == np.mean(labels == truth)


@pytest.mark.parametrize(("model", "made"), [
    (LogisticRegression(), ill_scaled),                                   # does not end in a hundred steps, and says so
    (scaled(max_iter=5), cancer),                                         # ends before it arrives
    (scaled(C=1e4, max_iter=120), cancer),                                # so long a way that rounding decides
    (scaled(tol=1e-12), cancer),                                          # ends where rounding does
    (scaled(class_weight={0: 1.0, 1: 3.0}), cancer),                      # not understood
    (scaled(solver="newton-cholesky"), cancer),                           # another solver
], ids=["raw", "few steps", "many steps", "fine", "weights by name", "solver"])
def test_what_is_not_sure_is_fitted_by_scikit_learn_itself(model, made):
    done, records, problem, plan, shuffle = on_shuffles(model, *made())
    assert done.steps == 0
    assert done.fitted == FOLDS * SHUFFLES
    for number in (1, SHUFFLES):
        labels, chances = refitted(model, problem, plan, shuffle, number)
        assert np.array_equal(records[number - 1].labels, labels)
        assert np.array_equal(records[number - 1].probabilities, chances)


def test_folds_that_are_not_sure_are_refitted_alone():
    """One row alone differs from zero in a column: where it is tested, that column is constant in training."""
    X, y = draws()
    X[:, 2] = 0
    X[7, 2] = 1
    done, records, problem, plan, shuffle = on_shuffles(scaled(), X, y)
    assert done.steps == FOLDS * SHUFFLES
    for number, record in enumerate(records, start=1):
        labels, chances = refitted(scaled(), problem, plan, shuffle, number)
        lone = [(shuffle.order(number)[s.test] == 7).any() for s in plan.splits()]
        mended = np.repeat(lone, [s.n_test for s in plan.splits()])
        assert sum(lone) == 1
        assert np.array_equal(record.probabilities[mended], chances[mended])     # to the last bit
        assert np.array_equal(record.labels, labels)
        assert np.abs(record.probabilities - chances).max() < 1e-8


def test_a_solver_that_goes_another_way_is_not_imitated(monkeypatch):
    monkeypatch.setattr(descent, "MEMORY", 3)
    assert on_shuffles(scaled(), *cancer())[0].steps == 0


class Valleys:
    """Rosenbrock's function of several numbers, once for each start."""

    def __call__(self, points, which=None):  # noqa: ARG002
        return rosen(points.T), rosen_der(points.T).T

    def keep(self, which):
        pass


def test_a_descent_is_that_of_scipy_where_the_line_search_has_work_to_do():
    """Bent valleys, from near and far: steps are cut and stretched in every case that the search distinguishes."""
    starts = np.random.default_rng(3).normal(size=(40, 7)) * np.repeat([0.1, 1.0, 3.0, 10.0], 10)[:, None]
    tolerance = 1e-3
    with np.errstate(all="ignore"):
        found, sure = descent.minimise(Valleys(), starts, tolerance=tolerance, most=1000)
    theirs = [minimize(rosen, start, jac=rosen_der, method="L-BFGS-B", tol=None,
                       options={"gtol": tolerance, "ftol": 64 * np.finfo(float).eps, "maxls": 50}) for start in starts]
    steps = np.array([fit.nit for fit in theirs])
    assert sure.sum() > 25
    assert (steps > 70).any()
    assert not sure[steps > 70].any()
    ways = np.array([fit.nfev - fit.nit for fit in theirs])
    assert ways[sure].max() > 5                                 # there was work to do
    assert np.abs(found - [fit.x for fit in theirs])[sure].max() < 1e-6
