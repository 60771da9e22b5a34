"""The quick learners of the sheet predict as scikit-learn's do; what they are shown is what they see."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from older_scikit_learn import as_now
from referee.lab.sheet import network, wrapped
from referee.lab.sheet.learners import LEARNERS
from referee.lab.sheet.quick import RIDGE, SURE
from referee.seeds import seed_for, stream


def rows(classes, n=80):
    random = stream(0, "rows", classes)
    y = random.integers(classes, size=n)
    return random.normal(size=(n, 10)) + 0.6 * y[:, None], y


@pytest.mark.parametrize(("name", "real", "classes"), [
    ("logistic", make_pipeline(StandardScaler(), LogisticRegression(tol=1e-10, max_iter=1000)), 2),
    ("lda", LinearDiscriminantAnalysis(), 2), ("lda", LinearDiscriminantAnalysis(), 3),
    ("nb", GaussianNB(), 2), ("nb", GaussianNB(), 3),
    ("5nn", KNeighborsClassifier(5), 2), ("5nn", KNeighborsClassifier(5), 3), ("1nn", KNeighborsClassifier(1), 2),
    ("tree5", DecisionTreeClassifier(min_samples_leaf=5, random_state=0, max_features=None), 2)])
def test_a_quick_learner_predicts_as_scikit_learns(name, real, classes):
    if not as_now(real):
        pytest.skip("this scikit-learn fits it otherwise")
    X, y = rows(classes)
    columns = X[:, 5:6] if name.startswith("tree") else X[:, 5:]      # a tree breaks ties between features by chance
    ours = LEARNERS[name].make(5, 6 if name.startswith("tree") else 10, 0).fit(X[:50], y[:50]).predict_proba(X[50:])
    theirs = np.clip(real.fit(columns[:50], y[:50]).predict_proba(columns[50:]), SURE, 1 - SURE)
    assert np.allclose(ours, theirs / theirs.sum(axis=1, keepdims=True), atol=1e-5)


@pytest.mark.parametrize(("name", "real"), [("ols", LinearRegression()), ("5nn-r", KNeighborsRegressor(5))])
def test_a_quick_regression_predicts_as_scikit_learns(name, real):
    X, _ = rows(2)
    y = X[:, 0] + X[:, 7] ** 2
    ours = LEARNERS[name].make(0, 5, 0).fit(X[:50], y[:50]).predict(X[50:])
    assert np.allclose(ours, real.fit(X[:50, :5], y[:50]).predict(X[50:, :5]))


def test_the_support_vector_machine_is_scikit_learns():
    X, y = rows(2)
    ours, theirs = LEARNERS["svc"].make(0, 5, 0).fit(X[:50], y[:50]), SVC().fit(X[:50, :5], y[:50])
    assert np.array_equal(ours.decision_function(X[50:]), theirs.decision_function(X[50:, :5]))
    assert not hasattr(ours, "predict_proba")


@pytest.mark.parametrize("name", sorted(LEARNERS))
def test_a_learner_sees_its_columns_and_no_others(name):
    X, y = rows(2)
    first, again = (LEARNERS[name].make(0, 5, 0) for _ in range(2))
    first.random_state = again.random_state = 3
    changed = np.column_stack([X[:, :5], -7 * X[:, 5:]])
    assert np.array_equal(first.fit(X, y).predict(X), again.fit(changed, y).predict(changed))


def test_two_forests_of_different_salt_differ_and_of_one_seed_agree():
    X, y = rows(2)
    said = []
    for salt in (0, 0, 1):
        model = LEARNERS["forest3"].make(0, 5, salt)
        model.random_state = 5
        said.append(model.fit(X[:50], y[:50]).predict_proba(X[50:]))
    assert np.array_equal(said[0], said[1])
    assert not np.array_equal(said[0], said[2])


def test_the_kernel_machine_is_kernel_ridge_on_two_signs():
    X, y = rows(2)
    real = KernelRidge(alpha=RIDGE, kernel="rbf", gamma=1 / (5 * X[:50, :5].var())).fit(X[:50, :5], 2 * y[:50] - 1)
    ours = LEARNERS["kernel"].make(0, 5, 0).fit(X[:50], y[:50]).predict_proba(X[50:])[:, 1]
    assert np.allclose(ours, np.clip((1 + real.predict(X[50:, :5])) / 2, SURE, 1 - SURE))


@pytest.mark.parametrize(("steps", "agree"), [(8, 12), (60, 9)])
def test_the_network_is_scikit_learns(steps, agree, monkeypatch):
    """The same start and the same steps; in long searches rounding at the kink of a unit parts a few of them."""
    monkeypatch.setattr(network, "STEPS", steps)
    near = 0
    for seed in range(12):
        X, y = rows(2, n=120 + seed)
        X[:, 3] = 1.0                                       # a column without spread
        ours = LEARNERS["mlp"].make(0, 5, 0)
        ours.random_state = seed
        scaler = StandardScaler().fit(X[:50, :5])
        real = MLPClassifier((8,), solver="lbfgs", alpha=0.1, max_iter=steps, random_state=seed_for(seed, "salt", 0))
        with pytest.warns(ConvergenceWarning):
            real.fit(scaler.transform(X[:50, :5]), y[:50])
        theirs = np.clip(real.predict_proba(scaler.transform(X[50:, :5])), SURE, 1 - SURE)
        near += np.allclose(ours.fit(X[:50], y[:50]).predict_proba(X[50:]), theirs, atol=1e-3)
    assert near >= agree


@pytest.mark.parametrize(("rounds", "agree"), [(1, 11), (3, 9), (15, 3)])
def test_boosting_is_scikit_learns(rounds, agree, monkeypatch):
    """Rounding decides which of two features that part the rows alike a tree takes: the more rounds, the more often."""
    monkeypatch.setattr(wrapped, "ROUNDS", rounds)
    near = 0
    for seed in range(12):
        X, y = rows(2, n=120 + seed)
        ours = LEARNERS["boosting"].make(0, 5, 0)
        ours.random_state = seed
        real = GradientBoostingClassifier(n_estimators=rounds, random_state=seed_for(seed, "salt", 0))
        theirs = np.clip(real.fit(X[:50, :5], y[:50]).predict_proba(X[50:, :5]), SURE, 1 - SURE)
        near += np.allclose(ours.fit(X[:50], y[:50]).predict_proba(X[50:]), theirs, atol=1e-6)
    assert near >= agree
