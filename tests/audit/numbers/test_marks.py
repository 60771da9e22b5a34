"""Marks of printed tables: taken off before numbers are read, and held against them."""

import numpy as np
import pytest

import referee
from referee.audit.numbers.marks import Cell, unmarked

MODELS = ("LR", "RF", "SVM", "kNN")
SETS = ("heart", "credit", "sonar", "wine", "glass")


@pytest.mark.parametrize(("text", "bare", "bold", "stars"), [
    ("**85.0**", "85.0", True, 0), ("__0.85__", "0.85", True, 0), ("\\textbf{0.85}", "0.85", True, 0),
    ("$\\mathbf{0.85}$", "0.85", True, 0), ("<b>0.85</b>", "0.85", True, 0),
    ("<strong>85 %</strong>", "85 %", True, 0),
    ("0.92*", "0.92", False, 1), ("0.92**", "0.92", False, 2), ("0.92 ***", "0.92", False, 3),
    ("0.92†", "0.92", False, 0),
    ("0.92^*", "0.92", False, 1), ("0.92* ± 0.01", "0.92 ± 0.01", False, 1),
    ("**0.92 ± 0.01**", "0.92 ± 0.01", True, 0), ("**0.92*** ± 0.01", "0.92 ± 0.01", True, 1),
    ("0.91 [0.88, 0.93]*", "0.91 [0.88, 0.93]", False, 1), ("<0.001***", "<0.001", False, 3),
    ("**-0.2**", "-0.2", True, 0),
    ("SVM*", "SVM*", False, 0), ("**SVM**", "SVM", False, 0), ("", "", False, 0), ("*", "*", False, 0),
    ("2*3", "2*3", False, 0)])
def test_marks_are_taken_off(text, bare, bold, stars):
    assert unmarked(text) == Cell(bare, bold, stars)


def audited(tmp_path, head, rows):
    path = tmp_path / "table.csv"
    path.write_text("\n".join(",".join(map(str, row)) for row in (head, *rows)) + "\n")
    return referee.audit(path)


def scores(seed, *, lower=False):
    draw = np.random.default_rng(seed)
    table = np.round(draw.uniform(60, 95, len(SETS)) + draw.normal(0, 3, (len(MODELS), len(SETS))), 1)
    best = table.min(axis=0) if lower else table.max(axis=0)
    return table, table == best


def printed(table, bold):
    return [[f"**{x:.1f}**" if mark else f"{x:.1f}" for x, mark in zip(row, marks, strict=True)]
            for row, marks in zip(table, bold, strict=True)]


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_a_table_whose_best_are_bold_is_not_accused_and_its_averages_are_read(tmp_path, seed, lower):
    table, bold = scores(seed, lower=lower)
    rows = [[model, *cells, f"{row.mean():.1f}"]
            for model, cells, row in zip(MODELS, printed(table, bold), table, strict=True)]
    by_model = audited(tmp_path, ["Method", *SETS, "Average"], rows)
    assert [str(one) for one in by_model.findings if one.code in {"F-30", "F-58"}] == []
    across = [[name, *cells] for name, cells in zip(SETS, printed(table.T, bold.T), strict=True)]
    assert [str(one) for one in audited(tmp_path, ["data set", *MODELS], across).findings if one.code == "F-58"] == []


@pytest.mark.parametrize("seed", range(8))
def test_bold_on_another_than_the_best_is_found(tmp_path, seed):
    table, bold = scores(seed)
    if len({int(i) for i in bold.argmax(axis=0)}) < 2:
        bold[:, 1], bold[0, 1] = False, True        # so that not one model has them all
        table[0, 1] = 99.0
    second = int(np.argsort(table[:, 0])[-2])
    bold[:, 0] = np.arange(len(MODELS)) == second
    rows = [[model, *cells, f"{row.mean():.1f}"]
            for model, cells, row in zip(MODELS, printed(table, bold), table, strict=True)]
    found = audited(tmp_path, ["Method", *SETS, "Average"], rows)["F-58"]
    assert found.outcome == "found"
    assert f"heart: {MODELS[second]} is marked with {table[second, 0]:g}" in found.findings[0].message


def test_bold_by_metric_knows_that_errors_should_be_small(tmp_path):
    head = ["Model", "RMSE", "MAE", "R2"]
    rows = [["ols", "**3.1**", "2.5", "0.61"], ["forest", "3.4", "**2.2**", "**0.66**"], ["net", "3.9", "2.9", "0.52"]]
    assert audited(tmp_path, head, rows)["F-58"].outcome == "passed"
    rows[0][1], rows[2][1] = "3.1", "**3.9**"
    rows.append(["mean", "5.0", "4.0", "0.00"])
    assert "RMSE: net is marked with 3.9, and ols has 3.1" in str(audited(tmp_path, head, rows)["F-58"].findings[0])


def test_bold_of_ones_own_model_is_not_passed_and_not_accused(tmp_path):
    rows = [["LR", "0.84", "0.90"], ["ours", "**0.83**", "**0.93**"]]
    told = audited(tmp_path, ["model", "accuracy", "auc"], rows)["F-58"]
    assert told.outcome == "not checkable"
    assert "does not show what its bold scores stand for" in told.reason


def test_a_table_without_marks_has_nothing_to_check(tmp_path):
    assert audited(tmp_path, ["model", "accuracy"], [["LR", "0.84"]])["F-58"].outcome == "not applicable"


@pytest.mark.parametrize(("ps", "outcome"), [
    (("0.003**", "0.04*", "0.30"), "passed"), (("0.003*", "0.04*", "0.07"), "passed"),
    (("0.003", "0.04*", "0.30"), "found"), (("0.003**", "0.04", "0.30*"), "found"),
    (("<0.001***", "0.01**", "0.2"), "passed"), (("0.08*", "0.30", "0.5"), "passed")])
def test_stars_follow_p(tmp_path, ps, outcome):
    rows = [[f"m{i} vs base", "0.1", p] for i, p in enumerate(ps)]
    assert audited(tmp_path, ["comparison", "difference", "p"], rows)["F-58"].outcome == outcome


def test_a_column_that_is_no_data_set_does_not_make_averages_wrong(tmp_path):
    head = ["Model", "Params", "mmlu", "arc", "gsm", "Average"]
    rows = [["a", "7", "60.0", "50.0", "40.0", "50.0"], ["b", "13", "66.0", "52.0", "41.0", "53.0"],
            ["c", "70", "70.0", "60.0", "56.0", "62.0"]]
    assert audited(tmp_path, head, rows)["F-30"].outcome == "passed"
    rows[1][-1] = "56.0"
    found = audited(tmp_path, head, rows)["F-30"].findings
    assert ["b has 56.0, and the mean of its 3 scores is" in str(one) for one in found] == [True]
