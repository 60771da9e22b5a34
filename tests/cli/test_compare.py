import json
import sys
from pathlib import Path

QUICK = ("--design", "kfold:folds=3", "--jobs", 1)


def test_compare_from_a_file_with_words_and_gaps_to_a_verdict_and_a_page(referee, churn):
    seen = referee("compare", churn, "--target", "churned", "--models", "logistic,tree", *QUICK)
    assert seen.code == 0
    assert "churn.csv: 120 rows, 3 features (1 categorical, 2 missing values), target churned: 2 classes" in seen.err
    assert "Design: 3-fold cross-validation, stratified; 9 fits." in seen.err
    assert "Fitted 9 of 9." in seen.err
    assert "\nVerdict: " in seen.out
    assert "ROC AUC" in seen.out
    assert "prior (baseline)" in seen.out
    told = " ".join(seen.out.split())
    assert "one comparison (nothing to correct)" in told          # the baseline is no member of the family
    assert "Whether each beats the baseline is a question of its own, by the same test, Holm over those 2" in told
    assert Path("report.html").read_text().startswith("<!DOCTYPE html>")
    assert Path("referee.db").exists()


def test_the_same_command_again_fits_nothing_and_says_the_same(referee, churn):
    words = ("compare", churn, "-t", "churned", "-m", "tree,knn", *QUICK, "--no-report")
    first, again = referee(*words), referee(*words)
    assert first.out == again.out
    assert "9 of 9 fits were already in the ledger." in again.err
    assert not Path("report.html").exists()


def test_json_holds_estimates_and_pairs_and_nothing_else_is_printed(referee, churn):
    seen = referee("compare", churn, "-t", "churned", "-m", "tree,knn", *QUICK, "--json", "--no-report",
                   "--metrics", "accuracy,f1")
    found = json.loads(seen.out)
    assert found["schema"] == 1
    assert [family["metric"] for family in found["families"]] == ["accuracy", "f1"]
    assert [learner["name"] for learner in found["learners"]] == ["tree", "knn", "prior"]
    assert {(e["learner"], e["metric"]) for e in found["estimates"]} == {
        (learner, metric) for learner in ("tree", "knn", "prior") for metric in ("accuracy", "f1")}


def compared(referee, churn, *options):
    """Pairs, with their outcomes, of three learners by accuracy; the command itself is in the output, so read these."""
    seen = referee("compare", churn, "-t", "churned", "-m", "tree,knn,logistic", *QUICK, "--json", "--no-baseline",
                   "--no-report", "--metrics", "accuracy", *options)
    (family,) = json.loads(seen.out)["families"]
    return {(pair["a"], pair["b"]): pair["outcome"] for pair in family["pairs"]}


def test_what_is_relevant_decides_what_is_equivalent(referee, churn):
    """Differences of up to 0.08 with intervals of up to ±0.32: less than 0.5 for sure, less than 0.02 not."""
    undecided = compared(referee, churn)
    assert set(undecided.values()) == {"can't tell"}
    assert compared(referee, churn, "--relevant", 0.02) == undecided
    assert compared(referee, churn, "--relevant", 0.5) == dict.fromkeys(undecided, "equivalent")


def test_the_level_is_that_of_every_interval_and_moves_its_ends(referee, churn):
    words = ("compare", churn, "-t", "churned", "-m", "tree,knn", *QUICK, "--json", "--no-report")
    usual, sure = (json.loads(referee(*words, *more).out) for more in ((), ("--level", 0.99)))
    for found, level in ((usual, 0.95), (sure, 0.99)):
        pairs = found["families"][0]["pairs"]
        assert {e["level"] for e in found["estimates"]} | {pair["interval"]["level"] for pair in pairs} == {level}
    narrow, wide = (found["families"][0]["pairs"][0]["interval"] for found in (usual, sure))
    assert wide["low"] < narrow["low"] < narrow["high"] < wide["high"]


def test_against_one_only_its_pairs_are_compared(referee, churn):
    assert set(compared(referee, churn)) == {("tree", "knn"), ("tree", "logistic"), ("knn", "logistic")}
    assert set(compared(referee, churn, "--against", "tree")) == {("knn", "tree"), ("logistic", "tree")}


def test_a_declared_test_is_used(referee, churn):
    seen = referee("compare", churn, "-t", "churned", "-m", "tree,knn", *QUICK, "--metrics", "accuracy",
                   "--test", "mcnemar", "--no-report")
    assert seen.code == 0
    assert "McNemar" in seen.out


def test_fits_that_fail_are_told_and_the_exit_code_is_3(referee, churn, monkeypatch):
    import sys

    here = Path(__file__).parent.parent
    monkeypatch.syspath_prepend(str(here))
    monkeypatch.setenv("REFEREE_ALLOW", "")          # what --allow adds is forgotten after this test
    assert str(here) in sys.path
    seen = referee("compare", churn, "-t", "churned", "-m", "tree,running.learners_for_tests.RaisesWhen", *QUICK,
                   "--allow", "running", "--no-report")
    assert seen.code == 3
    assert "diverged" in seen.out
    assert "3 failed" in seen.err


