"""Weights of rows: counts (a row stands there so often) and sampling weights (it stands for so many), told apart."""

import math

import numpy as np
import pandas as pd
import pytest

import referee
from referee import api, comparisons, estimates
from referee.api import load
from referee.errors import BadInput, NotJustified
from referee.seeds import stream


def said(n=60, seed=1, levels=4):
    """Answers of two models to cases of two classes, with probabilities, and a weight for each."""
    draw = stream(seed, "weights")
    truth = draw.integers(0, 2, size=n)
    frame = {"id": np.arange(n), "truth": truth}
    for model, skill in (("a", 1.5), ("b", 0.5)):
        frame[f"p_{model}"] = np.round(1 / (1 + np.exp(-(skill * (2 * truth - 1) + draw.normal(size=n)))), 3)
    return pd.DataFrame(frame), draw.integers(1, levels, size=n).astype(float)


def rows(n=90, seed=2):
    draw = stream(seed, "weighted rows")
    X = draw.normal(size=(n, 3))
    y = (X[:, 0] + draw.normal(size=n) > 0).astype(int)
    return pd.DataFrame({"u": X[:, 0], "v": X[:, 1], "w": X[:, 2], "y": y}), draw.integers(1, 4, size=n)


def same(one, other, names=("a", "b")):
    for name in names:
        ours, theirs = one.estimates[name], other.estimates[name]
        assert ours.value == pytest.approx(theirs.value, abs=1e-12)
        assert (ours.interval.low, ours.interval.high) == pytest.approx((theirs.interval.low, theirs.interval.high))
    ours, theirs = one[names].comparison, other[names].comparison
    assert (ours.method, ours.difference, ours.p) == (theirs.method, pytest.approx(theirs.difference),
                                                      pytest.approx(theirs.p))


def agreement(truth, given):
    """A metric of the user's own."""
    return float(np.mean(truth == given))


METRICS = ["log_loss", "brier", "accuracy", "roc_auc"]


def test_sampling_weights_by_hand():
    frame, weight = said()
    result = referee.judge(frame.assign(w=weight / 7), weights="w", weights_are="sampling", metrics=METRICS)
    truth, p = frame["truth"].to_numpy(), frame["p_a"].to_numpy()
    right, loss = (p > 0.5) == truth, -np.log(np.where(truth == 1, p, 1 - p))
    assert result.analysis.estimates["a", "accuracy"].value == pytest.approx(np.average(right, weights=weight))
    assert result.analysis.estimates["a", "log_loss"].value == pytest.approx(np.average(loss, weights=weight))
    from sklearn.metrics import roc_auc_score

    assert result.analysis.estimates["a", "roc_auc"].value == pytest.approx(
        roc_auc_score(truth, p, sample_weight=weight))
    kish = weight.sum() ** 2 / (weight @ weight)
    assert any(f"as {kish:.0f} of equal weight" in notice for notice in result.analysis.problem.notices)
    other = -np.log(np.where(truth == 1, frame["p_b"], 1 - frame["p_b"]))
    by_hand = comparisons.weighted_t(loss, other, weight)
    assert result["a", "b"].comparison.p == pytest.approx(by_hand.p)
    assert by_hand.difference == pytest.approx(np.average(loss - other, weights=weight))


def test_the_weighted_mean_is_the_t_interval_where_weights_are_equal():
    values = stream(3, "values").normal(size=25)
    weighted, plain = estimates.weighted_mean(values, np.full(25, 3.0)), estimates.t_mean(values)
    assert (weighted.value, weighted.standard_error, weighted.df) == pytest.approx(
        (plain.value, plain.standard_error, plain.df))
    clusters = np.repeat([0, 1, 2, 3], [10, 3, 8, 4])
    weighted, plain = (estimates.weighted_mean(values, np.ones(25), clusters),
                       estimates.clustered_mean(values, clusters))
    assert (weighted.value, weighted.standard_error, weighted.df) == pytest.approx(
        (plain.value, plain.standard_error, plain.df))


