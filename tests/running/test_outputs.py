"""The contract for outputs: what may be recorded as predictions, what is set right and told, what is a failed fit."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import LinearSVC

from referee.data import make_problem
from referee.designs import Split
from referee.learners import Takes
from referee.running.bench import lay_out
from referee.running.fit import fit_one
from referee.running.outputs import outputs
from running.learners_for_tests import Majority, learner

X = np.arange(24.0).reshape(12, 2)
CODES = np.array([0, 1, 2] * 4)
NAMES = np.array(["a", "b", "c"] * 4)
SPLIT = Split(label="0/0", n_rows=12, test=[0, 1, 2])


class Says(Majority):
    """Says what it is told to say."""

    def __init__(self, what):
        self.what = what

    def predict(self, X):  # noqa: ARG002
        return self.what

    predict_proba = property()


class Believes(Says):
    predict = Majority.predict

    def predict_proba(self, X):  # noqa: ARG002
        return self.what


class Ranks(Believes):
    predict_proba = property()

    def decision_function(self, X):  # noqa: ARG002
        return self.what


class Knows(Majority):
    """Takes its classes for others."""

    def __init__(self, what):
        self.what = what

    def fit(self, X, y):
        super().fit(X, y)
        self.classes_ = np.asarray(self.what)
        return self


def said(kind, what, *, y=NAMES, takes=Takes.MATRIX):
    item = learner("says", kind, what, takes=takes)
    return fit_one(lay_out(make_problem(X, y), (item,), seed=0), item, SPLIT)


@pytest.mark.parametrize("what", [[0, 2, 1], [0.0, 2.0, 1.0], np.array([0, 2, 1], dtype=object), [[0], [2], [1]],
                                  np.array([0, 2, 1], dtype=np.uint8), np.array([0, 2, 1], dtype=np.float16)])
def test_codes_are_labels_however_they_are_stored(what):
    assert said(Says, np.asarray(what)).labels.tolist() == [0, 2, 1]


@pytest.mark.parametrize(("what", "shown"), [
    (np.nan, "nan"), (0.9, "0.9"), (1.9, "1.9"), (-0.5, "-0.5"), (-1, "-1"), (3, "3"), (np.inf, "inf"),
    ("nobody", "'nobody'"), ("0", "'0'"), (None, "None"),
])
@pytest.mark.parametrize("takes", [Takes.MATRIX, Takes.GIVEN])
def test_what_is_near_a_class_is_no_class(what, shown, takes):
    record = said(Says, np.array([what] * 3, dtype=object if what is None else None), takes=takes)
    assert record.error == f"BadOutput: predict() returned {shown}, which is not a class"
    assert record.labels is None


def test_one_bad_label_among_good_ones_is_found():
    assert "returned nan" in said(Says, np.array([0.0, 1.0, np.nan])).error
    assert "returned 'z'" in said(Says, np.array(["a", "z", "b"]), takes=Takes.GIVEN).error


def test_a_list_in_the_place_of_a_label_is_no_class():
    what = np.empty(3, dtype=object)
    what[:] = [[0], [1], [2]]
    assert said(Says, what).error == "BadOutput: predict() returned [0], which is not a class"


@pytest.mark.parametrize(("what", "why"), [
    (np.full((3, 3), 7.0), "predict_proba() returned 7, where probabilities lie between 0 and 1"),
    (np.array([[-0.5, 0.5, 1.0]] * 3), "predict_proba() returned -0.5, where probabilities lie between 0 and 1"),
    (np.array([[0.2, 0.2, 0.2]] * 3), "predict_proba() returned rows that sum to 0.6, where probabilities sum to 1"),
    (np.array([[0.2, 0.3, 0.5], [0.2, 0.3, 0.5], [0.4, 0.5, 0.12]]),
     "predict_proba() returned rows that sum to 1.02, where probabilities sum to 1"),
    (np.full((3, 3), np.nan), "predict_proba() returned NaN or infinity for 3 of 3 rows"),
    (np.full((3, 2), 0.5), "predict_proba() returned shape (3, 2) where (3, 3) was expected"),
    (np.full((2, 3), 1 / 3), "predict_proba() returned shape (2, 3) where (3, 3) was expected"),
    (np.full(9, 1 / 3), "predict_proba() returned shape (9,) where (3, 3) was expected"),
    (np.full((3, 3), "1/3"), "predict_proba() returned str96 where numbers were expected"),
    (np.full((3, 3), 1 / 3 + 0j), "predict_proba() returned complex128 where numbers were expected"),
    (np.ma.masked_array(np.full((3, 3), 1 / 3), mask=np.eye(3)),
     "predict_proba() returned NaN or infinity for 3 of 3 rows"),
])
def test_probabilities_that_are_none_fail_with_what_is_wrong(what, why):
    record = said(Believes, what)
    assert record.error == f"BadOutput: {why}"
    assert record.probabilities is None


@pytest.mark.parametrize("what", [
    np.array([[1 / 3, 1 / 3, 1 / 3]] * 3, dtype=np.float16),
    np.array([[0.33, 0.33, 0.33]] * 3),
    np.array([[1.002, 0.0, 0.0]] * 3),
])
def test_rounded_probabilities_are_divided_by_their_sum_and_that_is_told(what):
    record = said(Believes, what)
    assert record.error == ""
    assert record.probabilities.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert record.probabilities == pytest.approx(what.astype(float) / what.astype(float).sum(axis=1, keepdims=True))
    (warning,) = record.warnings
    assert "probabilities were rounded" in warning
    assert "each row was divided by its sum" in warning


def test_errors_of_rounding_are_mended_without_a_word():
    record = said(Believes, np.array([[1 + 1e-12, -1e-17, -1e-12]] * 3))
    assert record.warnings == ()
    assert record.probabilities.min() >= 0
    assert record.probabilities.max() <= 1


def test_good_probabilities_are_not_touched():
    what = np.array([[0.1, 0.2, 0.7], [1 / 3, 1 / 3, 1 / 3], [0.0, 0.0, 1.0]])
    assert np.array_equal(said(Believes, what).probabilities, what)


@pytest.mark.parametrize(("what", "why"), [
    ([0, 1, 7], "the estimator knows a class 7 that the data do not have"),
    ([0, 1, 1.5], "the estimator knows a class 1.5 that the data do not have"),
    ([0, 1, 1], "the estimator's classes_ name a class twice"),
])
def test_classes_that_the_data_do_not_have_fail(what, why):
    assert said(Knows, what).error == f"BadOutput: {why}"


def test_scores_must_be_numbers_in_their_place():
    assert said(Ranks, np.zeros((3, 3))).scores.shape == (3, 3)
    assert "NaN or infinity for 1 of 3" in said(Ranks, np.array([[0, 1, np.inf], [0, 0, 0], [1, 1, 1.0]])).error
    assert "returned shape (3,) where (3, 3)" in said(Ranks, np.zeros(3)).error
    assert said(Ranks, np.zeros((3, 1)), y=NAMES == "a").scores.shape == (3,)


@pytest.mark.parametrize(("what", "why"), [
    (np.full(3, 1e308), "predict() returned 1e+308, too large a number to be scored"),
    (np.full(3, np.nan), "predict() returned NaN or infinity for 3 of 3 rows"),
    (np.zeros(2), "predict() returned shape (2,) where (3,) was expected"),
    (np.zeros((1, 3)), "predict() returned shape (1, 3) where (3,) was expected"),
])
def test_values_must_be_numbers_that_can_be_squared(what, why):
    assert said(Says, what, y=np.linspace(0, 1, 12)).error == f"BadOutput: {why}"


def test_values_in_a_column_are_values():
    assert said(Says, np.ones((3, 1)), y=np.linspace(0, 1, 12)).values.tolist() == [1, 1, 1]


def test_one_learner_with_impossible_probabilities_does_not_keep_the_others_from_their_answer():
    import referee

    class Sure(Majority):
        def predict_proba(self, X):
            return np.full((len(X), 3), 7.0)

    answer = referee.compare({"nb": "gaussian-nb", "sure": learner("sure", Sure)}, X, NAMES, metrics="log_loss",
                             design="kfold:folds=3", jobs=1, ledger=":memory:")
    assert answer.failed
    assert "nb" in str(answer)
    assert "predict_proba() returned 7" in str(answer)


class Counted(FunctionTransformer):
    """Counts how often it is asked."""

    def transform(self, X):
        self.times_ = getattr(self, "times_", 0) + 1
        return super().transform(X)


@pytest.mark.parametrize("last", [LogisticRegression(), LinearSVC(), RandomForestClassifier(5, random_state=0),
                                  make_pipeline(StandardScaler(), LogisticRegression())])
def test_the_steps_of_a_pipeline_are_made_once_and_say_what_it_says(last):
    draw = np.random.default_rng(1)
    table, answers = draw.normal(size=(60, 3)), np.array(["no", "so", "yes"])[draw.integers(0, 3, 60)]
    model = make_pipeline(Counted(), "passthrough", last)
    bench = lay_out(make_problem(table, answers), (learner("other", Majority, takes=Takes.GIVEN),), seed=0)
    model.fit(table, answers)
    before = getattr(model[0], "times_", 0)
    found = outputs(model, table, bench, Takes.GIVEN, 60)
    assert model[0].times_ == before + 1
    assert (model.classes_[found["labels"]] == model.predict(table)).all()
    how = "predict_proba" if hasattr(model, "predict_proba") else "decision_function"
    assert (next(v for k, v in found.items() if k != "labels") == getattr(model, how)(table)).all()
