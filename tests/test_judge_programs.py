"""Predictions that R and WEKA made and wrote, and the numbers those programs gave for them.

The files, and the scripts that made them, are in fixtures/predictions. R 4.2.2 (MASS, rpart), WEKA 3.6.14.
"""

import re
from pathlib import Path

import pandas as pd
import pytest

import referee
from referee.comparisons import binomial_sign, mcnemar
from referee.metrics import METRICS

HERE = Path(__file__).parent / "fixtures" / "predictions"


@pytest.fixture(scope="module")
def iris():
    return referee.judge(HERE / "r_iris.csv", metrics=["accuracy", "kappa", "log_loss", "brier"])


@pytest.mark.parametrize("model", ["lda", "rpart", "lda.sepal"])
def test_r_classification(iris, model):
    printed = pd.read_csv(HERE / "r_iris_numbers.csv", index_col="model").loc[model]
    for metric in ("accuracy", "kappa", "log_loss"):
        assert iris.analysis.estimates[model, metric].value == pytest.approx(printed[metric], rel=1e-12)
    # R's script sums the squares over the classes, as Brier did; ours is half of that.
    assert 2 * iris.analysis.estimates[model, "brier"].value == pytest.approx(printed["brier"], rel=1e-12)


def test_r_mcnemar(iris):
    printed = dict(re.findall(r"(.+?) p = (\S+)", (HERE / "r_iris_tests.txt").read_text()))
    rows = iris.analysis.table.rows
    right = [rows[m].predictions.labels == rows[m].predictions.truth for m in ("lda", "lda.sepal")]
    assert mcnemar(*right, variant="chi2").p == pytest.approx(float(printed["mcnemar.test uncorrected"]), rel=1e-12)
    assert binomial_sign(*right).p == pytest.approx(float(printed["binom.test"]), rel=1e-12)
    counts = iris["lda", "lda.sepal"].comparison
    assert (counts.detail("a_only"), counts.detail("b_only")) == (19, 2)


def test_r_regression():
    result = referee.judge(HERE / "r_mtcars.csv", metrics=["mae", "rmse"])
    printed = pd.read_csv(HERE / "r_mtcars_numbers.csv", index_col="model")
    for model in ("lm_wt", "lm_wt_hp"):
        for metric in ("mae", "rmse"):
            wanted = printed.loc[model, metric]
            assert result.analysis.estimates[model, metric].value == pytest.approx(wanted, rel=1e-12)
    p, low, high = map(float, re.findall(r"= ([-\d.e]+)", (HERE / "r_mtcars_tests.txt").read_text()))
    c = result["lm_wt", "lm_wt_hp"].comparison
    assert (c.p, c.interval.low, c.interval.high) == pytest.approx((p, low, high), rel=1e-10)


def printed_by_weka(name):
    """The summary that WEKA printed: title → first number; the ROC area of the last class."""
    text = (HERE / f"{name}.printed").read_text()
    lines = re.findall(r"^([A-Z].*?)\s{2,}(-?[\d.]+)", text, re.MULTILINE)
    found = {title.strip(): float(number) for title, number in lines}
    areas = re.findall(r"^\s+(?:[\d.]+\s+){5}([\d.]+)\s+\S", text, re.MULTILINE)
    return found | {"ROC Area": float(areas[-1]) if areas else None}


@pytest.mark.parametrize("model", ["J48", "NaiveBayes", "ZeroR"])
def test_weka_on_a_test_set(model):
    name = f"weka_breast-cancer_{model}"
    printed = printed_by_weka(name)
    result = referee.judge(HERE / f"{name}.txt", metrics=["accuracy", "kappa", "roc_auc", "brier"])
    got = {metric.name: result.analysis.estimates[name, metric.name].value for metric in result.analysis.metrics}
    n = printed["Total Number of Instances"]
    assert result.analysis.problem.n_rows == n
    assert got["accuracy"] == printed["Correctly Classified Instances"] / n
    assert got["kappa"] == pytest.approx(printed["Kappa statistic"], abs=5e-5)
    # WEKA writes probabilities with three decimals and averages squared errors over classes too.
    assert got["brier"] ** 0.5 == pytest.approx(printed["Root mean squared error"], abs=5e-4)
    assert got["roc_auc"] == pytest.approx(printed["ROC Area"], abs=2e-3)


@pytest.mark.parametrize("model", ["J48", "NaiveBayes", "ZeroR"])
def test_weka_under_cross_validation(model):
    """WEKA pools the folds before it scores: the same numbers from all rows at once."""
    name = f"weka_labor_{model}"
    printed = printed_by_weka(name)
    result = referee.judge(HERE / f"{name}.txt", metrics=["accuracy"])
    pooled = result.analysis.table.rows[name].predictions
    assert METRICS["accuracy"].score(pooled) == printed["Correctly Classified Instances"] / 57
    assert METRICS["kappa"].score(pooled) == pytest.approx(printed["Kappa statistic"], abs=5e-5)
    assert METRICS["brier"].score(pooled) ** 0.5 == pytest.approx(printed["Root mean squared error"], abs=5e-4)


@pytest.mark.parametrize("model", ["LinearRegression", "ZeroR"])
def test_weka_regression(model):
    name = f"weka_cpu_{model}"
    printed = printed_by_weka(name)
    result = referee.judge(HERE / f"{name}.txt", metrics=["mae", "rmse"])
    got = {metric: result.analysis.estimates[name, metric].value for metric in ("mae", "rmse")}
    assert got["mae"] == pytest.approx(printed["Mean absolute error"], abs=6e-4)       # predictions have three decimals
    assert got["rmse"] == pytest.approx(printed["Root mean squared error"], abs=6e-4)
