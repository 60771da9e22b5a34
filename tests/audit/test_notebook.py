"""An audit of a deliberately bad study reads as a reviewer's report; read report.txt before changing it."""

from html import unescape
from pathlib import Path

import pytest

import referee
from referee.audit import CHECKS

HERE = Path(__file__).parent / "notebook"


@pytest.fixture(scope="module")
def result():
    return referee.audit_study(HERE / "audit.yaml")


def test_the_report_is_the_one_that_was_read(result):
    assert str(result) == (HERE / "report.txt").read_text(encoding="utf-8").rstrip("\n")


@pytest.mark.parametrize(("code", "severity", "words"), [
    ("F-03", "fatal", "40 configurations of forest, 12 of boosting and 6 of mlp were compared on the rows"),
    ("F-08", "fatal", "accuracy of forest 0.720 (best of 5; mean 0.691"),
    ("F-20", "fatal", "11 test rows (14.7%) also occur in training"),
    ("F-09", "serious", "12 tests at 0.05: the chance of at least one false alarm is up to 46%"),
])
def test_the_four_sins_are_found(result, code, severity, words):
    finding, = result[code].findings
    assert finding.severity.value == severity
    assert words in finding.message


def test_the_grade_and_the_exit(result):
    assert result.grade == "not usable"
    assert result.fails("fatal")
    assert dict(result.sheet.flexer) == {"separate test data": "yes", "repeated runs": "yes",
                                         "third set for tuning": "no", "mean, variance, interval": "no", "test": "no"}


def test_the_page_holds_every_finding_and_nothing_from_outside(result, tmp_path):
    page = unescape(result.report(tmp_path / "audit.html").read_text(encoding="utf-8"))
    page = page.replace("<wbr>", "").replace("\u00a0", " ")
    assert len(result.findings) > 5
    assert [finding.code for finding in result.findings if finding.message not in page] == []
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")         # a name, which nothing fetches
    assert "Not usable as it stands; repair F-03, F-08 and F-20." in page
    assert "F-03" in result._repr_html_()


def test_the_table_and_the_dictionary_agree(result):
    assert list(result.table()["code"]) == [finding["code"] for finding in result.to_dict()["findings"]]
    assert sum(result.to_dict()["counts"].values()) == len(CHECKS)
