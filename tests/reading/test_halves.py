"""Complementary halves from the ledger to the answer: units, what is kept, both sizes, and when nothing is said."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

import referee
from referee.data import load
from referee.designs import make_plan
from referee.errors import NotComparable, RefereeError
from referee.estimates.halves.cells import cells_of_parts
from referee.estimates.halves.jackknife import halves_variance
from referee.kinds import Task
from referee.reading.halves.halving import Unit, halving_of

MODELS = {"near": KNeighborsClassifier(3), "line": LogisticRegression()}


def _two_classes(n=60, positives=24, seed=3):
    rng = np.random.default_rng(seed)
    y = (np.arange(n) < positives).astype(int)
    return rng.normal(size=(n, 4)) + 0.8 * y[:, None], y


@pytest.fixture(scope="module")
def answer():
    X, y = _two_classes()
    return referee.compare(MODELS, X, y, design="halves:repeats=12", jobs=1, baseline=False,
                           metrics=["roc_auc", "accuracy", "f1", "log_loss", "average_precision"])


def _said(X, y, model, splits):
    for split in splits:
        fitted = model.fit(X[split.train_rows], y[split.train_rows])
        yield split.test, fitted.predict_proba(X[split.test])[:, 1]


def _average_precision(y, scores):
    """The mean, over positives, of the precision among all that score no less; ties together."""
    among = scores >= scores[y == 1][:, None]
    return (among[:, y == 1].sum(axis=1) / among.sum(axis=1)).mean()


@pytest.mark.slow
def test_the_test_is_that_of_the_halves_fitted_by_hand(answer):
    X, y = _two_classes()
    splits = list(make_plan("halves:repeats=12,passes=0", load(X, y=y), seed=0).splits())
    parts, without, tested = np.zeros((2, 24)), np.zeros((2, 24, 60)), np.zeros((24, 60), dtype=bool)
    for m, model in enumerate(MODELS.values()):
        for j, (rows, scores) in enumerate(_said(X, y, model, splits)):
            tested[j, rows] = True
            parts[m, j] = _average_precision(y[rows], scores)
            assert parts[m, j] == pytest.approx(average_precision_score(y[rows], scores))
            for i, row in enumerate(rows):
                left = np.delete(np.arange(rows.size), i)
                without[m, j, row] = _average_precision(y[rows][left], scores[left])
    by_hand = halves_variance(cells_of_parts(parts[0] - parts[1], without[0] - without[1], tested))
    found = answer.analysis.families["average_precision"].pair("near", "line").comparison
    assert found.difference == pytest.approx(by_hand.value)
    assert found.standard_error == pytest.approx(by_hand.total() ** 0.5)
    assert found.df == 47                          # twice the 24 positives, less one


def test_means_over_rows_are_those_of_all_tested_cells(answer):
    X, y = _two_classes()
    splits = make_plan("halves:repeats=12,passes=0", load(X, y=y), seed=0).splits()
    right = [np.mean((scores > 0.5) == y[rows]) for rows, scores in _said(X, y, LogisticRegression(), splits)]
    assert answer.analysis.estimates["line", "accuracy"].half == pytest.approx(np.mean(right))


def test_both_sizes_are_told(answer):
    for name in MODELS:
        found = answer.estimates[name]
        assert (found.n_train, found.n_half) == (54, 30)
        assert found.half != found.value
        assert found.value in found.interval


def test_every_metric_has_an_interval_that_holds_its_estimate(answer):
    for metric in ("roc_auc", "accuracy", "f1", "log_loss", "average_precision"):
        for name in MODELS:
            found = answer.analysis.estimates[name, metric]
            assert found.interval is not None, (metric, found.reason)
            assert found.value in found.interval


@pytest.mark.slow
def test_the_same_from_halves_that_were_given_as_pairs():
    X, y = _two_classes()
    plan = make_plan("halves:repeats=12", load(X, y=y), seed=0)
    pairs = [(s.train_rows, s.test) for s in plan.splits()]
    by_name, by_hand = (referee.compare(MODELS, X, y, design=d, jobs=1, baseline=False,
                                        metrics="roc_auc")["near", "line"].comparison
                        for d in ("halves:repeats=12", pairs))
    assert by_name == by_hand


def test_a_constant_forecaster_has_an_accuracy_with_the_law_of_a_share_and_an_area_without_an_interval():
    X, y = _two_classes()
    found = referee.evaluate({"shares": DummyClassifier(strategy="prior")}, X, y, design="halves:repeats=12", jobs=1,
                             metrics=["roc_auc", "accuracy"])
    assert found.estimates["shares"].interval is None
    interval = found.analysis.estimates["shares", "accuracy"].interval
    assert interval.width == pytest.approx(2 * 2.0 * (0.4 * 0.6 / 59) ** 0.5, rel=0.03)


@pytest.mark.slow
def test_few_of_a_class_are_not_judged_by_areas_and_are_by_means():
    X, y = _two_classes(positives=3)
    found = referee.compare(MODELS, X, y, design="halves:repeats=12", jobs=1, baseline=False,
                            metrics=["roc_auc", "log_loss"])
    with pytest.raises(NotComparable, match="rarest class has 3 rows, and ROC AUC can be judged from 4 on"):
        found["near", "line"]
    assert found.analysis.estimates["line", "log_loss"].interval is not None


def test_a_regression_of_blocks():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(260, 3))
    y = X.sum(axis=1) + rng.normal(size=260)
    found = referee.compare({"near": KNeighborsRegressor(), "line": LinearRegression()}, X, y, jobs=1,
                            design="halves:repeats=12", metrics=["rmse", "r2"], baseline=False)
    assert found["line", "near"].comparison.df == 49
    assert found["line", "near"].comparison.unit == "blocks of rows"
    assert found["line", "near"].outcome.value == "better"


@pytest.mark.slow
def test_groups_are_units_with_the_degrees_of_freedom_of_their_effective_number():
    X, y = _two_classes()
    groups = np.repeat(np.arange(9), [2, 2, 2, 4, 4, 6, 10, 10, 20])
    found = referee.compare(MODELS, X, y, groups=groups, design="halves:repeats=25", jobs=1, baseline=False,
                            metrics="log_loss")["near", "line"].comparison
    assert found.df == pytest.approx(60**2 / (3 * 4 + 2 * 16 + 36 + 2 * 100 + 400) - 1)
    assert found.unit == "groups"
    assert any("only large differences" in sentence for sentence in found.assumptions)


@pytest.mark.parametrize(("y", "groups", "unit", "strata"), [
    (np.arange(40) % 2, None, Unit.ROW, 2),
    (np.arange(40) % 2, np.arange(40) // 4, Unit.GROUP, 1),               # groups of both classes: no strata
    (np.arange(40) // 20, np.arange(40) // 4, Unit.GROUP, 2),             # groups of one class each
    (np.arange(300) % 3, None, Unit.BLOCK, 3),
])
def test_units_and_strata_are_seen_in_the_halves(y, groups, unit, strata):
    problem = load(np.random.default_rng(0).normal(size=(y.size, 2)), y=y, groups=groups, task=Task.CLASSIFICATION)
    plan = make_plan("halves:repeats=20", problem, seed=0)
    found = halving_of(plan.splits(), problem, plan.card.traits)
    assert found.unit is unit
    assert found.counted.counts.shape[2] == strata
    assert found.counted.counts.sum() == 20 * y.size


def test_halves_without_strata_keep_no_class_weights():
    problem = load(np.random.default_rng(0).normal(size=(60, 2)), y=np.arange(60) % 2)
    plan = make_plan("halves:repeats=20,stratified=false", problem, seed=0)
    assert halving_of(plan.splits(), problem, plan.card.traits).counted.counts.shape[2] == 1


@pytest.mark.slow
def test_a_lost_fit_costs_its_repeat_for_both():
    class Moody(GaussianNB):
        def fit(self, X, y):
            if X[:, 0].sum() > 11.0:                 # some halves
                raise ValueError("not today")
            return super().fit(X, y)

    X, y = _two_classes()
    found = referee.compare({"moody": Moody(), "line": LogisticRegression()}, X, y, design="halves:repeats=30,passes=0",
                            jobs=1, baseline=False, metrics="roc_auc")["moody", "line"].comparison
    assert 12 <= found.detail("repeats") < 30


@pytest.mark.parametrize(("design", "sentence"), [
    ("kfold:folds=2,repeats=5", "needs 12 different halvings at least, and there are 5"),
    ("kfold", "is for repeats of complementary halves"),
    ([(np.arange(30), np.arange(30, 60)), (np.arange(30, 60), np.arange(30))] * 20, "different halvings"),
])
def test_what_it_does_not_cover_is_refused_with_the_reason(design, sentence):
    X, y = _two_classes()
    with pytest.raises(RefereeError, match=sentence):
        referee.compare(MODELS, X, y, design=design, test="halves-jackknife", jobs=1)


@pytest.mark.parametrize("n", [100, 200])
def test_the_fewest_repeats_serve_all_rows_that_are_units(n):
    X, y = _two_classes(n=n, positives=n // 2)
    found = referee.compare(MODELS, X, y, design="halves:repeats=12", jobs=1, baseline=False, metrics="log_loss")
    assert found.estimates["line"].interval is not None
    assert found["near", "line"].comparison.n_units == n


def test_more_rows_than_halves_can_tell_apart_are_refused_without_blocks():
    X, y = _two_classes(n=240, positives=80)
    with pytest.raises(RefereeError, match="cannot tell 240 rows apart by 24 halves; use design halves"):
        referee.compare(MODELS, X, y, design="kfold:folds=2,repeats=12", test="halves-jackknife", jobs=1)


@pytest.mark.parametrize(("positives", "metric", "weight"), [
    (30, "f1", 2 / 3), (18, "f1", 2 / 3), (17, "f1", 1.0), (17, "mcc", 1.0),
    (17, "accuracy", 2 / 3), (10, "roc_auc", 2 / 3),
])
def test_scores_that_a_rare_class_carries_get_the_full_weight_of_training(positives, metric, weight):
    X, y = _two_classes(n=60, positives=positives)
    found = referee.compare(MODELS, X, y, design="halves:repeats=12", jobs=1, baseline=False, metrics=metric)
    assert found["near", "line"].comparison.detail("weight") == pytest.approx(weight)
