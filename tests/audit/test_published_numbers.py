"""Number checks on tables that others printed, without any predictions."""

from pathlib import Path

import pytest

import referee
from referee import replications
from referee.audit.reading.from_table import read_reported
from referee.errors import BadInput

TABLES = Path(replications.__file__).parent / "reich_barai" / "tables.csv"


def written(tmp_path, text):
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    return path


def messages(path, code="F-30"):
    return [finding.message for finding in referee.audit_study(path)[code].findings]


SPREAD = "table 2, hold-out, KT: sd 1.46 is impossible with range [6.93, 13.69] of 10 values: at least 1.59."


def test_the_misprints_of_reich_and_barai_and_no_other_row():
    """Tables 2 to 4 of Reich & Barai (1999): 33 rows, of which the two .632B rows of table 4 cannot be.

    Nor can an sd of 1.46 in table 2: the ends alone, 6.76 apart, give ten values one of 6.76/√18 = 1.593.
    """
    assert len(read_reported(TABLES)) == 33
    assert messages(TABLES) == [
        SPREAD,
        "table 4, .632B, time of failure: sd 1.5 is impossible with mean 0.6 and range [0.1, 1.06]: at most 0.487.",
        "table 4, .632B, reduction of area: mean 6.7 is outside its own range [1.2, 3.22].",
    ]


def test_a_decimal_place_found_again_makes_the_rows_possible(tmp_path):
    """10.6 and 32.2 are what the two rows probably read before a decimal place was lost."""
    text = TABLES.read_text(encoding="utf-8").replace("1.06", "10.6").replace("3.22", "32.2")
    assert messages(written(tmp_path, text)) == [SPREAD]


@pytest.mark.parametrize(("value", "cases", "possible"), [
    ("0.54", 28, True), ("0.55", 28, False), ("0.857", 49, True), ("0.857", 50, False), ("1.00", 50, True),
    ("85.7%", 49, True), ("85.7%", 50, False), ("0.5", 3, False), ("0.3", 3, True),
])
def test_an_accuracy_is_a_whole_number_of_cases(tmp_path, value, cases, possible):
    found = messages(written(tmp_path, f"model,metric,value,cases\nforest,accuracy,{value},{cases}\n"))
    assert (found == []) is possible


def test_percentages_without_a_sign_are_recognised(tmp_path):
    line, = read_reported(written(tmp_path, "model,metric,mean,sd\nforest,accuracy,93.4,1.2\n"))
    assert (line.value, line.text, line.sd) == (pytest.approx(0.934), "0.934", pytest.approx(0.012))


def test_more_than_everything_cannot_be(tmp_path):
    table = written(tmp_path, "model,metric,value\na,accuracy,104.2\nb,accuracy,93.0\n")
    assert messages(table) == ["a accuracy: accuracy 1.042 is outside [0, 1]."]


def test_shares_of_one_whole_sum_to_it_as_far_as_their_digits_tell(tmp_path):
    rows = "row,metric,value,whole\nyes,share,{},q1\nno,share,{},q1\nunclear,share,{},q1\n"
    assert messages(written(tmp_path, rows.format("72.2%", "1.6%", "26.2%"))) == []
    assert messages(written(tmp_path, rows.format("33.3%", "33.3%", "33.3%"))) == []        # rounding
    assert messages(written(tmp_path, rows.format("72.2%", "11.6%", "26.2%"))) == [
        "q1: the 3 shares sum to 110.0%, not to 100%."]


def test_a_wide_table_with_spreads_in_its_cells(tmp_path):
    lines = read_reported(written(tmp_path, "Classifier;accuracy;F1\nforest;0.91 ± 0.02;0.88 ± 0.03\nsvm;0.89;0.86\n"))
    assert [(line.model, line.metric, line.text.strip(), line.sd) for line in lines] == [
        ("forest", "accuracy", "0.91", 0.02), ("forest", "f1", "0.88", 0.03), ("svm", "accuracy", "0.89", None),
        ("svm", "f1", "0.86", None)]


def test_a_number_outside_its_interval(tmp_path):
    found = messages(written(tmp_path, "model,metric,value,low,high\nforest,rmse,3.21,3.40,3.90\n"))
    assert found == ["forest rmse: 3.21 is outside its own interval [3.4, 3.9]."]


def test_numbers_alone_are_no_clean_bill(tmp_path):
    result = referee.audit_study(written(tmp_path, "model,metric,mean,sd,n\nforest,rmse,3.21,0.2,10\n"))
    assert result["F-30"].outcome == "passed"
    assert "checks had something to look at: this is no clean bill" in str(result).replace("\n", " ")
    assert result["F-06"].outcome == "not checkable"


@pytest.mark.parametrize(("text", "words"), [
    ("model,metric,value\nforest,accuracy,good\n", "'good' is not a number"),
    ("model,metric,value,n\nforest,accuracy,0.9,few\n", "'few' is not a number"),
    ("model,metric,value,cases\nforest,accuracy,0.9,2.5\n", "whole number from 1 on"),
    ("animal,legs\ncat,4\n", "nothing tells what its columns hold"),
    ("model,metric,value\n", "no rows"),
])
def test_bad_tables_are_refused_in_one_sentence(tmp_path, text, words):
    with pytest.raises(BadInput, match=words):
        referee.audit_study(written(tmp_path, text))
