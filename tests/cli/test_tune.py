import json

SPEC = ("--models", "tree:max_depth=1|2|4", "--metrics", "accuracy", "--jobs", 1)


def test_tune_says_what_to_use_and_how_good_it_is_and_again_from_the_ledger(referee, churn):
    words = ("tune", churn, "--target", "churned", *SPEC, "--tuning", "flexer:folds=3,rule=one-se")
    seen = referee(*words)
    assert seen.code == 0
    assert "hold-out (80% to train, 20% to test), stratified; 11 fits." in seen.err
    assert "Why: it comes with tuning as in Flexer 1996" in seen.err
    said = seen.out.replace("\n", " ")
    assert "3 settings tried (3-fold cross-validation, stratified; the simplest within one standard error" in said
    assert "For use on all rows: max_depth=" in said
    assert referee("report", "referee.db").out == seen.out
    found = json.loads(referee(*words, "--no-report", "--json").out)["tuning"]["learners"]["tuned-tree"]
    assert found["tried"] == 3
    assert found["recommended"].startswith("max_depth=")


def test_mistakes_are_one_sentence(referee, churn):
    for words, said in (
        (("--models", "tree"), "there is nothing to tune"),
        (("--models", "tree:max_depht=1|2"), "did you mean 'max_depth'?"),
        (("--models", "tree:max_depth=1|2", "--tuning", "nestd"), "did you mean 'nested'?"),
    ):
        seen = referee("tune", churn, "--target", "churned", *words)
        assert seen.code == 2
        assert said in seen.err
        assert "Traceback" not in seen.err
