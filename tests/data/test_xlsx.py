"""Sheets of Excel: predictions and published numbers, within limits, and a sentence where openpyxl is missing."""

import builtins
import zipfile

import openpyxl
import pytest

import referee
from referee.data.xlsx_file import xlsx_cells
from referee.errors import BadInput


def book(path, rows, *more):
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    for title in more:
        made.create_sheet(title)
    made.save(path)
    return path


ANSWERS = [("id", "truth", "svm", "tree"), *((k, "ab"[k % 2], "ab"[k % 2], "ab"[k % 3 == 0]) for k in range(80))]


def test_predictions_in_a_sheet_are_judged_as_those_in_a_text(tmp_path):
    sheet = book(tmp_path / "said.xlsx", ANSWERS, "notes")
    text = tmp_path / "said.csv"
    text.write_text("\n".join(",".join(map(str, row)) for row in ANSWERS))
    one, other = referee.audit(sheet), referee.audit(text)
    assert [f.message for f in one.findings] == [f.message for f in other.findings]
    assert any("Only the sheet 'Sheet' was read" in notice for notice in one.audit.bundle.notices)


@pytest.mark.parametrize(("f1", "found"), [(0.95, ["F-30"]), (0.81, [])])
def test_published_numbers_in_a_sheet(tmp_path, f1, found):
    path = book(tmp_path / "table.xlsx", [("model", "precision", "recall", "f1"), ("svm", 0.82, 0.81, f1)])
    assert [one.code for one in referee.audit(path).findings if one.severity.rank > 1] == found


@pytest.mark.parametrize(("rows", "says"), [
    ([("a", "a"), (1, 2)], "two columns are called 'a'"), ([("a", None, "b"), (1, 2, 3)], "a column has no name"),
    ([], "no sheet with rows"),
])
def test_sheets_that_are_no_table_are_refused(tmp_path, rows, says):
    with pytest.raises(BadInput, match=says):
        xlsx_cells(book(tmp_path / "odd.xlsx", rows))


def test_a_file_that_only_ends_so_is_refused(tmp_path):
    path = tmp_path / "text.xlsx"
    path.write_text("id,truth\n1,a\n")
    with pytest.raises(BadInput, match="no compressed file, or no longer whole"):
        referee.audit(path)


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path):
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("xl/worksheets/sheet1.xml", b"0" * (80 << 20))
    with pytest.raises(BadInput, match="times its size"):
        xlsx_cells(path)


def test_without_openpyxl_the_extra_is_named(tmp_path, monkeypatch):
    path = book(tmp_path / "said.xlsx", ANSWERS)
    known = builtins.__import__

    def missing(name, *rest, **words):
        if name == "openpyxl":
            raise ImportError(name)
        return known(name, *rest, **words)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(BadInput, match=r"referee\[excel\]"):
        xlsx_cells(path)
