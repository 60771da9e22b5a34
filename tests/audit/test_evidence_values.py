"""Evidence has four values: what was not recognised, not read or not told is never passed."""

from dataclasses import replace

import pytest

import referee
from audit.clean_study import clean
from referee.audit import Bundle, Check, Found, Severity, Unseen, audit_bundle
from referee.audit.bundle import Claim, Model, Step
from referee.audit.score_sheet import score_sheet

TESTS = """audit: a
method: 10-fold cross-validation
models: [{name: x, tried: 1, tuned_on: nothing}, {name: y, tried: 1, tuned_on: nothing}]
tests: [{name: %s, a: x, b: y, metric: accuracy, p: 0.01%s}]
"""


def described(folder, text):
    path = folder / "audit.yaml"
    path.write_text(text)
    return referee.audit(path)


@pytest.mark.parametrize("code", ["F-10", "F-11", "F-12", "F-35", "F-50"])
def test_a_test_that_is_not_recognised_is_asked_about_by_name(code, tmp_path):
    answer = described(tmp_path, TESTS % ("Zorblatt test", ", unit: split, n_units: 10"))[code]
    assert answer.outcome == "not checkable"
    assert "'Zorblatt test'" in answer.reason
    assert "Zorblatt" in answer.ask
    assert answer.to_dict()["would_let_it_look"] == answer.ask


def test_the_kind_of_a_test_answers_the_question(tmp_path):
    result = described(tmp_path, TESTS % ("Zorblatt test", ", kind: paired t-test, unit: split, n_units: 10"))
    assert result["F-10"].outcome == "found"


def test_a_unit_or_a_side_that_is_not_said_is_not_taken_for_the_harmless_one(tmp_path):
    result = described(tmp_path, TESTS % ("paired t-test", ""))
    assert result["F-10"].outcome == "not checkable"
    assert "unit" in result["F-10"].ask
    assert result["F-36"].outcome == "not checkable"
    told = described(tmp_path, TESTS % ("paired t-test", ", unit: data set, n_units: 30, alternative: two-tailed"))
    assert (told["F-10"].outcome, told["F-36"].outcome) == ("not applicable", "passed")


def test_runs_may_be_splits_or_seeds_and_that_is_asked(tmp_path):
    assert "beyond runs" in described(tmp_path, TESTS % ("t-test", ", unit: runs"))["F-10"].reason


def test_what_is_found_beside_something_unseen_is_found_and_the_rest_is_told():
    def look(bundle):
        yield Found(message="Here.")
        yield Unseen(reason="not there", ask="a lamp")

    both = Check(code="X-01", title="both", severity=Severity.INFO, advice="No.", reference="none", look=look)
    answer = audit_bundle(Bundle(name="a"), checks=[both]).answer("X-01")
    assert (answer.outcome, answer.reason, answer.ask) == ("found", "not there", "a lamp")


def test_groups_times_and_steps_that_nobody_named_are_not_absent():
    """Neither passed nor not applicable: nobody looked."""
    study = replace(clean(), problem=replace(clean().problem, groups=None), times=None,
                    models=tuple(replace(m, steps=None) for m in clean().models))
    audit = audit_bundle(study)
    assert {audit.outcome(code) for code in ("F-21", "F-22", "F-23")} == {"not checkable"}
    sheet = score_sheet(audit)
    assert sheet.leakage == "not known"
    assert sheet.leakages.why == "no groups, no times and no steps are known"


@pytest.mark.parametrize(("supervised", "name", "severity"), [
    (True, "magic", "fatal"), (False, "magic", "warning"), (None, "SelectKBest", "fatal"), (None, "SMOTE", "fatal"),
    (None, "StandardScaler", "warning"), (None, "magic", "serious")])
def test_a_confessed_leak_counts_without_data(supervised, name, severity):
    model = Model(name="m", steps=(Step(name=name, supervised=supervised, said="all"),))
    finding, = audit_bundle(Bundle(name="a", models=(model,))).answer("F-23").findings
    assert finding.severity.value == severity
    assert "by the study's own word" in finding.message


def test_a_good_word_for_oneself_without_rows_is_no_pass():
    model = Model(name="m", tried=9, tuned_on="validation", steps=(Step(name="scaling", said="training"),))
    audit = audit_bundle(Bundle(name="a", models=(model,)))
    assert (audit.outcome("F-23"), audit.outcome("F-03")) == ("not checkable", "not checkable")
    assert "it says validation rows" in audit.answer("F-03").reason


