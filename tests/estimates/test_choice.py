"""Which interval the pipeline chooses for a design, a metric and its rows, and that it is the array-level one."""

import numpy as np
import pytest

import referee
from referee.data import load
from referee.estimates import clustered_mean, delong, t_mean
from referee.kinds import Estimand, Needs
from referee.metrics import METRICS, Predictions
from referee.reading.estimate import Missing
from referee.reading.intervals.one_test_set import interval_over_rows
from referee.reading.ways import Way, way_for
from referee.seeds import stream


def result_of(problem, design, metrics, learner="logistic", **more):
    return referee.evaluate(learner, problem, design=design, metrics=metrics, jobs=1, **more)


def frame(n=240, groups=None, seed=1):
    import pandas as pd

    rng = stream(seed, "test")
    X = rng.normal(size=(n, 3))
    table = pd.DataFrame(X, columns=list("abc"))
    table["y"] = np.where(X[:, 0] + rng.normal(size=n) > 0, "yes", "no")
    table["z"] = X @ [1.0, 2.0, 0.0] + rng.normal(size=n)
    if groups:
        table["who"] = np.arange(n) % groups
    return table


@pytest.mark.parametrize(("metric", "n_classes", "n_rows", "grouped", "name"), [
    ("roc_auc", 2, 50, False, Way.AREA), ("roc_auc", 3, 50, False, Way.RESAMPLED),
    ("roc_auc", 2, 50, True, Way.RESAMPLED), ("accuracy", 2, 50, False, Way.MEAN),
    ("accuracy", 2, 50, True, Way.MEAN), ("log_loss", 2, 100, False, Way.MEAN),
    ("log_loss", 2, 99, False, Way.RESAMPLED), ("log_loss", 2, 19, False, Way.MEAN),
    ("f1", 2, 500, False, Way.RESAMPLED), ("rmse", None, 500, False, Way.MEAN),
    ("rmse", None, 500, True, Way.MEAN), ("r2", None, 500, True, Way.RESAMPLED),
])
def test_the_method_follows_from_metric_rows_and_groups(metric, n_classes, n_rows, grouped, name):
    assert way_for(METRICS[metric], n_classes, n_rows=n_rows, grouped=grouped) is name


def test_one_hold_out_has_delong_s_interval_for_two_classes():
    found = result_of(frame().drop(columns="z"), "holdout:test=0.5", ["roc_auc", "accuracy"], target="y")
    made, predictions = found.estimates["logistic"], found.analysis.table.rows["logistic"].predictions
    assert made.interval == delong(predictions.truth, predictions.probabilities[:, 1]).interval
    assert made.value == pytest.approx(delong(predictions.truth, predictions.probabilities[:, 1]).value)
    assert made.estimand is Estimand.MODEL


def test_groups_make_the_standard_error_a_clustered_one():
    found = result_of(frame(groups=30).drop(columns="z"), "holdout:test=0.5", ["accuracy", "f1"], target="y",
                      groups="who")
    table = found.analysis.table
    rows, who = table.rows["logistic"], table.problem.groups
    right = (rows.predictions.truth == rows.predictions.labels).astype(float)
    made = found.estimates["logistic"].interval
    assert made == clustered_mean(right, who[rows.row], bounds=(0, 1)).interval
    assert made.method == "clustered t, CR2"
    assert "bootstrap" in found.analysis.estimates["logistic", "f1"].interval.method


def test_a_root_is_taken_of_the_ends_of_its_mean_s_interval():
    found = result_of(frame().drop(columns="y"), "holdout:test=0.5", ["rmse"], "linear", target="z")
    rows = found.analysis.table.rows["linear"].predictions
    inner = t_mean((rows.truth - rows.values) ** 2).interval
    made = found.estimates["linear"].interval
    assert (made.low, made.high) == pytest.approx((inner.low**0.5, inner.high**0.5))
    assert made.low < found.estimates["linear"].value < made.high


def test_few_or_unanimous_rows_get_the_exact_interval():
    def right(n, wrong):
        labels = np.zeros(n, dtype=int)
        labels[:wrong] = 1
        predictions = Predictions(truth=np.zeros(n, dtype=int), labels=labels, n_classes=2)
        return interval_over_rows(METRICS["accuracy"], predictions, seed=0).method

    assert right(39, 5) == right(200, 0) == right(200, 200) == "Clopper-Pearson"
    assert right(40, 5) == "Wilson"


def test_leave_one_out_pools_what_single_rows_cannot_give():
    found = result_of(frame(80).drop(columns="z"), "loo", ["f1", "accuracy", "roc_auc", "log_loss"], "gaussian-nb",
                      target="y")
    estimates, rows = found.analysis.estimates, found.analysis.table.rows["gaussian-nb"].predictions
    assert estimates["gaussian-nb", "f1"].value == METRICS["f1"].score(rows)
    assert estimates["gaussian-nb", "f1"].interval is None
    assert "needs one value a row" in estimates["gaussian-nb", "f1"].reason
    assert "CLT" in estimates["gaussian-nb", "accuracy"].interval.method
    assert isinstance(estimates["gaussian-nb", "roc_auc"], Missing)     # scores of 80 models are not on one scale
    assert METRICS["roc_auc"].needs is Needs.SCORES


def test_leave_one_out_of_a_root_and_of_groups():
    found = result_of(frame(90).drop(columns="y"), "loo", ["rmse"], "linear", target="z")
    made = found.estimates["linear"]
    assert made.interval.low < made.value < made.interval.high
    assert made.estimand is Estimand.FOLD_MODELS
    grouped = result_of(frame(90, groups=12).drop(columns="y"), "loo", ["rmse"], "linear", target="z",
                        groups="who")
    assert grouped.estimates["linear"].interval.method == "t over groups left out"


def test_equal_losses_without_bounds_have_no_interval_but_a_reason():
    problem = load(frame(40).assign(z=lambda t: np.where(t.index % 2, 1.5, -1.5)).drop(columns="y"), target="z",
                   task="regression")
    found = result_of(problem, "loo", ["mae"], "mean")
    made = found.estimates["mean"]
    assert made.interval is None
    assert made.reason


@pytest.mark.slow
def test_only_rows_not_drawn_are_a_test_of_a_bootstrap_sample():
    problem = load(frame(60).drop(columns="z"), target="y")
    out, everyone = (result_of(problem, f"bootstrap:resamples=20{more}", ["accuracy"], "knn:n_neighbors=1")
                     for more in ("", ",tested=all"))
    first, second = (next(iter(found.estimates.values())) for found in (out, everyone))
    assert 0.5 < first.value < 0.9
    assert second == first
