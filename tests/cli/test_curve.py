import json
from pathlib import Path

WORDS = ("--models", "gaussian-nb,tree:max_depth=2", "--sizes", "20,40,80", "--folds", 4, "--metrics", "accuracy",
         "--jobs", 1)


def test_a_curve_from_a_file_to_a_page_and_again_from_the_ledger(referee, churn):
    seen = referee("curve", churn, "--target", "churned", *WORDS)
    assert seen.code == 0
    assert "24 fits" in seen.err
    assert "accuracy (95% band)" in seen.out
    page = Path("curve.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<svg") == 1
    again = referee("curve", churn, "--target", "churned", *WORDS, "--no-report")
    assert "24 of 24 fits were already in the ledger." in again.err
    assert again.out == seen.out
    assert referee("report", "referee.db", "--no-report").out == seen.out
    found = json.loads(referee("report", "referee.db", "--no-report", "--json").out)
    assert found["verb"] == "curve"
    assert len(found["families"][0]["contrasts"]) == 3


def test_the_answer_comes_first_and_what_does_not_decide_when_it_is_asked_for(referee, churn):
    words = ("--target", "churned", *WORDS[:-4], "--metrics", "accuracy,f1_macro", "--jobs", 1, "--no-report")
    seen = referee("curve", churn, *words)
    assert "accuracy (95% band)" not in seen.out.splitlines()[0]
    assert "costs" not in seen.out.split("More (")[0]
    assert ", costs): --all, or the page." in " ".join(seen.out.split()).replace(" and costs", ", costs")
    whole = referee("curve", churn, *words, "--all")
    assert "size of the model" in whole.out
    assert len(whole.out) > len(seen.out)


def test_mistakes_are_one_sentence(referee, churn):
    for words, said in ((("--sizes", "ten"), "--sizes are numbers"), (("--sizes", "500"), "more than the 90"),
                        (("--adjust", "none"), "max-t or holm"), (("--at", 33), "not among the sizes"),
                        (("--against", "forest"), "forest"), (("--metrics", "rmse"), "regression")):
        seen = referee("curve", churn, "-t", "churned", *WORDS, *words)
        assert seen.code == 2
        assert said in seen.err
        assert "Traceback" not in seen.err
