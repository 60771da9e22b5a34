"""Tables of models by data sets: averages and ranks that do not follow from their rows, and columns that are equal."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import rankdata

import referee
from referee.audit.numbers.grids import grid_of, same_columns, wrong_summaries
from referee.audit.reading.from_table import read_text_table

SETS = ("iris", "wine", "zoo", "glass", "ecoli", "yeast")
MODELS = ("svm", "tree", "knn", "ours")


def table(seed=0, *, decimals=3, scale=1.0, sets=SETS):
    draw = np.random.default_rng(seed)
    scores = np.clip(draw.uniform(0.6, 0.95, len(sets))[:, None] + draw.normal(0, 0.03, (len(sets), 4)), 0, 1) * scale
    return scores, [[name, *(f"{x:.{decimals}f}" for x in row)] for name, row in zip(sets, scores, strict=True)]


def read(rows, head=("data set", *MODELS)):
    return grid_of(list(head), [dict(zip(head, row, strict=True)) for row in rows])


def mean_row(scores, label="Average", decimals=3):
    return [label, *(f"{x:.{decimals}f}" for x in scores.mean(axis=0))]


def rank_row(scores, sign=-1, label="Avg. rank"):
    return [label, *(f"{x:.2f}" for x in np.mean([rankdata(sign * row) for row in scores], axis=0))]


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(("decimals", "scale"), [(3, 1.0), (2, 1.0), (1, 100.0), (2, 100.0)])
def test_true_tables_are_not_accused_however_they_were_rounded(seed, decimals, scale):
    scores, rows = table(seed, decimals=decimals, scale=scale)
    for more in ([mean_row(scores, decimals=decimals)], [mean_row(scores, "Mean", decimals + 1), rank_row(scores)],
                 [rank_row(scores, sign=1)], [["Median", *(f"{x:.3f}" for x in np.median(scores, axis=0))]],
                 [mean_row(np.exp(np.log(scores).mean(axis=0, keepdims=True)), "Average", decimals + 1)],
                 [mean_row(np.array([[float(cell) for cell in row[1:]] for row in rows]), decimals=decimals)]):
        assert list(wrong_summaries(read([*rows, *more]))) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_planted_average_is_found_with_what_it_may_be(seed):
    scores, rows = table(seed)
    averages = mean_row(scores)
    averages[2] = f"{float(averages[2]) + 0.02:.3f}"
    wrong, = wrong_summaries(read([*rows, averages]))
    assert wrong.figures == ("tree",)
    low, high = wrong.possible                  # half a unit below as rounded, a unit above as cut off
    assert low <= scores[:, 1].mean() <= high <= low + 0.00151
    assert f"tree has {averages[2]}, and the mean of its 6 scores is" in wrong.message
    assert wrong.strength.value == "premise"


def test_an_average_of_something_else_is_a_warning():
    scores, rows = table()
    wrong, = wrong_summaries(read([*rows, mean_row(scores + 0.05)]))
    assert (wrong.strength.value, "another average is meant" in wrong.message) == ("slight", True)


def test_a_planted_mean_rank_is_found():
    scores, rows = table(1)
    ranks = rank_row(scores)
    ranks[4] = f"{float(ranks[4]) - 0.5:.2f}"
    wrong, = wrong_summaries(read([*rows, ranks]))
    assert (wrong.figures, "ours has" in wrong.message) == (("ours",), True)


def test_ties_of_printed_figures_may_stand_for_any_order():
    rows = [[name, "0.9", "0.9", "0.8", "0.7"] for name in SETS]
    for one in ("1.00", "1.50", "2.00"):
        assert list(wrong_summaries(read([*rows, ["mean rank", one, "1.50", "3.00", "4.00"]]))) == []
    assert len(list(wrong_summaries(read([*rows, ["mean rank", "2.50", "1.50", "3.00", "4.00"]])))) == 1


def test_the_same_figures_in_two_columns_are_told():
    rows = table(3)[1]
    copied = [[*row[:4], row[1]] for row in rows]
    assert list(same_columns(read(copied))) == [("svm", "ours", 6)]
    assert list(same_columns(read(rows))) == []
    assert list(same_columns(read([[name, "0.9", "0.8", "0.7", "0.9"] for name in SETS]))) == []     # too coarse
    assert list(same_columns(read([[name, "1.000", "0.8", "0.7", "1.000"] for name in SETS]))) == []     # both perfect


@pytest.mark.parametrize("cell", ["0.912*", "**0.912**", "0.912 ± 0.02", "0.912 (1)", "0.912a", "0.912†", "91.2%"])
def test_marks_are_no_part_of_a_score(cell):
    rows = [[name, cell, "0.8", "0.7", "0.6"] for name in SETS]
    assert read(rows).scores[0][0].value == pytest.approx(0.912)


@pytest.mark.parametrize("rows", [
    [["iris", "0.9", "0.8", "0.7", "good"], ["wine", "0.9", "0.8", "0.7", "bad"], ["zoo", "0.9", "0.8", "0.7", "so"]],
    [["iris", "0.9", "0.8", "0.7", "0.6"], ["iris", "0.9", "0.8", "0.7", "0.6"], ["zoo", "0.9", "0.8", "0.7", "0.6"]],
    [["1", "0.9", "0.8", "0.7", "0.6"], ["2", "0.9", "0.8", "0.7", "0.6"], ["3", "0.9", "0.8", "0.7", "0.6"]],
    [["iris", "0.9", "0.8", "0.7", "0.6"], ["wine", "0.9", "0.8", "0.7", "0.6"]]],
    ids=["words", "twice", "numbers", "two rows"])
def test_what_is_no_such_table_is_none(rows):
    assert read(rows) is None


def test_an_audit_reads_it_and_says_what_it_could_not_look_at(tmp_path):
    scores, rows = table(3)
    averages = mean_row(scores)
    averages[1] = "0.999"
    lines = [["data set", *MODELS], *([*row[:4], row[2]] for row in rows), [*averages[:4], averages[2]]]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(",".join(line) for line in lines), encoding="utf-8")
    found = referee.audit(path)
    assert {one.code for one in found.findings} == {"F-30", "F-54"}
    assert {one.severity.value for one in found.findings} == {"serious"}
    assert found["F-04"].outcome == "not checkable"
    assert "by a metric that the table does not name" in " ".join(str(found).split())
    assert found.grade != "strong"


@pytest.mark.parametrize("name", ["demsar-2006-auc", "garcia-herrera-2008-accuracy", "garcia-herrera-2010-accuracy"])
def test_published_tables_pass(name):
    names, cells = read_text_table(Path(__file__).parents[2] / "reference" / "tables" / f"{name}.csv")
    grid = grid_of(names, cells)
    assert list(wrong_summaries(grid)) == list(same_columns(grid)) == []


@pytest.mark.parametrize(("cut", "last", "outcomes"), [
    (6, None, ("not applicable", "passed")), (3, "Average,0.1,0.1,0.1,0.1", ("found", "not checkable")),
    (6, "yeast 2,0.8,,0.7,0.6\nAverage,0.8,0.8,0.8,0.8", ("not checkable", "not checkable"))],
    ids=["nothing to sum up", "few data sets", "a gap"])
def test_what_a_table_cannot_show_is_not_passed(tmp_path, cut, last, outcomes):
    lines = [",".join(["data set", *MODELS]), *(",".join(row) for row in table(3)[1][:cut]), *([last] if last else [])]
    (tmp_path / "scores.csv").write_text("\n".join(lines), encoding="utf-8")
    found = referee.audit(tmp_path / "scores.csv")
    assert (found["F-30"].outcome, found["F-54"].outcome) == outcomes
