"""referee vault, referee watch, and what compare says of the looks before."""

import json
from pathlib import Path

QUICK = ("--jobs", 1, "--metrics", "accuracy", "--no-report")


def test_from_sealing_to_a_second_opening(referee, churn):
    assert "24 of 120 rows of churn.csv are sealed" in referee("vault", "seal", churn, "-t", "churned").out
    seen = referee("compare", churn, "-t", "churned", "-m", "lda", "-d", "kfold:folds=2", *QUICK)
    assert "! 24 of 120 rows lie in the vault" in seen.err
    first = referee("vault", "open", churn, "-t", "churned", "-m", "lda", *QUICK)
    assert "opened here for the first time" in " ".join(first.out.split())
    second = referee("vault", "open", churn, "-t", "churned", "-m", "gaussian-nb", *QUICK)
    assert "! The test rows are the 24 rows of the vault" in second.out
    asked = referee("vault", "query", churn, "-t", "churned", "-m", "lda", "--jobs", 1, "--json")
    assert json.loads(asked.out)["query"] == 3
    assert "3  ladder" in referee("vault", "ls").out
    (listed,) = json.loads(referee("vault", "ls", "--json").out)
    assert [use["kind"] for use in listed["uses"]] == ["open", "open", "ladder"]
    assert "ladder" in referee("ledger", "looks").out


def test_mistakes_with_vaults_are_one_sentence(referee, churn):
    for words, said in [
        (("open", churn, "-t", "churned", "-m", "lda"), "there is no ledger"),
        (("seal", churn, "-t", "churned", "--fraction", 0), "between 0 and 1, not 0.0"),
        (("seal", churn, "-t", "chruned"), "did you mean 'churned'"),
    ]:
        seen = referee("vault", *words)
        assert (seen.code, seen.err.count("\n")) == (2, 1)
        assert said in seen.err


def test_the_third_configuration_is_called_that(referee, churn, monkeypatch):
    monkeypatch.setenv("REFEREE_WHO", "ann")
    for depth in (1, 2):
        seen = referee("compare", churn, "-t", "churned", "-m", f"tree:max_depth={depth},lda", "--against", "lda",
                       "--no-baseline", "-d", "kfold:folds=2", *QUICK)
    text = " ".join(seen.out.split())
    assert "Holm over 2 comparisons (1 of this study, 1 with others tried on these rows)" in text
    assert "is the 3rd configuration tried on these rows in this ledger" in text
    assert "must not exceed 0.025" in text
    looks = json.loads(referee("ledger", "looks", "--json").out)
    assert [(look["who"], look["purpose"], look["configuration"]) for look in looks] == [
        ("ann", "compare", "1"), ("ann", "compare", "2"), ("ann", "compare", "3"), ("ann", "compare", "2")]
    alone = referee("compare", churn, "-t", "churned", "-m", "tree:max_depth=2,lda", "--against", "lda", "--family",
                    "declared", "--no-baseline", "-d", "kfold:folds=2", *QUICK)
    assert "one comparison (nothing to correct)" in " ".join(alone.out.split())
    mistyped = referee("compare", churn, "-t", "churned", "-m", "lda", "--family", "leger")
    assert "no family is called 'leger'" in mistyped.err


def test_watching_a_log(referee, tmp_path):
    (tmp_path / "log.csv").write_text("id,new,old\n" + "".join(f"{i},{int(i % 9 > 0)},{i % 2}\n" for i in range(60)))
    seen = referee("watch", "log.csv", "--pair", "new,old", "--figure", "grown.svg", "--follow", 0.05)
    assert (seen.code, Path("grown.svg").exists()) == (0, True)          # decided, so it does not wait
    assert "decided after" in seen.out.splitlines()[0]
    assert json.loads(referee("watch", "log.csv", "--pair", "new,old", "--json").out)["cases"] == 60
    for words, said in [(("log.csv",), "name the two models with --pair A,B"),
                        (("lgo.csv",), "did you mean 'log.csv'"),
                        (("log.csv", "--pair", "new"), "takes two"), (("log.csv", "--bounds", "a,b"), "two numbers")]:
        seen = referee("watch", *words)
        assert seen.code == 2
        assert said in seen.err