def test_its_variance_is_that_of_linearisation_but_for_small_samples():
    """Särndal, Swensson and Wretman (1992), 5.7: V = n/(n−1) Σ w²(y − ȳ)² / (Σw)², the ratio of two means."""
    draw = stream(4, "many values")
    values, weight = draw.normal(size=4000), draw.gamma(2.0, size=4000)
    made = estimates.weighted_mean(values, weight)
    mean = np.average(values, weights=weight)
    linear = math.sqrt(4000 / 3999 * (weight**2 @ (values - mean) ** 2)) / weight.sum()
    assert made.value == pytest.approx(mean)
    assert made.standard_error == pytest.approx(linear, rel=2e-3)
    assert made.n_effective == pytest.approx(weight.sum() ** 2 / (weight @ weight))


def test_equal_weights_are_no_weights_and_weight_0_is_no_row():
    frame, weight = said()
    plain = referee.judge(frame, metrics="log_loss")
    for kind in ("counts", "sampling"):
        same(referee.judge(frame.assign(w=1), weights="w", weights_are=kind, metrics="log_loss"), plain)
    gone = np.where(np.arange(60) < 20, 0.0, weight)
    for kind in ("counts", "sampling"):
        same(referee.judge(frame.assign(w=gone), weights="w", weights_are=kind, metrics="log_loss"),
             referee.judge(frame[20:].assign(w=weight[20:]), weights="w", weights_are=kind, metrics="log_loss"))


@pytest.mark.parametrize(("weights", "kind", "sentence"), [
    ([-1.0, 1, 1], "sampling", "below 0 in 10 rows"), ([np.nan, 1, 1], "sampling", "missing or infinite in 10 rows"),
    ([0.0, 0, 0], "sampling", "every weight is 0"), ([1.5, 1, 1], "counts", "no whole number in 10 rows"),
    ([1.0, 1, 1], None, "say what the weights are: weights_are='counts'"),
    ([1.0, 1, 1], "frequency", "weights are counts or sampling, not 'frequency'"),
])
def test_bad_weights_are_refused(weights, kind, sentence):
    data, _ = rows(30)
    with pytest.raises(BadInput, match=sentence):
        referee.evaluate("tree", data, target="y", weights=weights * 10, weights_are=kind)


def test_counts_are_rows_that_stand_there_again_and_stay_together():
    data, times = rows()
    ask = {"models": ["logistic", "gaussian-nb"], "target": "y", "metrics": "log_loss", "design": "kfold:folds=3",
           "jobs": 1}
    counted = referee.compare(X=data.assign(n=times), weights="n", weights_are="counts", **ask)
    again = np.repeat(np.arange(len(data)), times)
    expanded = referee.compare(X=data.iloc[again].reset_index(drop=True), groups=again, **ask)
    same(counted, expanded, ("logistic", "gaussian-nb"))
    assert counted.analysis.problem.n_rows == times.sum()


@pytest.mark.parametrize("design", [pytest.param("kfold:folds=5", marks=pytest.mark.slow),
                                    pytest.param("halves:repeats=12", marks=pytest.mark.slow), "holdout:repeats=1"])
def test_sampling_weights_in_compare_reach_every_score_and_interval(design):
    data, times = rows(120)
    ask = {"target": "y", "metrics": ["log_loss", "f1", "accuracy"], "design": design, "jobs": 1}
    one = referee.compare(["logistic", "gaussian-nb"], data, weights=times / 3, weights_are="sampling", **ask)
    plain = referee.compare(["logistic", "gaussian-nb"], data, **ask)
    assert one.estimates["logistic"].value != plain.estimates["logistic"].value
    assert one.estimates["logistic"].interval is not None
    assert one["logistic", "gaussian-nb"].comparison.p != plain["logistic", "gaussian-nb"].comparison.p
    assert "weighted log loss" in str(one)


