"""referee picture: what is drawn of a stored study and of a file, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

DRAW = np.random.default_rng(0)
TRUTH = DRAW.integers(0, 2, 60)


@pytest.fixture
def said(tmp_path):
    said = {name: np.clip(0.5 + (TRUTH - 0.5) * far + DRAW.normal(0, 0.2, 60), 0.01, 0.99)
            for name, far in (("new", 0.5), ("old", 0.1))}
    path = tmp_path / "said.csv"
    pd.DataFrame({"id": [f"q{i}" for i in range(60)], "truth": TRUTH} | said).to_csv(path, index=False)
    return path


def test_a_stored_study_is_drawn_and_written_down(referee, churn):
    referee("compare", churn, "-t", "churned", "-m", "logistic,tree", "--design", "kfold:folds=3", "-j", 1,
            "--no-report")
    seen = referee("picture", "roc", "referee.db", "--figure", "roc.svg", "--csv", "roc.csv", "--learner", "logistic")
    assert seen.code == 0
    assert "ROC AUC of yes: logistic" in seen.out
    assert "Figure: roc.svg" in seen.err
    assert set(pd.read_csv("roc.csv").learner) == {"logistic"}
    assert "<svg" in Path("roc.svg").read_text(encoding="utf-8")


def test_rows_of_a_file_are_told_by_their_ids(referee, said):
    seen = referee("picture", "differing", said, "--pair", "new,old", "--csv", "broke.csv")
    assert seen.code == 0
    assert "new and old say different things of" in seen.out
    table = pd.read_csv("broke.csv")
    assert table.id.str.startswith("q").all()
    assert (table.new != table.old).all()


def test_thresholds_and_the_class_are_taken(referee, said):
    seen = referee("picture", "decision-curve", said, "--thresholds", "0.1,0.25", "--class", "0", "--json")
    curve = json.loads(seen.out)["curves"][0]
    assert curve["of"] == "0"
    assert [row["threshold"] for row in curve["thresholds"]] == [0.1, 0.25]
    assert max(map(len, referee("picture", "decision-curve", said).out.splitlines())) <= 100


@pytest.mark.parametrize(("words", "sentence"), [
    (("differing",), "--pair A,B"), (("rows", "--thresholds", "0.1"), "--thresholds says nothing about rows"),
    (("confusion", "--class", "1"), "--class says nothing about confusion"),
    (("residuals",), "ask for the confusion matrix"), (("roc", "--csv", "roc.svg"), "written as .csv"),
    (("roc", "--learner", "best"), "best"), (("decision-curve", "--thresholds", "1.5"), "between 0 and 1"),
])
def test_what_cannot_be_drawn_is_refused(referee, said, words, sentence):
    seen = referee("picture", words[0], said, *words[1:])
    assert seen.code == 2
    assert sentence in seen.err
