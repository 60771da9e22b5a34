"""Pool before you score: what is no mean over rows is computed once on a pass over the rows (Forman & Scholz 2010)."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold

import referee
from referee.metrics import METRICS, Predictions
from referee.seeds import stream


class Tells(ClassifierMixin, BaseEstimator):
    """Says what stands in its columns: the label, and a score on a scale that every fit has to itself."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.shift_ = 100.0 * X[:, 2].sum()
        return self

    def predict(self, X):
        return self.classes_[X[:, 0].astype(int)]

    def decision_function(self, X):
        return X[:, 1] + self.shift_


class TellsValue(RegressorMixin, BaseEstimator):
    def fit(self, X, y):
        self.seen_ = X.shape, y.shape
        return self

    def predict(self, X):
        return X[:, 0]


TRUTH = np.array([1, 0, 0, 0, 1, 1, 0, 0])
SAID = np.array([1, 1, 0, 0, 0, 1, 0, 0])
SCORES = np.array([0.9, 0.8, 0.2, 0.1, 0.3, 0.7, 0.5, 0.4])
X = np.column_stack([SAID, SCORES, np.arange(8)]).astype(float)


def parts(*tests, n=8):
    """Splits that test these rows and train on the others."""
    return [(np.setdiff1d(np.arange(n), test), np.array(test)) for test in tests]


TWO_PASSES = parts([0, 1, 2, 3], [4, 5, 6, 7], [0, 2, 4, 6], [1, 3, 5, 7])


def evaluated(metrics, design, rows=X, truth=TRUTH, model=None):
    return referee.evaluate(model or Tells(), rows, truth, metrics=metrics, design=design, jobs=1)


def value(result, metric):
    """What is printed for the learner, not for the baseline."""
    name = result.analysis.table.learners[0]
    return result.analysis.estimates[name, metric]


def test_f1_mcc_and_balanced_accuracy_are_those_of_the_pooled_table():
    """Three positives: two found, one false alarm. F1 = 4/6; MCC = (2·4 − 1·1)/√(3·3·5·5) = 7/15; (2/3 + 4/5)/2."""
    found = evaluated(["f1", "mcc", "balanced_accuracy"], TWO_PASSES)
    assert value(found, "f1").value == pytest.approx(2 / 3)
    assert value(found, "mcc").value == pytest.approx(7 / 15)
    assert value(found, "balanced_accuracy").value == pytest.approx((2 / 3 + 4 / 5) / 2)
    of_parts = found.analysis.table.scores[found.analysis.table.learners[0], "f1"]
    assert of_parts.values[:2] == pytest.approx([2 / 3, 2 / 3])           # means of parts stay for the tests


def test_a_part_without_positives_no_longer_drops_out():
    """Folds of rows in order: no row of the last part is positive or called so, F1 and MCC are undefined there."""
    design = parts([0, 1], [2, 3], [4, 5], [6, 7])
    found = evaluated(["f1", "mcc", "recall", "precision"], design)
    assert value(found, "f1").value == pytest.approx(2 / 3)
    assert value(found, "mcc").value == pytest.approx(7 / 15)
    assert value(found, "recall").value == pytest.approx(2 / 3)
    assert value(found, "precision").value == pytest.approx(2 / 3)
    assert value(found, "mcc").lost == 0
    assert value(found, "mcc").kept == 4


def test_auc_counts_pairs_within_parts_only():
    """Scores of two fits are shifted against each other: pairs are counted inside each part, and each pair once.

    Part one: 1 positive × 3 negatives, all three won. Part two: 2 × 2, 0.3 loses both, 0.7 wins both: 5 of 7, where
    the mean of the parts would be (1 + 1/2)/2 and the scores of both together have 9 of 15 or 11 of 15.
    """
    found = evaluated(["roc_auc"], parts([0, 1, 2, 3], [4, 5, 6, 7]))
    made = value(found, "roc_auc")
    assert made.value == pytest.approx(5 / 7)
    assert "pairs" in made.method
    assert "within" in made.method


