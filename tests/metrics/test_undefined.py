"""Undefined raises with a sentence; bad input is refused with its rows. No metric turns either into a number."""

import numpy as np
import pytest

from referee.errors import BadInput, Undefined, UnknownName
from referee.kinds import Needs, Task
from referee.metrics import METRICS, Predictions, check_probabilities, forecast, labelled, metric, scored, valued
from referee.metrics.calibration_tests import cox, spiegelhalter
from referee.metrics.curves import roc_curve
from referee.metrics.known_truth import calibration_error_known, kld
from referee.metrics.priors import laplace, smoothed_prior

ONE_CLASS = forecast([1, 1, 1], [0.2, 0.5, 0.9])
THREE = np.full((4, 3), 1 / 3)
NO_ROWS = np.array([], dtype=int)
CONSTANT = valued([2.0, 2.0, 2.0], [1.0, 2.0, 3.0])

CASES = {
    "one class has no ROC AUC": ("roc_auc", ONE_CLASS, "every row is class 1"),
    "no positive has no ROC AUC": ("roc_auc", scored([0, 0], [0.1, 0.2]), "no row is class 1"),
    "a missing class has no ROC AUC": ("roc_auc", scored([0, 0, 1, 1], THREE), "no row is class 2"),
    "a missing class has no pairs": ("roc_auc_ovo", scored([0, 0, 1, 1], THREE), "no row is class 2"),
    "a missing class has no average precision": ("average_precision", scored([0, 0, 1, 1], THREE), "no row is class 2"),
    "one class has no partial AUC": ("partial_auc", ONE_CLASS, "one class"),
    "no positive has no average precision": ("average_precision", scored([0, 0], [0.1, 0.2]), "no row is class 1"),
    "no positive has no 11-point average": ("average_precision_11", scored([0, 0], [0.1, 0.2]), "no row is class 1"),
    "no positive has no lift": ("lift", scored([0, 0], [0.1, 0.2]), "no row is class 1"),
    "nothing called positive has no precision": ("precision", labelled([0, 1], [0, 0]), "was predicted positive"),
    "no positive has no recall": ("recall", labelled([0, 0], [0, 1]), "no row is positive"),
    "no negative has no specificity": ("specificity", labelled([1, 1], [0, 1]), "no row is negative"),
    "no positive at all has no F1": ("f1", labelled([0, 0], [0, 0]), "no row is positive"),
    "no positive at all has no Jaccard": ("jaccard", labelled([0, 0], [0, 0]), "no row is positive"),
    "a class never predicted has no precision": ("precision_macro", labelled([0, 1], [0, 0]), "class 1"),
    "constant labels have no correlation": ("mcc", labelled([0, 1], [1, 1]), "every predicted label is the same"),
    "constant truth has no correlation of labels": ("mcc", labelled([1, 1], [0, 1]), "every true label is the same"),
    "one label everywhere has no kappa": ("kappa", labelled([1, 1], [1, 1]), "the same"),
    "top-3 of three says nothing": ("top_k", scored([0, 1, 2, 2], THREE), "3 classes"),
    "three classes have no F1 of class 1": ("f1", labelled([0, 1, 2], [0, 1, 2]), "two classes"),
    "three classes have no lift": ("lift", scored([0, 1, 2, 2], THREE), "two classes"),
    "three classes have no Good reward": ("good", forecast([0, 1, 2, 2], THREE), "two classes"),
    "information needs a prior": ("bir", forecast([0, 1], [0.3, 0.6]), "prior"),
    "a score relative to the prior needs one": ("kononenko_bratko_relative", forecast([0, 1], [0.3, 0.6]), "prior"),
    "a bin of one row cannot be debiased": ("calibration_debiased", forecast([0, 1], [0.3, 0.6]), "fewer bins"),
    "constant truth has no R²": ("r2", CONSTANT, "truth does not vary"),
    "constant truth has no correlation": ("correlation", CONSTANT, "truth does not vary"),
    "constant truth has no concordance": ("concordance", CONSTANT, "truth does not vary"),
    "constant truth has no explained variance": ("explained_variance", CONSTANT, "truth does not vary"),
    "constant forecasts have no correlation": ("correlation", valued([1, 2, 3], [2, 2, 2]), "what was said"),
    "one constant target of two is enough": ("r2", valued([[1, 5], [2, 5]], [[1, 5], [2, 5]]), "does not vary"),
    "a truth of 0 has no relative error": ("relative_error", valued([1, 0, 2], [1, 1, 1]), "1 row (1)"),
    "a truth of nearly 0 has no percentage": ("mape", valued([1, 1e-300, 2], [1, 1, 1]), "1 row (1)"),
    "0 and 0 have no symmetric percentage": ("smape", valued([1, 0], [1, 0]), "1 row (1)"),
    "no rows have no accuracy": ("accuracy", Predictions(truth=NO_ROWS, labels=NO_ROWS, n_classes=2), "no rows"),
    "no rows have no error": ("rmse", valued(np.array([]), np.array([])), "no rows"),
    "weights of 0 leave nothing": ("accuracy", labelled([0, 1], [0, 1], [0, 0]), "weight 0"),
    "no labels have no accuracy": ("accuracy", ONE_CLASS, "no labels"),
    "no probabilities have no Brier score": ("brier", labelled([0, 1], [0, 1]), "no probabilities"),
    "no scores have no order": ("roc_auc", labelled([0, 1], [0, 1]), "no scores"),
    "numbers have no classes": ("accuracy", valued([1.0], [1.0]), "classes"),
}


