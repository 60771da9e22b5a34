"""referee audit and referee survey, as a person meets them."""

import json
from pathlib import Path

import pytest

from referee.audit import CHECKS

NOTEBOOK = Path(__file__).parents[1] / "audit" / "notebook" / "audit.yaml"


def test_the_grade_the_findings_the_score_sheet_and_the_exit_code(referee, tmp_path):
    seen = referee("audit", NOTEBOOK, "--report", tmp_path / "audit.html")
    assert seen.code == 1
    told = ["Grade: not usable as it stands; repair F-03, F-08 and F-20.\n", "FATAL    F-03", "SERIOUS  F-09",
            "Flexer's five"]
    assert [seen.out.index(one) for one in told] == sorted(seen.out.index(one) for one in told)
    assert "Page:" in seen.err
    assert "11 test rows (14.7%) also occur in training." in (tmp_path / "audit.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("fail_on", "code"), [("never", 0), ("fatal", 0), ("serious", 1), ("warning", 1)])
def test_the_exit_code_follows_the_severity(referee, tmp_path, fail_on, code):
    (tmp_path / "said.csv").write_text("id,truth,ours,theirs\n" + "".join(
        f"{i},{'ab'[i % 2]},{'ab'[i % 3 == 0]},{'ab'[i % 5 == 0]}\n" for i in range(40)), encoding="utf-8")
    assert referee("audit", "said.csv", "--fail-on", fail_on).code == code


def test_muting_is_said(referee):
    seen = referee("audit", NOTEBOOK, "--mute", "F-03,f-08", "--mute", "F-20", "--fail-on", "fatal")
    assert seen.code == 0
    assert "3 muted" in seen.out
    assert "F-03 " not in seen.out


def test_all_lists_every_check_once(referee):
    out = referee("audit", NOTEBOOK, "--all").out
    assert all(f"F-{number:02d}  " in out for number in range(1, 51))
    assert "Could not look:" in out


def test_json_and_nothing_else(referee):
    seen = referee("audit", NOTEBOOK, "--json")
    said = json.loads(seen.out)
    assert (seen.err, said["grade"], len(said["checks"])) == ("", "not usable", len(CHECKS))
    assert said["findings"][0]["docs"] == "audit#f-03"


def test_a_study_just_made_is_audited_with_its_data(referee, churn):
    referee("compare", churn, "--target", "churned", "--models", "lda,gaussian-nb", "--design", "kfold:folds=3",
            "--no-report", "--jobs", "1")
    seen = referee("audit", "referee.db", "--data", churn, "--target", "churned", "--fail-on", "fatal")
    assert seen.code == 0
    assert "separate test data yes" in seen.out


def test_columns_with_names_of_their_own(referee, tmp_path):
    rows = "".join(f"{i},{'ab'[i % 2]},x,{'aab'[i % 3]}\n" for i in range(9))
    (tmp_path / "said.csv").write_text(f"nr,outcome,truth,vote\n{rows}", encoding="utf-8")
    seen = referee("audit", "said.csv", "--column", "truth=outcome", "--column", "prediction=vote", "--column", "id=nr")
    assert "gives accuracy 0.556" in seen.out


@pytest.mark.parametrize("words", [
    ("audit", "nothing.csv", "--column", "truth"),
    ("audit", "nothing.csv"), ("audit", NOTEBOOK, "--mute", "F-77"), ("audit", NOTEBOOK, "--study", "x"),
    ("audit", NOTEBOOK, "--data", "other.csv"), ("survey", "nothing"),
])
def test_mistakes_are_one_sentence_and_exit_2(referee, words):
    seen = referee(*words)
    assert seen.code == 2
    assert "Traceback" not in seen.err


def test_a_survey_with_its_picture(referee, tmp_path):
    seen = referee("survey", "reich-barai-1999", "--figure", "methods.png")
    assert seen.code == 0
    assert "31.3%" in seen.out
    assert (tmp_path / "methods.png").stat().st_size > 1000
    assert json.loads(referee("survey", "flexer-1995", "--json").out)["n"] == 61


def test_sarif_and_junit_beside_the_text_and_the_exit_code(referee, tmp_path):
    seen = referee("audit", NOTEBOOK, "--sarif", "audit.sarif", "--junit", "audit.xml", "--fail-on", "fatal")
    run = json.loads((tmp_path / "audit.sarif").read_text(encoding="utf-8"))["runs"][0]
    assert (seen.code, run["properties"]["grade"]) == (1, "not usable")
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("audit.yaml")
    assert 'type="fatal"' in (tmp_path / "audit.xml").read_text(encoding="utf-8")
    assert "SARIF:" in seen.err
    assert referee("audit", NOTEBOOK, "--junit", "no/folder/audit.xml").code == 2
