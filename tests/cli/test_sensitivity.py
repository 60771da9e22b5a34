import json
from pathlib import Path

WORDS = ("--models", "tree", "--vary", "max_depth=1,3", "--seeds", 1, "--splits", 1, "--designs", "kfold:folds=3",
         "--design", "kfold:folds=4", "--jobs", 1)


def test_from_a_file_to_a_page_and_again_from_the_ledger(referee, churn):
    seen = referee("sensitivity", churn, "--target", "churned", *WORDS)
    assert seen.code == 0
    assert "23 fits" in seen.err
    assert "max_depth: estimates from" in seen.out
    assert Path("sensitivity.html").read_text().startswith("<!DOCTYPE html>")
    again = referee("sensitivity", churn, "--target", "churned", *WORDS, "--no-report")
    assert again.out == seen.out
    assert referee("report", "referee.db", "--no-report").out == seen.out
    found = json.loads(referee("report", "referee.db", "--no-report", "--json").out)
    assert [v["label"] for v in found["variants"]] == ["max_depth=1", "max_depth=3", "seed 1", "other splits 1",
                                                       "kfold:folds=3"]


def test_mistakes_are_one_sentence(referee, churn):
    for words, said in ((("--vary", "max_depth"), "of the form"), (("--vary", "depth=1"), "depth"),
                        (("--designs", "kfold:fold=3"), "fold"), (("--models", "tree,knn"), "about one model, not 2"),
                        (("--seeds", -1), "whole number")):
        seen = referee("sensitivity", churn, "-t", "churned", *WORDS, *words)
        assert seen.code == 2
        assert said in seen.err
        assert "Traceback" not in seen.err
