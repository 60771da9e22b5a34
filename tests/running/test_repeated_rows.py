"""Bootstrap samples as distinct rows with weights: only where the model is the same to 1e-8."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from referee.data import make_problem
from referee.designs import make_plan
from referee.learners import resolve
from referee.running.bench import lay_out
from referee.running.fit import fit_one
from referee.running.repeated_rows import NOTE

rng = np.random.default_rng(4)
CODES = rng.integers(0, 3, 50)
X = rng.normal(size=(50, 5)) * [1, 2, 3, 4, 5] + CODES[:, None]
X[:, 1] = np.round(X[:, 1])                 # ties to split at
X[40:] = X[:10]                             # the same features under other labels
Y = np.column_stack([X.sum(axis=1) + rng.normal(size=50), X[:, 0] - X[:, 1]])


def pairs(model, y, monkeypatch, features=X, resamples=6, **more):
    """Records of bootstrap fits as they are made, and as they would be made on the repeated rows."""
    problem = make_problem(features, y, **more)
    (learner,) = resolve({"m": model}, problem)
    bench = lay_out(problem, (learner,), seed=2)
    splits = list(make_plan(f"bootstrap:tested=all,resamples={resamples}", problem, seed=1).splits())
    made = [fit_one(bench, learner, split) for split in splits]
    monkeypatch.setattr("referee.running.repeated_rows._as_weights", lambda *_: None)
    return list(zip(made, (fit_one(bench, learner, split) for split in splits), strict=True))


@pytest.mark.parametrize("model", [
    "tree", "complement-nb", DecisionTreeClassifier(criterion="entropy", max_depth=3, max_features=2),
    DecisionTreeClassifier(max_leaf_nodes=5, ccp_alpha=0.01), make_pipeline(MinMaxScaler(), MultinomialNB()),
    make_pipeline(MinMaxScaler(), ComplementNB(norm=True)), make_pipeline(StandardScaler(), BernoulliNB()),
], ids=str)
def test_weighted_classifiers_are_those_of_the_repeated_rows(model, monkeypatch):
    for ours, plain in pairs(model, CODES, monkeypatch, task="classification"):
        assert ours.notes == plain.notes | {NOTE: True}
        assert np.array_equal(ours.labels, plain.labels)
        assert ours.probabilities == pytest.approx(plain.probabilities, abs=1e-8, rel=0)


@pytest.mark.parametrize("model", ["linear", "ridge", Ridge(2.0), Ridge(1.0, fit_intercept=False)], ids=str)
def test_weighted_regressors_are_those_of_the_repeated_rows(model, monkeypatch):
    for ours, plain in pairs(model, Y, monkeypatch):
        assert ours.notes == plain.notes | {NOTE: True}
        assert ours.values == pytest.approx(plain.values, abs=1e-8, rel=0)


@pytest.mark.parametrize("model", [
    GaussianNB(), GaussianNB(var_smoothing=0.1), LogisticRegression(max_iter=1000), RandomForestClassifier(3),
    DecisionTreeClassifier(min_samples_leaf=3), DecisionTreeClassifier(class_weight="balanced"),
    DecisionTreeClassifier(splitter="random"),
], ids=str)
def test_classifiers_for_which_a_weight_is_no_repetition_get_the_repeated_rows(model, monkeypatch):
    for ours, plain in pairs(model, CODES, monkeypatch, resamples=2, task="classification"):
        assert NOTE not in ours.notes
        assert np.array_equal(ours.probabilities, plain.probabilities)


@pytest.mark.parametrize("model", [
    DecisionTreeRegressor(), LinearRegression(), Ridge(1e-4), Ridge(solver="lsqr"), "knn",
    type("Mine", (Ridge,), {"__module__": __name__})(),
], ids=str)
def test_regressors_for_which_a_weight_is_no_repetition_get_the_repeated_rows(model, monkeypatch):
    for ours, plain in pairs(model, Y, monkeypatch, resamples=2):
        assert NOTE not in ours.notes
        assert np.array_equal(ours.values, plain.values)


def test_collinear_columns_and_single_precision_get_the_repeated_rows(monkeypatch):
    for ours, _ in pairs("linear", Y, monkeypatch, features=np.column_stack([X, X[:, 0] + X[:, 1]]), resamples=2):
        assert NOTE not in ours.notes
    monkeypatch.undo()
    for ours, _ in pairs(Ridge(2.0), Y, monkeypatch, features=X.astype(np.float32), resamples=2):
        assert NOTE not in ours.notes


def test_smoothing_of_gaussian_naive_bayes_is_why_it_is_left_out():
    """scikit-learn takes the smoothing from the unweighted variances: a weight is no repetition."""
    times = np.arange(50) % 4 + 1
    heavy = GaussianNB(var_smoothing=0.1).fit(X, CODES, sample_weight=times).predict_proba(X)
    often = GaussianNB(var_smoothing=0.1).fit(X.repeat(times, axis=0), CODES.repeat(times)).predict_proba(X)
    assert np.abs(heavy - often).max() > 1e-6
