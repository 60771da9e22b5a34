import json
from pathlib import Path

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
