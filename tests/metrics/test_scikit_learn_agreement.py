"""Where definitions coincide, scikit-learn says the same to 1e-12: random inputs, ties, weights, 2 to 26 classes."""

from functools import partial

import numpy as np
import pytest
from sklearn import metrics as sk
from sklearn.isotonic import IsotonicRegression

from referee.metrics import Predictions, metric
from referee.metrics.corp import corp
from referee.metrics.curves import roc_curve
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


def specificity(average):
    """Of each class against the rest, from scikit-learn's own tables; means as in its recall."""
    def call(p):
        tables = sk.multilabel_confusion_matrix(p.truth, p.labels, sample_weight=p.weights)
        negative, all_negative = tables[:, 0, 0], tables[:, 0].sum(axis=1)
        if average == "micro":
            return negative.sum() / all_negative.sum()
        return np.average(negative / all_negative, weights=tables[:, 1].sum(axis=1) if average == "weighted" else None)

    return call


MEANS = ("macro", "micro", "weighted")
SCORES = {"precision": sk.precision_score, "recall": sk.recall_score, "jaccard": sk.jaccard_score}
AVERAGED = {
    **{f"{name}:average={mean}": label_call(score, average=mean) for name, score in SCORES.items() for mean in MEANS},
    **{f"specificity:average={mean}": specificity(mean) for mean in MEANS},
    **{f"fbeta:beta={beta},average={mean}": label_call(sk.fbeta_score, beta=beta, average=mean)
       for beta in (0.5, 2) for mean in MEANS},
}
ANY_NUMBER_OF_CLASSES = {
    **AVERAGED,
    "accuracy": label_call(sk.accuracy_score),
    "error_rate": label_call(sk.zero_one_loss),
    "balanced_accuracy": label_call(sk.balanced_accuracy_score),
    "f1_macro": label_call(sk.f1_score, average="macro"),
    "f1_weighted": label_call(sk.f1_score, average="weighted"),
    "mcc": label_call(sk.matthews_corrcoef),
    "f1_micro": label_call(sk.f1_score, average="micro"),
    "precision_macro": label_call(sk.precision_score, average="macro"),
    "jaccard_macro": label_call(sk.jaccard_score, average="macro"),
    "kappa": label_call(sk.cohen_kappa_score),
    "kappa:distance=linear": label_call(sk.cohen_kappa_score, weights="linear"),
    "kappa:distance=quadratic": label_call(sk.cohen_kappa_score, weights="quadratic"),
    "roc_auc_weighted": order_call(sk.roc_auc_score, multi_class="ovr", average="weighted"),
    "average_precision": order_call(sk.average_precision_score, average="macro"),
    "roc_auc": order_call(sk.roc_auc_score, multi_class="ovr", average="macro"),
    "log_loss": probability_call(sk.log_loss),
    "log_loss:base=2": lambda p: probability_call(sk.log_loss)(p) / np.log(2),
    "brier": probability_call(sk.brier_score_loss, scale_by_half=True),
    "brier_sum": probability_call(sk.brier_score_loss, scale_by_half=False),
}
TWO_CLASSES = {
    "precision": label_call(sk.precision_score),
    "recall": label_call(sk.recall_score),
    "specificity": label_call(sk.recall_score, pos_label=0),
    "f1": label_call(sk.f1_score),
    "jaccard": label_call(sk.jaccard_score),
    "fbeta:beta=2": label_call(sk.fbeta_score, beta=2),
    "fbeta:beta=0.5": label_call(sk.fbeta_score, beta=0.5),
    "partial_auc": order_call(sk.roc_auc_score, max_fpr=0.1),
    "partial_auc:max_fpr=0.37": order_call(sk.roc_auc_score, max_fpr=0.37),
    "partial_auc:max_fpr=1": order_call(sk.roc_auc_score),
}
PAIRS = {      # scikit-learn takes no weights here
    "roc_auc_ovo": order_call(sk.roc_auc_score, multi_class="ovo", average="macro"),
    "roc_auc_ovo_weighted": order_call(sk.roc_auc_score, multi_class="ovo", average="weighted"),
}


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("k", [2, 3, 7, 26])
@pytest.mark.parametrize("name", ANY_NUMBER_OF_CLASSES)
def test_classification(name, k, weighted):
    p = random_predictions(k, weighted=weighted)
    assert metric(name).score(p) == pytest.approx(ANY_NUMBER_OF_CLASSES[name](p), abs=1e-12)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("name", TWO_CLASSES)
