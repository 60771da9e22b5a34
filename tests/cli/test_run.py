"""referee init and run: a file from data, a study from the file; exit codes as those of compare."""

import json

import pytest

from referee.learners import LEARNERS

SMALL = """\
models: [lda, gaussian-nb]
metrics: [accuracy]
design: kfold:folds=3
"""


def test_a_file_is_written_run_and_told_again(referee, churn, tmp_path):
    seen = referee("init", churn.name, "--target", "churned", "--models", "lda,gaussian-nb", "--metrics", "accuracy",
                   "--output", "new.yaml")
    assert seen.code == 0
    assert "referee run new.yaml" in seen.err
    assert referee("init", churn.name, "--target", "churned", "--output", "new.yaml").code == 2
    assert referee("init", churn.name, "--target", "churned", "--output", "new.yaml", "--models", "lda,gaussian-nb",
                   "--metrics", "accuracy", "--force").code == 0
    path = tmp_path / "new.yaml"
    said = path.read_text(encoding="utf-8")
    assert "halves:repeats=50" in said
    path.write_text(said.replace("halves:repeats=50", "kfold:folds=3"), encoding="utf-8")
    seen = referee("run", "new.yaml", "--jobs", "1", "--no-report")
    assert seen.code == 0
    assert "Design: 3-fold cross-validation" in seen.err
    assert "Declared in new.yaml on " in seen.out
    again = json.loads(referee("run", "new.yaml", "--jobs", "1", "--no-report", "--json").out)
    assert again["deviations"] == []
    assert again["results"][0]["declaration"]["file"] == "new.yaml"
    assert "Declared in new.yaml on " in referee("report", "referee.db", "--no-report").out


@pytest.mark.slow
def test_pages_are_written_for_each_problem_and_the_ranking(referee, tmp_path):
    (tmp_path / "two.yaml").write_text("problems: [{data: iris}, {data: wine}]\n" + SMALL, encoding="utf-8")
    seen = referee("run", "two.yaml", "--jobs", "1", "-o", "out.html")
    assert seen.code == 0
    assert [line for line in seen.err.splitlines() if line.startswith("Page:")] == [
        "Page: out-iris.html", "Page: out-wine.html", "Page: out.html"]
    assert "Over the 2 data sets:" in seen.out


def test_a_mistake_in_the_file_is_one_sentence_and_a_failed_fit_exit_3(referee, churn, tmp_path):
    (tmp_path / "bad.yaml").write_text("data: iris\n" + SMALL.replace("lda", "ldaa"), encoding="utf-8")
    seen = referee("run", "bad.yaml")
    assert (seen.code, seen.out) == (2, "")
    assert seen.err == ("referee: bad.yaml, line 2: no learner is called 'ldaa'; did you mean 'lda'? `referee list "
                        f"learners` shows all {len(list(LEARNERS))}.\n")
    failing = "models: ['lda:n_components=9']\nmetrics: [accuracy]\ndesign: kfold:folds=3\n"
    (tmp_path / "failing.yaml").write_text("data: iris\n" + failing, encoding="utf-8")
    assert referee("run", "failing.yaml", "--jobs", "1", "--no-report").code == 3


def test_of_many_data_sets_each_is_announced_with_its_number_and_the_study_once(referee, tmp_path):
    (tmp_path / "tables").mkdir()
    for name in ("one", "two"):
        rows = "\n".join(f"{i % 7 + 2 * (i % 2)},{'ab'[i % 2]}" for i in range(30))
        (tmp_path / "tables" / f"{name}.csv").write_text(f"x,kind\n{rows}\n", encoding="utf-8")
    (tmp_path / "all.yaml").write_text(
        "data: tables\ntarget: kind\nmodels: [lda, tree]\nmetrics: accuracy\ndesign: kfold:folds=3\n", encoding="utf-8")
    seen = referee("run", "all.yaml", "--no-report")
    assert seen.code == 0
    assert seen.err.count("Declared all (") == seen.err.count("Ledger: ") == 1
    assert [line for line in seen.err.splitlines() if line.startswith("Data set ")] == [
        "Data set 1 of 2:", "Data set 2 of 2:"]
