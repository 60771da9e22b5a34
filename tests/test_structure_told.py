"""What was noticed about the rows is told before the verdict, with what it would change, until somebody answers."""

import json
from contextlib import closing

import numpy as np
import pandas as pd
import pytest

from referee import audit_study, compare, evaluate
from referee.ledger import open_ledger


def recordings(n_subjects=12, each=10):
    """Subjects whose target is theirs, and a column that follows from it."""
    rng = np.random.default_rng(4)
    who = np.repeat(np.arange(n_subjects), each)
    level = rng.permutation(n_subjects) * 2.0
    n = who.size
    frame = pd.DataFrame({"subject": who, "age": 40 + who * 5 % 7, "sex": who * 7 % 4, "noise": rng.normal(size=n)})
    frame["total_score"] = level[who] + 0.3 * rng.normal(size=n)
    frame["motor_score"] = frame.total_score * 0.5 + 0.3 * rng.normal(size=n)
    return frame


@pytest.fixture(scope="module")
def result():
    return compare(["tree", "ridge"], recordings(), "total_score", design="kfold:folds=3", jobs=1)


def test_subjects_and_the_sister_are_told_before_the_table_and_the_verdict(result):
    text = str(result)
    first, rest = text.split("RMSE (lower is better)", 1)
    assert "120 rows come from 12 values of 'subject'" in " ".join(first.split())
    assert "'motor_score' and the target 'total_score' nearly tell each other" in " ".join(first.split())
    assert "Verdict:" in rest


def test_what_it_would_change_is_measured_on_whole_subjects(result):
    groups, sister = result.to_dict()["structure"]
    assert (groups["kind"], sister["kind"], groups["parts"]) == ("groups", "sister", 3)
    assert set(groups["scores"]) == {"tree", "ridge", "mean"}
    usual = {row["learner"]: row["value"] for row in result.to_dict()["estimates"] if row["metric"] == "rmse"}
    assert sister["scores"]["tree"] > 3 * usual["tree"]         # without the sister, for new subjects
    assert sister["scores"]["mean"] == pytest.approx(groups["scores"]["mean"])


def test_the_page_and_json_carry_it(result, tmp_path):
    page = result.pages(tmp_path / "page.html")[0].read_text()
    assert page.index("120 rows come from 12 values") < page.index("How good each is")
    assert json.dumps(result.to_dict()["structure"])


def test_the_parts_of_the_check_keep_subjects_whole_and_cover_all(tmp_path):
    frame = recordings()
    path = tmp_path / "a.db"
    evaluate("ridge", frame, "total_score", design="kfold:folds=3", jobs=1, ledger=path)
    with closing(open_ledger(path)) as ledger:
        (card,) = ledger.studies()
        noticed = card.declaration.structure.noticed[0]
        plan = ledger.plan(noticed.check)
        splits = list(ledger.splits([entry.split for entry in plan.entries]))
    tested = [set(frame.subject[split.test]) for split in splits]
    assert sorted(np.concatenate([split.test for split in splits])) == list(range(len(frame)))
    assert sum(map(len, tested)) == 12
    assert all(not set(frame.subject[split.train_rows]) & who for split, who in zip(splits, tested, strict=True))


@pytest.mark.parametrize(("said", "kinds"), [
    ({"groups": "none"}, {"sister"}), ({"groups": "subject"}, {"sister"}),
    ({"groups": "none", "drop": "motor_score"}, set())])
def test_an_answer_silences_it_and_is_recorded(said, kinds, tmp_path):
    path = tmp_path / "b.db"
    answer = evaluate("ridge", recordings(), "total_score", design="kfold:folds=3", jobs=1, ledger=path, **said)
    assert {one["kind"] for one in answer.to_dict()["structure"]} == kinds
    with closing(open_ledger(path)) as ledger:
        declared = ledger.studies()[0].declaration.structure
    settled = () if declared is None else declared.settled
    assert settled == (("groups",) if said.get("groups") == "none" else ())


def test_later_rows_are_held_out_where_a_column_says_when():
    rng = np.random.default_rng(5)
    days = pd.date_range("2020-01-01", periods=200).strftime("%Y-%m-%d")
    frame = pd.DataFrame({"day": days, "x": rng.normal(size=200), "z": rng.normal(size=200)})
    frame["y"] = np.linspace(0, 10, 200) + rng.normal(size=200)
    (told,) = evaluate("tree", frame, "y", design="kfold:folds=3", jobs=1).to_dict()["structure"]
    assert (told["kind"], told["with"]) == ("time", "later rows held out")
    assert not evaluate("tree", frame, "y", design="kfold:folds=3", jobs=1, time="none").to_dict()["structure"]


def test_independent_rows_cost_no_fit_more(tmp_path):
    rng = np.random.default_rng(6)
    frame = pd.DataFrame(rng.normal(size=(60, 3)), columns=list("abc")).assign(y=rng.normal(size=60))
    path = tmp_path / "c.db"
    answer = compare(["ridge", "tree"], frame, "y", design="kfold:folds=3", jobs=1, ledger=path)
    with closing(open_ledger(path)) as ledger:
        assert len(ledger.keys()) == 9
    assert answer.to_dict()["structure"] == []


@pytest.mark.parametrize(("design", "told"), [
    ("kfold:folds=3", "for new groups like these 12 groups"),
    ([(np.arange(0, 120, 2), np.arange(1, 120, 2))], "for new rows of these 12 groups")])
def test_the_answer_says_whether_it_is_for_new_groups_or_new_rows_of_these(design, told):
    answer = evaluate("ridge", recordings(), "total_score", groups="subject", drop="motor_score", design=design, jobs=1)
    assert f"The numbers are {told}" in " ".join(str(answer).split())
    assert told in answer.to_dict()["sentences"]["estimand"][0]


@pytest.mark.parametrize(("said", "outcome"), [
    ({}, "no"), ({"groups": "none"}, "not known"), ({"groups": "subject"}, "not known")])
def test_the_audit_does_not_call_free_of_leakage_what_nobody_answered(said, outcome, tmp_path):
    path = tmp_path / "d.db"
    evaluate("ridge", recordings(), "total_score", design="kfold:folds=3", jobs=1, ledger=path, **said)
    found = audit_study(path)
    assert found.sheet.leakage == outcome
    assert [f.code for f in found.findings if f.code == "F-21"] == ([] if said else ["F-21"])
