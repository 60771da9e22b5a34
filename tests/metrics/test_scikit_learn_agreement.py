"""Where definitions coincide, scikit-learn says the same to 1e-12: random inputs, ties, weights, 2 to 26 classes."""

import numpy as np
import pytest
from sklearn import metrics as sk

from referee.metrics import METRICS, Predictions
from referee.seeds import stream


def random_predictions(k, *, weighted, seed=0, n=600):
    """Every class occurs; probabilities are rounded so that ties abound and no row is certain."""
    draw = stream(seed, "agreement", k, int(weighted))
    truth = np.concatenate([np.arange(k), draw.integers(k, size=n - k)])
    raw = draw.gamma(1.0, size=(n, k)) + 0.8 * np.eye(k)[truth]
    probabilities = np.round(raw / raw.sum(axis=1, keepdims=True), 2) + 0.01
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    weights = draw.integers(1, 5, size=n) * 0.5 if weighted else None
    return Predictions(truth=truth, n_classes=k, labels=probabilities.argmax(axis=1), probabilities=probabilities,
                       weights=weights)


def label_call(function, **options):
    return lambda p: function(p.truth, p.labels, sample_weight=p.weights, **options)


def order_call(function, **options):
    def call(p):
        scores = p.probabilities[:, 1] if p.n_classes == 2 else p.probabilities
        return function(p.truth, scores, sample_weight=p.weights, **options)

    return call


def probability_call(function, **options):
    return lambda p: function(p.truth, p.probabilities, sample_weight=p.weights, labels=range(p.n_classes), **options)


ANY_NUMBER_OF_CLASSES = {
    "accuracy": label_call(sk.accuracy_score),
    "error_rate": label_call(sk.zero_one_loss),
    "balanced_accuracy": label_call(sk.balanced_accuracy_score),
    "f1_macro": label_call(sk.f1_score, average="macro"),
    "f1_weighted": label_call(sk.f1_score, average="weighted"),
    "mcc": label_call(sk.matthews_corrcoef),
    "roc_auc": order_call(sk.roc_auc_score, multi_class="ovr", average="macro"),
    "log_loss": probability_call(sk.log_loss),
    "brier": probability_call(sk.brier_score_loss, scale_by_half=True),
    "brier_sum": probability_call(sk.brier_score_loss, scale_by_half=False),
}
TWO_CLASSES = {
    "precision": label_call(sk.precision_score),
    "recall": label_call(sk.recall_score),
    "specificity": label_call(sk.recall_score, pos_label=0),
    "f1": label_call(sk.f1_score),
    "jaccard": label_call(sk.jaccard_score),
}


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("k", [2, 3, 7, 26])
@pytest.mark.parametrize("name", ANY_NUMBER_OF_CLASSES)
def test_classification(name, k, weighted):
    p = random_predictions(k, weighted=weighted)
    assert METRICS[name].score(p) == pytest.approx(ANY_NUMBER_OF_CLASSES[name](p), abs=1e-12)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("name", TWO_CLASSES)
def test_two_classes(name, weighted):
    p = random_predictions(2, weighted=weighted)
    assert METRICS[name].score(p) == pytest.approx(TWO_CLASSES[name](p), abs=1e-12)


REGRESSION = {
    "mse": sk.mean_squared_error,
    "rmse": sk.root_mean_squared_error,
    "mae": sk.mean_absolute_error,
    "relative_error": sk.mean_absolute_percentage_error,
    "r2": sk.r2_score,
}
ROOTS_PER_TARGET = {"rmse"}     # scikit-learn takes the mean of the targets' roots, we the root over all


def random_values(targets, *, weighted, n=400):
    draw = stream(1, "agreement", targets, int(weighted))
    shape = n if targets == 1 else (n, targets)
    truth = np.round(draw.normal(5, 1, size=shape), 1) + 0.05
    return Predictions(truth=truth, values=truth + np.round(draw.normal(0, 1, size=shape), 1),
                       weights=draw.integers(1, 5, size=n) * 0.5 if weighted else None)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("targets", [1, 3])
@pytest.mark.parametrize("name", REGRESSION)
def test_regression(name, targets, weighted):
    if targets > 1 and name in ROOTS_PER_TARGET:
        pytest.skip("defined differently for several targets")
    p = random_values(targets, weighted=weighted)
    assert METRICS[name].score(p) == pytest.approx(
        REGRESSION[name](p.truth, p.values, sample_weight=p.weights), rel=1e-12)
