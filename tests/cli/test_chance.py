import json
from pathlib import Path

WORDS = ("--models", "gaussian-nb,lda", "--design", "kfold:folds=2", "--shuffles", 3, "--jobs", 1)


def test_from_a_file_to_a_page_and_again_from_the_ledger(referee, churn):
    seen = referee("chance", churn, "--target", "churned", *WORDS, "--shuffled", "labels,columns")
    assert seen.code == 0
    assert "28 fits" in seen.err
    assert "shuffles of the labels reached it" in " ".join(seen.out.split())
    assert Path("chance.html").read_text().startswith("<!DOCTYPE html>")
    again = referee("chance", churn, "--target", "churned", *WORDS, "--shuffled", "labels,columns", "--no-report")
    assert again.out == seen.out
    assert "28 of 28 fits were already in the ledger" in again.err
    assert referee("report", "referee.db", "--no-report").out == seen.out
    found = json.loads(referee("report", "referee.db", "--no-report", "--json").out)
    assert [(r["learner"], r["shuffled"]) for r in found["references"]] == [
        ("gaussian-nb", "labels"), ("lda", "labels"), ("gaussian-nb", "columns"), ("lda", "columns")]


def test_mistakes_are_one_sentence(referee, churn):
    for words, said in ((("--shuffled", "rows"), "test of chance"), (("--strata", "nosuch"), "nosuch"),
                        (("--metrics", "rmse"), "regression"), (("--design", "kfold:fold=3"), "fold")):
        seen = referee("chance", churn, "-t", "churned", *WORDS, *words)
        assert seen.code == 2
        assert said in seen.err
        assert "Traceback" not in seen.err