def test_evaluate_says_for_what_the_number_speaks(referee, churn):
    seen = referee("evaluate", churn, "-t", "churned", "-m", "logistic", *QUICK, "--metrics", "accuracy",
                   "--no-report")
    assert seen.code == 0
    assert "95% interval" in seen.out
    assert "procedure" in seen.out


def test_a_regression_with_several_targets(referee, tmp_path):
    rows = "\n".join(f"{i},{i * i % 17},{i * 2.5},{i % 7 + 0.5}" for i in range(40))
    (tmp_path / "slump.csv").write_text("a,b,y1,y2\n" + rows)
    seen = referee("compare", "slump.csv", "-t", "y1,y2", "-m", "linear,tree", *QUICK, "--task", "regression",
                   "--no-report")
    assert seen.code == 0
    assert "RMSE" in seen.out
    assert "mean (baseline)" in seen.out


def test_groups_stay_together(referee, tmp_path):
    rows = "\n".join(f"{i % 9},{i * 7 % 11},p{i // 4},{'ab'[i // 4 % 2]}" for i in range(80))
    (tmp_path / "patients.csv").write_text("x1,x2,patient,y\n" + rows)
    seen = referee("compare", "patients.csv", "-t", "y", "--groups", "patient", "-m", "tree", "--jobs", 1,
                   "--no-report")
    assert seen.code == 0
    assert "whole groups (20)" in seen.err
    assert "x1" not in seen.err


def test_report_and_ledger_tell_a_study_again(referee, churn):
    told = referee("compare", churn, "-t", "churned", "-m", "tree", *QUICK, "--no-report")
    again = referee("report", "referee.db")
    assert told.out.splitlines()[:6] == again.out.splitlines()[:6]
    assert Path("report.html").exists()
    listed = referee("ledger", "ls")
    assert "1 problem, 1 study" in listed.out
    assert "tree, prior" in listed.out
    assert referee("ledger", "check").out == "referee.db: all is well.\n"
    looks = [line.split()[3:] for line in referee("ledger", "looks").out.splitlines()[1:]]
    assert ["compare", "roc_auc", "1", "tree", "churn.csv"] in looks
    assert referee("ledger", "show", "--json").out.startswith("{")
    assert "has studies 1 to 1, not 7" in referee("report", "referee.db", "--study", 7).err


def test_lists_and_bundled_data(referee):
    for what, name in (("metrics", "roc_auc"), ("designs", "kfold"), ("learners", "forest"), ("tests", "mcnemar")):
        assert name in referee("list", what).out
        assert isinstance(json.loads(referee("list", what, "--json").out), list)
    assert "iris" in referee("data", "ls").out
    assert "150 rows" in referee("data", "show", "iris").out


def test_metrics_with_parameters_are_typed_in_one_list(referee, churn):
    seen = referee("compare", churn, "-t", "churned", "-m", "tree", *QUICK, "--json", "--no-report",
                   "--metrics", "fbeta:beta=2,ece:bins=5,kind=equal-width,expected_cost:matrix=((0,1),(5,0)),log_loss")
    assert seen.code == 0
    assert [m["name"] for m in json.loads(seen.out)["metrics"]] == [
        "fbeta:beta=2", "ece:bins=5,kind=equal-width", "expected_cost:matrix=((0,1),(5,0))", "log_loss"]


def test_list_metrics_shows_what_they_need_and_how_parameters_are_typed(referee):
    seen = referee("list", "metrics")
    brier = next(line for line in seen.out.splitlines() if line.split()[:1] == ["brier"])
    assert brier.split() == ["brier", "classification", "probabilities", "lower", "is", "better", "0", "to", "1",
                             "proper", "Brier", "score"]
    assert "fbeta:beta=2" in seen.out


def test_a_large_table_is_told_once_it_is_read_and_only_once(referee, churn, monkeypatch):
    refused = ("compare", churn, "-t", "churned", "-m", "tree,nosuch", *QUICK)
    assert "120 rows" not in referee(*refused).err                # a small one with what is going to be done
    monkeypatch.setattr(sys.modules["referee.api.carry_out"], "LARGE", 360)
    told = referee(*refused).err.splitlines()
    assert told[0].startswith("churn.csv: 120 rows, 3 features")
    assert told[-1].startswith("referee: no learner is called 'nosuch'")
    for verb, models in (("compare", "tree,knn"), ("evaluate", "tree")):
        seen = referee(verb, churn, "-t", "churned", "-m", models, *QUICK, "--no-report").err
        assert seen.startswith("churn.csv: 120 rows")
        assert seen.count("120 rows") == 1
    monkeypatch.setattr(sys.modules["referee.api.carry_out"], "LARGE", 361)
    assert "120 rows" not in referee(*refused).err
