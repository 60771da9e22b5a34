"""Every named learner on every kind of table it can meet."""

import os
import subprocess
import sys
import warnings

import numpy as np
import pytest

from learners.problems import TABLES, classes_from, problem, read, targets_from
from referee.data import load
from referee.errors import BadInput, UnknownName
from referee.kinds import Task
from referee.learners import LEARNERS, resolve
from referee.learners.named import Trait, named

CLASSIFIERS = [entry.name for entry in LEARNERS if Task.CLASSIFICATION in entry.tasks]
REGRESSORS = [entry.name for entry in LEARNERS if Task.REGRESSION in entry.tasks and Trait.BY_TIME not in entry.traits]
NO_PROBABILITIES = {"ridge-classifier"}
QUICK = {"hist-gradient-boosting": "hist-gradient-boosting:max_iter=15", "mlp": "mlp:max_iter=150",
         "forest": "forest:n_estimators=25", "extra-trees": "extra-trees:n_estimators=25"}

# One table for the short run; two classes and more on every table for the long one.
CELLS = [("mixed", 2), *(pytest.param(*cell, marks=pytest.mark.slow) for cell in (
    ("numeric", 5), ("gappy", 5), ("numeric", 2), ("mixed", 5), ("gappy", 2)))]
TARGETS = [("mixed", 1), *(pytest.param(*cell, marks=pytest.mark.slow) for cell in (
    ("numeric", 3), ("gappy", 3), ("numeric", 1), ("mixed", 3), ("gappy", 1)))]


def fitted(spec, p, X, rows, seed=0):
    """One learner fitted on some rows; what fits may warn of is not the subject here."""
    (learner,) = resolve(QUICK.get(spec, spec), p)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return learner.make(seed).fit(X[rows], p.y[rows])


@pytest.mark.parametrize(("table", "k"), CELLS)
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_every_classifier_fits_and_its_probabilities_sum_to_one(name, table, k):
    X, kinds = TABLES[table]()
    p = problem(X, classes_from(X, k), kinds=kinds)
    train, test = np.arange(0, 120, 2), np.arange(1, 120, 2)
    model = fitted(name, p, X, train)
    assert set(model.predict(X[test])) <= set(range(k))
    assert hasattr(model, "predict_proba") != (name in NO_PROBABILITIES)
    if name not in NO_PROBABILITIES:
        said = model.predict_proba(X[test])
        assert said.shape == (60, k)
        assert said.min() >= 0
        assert said.sum(axis=1) == pytest.approx(np.ones(60))


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_classifier_that_is_no_baseline_learns(name):
    X, kinds = TABLES["numeric"]()
    p = problem(X, classes_from(X, 2), kinds=kinds)
    right = (fitted(name, p, X, np.arange(0, 120, 2)).predict(X[1::2]) == p.y[1::2]).mean()
    learns_from_features = not LEARNERS[name].baseline
    assert (right > 0.65) == learns_from_features


@pytest.mark.parametrize(("table", "k"), TARGETS)
@pytest.mark.parametrize("name", REGRESSORS)
def test_every_regressor_predicts_every_target_better_than_the_mean_does(name, table, k):
    X, kinds = TABLES[table]()
    p = problem(X, targets_from(X, k), kinds=kinds, task=Task.REGRESSION)
    train, test = np.arange(0, 120, 2), np.arange(1, 120, 2)
    said = fitted(name, p, X, train).predict(X[test])
    assert said.shape == p.y[test].shape
    error = np.abs(said - p.y[test]).mean(axis=0)
    constant = np.abs(p.y[train].mean(axis=0) - p.y[test]).mean(axis=0)
    if not LEARNERS[name].baseline:
        assert (error < 0.95 * constant).all()


@pytest.mark.parametrize("name", ["forest", "mlp", "sgd", "svm-linear", "extra-trees"])
def test_the_same_seed_gives_the_same_predictions(name):
    X, kinds = TABLES["gappy"]()
    p = problem(X, classes_from(X, 3), kinds=kinds)
    first, again = (fitted(name, p, X, np.arange(80), seed=5).predict_proba(X[80:]) for _ in range(2))
    assert np.array_equal(first, again)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["forest", "extra-trees", "mlp"])
def test_another_seed_gives_another_model(name):
    X, kinds = TABLES["mixed"]()
    p = problem(X, classes_from(X, 2), kinds=kinds)
    a, b = (fitted(name, p, X, np.arange(80), seed=seed).predict_proba(X[80:]) for seed in (1, 2))
    assert not np.array_equal(a, b)