def test_a_grade_takes_half_of_the_checks(tmp_path):
    few = described(tmp_path, "audit: a\nmethod: hold-out\n")
    assert few.grade == "not graded"
    assert "Grade: not graded; 1 of 63" in few.text()
    assert few.to_dict()["could_look"] == few.audit.looked
    assert few.to_dict()["grade"] == "not graded"
    fatal = described(tmp_path, "audit: a\nmodels: [{name: m, tried: 40, tuned_on: test}]\n")
    assert fatal.grade == "not usable"               # what is found counts however little was looked at


@pytest.mark.parametrize(("claim", "answer"), [
    ({"basis": "intervals"}, "no"), ({"basis": "numbers"}, "no"), ({"test": "corrected-t", "p": 0.01}, "yes"),
    ({"test": "Zorblatt"}, "not known")])
def test_flexers_fifth_demand_needs_a_test(claim, answer):
    better = Claim(says="x is better", a="logistic", b="prior", difference=0.1, **claim)
    study = replace(clean(), tests=(), claims=(better,))
    assert dict(score_sheet(audit_bundle(study)).flexer)["test"] == answer


def test_nothing_claimed_is_neither_yes_nor_no():
    sheet = score_sheet(audit_bundle(replace(clean(), claims=(), tests=())))
    assert dict(sheet.flexer)["test"] == "does not apply"
    assert "does not apply (nothing is claimed" in str(sheet)
    assert sheet.to_dict()["why"]["test"].startswith("nothing is claimed")


def test_resubstitution_by_its_own_word_is_no_separate_test_data(tmp_path):
    assert dict(described(tmp_path, "audit: a\nmethod: training accuracy\n").sheet.flexer)["separate test data"] == "no"


def test_the_clean_study_answers_yes_or_says_why():
    sheet = score_sheet(audit_bundle(clean()))
    assert {answer for _, answer in sheet.flexer} == {"yes"}
    assert sheet.leakages.why == "no times are known"
    assert sheet.statistics == "yes"
    assert [demand.answer for demand in sheet.salzbergs] == ["yes"] * 5


def test_text_page_and_json_have_the_same_four_values(tmp_path):
    result = described(tmp_path, TESTS % ("Zorblatt test", ", unit: split"))
    text, page, told = result.text(everything=True), result.report(tmp_path / "a.html").read_text(), result.to_dict()
    assert "Could not look:" in text
    assert "it would take" in text
    assert "what would let it look" in page
    assert {check["outcome"] for check in told["checks"]} <= {"found", "passed", "not checkable", "not applicable"}
    assert all(check["reason"] for check in told["checks"] if check["outcome"].startswith("not "))
    assert told["score_sheet"]["free_of_leakage"] == "not known"


def test_a_survey_counts_what_is_not_known_as_unclear(tmp_path):
    (tmp_path / "audit.yaml").write_text("audit: a\nmethod: hold-out\n")
    (tmp_path / "papers.yaml").write_text("survey: s\npapers: [{paper: p, audit: audit.yaml}]\n")
    assert referee.survey(tmp_path / "papers.yaml").survey["test"]["unclear"].count == 1


def test_a_paper_that_is_listed_twice_is_refused(tmp_path):
    (tmp_path / "papers.yaml").write_text(
        "survey: s\npapers: [{paper: p, answers: {test: yes}}, {paper: p, answers: {test: no}}]\n")
    with pytest.raises(referee.errors.BadInput, match="listed twice"):
        referee.survey(tmp_path / "papers.yaml")


def test_a_reported_metric_that_nobody_can_compute_is_no_match():
    bundle = clean()
    line = next(one for one in bundle.reported if bundle.said_by(one.model))
    known = audit_bundle(replace(bundle, reported=(line,))).answer("F-29")
    unknown = audit_bundle(replace(bundle, reported=(replace(line, metric="goodness"),))).answer("F-29")
    assert known.outcome == "passed"
    assert unknown.outcome == "not checkable"
    assert "goodness" in unknown.reason


def test_calibration_of_several_classes_could_not_be_looked_at():
    from audit.clean_study import study

    assert audit_bundle(replace(study(classes=3), declared=None)).answer("F-41").outcome == "not checkable"
