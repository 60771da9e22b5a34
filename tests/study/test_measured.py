"""The user is told what was measured in a situation like his, and nothing where none is near."""

import json

import pytest

import referee as rf
from referee.learners.kinds import Kind
from referee.report.page import as_html
from referee.study import measured
from referee.study.measured import Measured, Situation, measured_coverage, measured_level, sheet

WHERE = Situation(metric="roc_auc", kind=Kind.NEIGHBOURS, rows=110, share=0.45, classes=2, grouped=False, traits="t")


def cell(**facts):
    usual = {"metric": "roc_auc", "kind": Kind.NEIGHBOURS, "rows": 100, "share": 0.5, "classes": 2, "grouped": False,
             "cell": "5nn n=100", "traits": "t", "test": "x", "level": (40, 1000), "interval": "i",
             "interval_traits": "t", "coverage": (1900, 2000)}
    return Measured(**(usual | facts))


@pytest.fixture
def known(monkeypatch):
    def put(*cells):
        monkeypatch.setattr(measured, "sheet", lambda: cells)
    return put


@pytest.mark.parametrize("other", [
    {"metric": "accuracy"}, {"kind": Kind.TREE}, {"rows": 50}, {"rows": 230}, {"share": 0.1}, {"classes": 3},
    {"grouped": True}, {"traits": "u"}, {"test": "y"}, {"level": None}])
def test_a_cell_about_something_else_is_not_near(known, other):
    known(cell())
    assert measured_level(WHERE, "x") == cell()
    known(cell(**other))
    assert measured_level(WHERE, "x") is None


def test_the_nearest_counts_and_of_equals_the_worse(known):
    known(cell(rows=60), cell(level=(30, 1000)), cell(level=(50, 1000)), cell(rows=200))
    assert measured_level(WHERE, "x").level == (50, 1000)
    known(cell(coverage=(1900, 2000)), cell(coverage=(1800, 2000)))
    assert measured_coverage(WHERE, "i").held == 0.9
    assert measured_coverage(WHERE, "another") is None


def test_the_sheet_that_is_shipped_can_be_read():
    assert sheet()
    for one in sheet():
        assert max(made[1] for made in (one.level, one.coverage) if made) >= 100
        assert 0 <= one.false_alarms <= 1
        assert 0 <= one.held <= 1


@pytest.fixture(scope="module")
def compared():
    return rf.compare(["knn", "lda", "gaussian-nb"], "iris", design="holdout:test=0.5,repeats=5", jobs=1)


def told(result):
    return " ".join(str(result).split())


@pytest.mark.usefixtures("undrawn")
def test_terminal_and_page_tell_it_and_say_what_was_not_measured(known, compared):
    facts = {"metric": "accuracy", "classes": 3, "share": 1 / 3, "rows": 100, "test": compared.analysis.family.test,
             "traits": str(compared.analysis.plan.traits)}
    known(cell(**facts), cell(**facts | {"kind": Kind.LINEAR, "level": (3, 100)}))
    sentence = ("or accuracy with nearest neighbours on about 100 rows this test was wrong in 4% of 1,000 simulated "
                "studies of equal learners; for accuracy with linear models on about 100 rows this test was wrong in "
                "3% of 100 simulated studies of equal learners; not measured for naive Bayes.")
    assert f"Measured: f{sentence}" in told(compared)
    assert compared.to_dict()["sentences"]["measured"] == [f"Measured: f{sentence}"]
    assert f"F{sentence}" in " ".join(as_html(compared.analysis).replace("<wbr>", "").split())


def test_nothing_is_claimed_where_nothing_is_known(known, compared):
    known()
    assert "Measured:" not in told(compared)


def test_an_evaluation_is_told_how_often_its_interval_holds(known):
    result = rf.evaluate("knn", "iris", design="holdout:test=0.5,repeats=5", jobs=1)
    found = result.estimates["knn"]
    known(cell(metric="accuracy", classes=3, share=1 / 3, interval_traits=str(result.analysis.plan.traits),
               interval=found.interval.method))
    assert ("Measured: for accuracy with nearest neighbours on about 100 rows such an interval held the truth in 95% "
            "of 2,000 simulated studies.") in told(result)


def test_a_summary_is_what_the_sheet_reads(tmp_path, monkeypatch):
    from referee.lab.sheet.cells import Cell
    from referee.lab.sheet.summary import summary
    from referee.lab.sheet.tally import Tally

    tally = Tally(cell=Cell(learner="5nn", n=100), how="default", metric="roc_auc", traits="t", test="x", interval="i",
                  interval_traits="t")
    tally.studies = 400
    tally.rejected.update({True: 10, False: 390})
    tally.held.update({True: 760, False: 40})
    few = Tally(cell=Cell(learner="5nn", n=50), how="default", metric="roc_auc", traits="t", test="x")
    few.studies = 10
    few.rejected.update({True: 1, False: 9})
    (tmp_path / "measured.json").write_text(summary([tally, few]))
    monkeypatch.setattr(measured, "files", lambda _: tmp_path)
    assert sheet.__wrapped__() == (cell(level=(10, 400), coverage=(760, 800)),)
    assert len(json.loads(summary([tally, few]))) == 1