@pytest.mark.parametrize("case", CASES)
def test_undefined(case):
    name, predictions, words = CASES[case]
    with pytest.raises(Undefined) as refusal:
        METRICS[name].score(predictions)
    assert words in str(refusal.value)


@pytest.mark.parametrize(("call", "words"), [
    (lambda: cox([1, 1], [0.2, 0.8]), "one class"),
    (lambda: cox([0, 0, 1, 1], [0.1, 0.2, 0.2, 0.9]), "separate"),
    (lambda: cox([1, 1, 0, 0], [0.1, 0.2, 0.2, 0.9]), "separate"),
    (lambda: spiegelhalter([0, 1], [0.0, 0.5]), "0, ½ or 1"),
    (lambda: roc_curve([0, 0], [0.1, 0.2]), "one class"),
    (lambda: kld([0.5, 0.5], [1.0, 0.0]), "infinite"),
])
def test_undefined_functions(call, words):
    with pytest.raises(Undefined, match=words):
        call()


@pytest.mark.parametrize(("call", "words"), [
    (lambda: check_probabilities([[0.5, 0.5], [0.5, 0.6], [0.2, 0.2]]), "do not sum to 1 in 2 rows (1, 2)"),
    (lambda: check_probabilities([[0.5, 0.5], [-0.1, 1.1]]), "outside 0 to 1 in 1 row (1)"),
    (lambda: check_probabilities([[0.5, 0.5], [np.nan, 0.5]]), "NaN in 1 row (1)"),
    (lambda: check_probabilities([[0.5, 0.5]] * 3 + [[0.5, 0.6]] * 7), "in 7 rows (3, 4, 5, 6, 7, …)"),
    (lambda: check_probabilities([[0.5, 0.5]], 3), "3 columns"),
    (lambda: check_probabilities([0.5, 0.5]), "one column for each class"),
    (lambda: metric("accuracy").score(Predictions(truth=np.array([0, 1]), labels=np.array([0, 2]), n_classes=2)),
     "labels has class codes outside 0 … 1 in 1 row (1)"),
    (lambda: metric("accuracy").score(Predictions(truth=np.array([0, 0.5]), labels=np.array([0, 1]), n_classes=2)),
     "no whole numbers in 1 row (1)"),
    (lambda: metric("accuracy").score(Predictions(truth=np.array([0, np.nan]), labels=np.array([0, 1]), n_classes=2)),
     "NaN in 1 row (1)"),
    (lambda: metric("accuracy").score(Predictions(truth=np.array(["a"]), labels=np.array([0]), n_classes=2)),
     "encode the labels"),
    (lambda: metric("accuracy").score(Predictions(truth=np.array([0, 1]), labels=np.array([0]), n_classes=2)),
     "1 labels for 2 rows"),
    (lambda: metric("roc_auc").score(Predictions(truth=np.array([0, 1]), scores=np.array([0.1, np.nan]), n_classes=2)),
     "scores are NaN in 1 row (1)"),
    (lambda: metric("roc_auc").score(Predictions(truth=np.array([0, 1]), scores=THREE[:2], n_classes=2)), "shape"),
    (lambda: metric("rmse").score(valued([1, 2], [1, np.inf])), "infinite, the first at index 1"),
    (lambda: metric("rmse").score(valued([1, np.nan], [1, 2])),
     "truth has 1 value that is missing or infinite, the first at index 1"),
    (lambda: metric("rmse").score(valued([1, 2], [[1], [2]])), "shape"),
    (lambda: metric("rmse").score(valued(["a"], ["b"])), "must hold numbers"),
    (lambda: metric("accuracy").score(labelled([0, 1], [0, 1], [1, -1])), "below 0 in 1 row (1)"),
    (lambda: metric("accuracy").score(labelled([0, 1], [0, 1], [1, np.nan])), "infinite, the first at index 1"),
    (lambda: metric("accuracy").score(labelled([0, 1], [0, 1], [1])), "2 rows"),
    (lambda: metric("bir").score(forecast([0, 1], [0.2, 0.7], prior=[1.0, 0.0])), "smooth"),
    (lambda: metric("bir").score(forecast([0, 1], [0.2, 0.7], prior=[0.5, 0.3])), "sum to 1"),
    (lambda: labelled([0, 1], ["a", "b"]), "holds text"),
    (lambda: labelled([0, 1], [0]), "1 labels for 2 rows"),
    (lambda: labelled([[0, 1]], [0]), "one label a row"),
    (lambda: scored(["a", "b"], THREE[:2]), "2 labels but 3 classes"),
    (lambda: smoothed_prior([0.9, 0.1]), "whole numbers"),
    (lambda: laplace([0.9, 0.1, 0.0]), "not smoothed"),
    (lambda: calibration_error_known([0, 1], [0.2, 0.7]), "outcomes"),
])
def test_bad_input(call, words):
    with pytest.raises(BadInput) as refusal:
        call()
    assert words in str(refusal.value)


