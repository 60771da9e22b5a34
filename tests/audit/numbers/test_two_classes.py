"""The search over confusion matrices against enumeration, and the sentences it gives."""

import numpy as np
import pytest

from audit.numbers.checked import of
from referee.audit.numbers import Row, figure
from referee.audit.numbers.boxes import HITS, PASSES, feasible
from referee.audit.numbers.figure import Rounding
from referee.audit.numbers.readings import MEANT, Reading, asked
from referee.audit.numbers.spans import SCORES, Boxes

KINDS = ("accuracy", "sensitivity", "specificity", "precision", "npv", "f1", "balanced_accuracy", "kappa", "mcc",
         "prevalence", "f1_macro", "f1_weighted", "precision_macro", "precision_weighted")


def every_matrix(n, *, empty_margins=False):
    """Positives, true positives and true negatives of every two-class matrix of n cases."""
    found = np.array([(p, tp, tn) for p in range(n + 1) for tp in range(p + 1) for tn in range(n - p + 1)
                      if empty_margins or (0 < p < n and 0 < tp + (n - p - tn) < n)])
    return found.T.astype(float)


def scored(matrices, n, kind):
    boxes = Boxes(matrices, matrices, np.full(matrices.shape[1], float(n)))
    return SCORES[kind](boxes)


@pytest.mark.parametrize("kind", KINDS)
def test_scores_of_single_matrices_are_those_of_scikit_learn(kind):
    from sklearn import metrics

    other = {"pos_label": 0, "zero_division": 0}
    by_hand = {
        "accuracy": metrics.accuracy_score, "sensitivity": metrics.recall_score, "precision": metrics.precision_score,
        "specificity": lambda *a, **k: metrics.recall_score(*a, **other, **k),
        "npv": lambda *a, **k: metrics.precision_score(*a, **other, **k), "f1": metrics.f1_score,
        "balanced_accuracy": metrics.balanced_accuracy_score, "kappa": metrics.cohen_kappa_score,
        "mcc": metrics.matthews_corrcoef,
        "prevalence": lambda truth, _, sample_weight: np.average(truth, weights=sample_weight),
        **{f"{name}_{how}": lambda *a, f=f, how=how, **k: f(*a, average=how, zero_division=0, **k)
           for name, f in (("f1", metrics.f1_score), ("precision", metrics.precision_score))
           for how in ("macro", "weighted")}}
    rng = np.random.default_rng(1)
    matrices = every_matrix(12)
    some = matrices[:, rng.choice(matrices.shape[1], 25, replace=False)]
    low, high = scored(some, 12, kind)
    for k, (p, tp, tn) in enumerate(some.T):
        weights = [tp, p - tp, 12 - p - tn, tn]
        known = by_hand[kind]([1, 1, 0, 0], [1, 0, 1, 0], sample_weight=weights)
        assert low[k] == pytest.approx(known, abs=1e-12) == high[k]


@pytest.mark.parametrize("seed", range(6))
def test_ranges_over_boxes_hold_every_matrix_of_the_box(seed):
    rng = np.random.default_rng(seed)
    n, matrices = 11, every_matrix(11)
    low = np.floor(rng.uniform(0, 6, size=3))
    high = low + np.floor(rng.uniform(0, 6, size=3))
    inside = matrices[:, ((matrices >= low[:, None]) & (matrices <= high[:, None])).all(axis=0)]
    box = Boxes(low[:, None], high[:, None], np.array([float(n)]))
    for kind in KINDS:
        least, most = SCORES[kind](box)
        values, _ = scored(inside, n, kind)
        assert values.size == 0 or (least[0] <= values.min() + 1e-9 and values.max() <= most[0] + 1e-9), kind


