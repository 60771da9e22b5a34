"""The preparation: no more steps than needed, and nothing learned from rows outside the training part."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline

from learners.problems import CATEGORY, NUMBER, TABLES, classes_from, columns_of, problem, read, targets_from
from referee.kinds import Task
from referee.learners import LEARNERS, resolve
from referee.learners.named import Trait
from referee.learners.preparation import MAX_CATEGORIES, native_categories, preparation


def made(spec, p):
    (learner,) = resolve(spec, p)
    return learner.make(0)


def test_plain_numbers_need_nothing_where_scale_does_not_matter():
    X, kinds = TABLES["numeric"]()
    p = problem(X, classes_from(X, 2), kinds=kinds)
    assert type(made("gaussian-nb", p)) is GaussianNB
    assert type(made("forest", p)) is RandomForestClassifier
    assert type(made("hist-gradient-boosting", p)) is HistGradientBoostingClassifier
    assert type(made("knn", p)) is Pipeline


def test_medians_means_and_deviations_are_those_of_the_training_rows():
    X, _ = TABLES["numeric"]()
    X[60:] += 50                               # the test half lives elsewhere
    X[::7, 1] = np.nan
    p = problem(X, np.arange(120) % 2)
    train = X[:60]
    model = made("logistic", p).fit(train, p.y[:60])
    fill, scale = model["prepare"]["fill"], model["prepare"]["scale"]
    filled = np.where(np.isnan(train), np.nanmedian(train, axis=0), train)
    assert fill.statistics_ == pytest.approx(np.nanmedian(train, axis=0))
    assert scale.mean_[:4] == pytest.approx(filled.mean(axis=0))
    assert scale.scale_[:4] == pytest.approx(filled.std(axis=0))
    assert np.abs(scale.mean_[:4] - np.nanmean(X, axis=0)).min() > 10


def test_predicting_other_rows_changes_nothing_that_was_learned():
    X, kinds = TABLES["gappy"]()
    p = problem(X, classes_from(X, 2), kinds=kinds)
    model = made("logistic", p).fit(X[:60], p.y[:60])
    alone = model.predict_proba(X[60:61])
    model.predict_proba(X[61:] + 100)
    assert np.array_equal(model.predict_proba(X[60:61]), alone)


def test_an_added_column_says_where_numbers_were_missing():
    X = np.array([[1.0, 5.0], [np.nan, 6.0], [3.0, 7.0], [8.0, 9.0]])
    columns = columns_of(X, [NUMBER, NUMBER])
    with_column = preparation(columns, {Trait.INDICATORS}).fit_transform(X)
    assert with_column.tolist() == [[1, 5, 0], [3, 6, 1], [3, 7, 0], [8, 9, 0]]
    assert preparation(columns, set()).fit_transform(X).tolist() == [[1, 5], [3, 6], [3, 7], [8, 9]]


@pytest.mark.parametrize("traits", [set(), {Trait.INDICATORS}])
def test_a_column_without_a_value_in_the_training_rows_is_zero_and_stays(traits):
    """As many columns as ever, and no word of warning (warnings are errors here)."""
    X = np.array([[1.0, 5.0], [2.0, 6.0], [3.0, np.nan], [8.0, 9.0]])
    empty = np.where([[False, True]] * 4, np.nan, X)
    before = preparation(columns_of(X, [NUMBER, NUMBER]), traits).fit(empty)
    assert before.transform(X)[:, :2].tolist() == [[1, 5], [2, 6], [3, 0], [8, 9]]


def test_a_missing_category_is_a_category_and_an_unseen_one_is_none():
    X = np.array([[0.0], [1.0], [np.nan], [1.0]])
    encoder = preparation(columns_of(X, [CATEGORY]), set()).fit(X)
    assert encoder.transform([[0.0], [np.nan], [7.0]]).tolist() == [[1, 0, 0], [0, 0, 1], [0, 0, 0]]


def test_an_identifier_column_cannot_explode():
    n = 1000
    X = np.column_stack([np.arange(n), np.arange(n) % 3]).astype(float)
    p = problem(X, np.arange(n) % 2, kinds=[CATEGORY, CATEGORY])
    for name in ("logistic", "tree"):
        model = made(name, p).fit(X[:800], p.y[:800])
        assert model["prepare"].transform(X[800:]).shape == (200, MAX_CATEGORIES + 3)


def test_complement_naive_bayes_never_sees_a_negative_number():
    X, kinds = TABLES["gappy"]()
    p = problem(X, classes_from(X, 2), kinds=kinds)
    model = made("complement-nb", p).fit(X[:60], p.y[:60])
    seen = model["prepare"].transform(X - 100 * (np.array(kinds) == NUMBER))
    assert seen.min() == 0
    assert model.predict(X[60:] - 100 * (np.array(kinds) == NUMBER)).shape == (60,)


def test_boosting_takes_narrow_categories_as_they_are_and_wide_ones_as_numbers():
    X = np.column_stack([np.arange(600) % 300, np.arange(600) % 4, np.arange(600)]).astype(float)
    columns = columns_of(X, [CATEGORY, CATEGORY, NUMBER])
    assert native_categories(columns, 255) == [1]
    assert native_categories(columns, 3) is None
    p = problem(X, np.arange(600) % 2, kinds=[CATEGORY, CATEGORY, NUMBER])
    assert made("boosting", p).categorical_features == [1]
    assert made("boosting:max_bins=3", p).categorical_features is None
    model = made("boosting:max_iter=3", p).fit(X, p.y)
    assert model.is_categorical_.tolist() == [False, True, False]


def test_one_hot_columns_stay_sparse_only_where_that_is_faster():
    X, kinds, income = read("adult-every-20th", "income")
    p = problem(X, (income == ">50K").to_numpy().astype(int), kinds=kinds)
    for name in ("logistic", "mlp", "svm-rbf", "forest", "knn", "ridge-classifier"):
        before = made(name, p)["prepare"].fit(X[:2000])
        assert sparse.issparse(before.transform(X[:50])) == (name in {"logistic", "mlp", "svm-rbf"}), name
    assert made("prior", p).strategy == "prior"


@pytest.mark.slow
@pytest.mark.parametrize("task", Task)
def test_no_learner_writes_to_its_data_or_warns_of_anything(task):
    """Warnings are errors here; a net that stops before it converged is the one that may warn."""
    X, kinds = TABLES["gappy"]()
    p = problem(X, classes_from(X, 2) if task is Task.CLASSIFICATION else targets_from(X, 1), kinds=kinds, task=task)
    X.setflags(write=False)                    # as the runner hands it over
    p.y.setflags(write=False)
    for entry in LEARNERS:
        if task in entry.tasks and Trait.BY_TIME not in entry.traits and entry.name not in {"mlp", "gaussian-process"}:
            assert made(entry.name, p).fit(X, p.y).predict(X).shape == (120,), entry.name
