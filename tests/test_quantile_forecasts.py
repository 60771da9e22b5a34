"""Forecasts by quantiles or samples, from a model or a file to CRPS and pinball loss."""

import math
from contextlib import closing

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.compose import TransformedTargetRegressor
from sklearn.linear_model import BayesianRidge, LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import referee
from referee.errors import RefereeError
from referee.given.quantiles import LEVELS, at_level, packed, parted
from referee.learners.laws import says_quantiles
from referee.ledger import open_ledger
from referee.metrics import Predictions, crps_of_quantiles, crps_of_samples, metric
from referee.seeds import stream

draw = stream(1, "quantile forecasts")
N = 90
X = draw.normal(size=(N, 2))
Y = X[:, 0] + draw.normal(size=N)
GRID = (0.1, 0.25, 0.5, 0.75, 0.9)


class Says(RegressorMixin, BaseEstimator):
    """Says a law around the first feature, in one of the ways there are."""

    def __init__(self, spread=1.0, crossed=False):
        self.spread = spread
        self.crossed = crossed

    def fit(self, X, y):  # noqa: ARG002
        self.n_features_in_ = 2
        return self

    def predict(self, X):
        return np.asarray(X)[:, 0]

    def law(self, X, levels):
        said = self.predict(X)[:, None] + self.spread * stats.norm.ppf(levels)
        return said[:, ::-1] if self.crossed else said


class SaysQuantiles(Says):
    def predict_quantiles(self, X, levels):
        return self.law(X, levels)


class SaysInPredict(Says):
    def predict(self, X, quantiles=None):
        said = np.asarray(X)[:, 0]
        return said if quantiles is None else said[:, None] + self.spread * stats.norm.ppf(quantiles)


class SaysSpread(Says):
    def predict(self, X, return_std=False):
        said = np.asarray(X)[:, 0]
        return (said, np.full(len(said), self.spread)) if return_std else said


class SaysSamples(Says):
    def predict_samples(self, X):
        return np.asarray(X)[:, 0][:, None] + self.spread * stats.norm.ppf((np.arange(400) + 0.5) / 400)


def by_hand(spread=1.0, levels=LEVELS):
    return crps_of_quantiles(Y, X[:, :1] + spread * stats.norm.ppf(levels), levels)


def evaluated(model, metrics="crps"):
    return referee.evaluate({"m": model}, X, Y, metrics=metrics, design="kfold:folds=3", jobs=1)


@pytest.mark.parametrize("model", [SaysQuantiles(), SaysInPredict(), SaysSpread(), SaysQuantiles(crossed=True),
                                   make_pipeline("passthrough", SaysQuantiles())], ids=str)
def test_crps_of_a_fitted_model_is_that_of_its_quantiles(model):
    result = evaluated(model)
    assert result.estimates["m"].value == pytest.approx(by_hand())
    assert result.analysis.learners["m"].recipe["says"] == "quantiles"


def test_a_predict_of_one_model_alone_is_asked_what_it_takes():
    plain, own = Says(), Says()
    own.predict = lambda X, return_std=False: (np.zeros(len(X)), np.full(len(X), return_std))
    assert (says_quantiles(plain), says_quantiles(own), says_quantiles(SaysSpread())) == (False, True, True)


def test_samples_are_read_as_the_quantiles_they_have():
    assert evaluated(SaysSamples()).estimates["m"].value == pytest.approx(by_hand(), rel=1e-3)


def test_a_standardised_target_is_told_in_its_own_unit():
    whole = TransformedTargetRegressor(make_pipeline(StandardScaler(), BayesianRidge()), transformer=StandardScaler())
    plain = make_pipeline(StandardScaler(), BayesianRidge())
    big = {"design": "kfold:folds=3", "metrics": "crps", "jobs": 1}
    scaled = referee.evaluate({"m": whole}, X, 1000 * Y + 7, **big).estimates["m"].value
    same = referee.evaluate({"m": plain}, X, 1000 * Y + 7, **big).estimates["m"].value
    assert scaled == pytest.approx(same, rel=1e-3)


def test_a_model_that_says_one_number_is_scored_by_its_absolute_error():
    result = evaluated(LinearRegression(), ["crps", "mae"])
    crps, mae = (result.analysis.estimates["m", name].value for name in ("crps", "mae"))
    assert crps == pytest.approx(mae)
    assert "says" not in result.analysis.learners["m"].recipe
    certain = packed(np.repeat(X[:, :1], len(GRID), axis=1), GRID)        # a law that holds one number for certain
    assert metric("crps").score(Predictions(truth=Y, values=Y, quantiles=certain)) == pytest.approx(
        np.abs(Y - X[:, 0]).mean())


