"""Surveys of papers: the two that come along, papers one by one, and files that are wrong."""

import json
from pathlib import Path

import pytest

import referee
from referee.errors import BadInput

NOTEBOOK = Path(__file__).parent / "notebook" / "audit.yaml"


def test_flexers_table():
    """Flexer (1995), section 4: 61 articles; counts 44, 35, 3, 17 and 3 say yes, 72.13 … 4.92 per cent."""
    survey = referee.survey("flexer-1995").survey
    yes = [question["yes"] for question in survey.questions]
    assert [share.count for share in yes] == [44, 35, 3, 17, 3]
    assert [round(share.percent, 2) for share in yes] == [72.13, 57.38, 4.92, 27.87, 4.92]
    assert all(sum(share.count for share in question.shares) == 61 for question in survey.questions)
    printed = {share.printed for question in survey.questions for share in question.shares}
    assert {72.2, 57.3, 4.9, 27.7, 93.5, 26.2, 6.6, 95.1} <= printed
    for question in survey.questions:                 # the count is the one nearest to what was printed
        for share in question.shares:
            assert share.count == round(share.printed / 100 * 61)


def test_reich_and_barais_table():
    """Reich & Barai (1999), table 6: 32 applications; 31.25, 18.75, 0, 3.125, 0, 12.5 and 34.375 per cent."""
    question = referee.survey("reich-barai-1999").survey["evaluation method"]
    assert {s.answer: s.count for s in question.shares} == {"R": 10, "H": 6, "K": 0, "L": 1, "B": 0, "TTV": 4, "NM": 11}
    assert [s.percent for s in question.shares] == [31.25, 18.75, 0.0, 3.125, 0.0, 12.5, 34.375]
    assert question["R"].by == {"simulated data": 7, "real data": 3}
    assert sum(s.count for s in question.shares) == 32


def test_the_interval_is_wilsons():
    share = referee.survey("flexer-1995").survey["separate test data"]["yes"]
    assert (share.interval.low, share.interval.high) == pytest.approx((0.5983, 0.8183), abs=5e-4)   # 44 of 61, by hand


def test_papers_one_by_one_and_audited(tmp_path):
    path = tmp_path / "papers.yaml"
    path.write_text(f"""survey: churn
papers:
  - paper: Smith 2024
    answers: {{separate test data: yes, repeated runs: no, evaluation method: K, code published: yes}}
  - paper: a notebook
    audit: {NOTEBOOK}
""", encoding="utf-8")
    survey = referee.survey(path).survey
    assert survey["separate test data"]["yes"].count == 2
    assert survey["third set for tuning"]["no"].count == 1           # the notebook; Smith does not say
    assert survey["third set for tuning"]["unclear"].count == 1
    assert {s.answer: s.count for s in survey["evaluation method"].shares if s.count} == {"K": 1, "H": 1}
    assert survey["code published"]["unclear"].count == 1


@pytest.mark.parametrize(("text", "words"), [
    ("survey: a\n", "lists papers with their answers, or questions with their counts"),
    ("survey: a\nn: 9\nquestions:\n  - question: q\n    counts: {a: 3, b: 4}\n",
     r"line 4: the counts of 'q' sum to 7, not to 9"),
    ("papers:\n  - paper: A\n    answers: {test: perhaps}\n",
     r"line 3: test is 'perhaps'; it is one of yes, no, unclear"),
    ("papers:\n  - paper: A\n    anwsers: {test: yes}\n",
     r"line 3: there is no field 'anwsers'; did you mean 'answers'"),
    ("papers:\n  - paper: A\n", "line 2: 'A' has neither answers nor a file to audit"),
    ("questions:\n  - question: q\n    counts: {a: 0}\n", "nobody answered the question 'q'"),
])
def test_wrong_files_are_told_with_the_line(tmp_path, text, words):
    path = tmp_path / "papers.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=words):
        referee.survey(path)


def test_a_survey_by_a_name_that_is_nearly_right():
    with pytest.raises(BadInput, match="did you mean 'flexer-1995'"):
        referee.survey("flexer-1996")


def test_text_picture_and_json():
    result = referee.survey("flexer-1995")
    assert "No number of 61 articles gives the printed 72.2% (44 are 72.1%)" in str(result).replace("\n", " ")
    assert result.figure().axes
    assert len(result.table()) == 15
    assert json.loads(json.dumps(result.to_dict()))["n"] == 61