@pytest.mark.parametrize(("spec", "words"), [
    ("fbeta:beta=0", "above 0"),
    ("log_loss:base=1", "above 1"),
    ("top_k:k=0", "from 1 up"),
    ("top_k:k=1.5", "from 1 up"),
    ("ece:bins=0", "from 1 up"),
    ("ece:kind=equal", "equal-mass or equal-width"),
    ("ece:of=all", "top-label"),
    ("lift:share=0", "at most 1"),
    ("partial_auc:max_fpr=0", "at most 1"),
    ("pinball:quantile=1", "between 0 and 1"),
    ("expected_cost", "needs its matrix"),
    ("expected_cost:matrix=(0,1)", "square"),
    ("net_benefit:threshold=1", "between"),
    ("kappa:distance=cubic", "quadratic"),
    ("accuracy:k=3", "takes no parameters"),
    ("ece:bin=3", "did you mean 'bins'"),
    ("accuracy:k", "parameter=value"),
    ("fbeta:beta=two", "beta must be a number"),
    ("bir:per_class=2", "true or false"),
    ("bir:base=two", "a number above 1"),
    ("expected_cost:matrix=((0,1),(5,))", "square"),
    ("expected_cost:matrix=many", "must be numbers"),
])
def test_a_spec_that_means_nothing_is_refused(spec, words):
    with pytest.raises(BadInput) as refusal:
        metric(spec)
    assert words in str(refusal.value)


@pytest.mark.parametrize("spec", ["breir", "breir:k=3"])
def test_an_unknown_name_is_refused_with_the_nearest(spec):
    with pytest.raises(UnknownName, match="did you mean 'brier'"):
        metric(spec)


def test_a_matrix_of_the_wrong_size_is_refused():
    with pytest.raises(BadInput, match="for 2 classes, but there are 3"):
        metric("expected_cost:matrix=((0,1),(5,0))").score(labelled([0, 1, 2], [0, 1, 2]))


def test_objections():
    assert "classification" in metric("accuracy").objection(task=Task.REGRESSION)
    assert "two classes" in metric("f1").objection(task=Task.CLASSIFICATION, n_classes=3)
    assert metric("f1").objection(task=Task.CLASSIFICATION, n_classes=2) is None
    assert "at least 4 classes" in metric("top_k").objection(task=Task.CLASSIFICATION, n_classes=3)
    assert metric("top_k").objection(task=Task.CLASSIFICATION, n_classes=4) is None
    assert metric("expected_cost:matrix=((0,1),(5,0))").objection(task=Task.CLASSIFICATION, n_classes=3)


def test_what_a_model_did_not_say_is_asked_for_by_kind():
    with pytest.raises(Undefined, match="gave no values"):
        Predictions(truth=np.ones(1)).said(Needs.VALUES)


@pytest.mark.parametrize(("name", "truth", "words"), [
    ("roc_auc", ["ash", "ash", "oak", "oak"], "no row is class yew"),
    ("roc_auc_ovo", ["ash", "ash", "oak", "oak"], "no row is class yew"),
    ("average_precision", ["ash", "ash", "oak", "oak"], "no row is class yew"),
    ("precision_macro", ["ash", "oak", "yew", "yew"], "class ash occurs and was never predicted"),
    ("recall:average=macro", ["ash", "ash", "oak", "oak"], "class yew was predicted and never occurs"),
])
def test_reasons_name_the_classes_as_the_user_does(name, truth, words):
    names = ("ash", "oak", "yew")
    rows = Predictions(truth=np.array([names.index(one) for one in truth]), n_classes=3, classes=names,
                       labels=np.array([1, 1, 2, 2]), probabilities=np.full((4, 3), 1 / 3))
    with pytest.raises(Undefined, match=words):
        metric(name).score(rows)