def test_pinball_loss_takes_the_quantile_of_its_level():
    found = evaluated(SaysQuantiles(), ["pinball:quantile=0.9", "pinball:quantile=0.93"]).analysis.estimates
    error = Y - (X[:, 0] + stats.norm.ppf(0.9))
    assert found["m", "pinball:quantile=0.9"].value == pytest.approx(np.maximum(0.9 * error, -0.1 * error).mean())
    error = Y - X[:, 0]                 # that level was not said: the number was
    assert found["m", "pinball:quantile=0.93"].value == pytest.approx(np.maximum(0.93 * error, -0.07 * error).mean())


def test_compare_tests_the_mean_of_the_row_scores():
    result = referee.compare({"sharp": SaysQuantiles(1.0), "blunt": SaysQuantiles(4.0)}, X, Y, metrics="crps",
                             design="kfold:folds=5", baseline=False, jobs=1)
    assert result["sharp", "blunt"].comparison.difference == pytest.approx(by_hand(1.0) - by_hand(4.0))
    assert result["sharp", "blunt"].p < 0.001


def test_many_levels_come_to_the_closed_form_of_a_normal_law():
    # Gneiting & Raftery (2007), eq. 21: CRPS(N(0, 1), 0) = (√2 − 1)/√π
    levels = (np.arange(20_000) + 0.5) / 20_000
    assert crps_of_quantiles([0.0], stats.norm.ppf(levels)[None], levels) == pytest.approx(
        (math.sqrt(2) - 1) / math.sqrt(math.pi), abs=1e-4)
    assert crps_of_samples([0.0], stats.norm.ppf(levels)[None]) == pytest.approx(
        (math.sqrt(2) - 1) / math.sqrt(math.pi), abs=1e-4)


def test_the_true_law_scores_best_on_average():
    scores = [by_hand(spread) for spread in (0.25, 1.0, 4.0)]
    assert scores[1] == min(scores)


class SaysNonsense(SaysQuantiles):
    def predict_quantiles(self, X, levels):
        return np.zeros((len(X), len(levels) - 1))


def test_what_is_no_table_of_quantiles_is_a_failed_fit():
    result = evaluated(SaysNonsense())
    assert result.failed
    assert "what it says of quantiles returned shape" in str(result).replace("\n", " ").replace("  ", " ")


def test_packing_keeps_what_is_of_which_level():
    made = packed([[3.0, 1.0, 2.0]], [0.9, 0.1, 0.5])
    assert [part.tolist() for part in parted(made, 1)] == [[[1.0, 2.0, 3.0]], [[0.1, 0.5, 0.9]]]
    assert at_level(made, 0.5).tolist() == [2.0]
    assert at_level(made, 0.6) is None
    for levels in ([0.0, 0.5], [0.5, 0.5], [0.5]):
        with pytest.raises(RefereeError):
            packed([[1.0, 2.0]], levels)


# Predictions made elsewhere

def told(spread):
    return X[:, :1] + spread * stats.norm.ppf(GRID)


WIDE = pd.DataFrame({"id": range(N), "truth": Y} | {f"{name}_q{level}": told(spread)[:, i] for name, spread in (
    ("sharp", 1.0), ("blunt", 4.0)) for i, level in enumerate(GRID)} | {"point": X[:, 0]})
LONG = pd.concat([pd.DataFrame({"id": range(N), "truth": Y, "model": name} | {
    f"quantile_{level:.0%}": told(spread)[:, i] for i, level in enumerate(GRID)})
    for name, spread in (("sharp", 1.0), ("blunt", 4.0))])


@pytest.mark.parametrize("table", [WIDE, LONG, WIDE.drop(columns="point").sample(frac=1, random_state=1)],
                         ids=["wide", "long", "mixed"])
def test_judge_reads_columns_of_quantiles(table):
    found = {name: one.value for name, one in referee.judge(table, metrics="crps").estimates.items()}
    assert found.pop("point", np.abs(Y - X[:, 0]).mean()) == pytest.approx(np.abs(Y - X[:, 0]).mean())
    assert found == pytest.approx({"sharp": by_hand(1.0, GRID), "blunt": by_hand(4.0, GRID)})


