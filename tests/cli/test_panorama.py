import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

QUICK = ("--models", "tree:max_depth=2", "--resamples", 10, "--jobs", 1)


@pytest.fixture
def small(tmp_path):
    """Thirty rows of numbers: a panorama fits every one of them out."""
    rng = np.random.default_rng(0)
    months = rng.integers(1, 60, 30)
    churned = np.where(months + rng.normal(0, 12, 30) < 25, "yes", "no")
    path = tmp_path / "small.csv"
    pd.DataFrame({"months": months, "charge": rng.normal(50, 10, 30), "churned": churned}).to_csv(path, index=False)
    return path


def test_a_panorama_from_a_file_to_a_page_and_again_from_the_ledger(referee, small):
    seen = referee("panorama", small, "--target", "churned", *QUICK)
    assert seen.code == 0
    assert "10 bootstrap samples, tested on all rows, stratified" in seen.err
    assert "151 fits" in seen.err                        # 1 + 10 + 100 + 10 + 30
    assert "10×10-fold" in seen.out
    assert Path("panorama.html").read_text().startswith("<!DOCTYPE html>")
    again = referee("panorama", small, "--target", "churned", *QUICK, "--no-report")
    assert "151 of 151 fits were already in the ledger." in again.err
    assert again.out == seen.out
    assert referee("report", "referee.db", "--no-report").out == seen.out
    listed = referee("ledger", "ls", "referee.db")
    assert listed.code == 0


def test_json_and_a_truth(referee, small):
    seen = referee("panorama", small, "-t", "churned", *QUICK, "--metrics", "accuracy,log_loss", "--true-value",
                   "0.8,0.5", "--json", "--no-report")
    columns = json.loads(seen.out)["columns"]
    assert [c["truth"] for c in columns] == [0.8, 0.5]
    assert [c["metric"] for c in columns] == ["accuracy", "log_loss"]
    assert not Path("panorama.html").exists()


def test_mistakes_are_one_sentence(referee, churn):
    for words, said in ((("--true-value", "high"), "--true-value is a number"),
                        (("--true-value", "0.1,0.2"), "2 truths"),
                        (("--metrics", "rmse"), "regression"), (("--level", "95"), "fraction")):
        seen = referee("panorama", churn, "-t", "churned", *QUICK, *words)
        assert seen.code == 2
        assert said in seen.err
        assert "Traceback" not in seen.err
