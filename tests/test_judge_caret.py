"""What caret and pROC wrote (fixtures/predictions/make_caret.R), judged with no option, and the numbers R gave."""

from pathlib import Path

import pandas as pd
import pytest

import referee
from referee.comparisons import delong_paired

HERE = Path(__file__).parent / "fixtures" / "predictions"
PRINTED = pd.read_csv(HERE / "caret_numbers.csv", index_col="what")["value"]


@pytest.fixture(scope="module")
def resampled():
    return referee.judge([HERE / "caret_glm.csv", HERE / "caret_rpart.csv"], metrics=["accuracy", "roc_auc"])


@pytest.mark.parametrize("model", ["glm", "rpart"])
def test_what_caret_saves_of_its_resamples(resampled, model):
    assert resampled.analysis.estimates[f"caret_{model}", "accuracy"].value == pytest.approx(
        PRINTED[f"accuracy {model}"], rel=1e-12)
    assert resampled.analysis.problem.n_rows == 100
    assert len(resampled.analysis.plan.entries) == 8            # four folds, twice


def test_a_wide_table_of_probabilities_with_the_row_names_of_r():
    result = referee.judge(HERE / "r_holdout.csv", metrics="roc_auc")
    for model in ("glm", "rpart"):
        assert result.estimates[model].value == pytest.approx(PRINTED[f"holdout auc {model}"], rel=1e-12)


def test_delong_is_that_of_proc():
    frame = pd.read_csv(HERE / "r_holdout.csv")
    said = delong_paired(frame["type"] == "Yes", frame["glm"], frame["rpart"], law="normal")
    assert said.statistic == pytest.approx(PRINTED["delong z"], rel=1e-9)
    assert said.p == pytest.approx(PRINTED["delong p"], rel=1e-9)


def test_the_columns_of_tidymodels():
    result = referee.judge([HERE / "tidy_glm.csv", HERE / "tidy_rpart.csv"], metrics=["accuracy", "roc_auc"])
    for model in ("glm", "rpart"):
        estimates = {name: result.analysis.estimates[f"tidy_{model}", name].value for name in ("accuracy", "roc_auc")}
        assert estimates == pytest.approx({"accuracy": PRINTED[f"holdout accuracy {model}"],
                                           "roc_auc": PRINTED[f"holdout auc {model}"]}, rel=1e-9)