def test_judge_takes_the_median_for_the_number_unless_one_is_said():
    quantiles = WIDE[["id", "truth", *[name for name in WIDE if name.startswith("sharp")]]]
    assert referee.judge(quantiles, metrics="mae").estimates["sharp"].value == pytest.approx(np.abs(Y - X[:, 0]).mean())
    both = referee.judge(quantiles.assign(sharp_pred=X[:, 0] + 1), metrics="mae")
    assert both.estimates["sharp"].value == pytest.approx(np.abs(Y - X[:, 0] - 1).mean())


def test_judge_reads_columns_of_samples():
    drawn = X[:, :1] + stats.norm.ppf((np.arange(100) + 0.5) / 100)
    table = pd.DataFrame({"id": range(N), "truth": Y} | {f"m_sample_{i}": drawn[:, i] for i in range(100)})
    value = referee.judge(table, metrics="crps").estimates["m"].value
    assert value == pytest.approx(crps_of_quantiles(Y, np.quantile(drawn, LEVELS, axis=1, method="hazen").T, LEVELS))
    beside = table.merge(WIDE[["id", *[name for name in WIDE if name.startswith("blunt")]]])
    assert referee.judge(beside, metrics="crps").estimates["m"].value == pytest.approx(
        crps_of_quantiles(Y, np.quantile(drawn, GRID, axis=1, method="hazen").T, GRID))


def test_quantiles_follow_their_cases_in_order_of_time():
    day = pd.date_range("2024-01-01", periods=N).strftime("%Y-%m-%d")[::-1]
    found = referee.judge(LONG.assign(day=np.tile(day, 2)), metrics="crps", time="day")
    assert found.estimates["sharp"].value == pytest.approx(by_hand(1.0, GRID))


def test_judge_refuses_levels_that_differ_and_says_where_quantiles_cross():
    with pytest.raises(RefereeError, match="quantiles of different levels"):
        referee.judge(WIDE.drop(columns="blunt_q0.1"), metrics="crps")
    crossed = WIDE.drop(columns="point").rename(columns={"sharp_q0.1": "sharp_q0.9", "sharp_q0.9": "sharp_q0.1"})
    result = referee.judge(crossed, metrics="crps")
    assert f"sharp: quantiles cross in {N} rows, and were put in order." in result.analysis.problem.notices
    assert result.estimates["sharp"].value == pytest.approx(by_hand(1.0, GRID))
    with pytest.raises(RefereeError, match="no finite quantile"):
        referee.judge(WIDE.assign(**{"sharp_q0.5": np.nan}), metrics="crps")


def test_a_ledger_holds_the_quantiles(tmp_path):
    asked = {"metrics": "crps", "design": "kfold:folds=3", "jobs": 1, "ledger": tmp_path / "l.db"}
    result, again = (referee.evaluate({"m": SaysQuantiles()}, X, Y, **asked) for _ in range(2))
    assert (result.done.fitted > 0, again.done.fitted) == (True, 0)
    assert again.estimates["m"].value == result.estimates["m"].value


def test_a_ledger_written_out_and_taken_in_again_holds_the_quantiles(tmp_path):
    asked = {"metrics": "crps", "design": "kfold:folds=3", "jobs": 1}
    result = referee.evaluate({"m": SaysQuantiles()}, X, Y, **asked, ledger=tmp_path / "l.db")
    (tmp_path / "out").mkdir()
    with closing(open_ledger(tmp_path / "l.db")) as ledger:
        ledger.export(tmp_path / "out", "jsonl")
    with closing(open_ledger(tmp_path / "other.db")) as ledger:
        ledger.take_export(tmp_path / "out")
    again = referee.evaluate({"m": SaysQuantiles()}, X, Y, **asked, ledger=tmp_path / "other.db")
    assert (again.done.fitted, again.estimates["m"].value) == (0, result.estimates["m"].value)


@pytest.mark.parametrize("name", ["climatology", "quantile-boosting:max_iter=5", "gaussian-process"])
def test_named_learners_that_say_quantiles(name):
    result = referee.evaluate(name, X[:60], Y[:60], metrics=["crps", "mae"], design="holdout:test=0.3", jobs=1)
    model = next(iter(result.estimates))
    crps, mae = (result.analysis.estimates[model, metric_].value for metric_ in ("crps", "mae"))
    assert crps < 0.9 * mae
