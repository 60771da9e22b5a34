import json
from pathlib import Path

import numpy as np
import pandas as pd

from referee import api

RIDGE = "sklearn.linear_model.RidgeClassifier"


def test_a_stored_study_tells_of_its_probabilities(referee, churn):
    referee("compare", churn, "-t", "churned", "-m", f"logistic,{RIDGE}", "--design", "kfold:folds=3", "-j", 1,
            "--no-report")
    every = referee("calibration", "referee.db")
    assert every.code == 0
    assert "logistic\n  yes: " in every.out
    assert "ridge-classifier: the model gave no probabilities." in every.err
    one = referee("calibration", "referee.db", "--learner", "logistic", "--bins", 5, "--json", "--figure", "c.svg")
    assert list(json.loads(one.out)) == ["logistic"]
    assert json.loads(one.out)["logistic"]["diagrams"][0]["bins"] == 5
    assert "<svg" in Path("c.svg").read_text()


def test_a_figure_needs_a_learner(referee, churn):
    seen = referee("calibration", "referee.db", "--figure", "c.svg")
    assert seen.code == 2
    assert "--learner NAME" in seen.err


def test_a_file_of_predictions_is_read_as_judge_reads_it(referee, tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    one, two = (np.clip(0.5 + (y - 0.5) * width + rng.normal(0, 0.2, 200), 0.01, 0.99) for width in (0.6, 0.2))
    frame = pd.DataFrame({"outcome": np.array(["stay", "churn"])[y], "xgboost": one, "lightgbm": two})
    frame.to_csv(tmp_path / "odd names.csv", index=False)
    refused = referee("calibration", tmp_path / "odd names.csv")
    assert refused.code == 2
    assert "--positive 'churn'" in refused.err
    seen = referee("calibration", tmp_path / "odd names.csv", "--positive", "churn")
    assert seen.code == 0
    assert "probability of xgboost is 'xgboost'" in seen.err
    assert str(api.calibration(y, one, classes=["stay", "churn"])) in " ".join(seen.out.split())
    assert max(map(len, seen.out.splitlines())) <= 100
    assert "lightgbm\n" in seen.out
    told = referee("calibration", tmp_path / "odd names.csv", "--positive", "churn", "--learner", "lightgbm", "--json")
    assert list(json.loads(told.out)) == ["lightgbm"]


def test_columns_may_be_named_and_a_study_is_of_a_ledger(referee, tmp_path):
    p = np.linspace(0.05, 0.95, 60)
    frame = pd.DataFrame({"a": (p > 0.4).astype(int), "b": (p > 0.5).astype(int), "p1": p, "p2": 1 - p})
    frame.to_csv(tmp_path / "x.csv", index=False)
    seen = referee("calibration", tmp_path / "x.csv", "--truth", "b", "--probability", "p1")
    assert seen.code == 0
    assert seen.out.startswith("p1\n")
    refused = referee("calibration", tmp_path / "x.csv", "--study", 2)
    assert refused.code == 2
    assert "is no ledger" in refused.err


def test_predictions_of_several_data_sets_are_told_one_by_one(referee, tmp_path):
    p = np.tile(np.linspace(0.05, 0.95, 40), 2)
    frame = pd.DataFrame({"dataset": ["u"] * 40 + ["v"] * 40, "id": list(range(40)) * 2, "truth": (p > 0.45) * 1,
                          "m_prob": p, "n_prob": p**2})
    frame.to_csv(tmp_path / "two.csv", index=False)
    seen = referee("calibration", tmp_path / "two.csv", "--json")
    assert list(json.loads(seen.out)) == ["u: m", "u: n", "v: m", "v: n"]


def test_columns_are_of_files_and_not_of_ledgers(referee, churn):
    referee("compare", churn, "-t", "churned", "-m", "lda", "--design", "kfold:folds=3", "-j", 1, "--no-report")
    refused = referee("calibration", "referee.db", "--positive", "yes")
    assert refused.code == 2
    assert "is a ledger" in refused.err