def test_two_classes(name, weighted):
    p = random_predictions(2, weighted=weighted)
    assert metric(name).score(p) == pytest.approx(TWO_CLASSES[name](p), abs=1e-12)


@pytest.mark.parametrize("k", [2, 3, 11])
@pytest.mark.parametrize("name", PAIRS)
def test_pairs_of_classes(name, k):
    p = random_predictions(k, weighted=False)
    assert metric(name).score(p) == pytest.approx(PAIRS[name](p), abs=1e-12)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("top", [1, 2, 5])
def test_top_k_without_ties(top, weighted):
    """With ties scikit-learn takes the classes that stand last; we count a tie for the share that fits."""
    p = random_predictions(7, weighted=weighted)
    scores = stream(0, "top-k").normal(size=p.probabilities.shape)
    untied = Predictions(truth=p.truth, n_classes=7, scores=scores, weights=p.weights)
    expected = sk.top_k_accuracy_score(p.truth, scores, k=top, sample_weight=p.weights)
    assert metric(f"top_k:k={top}").score(untied) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_the_roc_curve(weighted):
    p = random_predictions(2, weighted=weighted)
    fpr, tpr, thresholds = sk.roc_curve(p.truth, p.probabilities[:, 1], sample_weight=p.weights,
                                        drop_intermediate=False)
    ours = roc_curve(p.truth, p.probabilities[:, 1], p.weights)
    np.testing.assert_allclose(ours.false_positive_rate, fpr, atol=1e-12)
    np.testing.assert_allclose(ours.true_positive_rate, tpr, atol=1e-12)
    np.testing.assert_array_equal(ours.thresholds, thresholds)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_isotonic_recalibration(weighted):
    p = random_predictions(2, weighted=weighted)
    said = p.probabilities[:, 1]
    ours = corp(p.truth, said, p.weights)
    fitted = IsotonicRegression().fit(said, p.truth, sample_weight=p.weights)
    np.testing.assert_allclose(ours.recalibrated, fitted.predict(ours.forecasts), atol=1e-12)
    assert ours.score == pytest.approx(sk.brier_score_loss(p.truth, said, sample_weight=p.weights), abs=1e-12)
    assert ours.miscalibration == pytest.approx(
        ours.score - sk.brier_score_loss(p.truth, fitted.predict(said), sample_weight=p.weights), abs=1e-12)


REGRESSION = {
    "mse": sk.mean_squared_error,
    "rmse": sk.root_mean_squared_error,
    "mae": sk.mean_absolute_error,
    "relative_error": sk.mean_absolute_percentage_error,
    "r2": sk.r2_score,
    "mape": lambda *a, **k: 100 * sk.mean_absolute_percentage_error(*a, **k),
    "median_absolute_error": sk.median_absolute_error,
    "explained_variance": sk.explained_variance_score,
    "pinball": sk.mean_pinball_loss,
    "pinball:quantile=0.9": partial(sk.mean_pinball_loss, alpha=0.9),
}
ROOTS_PER_TARGET = {"rmse"}     # scikit-learn takes the mean of the targets' roots, we the root over all


def random_values(targets, *, weighted, n=400):
    draw = stream(1, "agreement", targets, int(weighted))
    shape = n if targets == 1 else (n, targets)
    truth = np.round(draw.normal(5, 1, size=shape), 1) + 0.05
    return Predictions(truth=truth, values=truth + np.round(draw.normal(0, 1, size=shape), 1),
                       weights=draw.integers(1, 5, size=n) * 0.5 if weighted else None)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize(("name", "targets"), [(name, targets) for name in REGRESSION for targets in (1, 3)
                                               if targets == 1 or name not in ROOTS_PER_TARGET])
def test_regression(name, targets, weighted):
    p = random_values(targets, weighted=weighted)
    assert metric(name).score(p) == pytest.approx(
        REGRESSION[name](p.truth, p.values, sample_weight=p.weights), rel=1e-12)