@pytest.mark.parametrize(("name", "target", "task"), [
    ("heart-cleveland", "num", Task.CLASSIFICATION), ("abalone", "Rings", Task.REGRESSION),
    *(pytest.param(*one, Task.CLASSIFICATION, marks=pytest.mark.slow) for one in (
        ("soybean", "class"), ("horse-colic", "surgical_lesion"), ("adult-every-20th", "income"))),
])
def test_named_learners_on_real_data_beat_their_baseline(name, target, task):
    X, kinds, said = read(name, target)
    y = said.astype("category").cat.codes.to_numpy() if task is Task.CLASSIFICATION else said.to_numpy(float)
    rows = np.random.default_rng(0).permutation(len(y))[:800]
    train, test = rows[::2], rows[1::2]
    p = problem(X, y, kinds=kinds, task=task, name=name)
    for learner in (CLASSIFIERS if task is Task.CLASSIFICATION else REGRESSORS):
        if LEARNERS[learner].baseline or learner == "gaussian-process":
            continue
        guess = fitted(learner, p, X, train).predict(X[test])
        if task is Task.REGRESSION:
            assert np.square(guess - y[test]).mean() < np.var(y[test]), learner
        elif learner not in {"complement-nb", "gaussian-nb", "qda"}:      # their laws are far from these data
            assert (guess == y[test]).mean() > np.bincount(y[test]).max() / len(test) - 0.02, learner


def test_a_training_part_may_have_a_class_with_one_row():
    X, kinds = TABLES["numeric"]()
    y = classes_from(X, 2)
    y[7] = 2
    p = problem(X, y, kinds=kinds)
    for name in ("svm-rbf", "svm-linear"):
        said = fitted(name, p, X, np.arange(60)).predict_proba(X[60:])
        assert said.shape == (60, 3)
        assert said.sum(axis=1) == pytest.approx(np.ones(60))


@pytest.mark.slow
def test_a_column_without_a_single_value_in_the_training_part_does_not_stop_any_learner():
    X, kinds = TABLES["gappy"]()
    X[:60, [0, 3]] = np.nan
    p = problem(X, np.arange(120) % 2, kinds=kinds)
    q = problem(X, targets_from(X, 1), kinds=kinds, task=Task.REGRESSION)
    for name in CLASSIFIERS:
        assert fitted(name, p, X, np.arange(60)).predict(X[60:]).shape == (60,)
    for name in REGRESSORS:
        assert np.isfinite(fitted(name, q, X, np.arange(60)).predict(X[60:])).all()


def test_naming_learners_imports_nothing_heavy():
    code = ("import sys, referee.learners as room; assert len(room.LEARNERS) >= 29;"
            "print(sorted({'sklearn', 'scipy', 'pandas', 'joblib'} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          env={"PYTHONPATH": os.pathsep.join(sys.path)})
    assert done.stdout.strip() == "[]"


def test_an_alias_is_the_learner_itself():
    assert named("boosting") is LEARNERS["hist-gradient-boosting"]
    aliases = [alias for entry in LEARNERS for alias in entry.aliases]
    assert len(set(aliases)) == len(aliases)
    assert not set(aliases) & {entry.name for entry in LEARNERS}


def test_every_entry_says_what_it_is_and_names_alternatives_that_exist():
    for entry in LEARNERS:
        assert entry.sentence.endswith(".")
        assert entry.title
        other = set(Task) - set(entry.tasks)
        for task in other:
            assert entry.instead
            assert all(task in LEARNERS[name].tasks for name in entry.instead), entry.name


def test_a_name_for_the_other_task_is_refused_with_alternatives():
    X, _ = TABLES["numeric"]()
    p = problem(X, targets_from(X, 1), task=Task.REGRESSION)
    with pytest.raises(BadInput, match=r"^logistic is for classification, not for regression; use linear or ridge\.$"):
        resolve("logistic", p)
    with pytest.raises(BadInput, match=r"^mean is for regression, not for classification; use prior or majority\.$"):
        resolve("mean", problem(X, classes_from(X, 2)))


@pytest.mark.parametrize("model", ["ridge", "sklearn.linear_model.Ridge"])
def test_numbers_that_are_taken_as_classes_are_named_where_a_regression_is_meant(model):
    X, _ = TABLES["numeric"]()
    stars = load(X, y=np.arange(len(X)) % 5 + 1)
    assert stars.task is Task.CLASSIFICATION
    with pytest.raises(BadInput, match=r"the 5 numbers of target 'y' are taken as classes, so say task='regression'"):
        resolve(model, stars)
    with pytest.raises(BadInput) as refused:
        resolve(model, load(X, y=np.array(["a", "b", "c"])[np.arange(len(X)) % 3]))
    assert "task=" not in str(refused.value)


def test_a_mistyped_name_is_refused_with_the_nearest():
    X, _ = TABLES["numeric"]()
    with pytest.raises(UnknownName, match=r"no learner is called 'forrest'; did you mean 'forest'\?"):
        resolve("forrest", problem(X, classes_from(X, 2)))


def test_a_small_target_does_not_make_a_constant_of_the_lasso():
    X, _ = TABLES["numeric"]()
    p = problem(X, targets_from(X, 1) * 1e-6, task=Task.REGRESSION)
    for name in ("lasso", "elastic-net", "svr", "svr-linear", "mlp", "sgd"):
        assert Trait.TARGET_SCALED in LEARNERS[name].traits
        said = fitted(name, p, X, np.arange(80)).predict(X[80:])
        assert np.corrcoef(said, p.y[80:])[0, 1] > 0.8, name