@pytest.mark.parametrize("seed", range(12))
def test_the_search_agrees_with_enumeration_of_all_matrices(seed):
    """Scores that are 0/0 have a range in a single matrix, too: they may be printed as anything."""
    rng = np.random.default_rng(seed)
    n, real, matrices = 14, every_matrix(14), every_matrix(14, empty_margins=True)
    for _ in range(8):
        kinds = [str(kind) for kind in rng.choice(KINDS[:10], size=3, replace=False)]
        at = real[:, [rng.integers(real.shape[1])]]
        texts = {kind: f"{scored(at, n, kind)[0][0] + rng.choice([0, 0, 0.04, -0.07]):.2f}" for kind in kinds}
        figures = tuple(figure(kind, text) for kind, text in texts.items())
        fits = np.ones(matrices.shape[1], bool)
        for one in figures:
            (low, high), (least, most) = one.span(Rounding.ROUNDED), scored(matrices, n, one.kind)
            fits &= (most >= low - 1e-9) & (least <= high + 1e-9)
            if low > 0 and high < 1:             # a 0/0 is printed as 0 or 1
                fits &= (one.kind not in HITS or matrices[1] > 0) & (one.kind not in PASSES or matrices[2] > 0)
        reading = Reading(Rounding.ROUNDED, MEANT[0], frozenset())
        said = bool(feasible(asked([((*figures, figure("cases", str(n))), reading)]))[0])
        assert said == fits.any(), texts


def test_the_sentence_names_the_figures_the_contradiction_and_what_would_be_possible():
    said = ("svm: accuracy 0.91 cannot go with sensitivity 0.80 and specificity 0.85, if all are of one two-class test "
            "set: between 0.795 and 0.855 would be possible.")
    assert of(model="svm", accuracy="0.91", sensitivity="0.80", specificity="0.85") == [said]
    assert of(model="svm", TP="40", FP="10", FN="10", TN="40", accuracy="0.91") == [
        "svm: accuracy 0.91 cannot go with TP 40, FP 10, FN 10 and TN 40: 0.8 would be possible."]
    assert of(model="svm", TP="40", FP="10", FN="10", TN="40", n="103", accuracy="0.80") == [
        "svm: TP + FP + FN + TN = 100, not n 103."]


def test_a_count_that_is_off_by_a_unit_of_the_last_place_is_a_slight_matter():
    from referee.audit.numbers import Strength, contradictions

    def strength(accuracy):
        counts = {"tp": "40", "fp": "10", "fn": "11", "tn": "40"}
        figures = tuple(figure(kind, text) for kind, text in {**counts, "accuracy": accuracy}.items())
        return [one.strength for one in contradictions([Row(where="m", figures=figures)])]

    assert strength("0.792") == []                     # 80/101 is 0.79207…
    assert strength("0.793") == [Strength.SLIGHT]
    assert strength("0.81") == [Strength.SLIGHT]
    assert strength("0.95") == [Strength.CERTAIN]


def test_averages_over_runs_are_held_to_what_averages_keep_only():
    row = {"model": "m", "accuracy": "0.91 ± 0.02", "sensitivity": "0.80 ± 0.03", "specificity": "0.85 ± 0.02"}
    assert of(**row) == []
    assert of(**row, precision="0.80 ± 0.03", F1="0.95 ± 0.01") == [
        "m: F1 0.95 cannot go with precision 0.80 and sensitivity 0.80: between 0.59 and 0.805 would be possible."]


@pytest.mark.parametrize("cells", [
    {"TP": "0", "FP": "0", "FN": "1", "TN": "11", "accuracy": "0.9167", "precision": "0", "F1": "0", "MCC": "0"},
    {"TP": "5", "FP": "0", "FN": "0", "TN": "0", "accuracy": "1.00", "sensitivity": "1.00", "specificity": "0.00"},
    {"TP": "5", "FP": "0", "FN": "0", "TN": "0", "accuracy": "1.00", "specificity": "1.00"},
    {"TP": "1", "FP": "0", "FN": "0", "TN": "1", "accuracy": "100%", "kappa": "1", "MCC": "1.000"},
    {"sensitivity": "1.00", "specificity": "0.00", "cases": "1", "accuracy": "1.00"},
])
def test_one_class_no_calls_and_single_cases_are_possible(cells):
    assert of(model="m", **cells) == []