@pytest.mark.parametrize("design", ["kfold:folds=4", "halves:repeats=12"])
def test_weights_that_are_nearly_equal_change_nearly_nothing(design):
    data, _ = rows(100)
    data["y"] = data["u"] + 0.5 * data["w"] + 0.1 * np.arange(100) % 7
    nearly = 1 + 1e-9 * np.arange(100)
    ask = {"target": "y", "metrics": ["rmse", "mae", "r2"], "design": design, "jobs": 1}
    plain = referee.compare(["ridge", "knn"], data, **ask)
    weighted = referee.compare(["ridge", "knn"], data, weights=nearly, weights_are="sampling", **ask)
    for metric in ask["metrics"]:
        ours, theirs = (one.analysis.estimates["knn", metric] for one in (weighted, plain))
        assert (ours.value, ours.interval.low, ours.interval.high) == pytest.approx(
            (theirs.value, theirs.interval.low, theirs.interval.high), rel=1e-4)
    assert weighted["ridge", "knn"].p == pytest.approx(plain["ridge", "knn"].p, rel=1e-3)


def test_pooled_scores_are_weighted_over_all_rows_and_stay_so_in_the_ledger(tmp_path):
    data, times = rows(120)
    one = referee.evaluate("gaussian-nb", data, target="y", weights=times / 3, weights_are="sampling",
                           metrics="accuracy", design="kfold:folds=5", jobs=1, ledger=tmp_path / "l.db")
    assert str(referee.reread(tmp_path / "l.db")) == str(one)
    api.export_ledger(tmp_path / "l.db", tmp_path / "exported")
    api.import_ledger(tmp_path / "again.db", tmp_path / "exported")
    assert str(referee.reread(tmp_path / "again.db")) == str(one)
    told = one.analysis.table.first["gaussian-nb"]
    right = told.predictions.labels == told.predictions.truth
    assert one.estimates["gaussian-nb"].value == pytest.approx(np.average(right, weights=times[told.row]))


def test_a_file_has_its_weights_in_a_column(tmp_path):
    data, times = rows(30)
    data.assign(n=times).to_csv(tmp_path / "rows.csv", index=False)
    counted = load(tmp_path / "rows.csv", target="y", weights="n", weights_are="counts")
    assert (counted.n_rows, counted.n_groups) == (times.sum(), 30)
    assert "n" not in [column.name for column in counted.columns]
    sampled = load(tmp_path / "rows.csv", target="y", weights="n", weights_are="sampling")
    assert sampled.weights.tolist() == times.tolist()


def test_what_cannot_use_sampling_weights_refuses():
    data, times = rows()
    more = {"target": "y", "weights": times / 2, "weights_are": "sampling"}
    with pytest.raises(BadInput, match="a learning curve does not use sampling weights"):
        referee.curve("tree", data, **more)
    with pytest.raises(BadInput, match="does not use sampling weights"):
        referee.tune("tree", data, **more)
    with pytest.raises(BadInput, match="is not handed weights"):
        referee.evaluate("tree", data, metrics=agreement, **more)
    with pytest.raises(NotJustified, match="weighted accuracy"):
        referee.compare(["tree", "logistic"], data, metrics="accuracy", test="mcnemar", design="kfold:folds=3", **more)
    with pytest.raises(BadInput, match="series"):
        referee.evaluate("tree", data, time="rows", **more)


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.5, 1.0])
@pytest.mark.parametrize("n", [40, 200])
def test_the_weighted_t_holds_its_level(n, spread):
    """Differences of mean 0 that have nothing to do with their lognormal weights, and such whose spread has."""
    draw, alarms = stream(5, "level", n, spread), np.zeros(2)
    times = 4000
    for _ in range(times):
        weight = np.exp(spread * draw.normal(size=n))
        values = draw.normal(size=n)
        for i, v in enumerate((values, values * weight**-0.5)):
            alarms[i] += comparisons.weighted_t(v, np.zeros(n), weight).p <= 0.05
    high = 0.05 + 3 * math.sqrt(0.05 * 0.95 / times)
    assert (alarms / times <= high).all(), alarms / times
    assert (alarms / times >= 0.01).all(), alarms / times