def test_parts_without_a_pair_are_told():
    found = evaluated(["roc_auc"], parts([0, 1, 2, 3], [4, 5], [6, 7]))
    made = value(found, "roc_auc")
    assert made.value == pytest.approx(1.0)                                # 3 pairs, all in the first part
    assert (made.kept, made.lost) == (1, 2)
    assert "2 of 3" in str(found)


def test_plain_means_are_over_the_rows_of_the_pass():
    """Parts of 2 and of 6 rows: the mean over rows is 6/8, the mean of the parts (1/2 + 5/6)/2 = 2/3."""
    found = evaluated(["accuracy"], parts([0, 1], [2, 3, 4, 5, 6, 7]))
    assert value(found, "accuracy").value == pytest.approx(6 / 8)


def test_rmse_and_r2_are_those_of_all_rows_of_a_pass():
    y = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 9.0])
    said = np.array([1.0, 1.0, 2.0, 2.0, 4.0, 5.0])
    found = evaluated(["rmse", "r2", "mse"], KFold(3), rows=said[:, None], truth=y, model=TellsValue())
    assert value(found, "mse").value == pytest.approx(18 / 6)
    assert value(found, "rmse").value == pytest.approx(np.sqrt(18 / 6))
    assert value(found, "r2").value == pytest.approx(1 - 18 / ((y - y.mean()) ** 2).sum())


def test_passes_are_averaged_after_each_was_scored():
    """Two passes of a learner whose answers depend on the fit: the mean of the two passes' F1, not of one heap."""
    class Fickle(Tells):
        def predict(self, X):
            rare = self.shift_ % 200 < 1
            return np.where(X[:, 2] < 4, TRUTH[X[:, 2].astype(int)], int(rare))

    found = evaluated(["f1"], TWO_PASSES, model=Fickle())
    table, (name, *_) = found.analysis.table, found.analysis.table.learners
    assert value(found, "f1").value == pytest.approx(table.scores[name, "f1"].passes.mean())
    assert table.scores[name, "f1"].passes.size == 2


def test_random_splits_are_pooled_over_all_tested_cells():
    design = parts([0, 1, 2], [1, 2, 3], [4, 5, 6], [0, 6, 7], [2, 4, 5], [0, 3, 7])
    cells = np.concatenate([test for _, test in design])
    found = evaluated(["f1", "mcc"], design)
    wanted = Predictions(truth=TRUTH[cells], labels=SAID[cells], n_classes=2)
    assert value(found, "f1").value == pytest.approx(METRICS["f1"].score(wanted))
    assert value(found, "mcc").value == pytest.approx(METRICS["mcc"].score(wanted))


def test_the_interval_holds_its_own_estimate():
    rng = stream(3, "pooling test")
    rows = rng.normal(size=(60, 2))
    truth = (rows[:, 0] + rng.normal(size=60) > 1.2).astype(int)
    names = ["mcc", "f1", "balanced_accuracy", "kappa", "roc_auc", "average_precision", "ece", "accuracy", "log_loss"]
    found = referee.evaluate(LogisticRegression(), rows, truth, metrics=names, jobs=1,
                             design=StratifiedKFold(10, shuffle=True, random_state=1))
    for name in names:
        made = value(found, name)
        assert made.interval is None or made.value in made.interval, name


def test_the_mean_baseline_has_an_r2_of_about_nothing():
    rng = stream(4, "pooling test")
    rows, truth = rng.normal(size=(50, 3)), rng.normal(size=50)
    found = referee.compare(["ols"], rows, truth, metrics=["r2"], design="kfold:folds=10,repeats=10", jobs=1)
    table = found.analysis.table
    baseline = next(name for name in table.learners if name != "linear")
    assert -0.06 < found.analysis.estimates[baseline, "r2"].value <= 0.0
