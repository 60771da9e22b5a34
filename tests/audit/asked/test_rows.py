"""The form about rows: what an answer points at is looked up and measured, and refused where it is not there."""

import numpy as np
import pandas as pd
import pytest
import yaml

import referee
from referee.audit import Severity
from referee.audit.asked.conditions import rows_where
from referee.audit.asked.questions import QUESTIONS, Of, asked_of
from referee.errors import BadInput


@pytest.fixture
def loans(tmp_path):
    """Loans whose recovered sum is written down after the default, and whose branch tells nothing."""
    draw = np.random.default_rng(5)
    income = draw.normal(size=400)
    default = (income + draw.normal(size=400) < -0.5).astype(int)
    place = tmp_path / "loans.csv"
    pd.DataFrame({
        "income": income.round(2), "branch": draw.choice(["north", "south", "east"], size=400),
        "recovered": np.where(default == 1, draw.gamma(2, size=400) * (draw.random(400) < 0.8), 0).round(2),
        "person": np.arange(400) // 2, "default": default}).to_csv(place, index=False)
    return place


@pytest.fixture
def answers(tmp_path):
    """Two models on four folds; the second has seen the rows of the last."""
    draw = np.random.default_rng(6)
    truth, fold = draw.choice(["yes", "no"], size=400), np.arange(400) // 100
    other = np.where(truth == "yes", "no", "yes")
    a = np.where(draw.random(400) < 0.7, truth, other)
    b = np.where(draw.random(400) < np.where(fold == 3, 0.99, 0.6), truth, other)
    place = tmp_path / "answers.csv"
    pd.DataFrame({"id": range(400), "truth": truth, "fold": fold, "a": a, "b": b}).to_csv(place, index=False)
    return place


def filled(beside, given, **head):
    """A form with these answers and nothing else."""
    path = beside.with_name("filled.yaml")
    path.write_text(yaml.safe_dump({"reader": "Ada", **head, "answers": given}, allow_unicode=True))
    return path


def late(**more):
    """An answer that the recovered sum is late."""
    return {"late-input": {"answer": "yes", "columns": "recovered", "note": "Recovered after the default.", **more}}


def test_a_form_about_data_asks_what_rows_can_show_and_tells_of_its_columns(loans):
    form = loans.with_name("form.yaml")
    referee.audit(loans, target="default", questions=form)
    said = yaml.safe_load(form.read_text())
    assert list(said["answers"]) == list(asked_of(Of.DATA))
    assert all(set(one) == {"question", "answer", "columns", "rows", "note"} for one in said["answers"].values())
    assert "#   branch: 3, 0, " in form.read_text()
    with pytest.raises(BadInput, match="may hold answers"):
        referee.audit(loans, target="default", questions=form)
    with pytest.raises(BadInput, match="answers no question"):
        referee.audit(loans, target="default", filled=form)


def test_a_form_about_predictions_asks_of_models_too(answers):
    form = answers.with_name("form.yaml")
    referee.audit(answers, questions=form)
    said = yaml.safe_load(form.read_text())["answers"]
    assert list(said) == list(asked_of(Of.PREDICTIONS))
    assert "models" in said["same-rows"]


def test_every_question_is_asked_somewhere():
    assert set.union(*(set(asked_of(of)) for of in Of)) == set(QUESTIONS)


def test_a_column_that_is_late_is_found_with_what_the_score_owes_to_it(loans):
    result = referee.audit(loans, target="default", drop="person", filled=filled(loans, late()))
    found = [one for one in result["F-24"].findings if "recovered" in one.message]
    assert max(one.severity for one in found) is Severity.FATAL
    assert max(one.evidence["with"] - one.evidence["without"] for one in found) > 0.05
    assert result.grade == "not usable"


def test_a_column_to_which_nothing_is_owed_is_a_warning(loans):
    form = filled(loans, late(columns=["branch"], note="Branches were merged later."))
    [found] = [one for one in referee.audit(loans, target="default", filled=form)["F-24"].findings
               if "branch" in one.message]
    assert found.severity is Severity.WARNING
    assert "by what Ada sees in the rows" in found.message.lower().replace("ada", "Ada")
    assert "Without it boosted trees have an AUC of" in found.message


def test_rows_are_counted_and_their_target_is_told(loans):
    form = filled(loans, {"target": {"answer": "yes", "rows": "recovered > 0 and branch in north, east",
                                     "note": "Settled later"}})
    [found] = referee.audit(loans, target="default", filled=form)["F-63"].findings
    frame = pd.read_csv(loans)
    count = int(((frame.recovered > 0) & frame.branch.isin(["north", "east"])).sum())
    assert f"the {count} of 400 rows where recovered > 0 and branch in north, east" in found.message
    assert "The class most frequent there has 100% of these rows" in found.message
    assert "Without these rows forests have an AUC of" in found.message


def test_groups_that_somebody_names_are_held_together(loans):
    form = filled(loans, {"groups": {"answer": "yes", "columns": "person", "note": "Two loans a person."}})
    [found] = [one for one in referee.audit(loans, target="default", filled=form)["F-21"].findings
               if "Ada" in one.message]
    assert "With rows that agree in person on one side forests have an AUC of" in found.message


def test_groups_that_were_told_are_no_finding_when_somebody_names_them_again(loans):
    form = filled(loans, {"groups": {"answer": "yes", "columns": "person", "note": "Two loans each."}})
    told = referee.audit(loans, target="default", groups="person", filled=form)
    assert not [one for one in told["F-21"].findings if "Ada" in one.message]
    assert "points at person, which was told" in str(told)
    further = filled(loans, {"groups": {"answer": "yes", "columns": "person, branch", "note": "Branches too."}})
    found = referee.audit(loans, target="default", groups="person", filled=further)["F-21"].findings
    assert [one.severity for one in found if "Ada" in one.message]
    blank = loans.with_name("blank.yaml")
    referee.audit(loans, target="default", groups="person", questions=blank)
    assert "# Told of it: groups is person, target is default." in blank.read_text()


def test_rows_of_predictions_have_the_scores_of_the_models_there_and_elsewhere(answers):
    form = filled(answers, {"same-rows": {"answer": "yes", "rows": "fold = 3", "models": "b",
                                          "note": "Fold 3 was scored with the model of another fold"}})
    [found] = [one for one in referee.audit(answers, filled=form)["F-01"].findings if "Ada" in one.message]
    frame = pd.read_csv(answers)
    there, rest = frame[frame.fold == 3], frame[frame.fold != 3]
    assert found.evidence["there"]["b"] == pytest.approx((there.b == there.truth).mean(), abs=1e-4)
    assert found.evidence["elsewhere"]["b"] == pytest.approx((rest.b == rest.truth).mean(), abs=1e-4)
    assert found.evidence["there"]["a"] == pytest.approx((there.a == there.truth).mean(), abs=1e-4)
    assert "By accuracy there and elsewhere: b 0.98 and 0.667; a 0.74 and 0.667." in found.message


def test_what_the_program_found_itself_is_not_told_twice(loans):
    frame = pd.read_csv(loans)
    frame["recovered"] = frame.default * 100 + frame.income
    frame.to_csv(loans, index=False)
    plain = referee.audit(loans, target="default", drop="person")["F-24"].findings
    asked = referee.audit(loans, target="default", drop="person", filled=filled(loans, late()))["F-24"].findings
    assert [one.message for one in asked] == [one.message for one in plain]
    assert any("recovered" in one.message for one in plain)


def test_no_passes_nothing_and_is_told_beside_the_check(loans):
    form = filled(loans, {"unlike": {"answer": "no", "note": "All loans of the year are there."}})
    answer = referee.audit(loans, target="default", filled=form)["F-19"]
    assert answer.outcome != "passed"
    assert "All loans of the year are there" in answer.reason


def test_a_table_that_changed_is_told(loans):
    form = loans.with_name("form.yaml")
    referee.audit(loans, target="default", questions=form)
    said = yaml.safe_load(form.read_text())
    said["answers"]["late-input"] |= late()["late-input"]
    form.write_text(yaml.safe_dump(said))

    def notices():
        return " ".join(referee.audit(loans, target="default", filled=form).audit.bundle.notices)

    assert "has changed" not in notices()
    pd.read_csv(loans).sample(frac=1, random_state=1).to_csv(loans, index=False)
    assert "has changed" not in notices()                # the same rows in another order
    pd.read_csv(loans).iloc[1:].to_csv(loans, index=False)
    assert "has changed" in notices()


@pytest.mark.parametrize(("given", "said"), [
    (late(columns="recoverd"), "did you mean 'recovered'"),
    (late(columns=None), "points at nothing"),
    (late(note=None), "without a note"),
    (late(rows="branch = west"), "no row meets"),
    (late(rows="brach = north"), "did you mean 'branch'"),
    (late(rows="north"), "does not tell which rows"),
    (late(rows="branch > north"), "have no order"),
    (late(quote="recovered after"), "quote is no field of an answer about data"),
    (late(models="a"), "models is no field of an answer about data"),
    ({"threshold": {"answer": "yes", "columns": "income", "note": "?"}}, "no question about data"),
    ({"unlike": {"answer": "no"}}, "without a note"),
    (late(rows=["a", "b"]), "rows"),
])
def test_what_is_not_there_is_refused_in_a_sentence_with_its_line(loans, given, said):
    with pytest.raises(BadInput) as refusal:
        referee.audit(loans, target="default", filled=filled(loans, given))
    assert said in str(refusal.value)
    assert "filled.yaml" in str(refusal.value)


def test_an_unknown_model_is_refused(answers):
    form = filled(answers, {"same-rows": {"answer": "yes", "models": ["c"], "note": "It knew them."}})
    with pytest.raises(BadInput, match="no model is called 'c'"):
        referee.audit(answers, filled=form)


@pytest.mark.parametrize(("said", "meant"), [
    ("n = 3", [2]), ("n != 3", [0, 1, 3]), ("n >= 3 and n < 4", [2]), ("n is missing", [4]),
    ("n is not missing", [0, 1, 2, 3]),
    ("name = rock and roll", [1]), ("name = 'rock and roll' and n = 2", [1]), ("name in jazz, rock", [0, 3]),
    ("name not in jazz, rock", [1, 2, 4]), ("when > 2024-02-01", [2, 3]), ("sent > when", [0, 4]), ("`n` = 1.0", [0]),
    ("name = NA", [4]), ("and more = 1", [0]),
])
def test_which_rows_are_meant(said, meant):
    from referee.audit.asked.conditions import rows_where

    frame = pd.DataFrame({
        "n": [1, 2, 3, 4, None], "name": ["jazz", "rock and roll", "blues", "rock", "NA"], "and more": [1, 0, 0, 0, 0],
        "when": ["2024-01-01", "2024-01-31", "2024-02-02", "2024-03-01", "2024-01-05"],
        "sent": ["2024-01-02", "2024-01-30", "2024-02-01", "2024-02-01", "2024-01-06"]})
    assert np.flatnonzero(rows_where(frame, said)).tolist() == meant


def test_rows_that_time_puts_in_order_are_found_where_they_stand_in_the_file(loans):
    """A file is read in the order of its times; a condition counts the rows of the file."""
    frame = pd.read_csv(loans)
    frame["day"] = np.random.default_rng(1).permutation(400)
    frame.to_csv(loans, index=False)
    form = filled(loans, {"target": {"answer": "yes", "rows": "default = 1", "note": "All of them"}})
    [found] = referee.audit(loans, target="default", time="day", filled=form)["F-63"].findings
    assert "has 100% of these rows, and 0% of the others" in found.message


def test_a_long_list_of_rows_is_cut_in_the_sentence_and_kept_in_the_evidence(loans):
    many = "person in " + ", ".join(map(str, range(150)))
    form = filled(loans, {"other": {"answer": "yes", "rows": many, "note": "Entered twice."}})
    [found] = referee.audit(loans, target="default", filled=form)["F-63"].findings
    assert "the 300 of 400 rows where person in 0, 1, 2" in found.message
    assert len(found.message) < 600
    assert found.evidence["rows"] == many


@pytest.mark.parametrize("said", ["sent >= 01/02/2024", "sent >= 2024-02-01", "sent > 31/01/2024", "sent > asked"])
def test_dates_are_read_as_the_column_writes_them(said):
    """With the day first, as 31/01/2024 shows: 05/01 is no day of May."""
    frame = pd.DataFrame({"sent": ["31/01/2024", "05/01/2024", "01/02/2024", "10/03/2024", None],
                          "asked": ["2024-01-31"] * 5})
    assert rows_where(frame, said).tolist() == [False, False, True, True, False]


def test_dates_that_may_begin_with_the_day_or_the_month_are_refused():
    frame = pd.DataFrame({"sent": ["01/02/2024", "05/01/2024"]})
    with pytest.raises(BadInput, match="begin with the day or with the month"):
        rows_where(frame, "sent > 2024-01-31")
