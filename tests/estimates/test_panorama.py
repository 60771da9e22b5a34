"""The panorama against estimates made by hand from the same splits, and its bookkeeping."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import KNeighborsClassifier

import referee
from referee.data import load
from referee.errors import BadInput
from referee.kinds import Estimand
from referee.ledger import open_ledger
from referee.metrics import METRICS, Predictions
from referee.reading.panorama import ESTIMATORS, check_order, panorama_plan
from referee.reading.panorama import plan as plan_module
from referee.reading.panorama.bias_order import Circumstances, memorises
from referee.reading.panorama.lines import BY_NAME, Column, Line
from referee.reading.panorama.no_information import no_information_value
from referee.seeds import stream

B = 50


def classes(n=40, seed=3):
    rng = stream(seed, "panorama test")
    X = rng.normal(size=(n, 3))
    return X, (X[:, 0] + rng.normal(size=n) > 0).astype(int)


def targets(n=40, seed=4):
    rng = stream(seed, "panorama test")
    X = rng.normal(size=(n, 3))
    return X, np.column_stack([X @ [1.0, 2.0, 0.0], X @ [0.0, 1.0, 1.0]]) + rng.normal(size=(n, 2)) * [1.0, 3.0]


@pytest.fixture(scope="module")
def nearest():
    X, y = classes()
    return referee.panorama(KNeighborsClassifier(1), X, y, metrics=["accuracy", "error_rate", "roc_auc"], resamples=B,
                            jobs=1).panorama


def samples(y, seed=0):
    """The bootstrap samples of the plan, as (drawn rows, left-out rows)."""
    X = np.zeros((len(y), 1))
    plan, _ = panorama_plan(load(X, y=y), seed=seed, resamples=B)
    for split in plan.plans["bootstrap"].splits():
        yield split.train_rows, np.setdiff1d(np.arange(len(y)), split.train_rows)


@pytest.mark.slow
def test_the_bootstrap_lines_of_one_nearest_neighbour_are_those_made_by_hand(nearest):
    """Efron & Tibshirani 1997, written out with loops over cases and samples."""
    X, y = classes()
    column, n = nearest.columns[1], len(y)
    wrong, drawn = np.full((B, n), np.nan), np.zeros((B, n))
    for b, (train, _) in enumerate(samples(y)):
        model = KNeighborsClassifier(1).fit(X[train], y[train])
        wrong[b] = model.predict(X) != y
        drawn[b] = np.bincount(train, minlength=n)
    by_case = np.array([wrong[drawn[:, i] == 0, i].mean() for i in range(n)])
    by_sample = np.array([wrong[b, drawn[b] == 0].mean() for b in range(B)])
    said = KNeighborsClassifier(1).fit(X, y).predict(X)
    gamma = y.mean() * (1 - said.mean()) + (1 - y.mean()) * said.mean()
    out = by_case.mean()
    R = (min(out, gamma) - 0) / gamma
    w = 0.632 / (1 - 0.368 * R)
    optimism = (wrong.mean(axis=1) - (wrong * drawn).sum(axis=1) / n).mean()
    assert column.value("resubstitution") == 0
    assert column.value("out-of-bag") == pytest.approx(out)
    assert column.value("632") == pytest.approx(0.632 * out)
    assert column.value("632-by-sample") == pytest.approx(0.632 * by_sample.mean())
    assert column.value("632plus") == pytest.approx(w * min(out, gamma))
    assert column.value("optimism") == pytest.approx(optimism)
    spread = column.line("out-of-bag").spread
    assert (spread.low, spread.high, spread.mean, spread.sd, spread.count) == pytest.approx(
        (by_sample.min(), by_sample.max(), by_sample.mean(), by_sample.std(ddof=1), B))


def test_accuracy_and_error_rate_are_mirror_images(nearest):
    accuracy, error = nearest.columns[:2]
    for a, e in zip(accuracy.lines, error.lines, strict=True):
        assert a.value == pytest.approx(1 - e.value), a.name
        assert (a.interval is None) == (e.interval is None)
        if a.interval is not None:
            assert (a.interval.low, a.interval.high) == pytest.approx((1 - e.interval.high, 1 - e.interval.low)), a.name
        if a.spread is not None:
            assert (a.spread.low, a.spread.sd) == pytest.approx((1 - e.spread.high, e.spread.sd)), a.name
    assert nearest.orders[0].signs == nearest.orders[1].signs


def test_a_metric_that_is_no_mean_has_means_over_samples_and_says_so(nearest):
    X, y = classes()
    column = nearest.columns[2]
    areas = []
    for train, out in samples(y):
        model = KNeighborsClassifier(1).fit(X[train], y[train])
        areas.append(roc_auc_score(y[out], model.predict_proba(X[out])[:, 1]))
    assert column.value("out-of-bag") == pytest.approx(np.mean(areas))
    assert column.value("632-by-sample") == pytest.approx(0.368 + 0.632 * np.mean(areas))
    assert "one value a row" in column.line("632").reason
    assert column.line("632").value is None
    assert column.line("out-of-bag").interval.method == "percentiles over bootstrap samples"
    assert column.value("loo") is None                         # scores of 40 models are not on one scale
    assert "not on one scale" in column.line("loo").reason
    assert column.line("loo").lost == 0
    # R = (out − 1)/(γ − 1) with γ near 0.5: between .632 and out-of-bag
    assert column.value("out-of-bag") < column.value("632plus") < column.value("632-by-sample")


def test_cross_validation_lines_share_their_splits(nearest):
    column = nearest.columns[0]
    assert [line.name for line in column.lines] == [e.name for e in ESTIMATORS]
    fits = {line.name: line.fits for line in column.lines}
    assert (fits["kfold"], fits["kfold-repeated"], fits["holdout"], fits["holdout-repeated"], fits["loo"]) == (
        10, 100, 1, 10, 40)
    assert len(nearest.plan.entries) == 1 + B + 100 + 10 + 40
    assert column.line("kfold-repeated").spread.count == 10
    assert column.line("holdout").estimand is Estimand.MODEL
    assert column.line("resubstitution").estimand is Estimand.TRAINING


@pytest.mark.slow
@pytest.mark.usefixtures("few_repeats")
def test_a_root_is_taken_of_all_rows_of_a_pass_and_each_target_is_as_if_alone():
    X, Y = targets()
    both = referee.panorama("linear", X, Y, resamples=B, jobs=1).panorama
    assert [c.target for c in both.columns] == list(both.problem.targets)
    alone = referee.panorama("linear", X, Y[:, 1], resamples=B, jobs=1).panorama.columns[0]
    for a, b in zip(both.columns[1].lines, alone.lines, strict=True):
        assert a.value == pytest.approx(b.value), a.name
        if a.name != "holdout":             # whose interval resamples rows, with a seed of the problem's own
            assert (a.interval and a.interval.high) == pytest.approx(b.interval and b.interval.high), a.name
    squares = []
    plan, _ = panorama_plan(load(X, y=Y[:, 1]), seed=0, resamples=B)
    for split in plan.plans["kfold"].splits():
        model = LinearRegression().fit(X[split.train_rows], Y[split.train_rows, 1])
        squares.append((Y[split.test, 1] - model.predict(X[split.test])) ** 2)
    repeats = [np.concatenate(squares[i : i + 10]).mean() for i in range(0, len(squares), 10)]
    assert alone.value("kfold-repeated") == pytest.approx(np.mean(np.sqrt(repeats)))
    assert alone.value("kfold") == pytest.approx(np.sqrt(repeats[0]))
    together = both.together["linear", "rmse"]
    for column, interval in zip(both.columns, together.intervals, strict=True):
        own = column.line("loo").interval
        assert interval.low < column.value("kfold-repeated") < interval.high
        assert interval.width > own.width                      # both at once need more room than one alone


@pytest.mark.slow
@pytest.mark.usefixtures("few_repeats")
def test_fits_are_reused_and_a_second_look_fits_nothing(tmp_path):
    X, y = classes()
    place = tmp_path / "ledger.db"
    referee.evaluate("lda", X, y, design="kfold:folds=10,repeats=2", metrics="accuracy", ledger=place, jobs=1)
    first = referee.panorama("lda", X, y, resamples=20, ledger=place, jobs=1)
    assert first.done.reused == 20 + 1                # the folds, and the training score that evaluate tells
    assert first.done.fitted == 20 + 2 + 40
    again = referee.panorama("lda", X, y, resamples=20, ledger=place, jobs=1)
    assert (again.done.fitted, str(again)) == (0, str(first))
    assert str(referee.reread(place)) == str(first)
    with_more = referee.panorama("lda", X, y, resamples=25, ledger=place, jobs=1)
    assert with_more.done.fitted == 5


class HatesRepeats(DummyClassifier):
    """Diverges, as some nets do, where a row is repeated; and says the first class elsewhere."""

    def fit(self, X, y):
        if len(np.unique(X, axis=0)) < len(X):
            raise FloatingPointError("the loss diverged")
        return super().fit(X, y)


@pytest.mark.usefixtures("few_repeats")
def test_lost_samples_are_counted_and_named():
    X, y = classes(30)
    found = referee.panorama(HatesRepeats(), X, y, resamples=20, jobs=1)
    lines = {line.name: line for line in found.panorama.columns[0].lines}
    assert lines["632plus"].value is None
    assert (lines["632plus"].fits, lines["632plus"].lost) == (20, 20)
    assert lines["632plus"].why_lost == ("the fit failed: FloatingPointError: the loss diverged",)
    assert lines["kfold-repeated"].value is not None
    assert found.failed
    assert "20 of 20 bootstrap fits were lost" in str(found)
    assert "Reich & Barai 1999" in str(found)


@pytest.mark.usefixtures("few_repeats")
def test_groups_have_no_standard_error_for_single_rows():
    X, y = classes(60)
    frame = pd.DataFrame(X, columns=list("abc")).assign(y=y, who=np.arange(60) % 15)
    found = referee.panorama("lda", frame, target="y", groups="who", resamples=B, jobs=1).panorama
    column = found.columns[0]
    assert "groups" in column.line("632plus").reason
    assert column.line("632plus").interval is None
    assert column.value("632plus") is not None
    assert column.line("loo").fits == 15
    assert column.line("holdout").interval.method == "clustered t, CR2"


@pytest.mark.usefixtures("few_repeats")
def test_leave_one_out_is_left_out_of_many_rows_with_a_reason(monkeypatch):
    monkeypatch.setattr(plan_module, "MOST_FOR_LEAVE_ONE_OUT", 50)
    X, y = classes(60)
    line = referee.panorama("gaussian-nb", X, y, resamples=5, jobs=1).panorama.columns[0].line("loo")
    assert (line.value, line.fits) == (None, 0)
    assert "60 fits" in line.reason


@pytest.mark.slow
@pytest.mark.usefixtures("few_repeats")
def test_intervals_of_what_is_no_mean_stay_in_its_own_units():
    X, Y = targets(40)
    column = referee.panorama("tree", X, Y[:, 0], metrics="r2", resamples=B, jobs=1).panorama.columns[0]
    for line in column.lines:
        if line.interval is not None:
            assert line.interval.low <= line.value <= line.interval.high, line.name
    assert column.line("kfold-repeated").interval.low < 0
    assert column.line("holdout").interval is not None


def test_a_class_with_few_rows_is_not_stratified():
    X, y = classes(40)
    y[:] = 0
    y[:3] = 1
    plan, _ = panorama_plan(load(X, y=y, task="classification"), seed=0, resamples=5)
    assert plan.plans["kfold"].design.stratified is False
    assert plan.plans["holdout"].design.stratified is True
    with pytest.raises(BadInput, match="at least 4"):
        panorama_plan(load(X[:3], y=y[:3] + np.arange(3) % 2, task="classification"), seed=0, resamples=5)


@pytest.mark.parametrize(("name", "loss"), [
    ("mae", lambda t, f: abs(t - f)), ("mse", lambda t, f: (t - f) ** 2), ("rmse", lambda t, f: (t - f) ** 2),
])
def test_gamma_pairs_every_truth_with_every_prediction(name, loss):
    rng = stream(1, "gamma")
    truth, said = rng.normal(size=30), rng.normal(size=30)
    brute = np.mean([loss(t, f) for t in truth for f in said])
    full = Predictions(truth=truth, values=said)
    assert no_information_value(METRICS[name], full) == pytest.approx(brute)


def test_gamma_of_classes_and_of_what_is_no_mean():
    rng = stream(2, "gamma")
    truth, labels = rng.integers(0, 3, 50), rng.integers(0, 3, 50)
    full = Predictions(truth=truth, labels=labels, n_classes=3)
    brute = np.mean([t == f for t in truth for f in labels])
    assert no_information_value(METRICS["accuracy"], full) == pytest.approx(brute)
    chance = Predictions(truth=truth % 2, n_classes=2, scores=(truth % 2) + rng.normal(size=50) / 10)
    assert no_information_value(METRICS["roc_auc"], chance) == pytest.approx(0.5, abs=0.05)


def column_of(metric, lost=0, **values):
    names = {"r": "resubstitution", "b": "632plus", "k": "kfold-repeated", "h": "holdout-repeated"}
    from referee.estimates import Interval

    lines = [Line(estimator=BY_NAME[names[short]], value=value, fits=100, lost=lost if short == "b" else 0,
                  interval=Interval(value - 0.1, value + 0.1) if short == "k" else None)
             for short, value in values.items()]
    return Column(learner="net", metric=metric, lines=tuple(lines)), METRICS[metric]


def test_the_expected_order_is_seen_in_either_direction():
    around = Circumstances(n_test=100)
    order = check_order(*column_of("error_rate", r=0.1, b=0.2, k=0.21, h=0.3), around)
    assert str(order) == "resubstitution < bootstrap ≈ cross-validation < hold-out"
    assert order.as_expected
    assert str(check_order(*column_of("accuracy", r=0.9, b=0.8, k=0.79, h=0.7), around)) == str(order)
    turned = check_order(*column_of("accuracy", r=0.1, b=0.2, k=0.5, h=0.8), around)
    assert turned.signs == (">", ">", ">")
    assert len(turned.deviations) == 3


def test_every_deviation_gets_its_likely_reasons():
    around = Circumstances(n_test=12, duplicates=True, early_stopping=True)
    order = check_order(*column_of("error_rate", lost=8, r=0.0, b=0.4, k=0.3, h=0.2), around)
    assert order.signs == ("<", ">", ">")
    bootstrap, hold_out = order.deviations
    for reason in ("8 of 100 samples were lost", "training error is about 0", "more than once", "Error rate by .632+"):
        assert reason in bootstrap
    assert "test parts of 12 rows" in hold_out
    training = check_order(*column_of("error_rate", r=0.4, b=0.1, k=0.2, h=0.3), around).deviations[0]
    assert "early stopping" in training
    assert "chance" not in training
    assert "early stopping" not in check_order(*column_of("error_rate", r=0.4, b=0.1, k=0.2, h=0.3),
                                               replace(around, early_stopping=False)).deviations[0]


def test_who_memorises():
    assert memorises(*column_of("accuracy", r=1.0, k=0.8))
    assert not memorises(*column_of("accuracy", r=0.95, k=0.8))
    assert memorises(*column_of("rmse", r=0.01, k=1.0))
    assert not memorises(*column_of("r2", r=0.5, k=0.4))


def test_a_truth_belongs_to_one_learner_and_every_number():
    X, y = classes(30)
    with pytest.raises(BadInput, match="truth"):
        referee.panorama(["lda", "gaussian-nb"], X, y, truth=0.8)
    with pytest.raises(BadInput, match="truth"):
        referee.panorama("lda", X, y, truth=[0.8, 0.9])


@pytest.mark.usefixtures("few_repeats")
def test_the_ledger_alone_is_enough_and_the_look_is_counted():
    X, y = classes(30)
    store = open_ledger(":memory:")
    found = referee.panorama("lda", X, y, resamples=5, jobs=1, ledger=store)
    assert [look.purpose for look in store.looks()] == ["panorama"]
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["columns"][0]["estimators"][0]["fits"] == 1
    store.close()


@pytest.mark.slow
@pytest.mark.usefixtures("few_repeats")
def test_the_optimism_is_what_samples_flatter_themselves_by():
    """Efron 1983: the training score plus the mean of (score on all rows − score on the sample)."""
    from sklearn.naive_bayes import GaussianNB

    X, y = classes(40)
    found = referee.panorama(GaussianNB(), X, y, metrics=["error_rate", "roc_auc"], resamples=B, jobs=1).panorama
    errors, areas = [], []
    for train, _ in samples(y):
        model = GaussianNB().fit(X[train], y[train])
        errors.append((model.predict(X) != y).mean() - (model.predict(X[train]) != y[train]).mean())
        areas.append(roc_auc_score(y, model.predict_proba(X)[:, 1])
                     - roc_auc_score(y[train], model.predict_proba(X[train])[:, 1]))
    full = GaussianNB().fit(X, y)
    error, area = found.columns
    assert error.value("optimism") == pytest.approx((full.predict(X) != y).mean() + np.mean(errors))
    assert error.line("optimism").spread.mean == pytest.approx(error.value("optimism"))
    assert area.value("optimism") == pytest.approx(roc_auc_score(y, full.predict_proba(X)[:, 1]) + np.mean(areas))
    for column in (error, area):
        assert column.line("632-by-sample").spread.mean == pytest.approx(column.value("632-by-sample"))


@pytest.mark.slow
@pytest.mark.usefixtures("few_repeats")
def test_the_samples_of_632plus_are_capped_as_the_estimate_is():
    """On pure noise some samples err more often than without information; none of them counts more than γ."""
    rng = stream(9, "panorama test")
    X, y = rng.normal(size=(40, 5)), rng.permutation(np.arange(40) % 2)
    found = referee.panorama(KNeighborsClassifier(1), X, y, metrics="error_rate", resamples=B, jobs=1)
    column = found.panorama.columns[0]
    assert column.line("out-of-bag").spread.high > 0.55
    assert column.line("632plus").spread.high <= 0.5 + 1e-12          # γ of balanced classes is one half
