"""Tables in which one model is scored on fewer cases than the others: told where its lead is owed to that."""

import pytest

import referee

HEAD = ("system", "questions answered", "exact match", "correct", "comment")
FULL = [("BM25 + reader", 2000, "0.412", 824, ""), ("DPR", 2000, "0.468", 936, ""), ("FiD", "2,000", "0.517", 1034, "")]


def found(tmp_path, head, rows):
    path = tmp_path / "table.csv"
    path.write_text("\n".join(",".join(f'"{cell}"' for cell in row) for row in (head, *rows)) + "\n")
    return [(one.severity.name, one.message) for one in referee.audit(path)["F-47"].findings]


@pytest.mark.parametrize("count", ["questions answered", "n", "items scored", "Fragen beantwortet", "cases"])
def test_a_lead_by_cases_left_out_is_told(tmp_path, count):
    head = (HEAD[0], count, *HEAD[2:])
    (severity, message), = found(tmp_path, head, [*FULL, ("ours", 1731, "0.556", 962, "no entity: skipped")])
    assert severity == "SERIOUS"
    assert "1,731 of 2,000 cases" in message
    assert "it is 0.481, below FiD" in message


def test_the_header_is_enough_without_counts_of_the_right(tmp_path):
    rows = [("a", 1000, "71.2"), ("b", 1000, "73.1"), ("ours", 820, "79.3")]
    assert found(tmp_path, ("model", "items evaluated", "accuracy (%)"), rows)[0][0] == "SERIOUS"
    assert found(tmp_path, ("model", "patients", "accuracy (%)"), rows)[0][0] == "WARNING"


@pytest.mark.parametrize("last", [("ours", 1960, "0.556", 1090, "timeouts"), ("ours", 1731, "0.656", 1136, "")])
def test_few_cases_or_a_lead_that_stays_are_a_warning(tmp_path, last):
    assert [severity for severity, _ in found(tmp_path, HEAD, [*FULL, last])] == ["WARNING"]


@pytest.mark.parametrize(("head", "rows"), [
    (HEAD, [*FULL, ("ours", 2000, "0.556", 1112, "")]),
    (("dataset", "cases", "accuracy"), [("a", 200, ".910"), ("b", 200, ".925"), ("c", 150, ".960")]),
    (("model", "test set", "cases", "accuracy"),
     [("a", "X", 200, ".910"), ("b", "X", 200, ".925"), ("c", "Y", 150, ".960")]),
    (("model", "answered", "accuracy", "accuracy of all"),
     [("a", 200, ".910", ".910"), ("b", 200, ".925", ".925"), ("c", 150, ".960", ".720")]),
    (("model", "answered", "coverage", "accuracy"),
     [("a", 200, "100%", ".910"), ("b", 200, "100%", ".925"), ("c", 150, "75%", ".960")]),
    (("model", "training cases", "accuracy"), [("a", 2000, ".910"), ("b", 2000, ".925"), ("c", 1500, ".960")]),
    (("model", "not answered", "accuracy"), [("a", 200, ".910"), ("b", 200, ".925"), ("c", 150, ".960")]),
    (("model", "cases", "accuracy"), [("a", 200, ".910"), ("b", 320, ".925"), ("c", 150, ".960")]),
])
def test_the_same_cases_other_data_or_what_is_told_openly_are_none(tmp_path, head, rows):
    assert not found(tmp_path, head, rows)
