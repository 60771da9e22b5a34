"""Tables as people's programs write them: decimal commas, thousands, per cent, a header among the rows, encodings."""

import numpy as np
import pytest

import referee
from referee.data.prediction_table import Reading, read_predictions
from referee.data.reading import read_problem
from referee.data.score_table import scoreboard
from referee.errors import BadInput
from referee.kinds import Task

VALUES = [round(float(v), 2) for v in np.random.default_rng(0).normal(0, 3000, 40)]
SMALL = [round(float(v), 2) for v in np.random.default_rng(1).normal(0, 3, 40)]
LABELS = ["x" if value > 0 else "z" for value in VALUES]


def european(value):
    return f"{value:,.2f}".replace(",", "#").replace(".", ",").replace("#", ".")


WAYS = {
    "decimal comma": (";", lambda v: f"{v:.2f}".replace(".", ",")),
    "decimal comma, points for thousands": (";", european),
    "decimal comma, blanks for thousands": (";", lambda v: european(v).replace(".", " ")),
    "decimal comma, narrow blanks": ("\t", lambda v: european(v).replace(".", "\u202f")),
    "commas for thousands": (";", lambda v: f"{v:,.2f}"),
    "commas for thousands, quoted": (",", lambda v: f'"{v:,.2f}"'),
    "apostrophes for thousands": (",", lambda v: f"{v:,.2f}".replace(",", "'")),
    "a true minus": (",", lambda v: f"{v:.2f}".replace("-", "\u2212")),
}


def written(path, sep, columns):
    rows = zip(*columns.values(), strict=True)
    path.write_text("\n".join(sep.join(map(str, row)) for row in (columns, *rows)) + "\n")
    return path


@pytest.mark.parametrize("way", WAYS)
def test_numbers_written_otherwise_are_numbers(tmp_path, way):
    sep, write = WAYS[way]
    path = written(tmp_path / "a.csv", sep, {"a": [write(v) for v in VALUES], "y": LABELS})
    problem = read_problem(path, target="y")
    assert problem.require_features().matrix[:, 0].tolist() == VALUES
    assert any("'a'" in sentence and "numbers" in sentence for sentence in problem.notices)


@pytest.mark.parametrize("way", WAYS)
def test_a_target_of_such_numbers_is_a_regression(tmp_path, way):
    sep, write = WAYS[way]
    path = written(tmp_path / "a.csv", sep, {"a": range(40), "y": [write(v) for v in VALUES]})
    problem = read_problem(path, target="y")
    assert problem.task is Task.REGRESSION
    assert problem.y.tolist() == VALUES


@pytest.mark.parametrize("sign", ["%", " %", "\u00a0%"])
def test_per_cent_are_shares_and_told(tmp_path, sign):
    path = written(tmp_path / "a.csv", ",", {"a": range(40), "y": [f"{50 + v:.2f}{sign}" for v in SMALL]})
    problem = read_problem(path, target="y")
    assert problem.y == pytest.approx([(50 + v) / 100 for v in SMALL])
    assert any("per cent" in sentence and "shares" in sentence for sentence in problem.notices)


def test_missing_signs_stay_missing(tmp_path):
    cells = [f"{v:.2f}".replace(".", ",") for v in SMALL]
    cells[3], cells[7] = "NA", ""
    problem = read_problem(written(tmp_path / "a.csv", ";", {"a": cells, "y": LABELS}), target="y")
    column = problem.require_features().matrix[:, 0]
    assert np.flatnonzero(np.isnan(column)).tolist() == [3, 7]
    assert column[:3].tolist() == SMALL[:3]


def test_what_may_be_thousands_or_decimals_is_refused_with_both_readings(tmp_path):
    cells = [f"{i % 9 + 1},{100 + i}" for i in range(40)]
    with pytest.raises(BadInput, match=r"column 'a' .*'1,100'.* 1100 .* 1\.1.*without"):
        read_problem(written(tmp_path / "a.csv", ";", {"a": cells, "y": LABELS}), target="y")


def test_another_column_or_the_comma_between_cells_decides_it(tmp_path):
    cells = [f"{i % 9 + 1},{100 + i}" for i in range(40)]
    beside = [f"{v:.2f}".replace(".", ",") for v in SMALL]
    problem = read_problem(written(tmp_path / "a.csv", ";", {"a": cells, "b": beside, "y": LABELS}), target="y")
    assert problem.require_features().matrix[0, 0] == pytest.approx(1.1)
    quoted = read_problem(written(tmp_path / "b.csv", ",", {"a": [f'"{c}"' for c in cells], "y": LABELS}), target="y")
    assert quoted.require_features().matrix[0, 0] == 1100


def test_numbers_written_in_two_ways_are_refused(tmp_path):
    cells = [f"{v:.2f}" if i % 2 else f"{v:.2f}".replace(".", ",") for i, v in enumerate(SMALL)]
    with pytest.raises(BadInput, match=r"column 'a' writes numbers in two ways \('[^']*,[^']*' and '[^']*\.[^']*'\)"):
        read_problem(written(tmp_path / "a.csv", ";", {"a": cells, "y": LABELS}), target="y")


@pytest.mark.parametrize("cells", [
    ["3,4", "a", "1,2"], ["1.2.3", "1.2.4", "2.0.0"], ["12-13", "1-2", "3-4"], ["5%", "low", "6%"], ["10.0.0.1"] * 3,
    ["1,2,3", "4,5", "6"], ["12 34", "56 78", "90 12"],
])
def test_words_stay_words(tmp_path, cells):
    path = written(tmp_path / "a.csv", ";", {"a": cells * 10, "y": ["x", "z"] * 15})
    assert [c.kind.value for c in read_problem(path, target="y").require_features().columns] == ["category"]


def test_predictions_with_decimal_commas_and_per_cent(tmp_path):
    truth = [0, 1] * 20
    said = [0.3 + 0.01 * i for i in range(40)]
    right = referee.judge({"id": range(40), "truth": truth, "m": said}, metrics="roc_auc").estimates["m"].value
    comma = written(tmp_path / "c.csv", ";", {"id": range(40), "truth": truth, "m": [
        f"{v:.3f}".replace(".", ",") for v in said]})
    cent = written(tmp_path / "p.csv", ",", {"id": range(40), "truth": truth, "m": [f"{100 * v:.1f}%" for v in said]})
    for path in (comma, cent):
        result = referee.judge(path, metrics="roc_auc")
        assert result.estimates["m"].value == pytest.approx(right)
        assert any("column 'm'" in sentence for sentence in result.analysis.problem.notices)


def test_a_regression_of_decimal_commas_is_judged_as_one(tmp_path):
    cells = {"id": range(40), "truth": SMALL, "m": [v + 1 for v in SMALL]}
    path = written(tmp_path / "c.csv", ";", {k: [f"{v:.2f}".replace(".", ",") if k != "id" else v for v in values]
                                             for k, values in cells.items()})
    table = read_predictions(path, Reading())
    assert table.task is Task.REGRESSION
    assert table.y == pytest.approx(SMALL)


def test_scores_with_decimal_commas_and_per_cent(tmp_path):
    names = [f"set {i}" for i in range(8)]
    a, b = [0.5 + 0.01 * i for i in range(8)], [0.6 + 0.02 * i for i in range(8)]
    comma = written(tmp_path / "c.csv", ";", {"dataset": names, "a": [f"{v:.3f}".replace(".", ",") for v in a],
                                              "b": [f"{v:.3f}".replace(".", ",") for v in b]})
    cent = written(tmp_path / "p.csv", ",", {"dataset": names, "a": [f"{100 * v:.1f}%" for v in a],
                                             "b": [f"{100 * v:.1f}%" for v in b]})
    for path in (comma, cent):
        assert scoreboard(path).scores == pytest.approx(np.column_stack([a, b]))


def test_a_header_among_the_rows_is_left_out_and_told(tmp_path):
    rows = [f"{i},{LABELS[i]},{LABELS[i - 1]}" for i in range(40)]
    path = tmp_path / "two.csv"
    path.write_text("\n".join(["id,truth,m", *rows[:20], "id,truth,m", *rows[20:]]) + "\n")
    table = read_predictions(path)
    assert table.n_cases == 40
    assert table.classes == ("x", "z")
    assert any("repeats its header" in sentence for sentence in table.notices)
    data = tmp_path / "data.csv"
    data.write_text("\n".join(["a,y", *[f"{v},{w}" for v, w in zip(SMALL[:20], LABELS, strict=False)], "a,y",
                               *[f"{v},{w}" for v, w in zip(SMALL[20:], LABELS[20:], strict=False)]]) + "\n")
    problem = read_problem(data, target="y")
    assert problem.n_rows == 40
    assert problem.require_features().matrix[:, 0].tolist() == SMALL
    assert any("header" in sentence for sentence in problem.notices)


def test_a_class_called_like_the_column_is_no_header(tmp_path):
    path = written(tmp_path / "a.csv", ",", {"a": SMALL, "y": ["y", "n"] * 20})
    assert read_problem(path, target="y").n_rows == 40


def test_a_point_between_thousands_is_no_decimal_point_beside_decimal_commas(tmp_path):
    thousands = [f"{1 + i % 9}.{(i * 137 + 5) % 1000:03d}" for i in range(40)]
    comma = [f"{v:.2f}".replace(".", ",") for v in SMALL]
    path = written(tmp_path / "a.csv", ";", {"a": thousands, "b": comma, "y": LABELS})
    with pytest.raises(BadInput, match=r"column 'a' writes numbers such as '1\.005', which may be 1005 where other"):
        read_problem(path, target="y")
    for plain in ([f"{i % 9}.{i % 10}" for i in range(40)], [f"{0.001 * i:.3f}" for i in range(40)]):
        path = written(tmp_path / "b.csv", ";", {"a": plain, "b": comma, "y": LABELS})
        assert read_problem(path, target="y").require_features().matrix[:, 0].tolist() == [float(v) for v in plain]
    path = written(tmp_path / "c.csv", ";", {"a": thousands, "y": LABELS})
    assert read_problem(path, target="y").require_features().matrix[0, 0] == float(thousands[0])


def test_a_line_without_end_is_looked_at_once(tmp_path):
    """Each byte of a line was a beginning to search from: 1 MB took hours."""
    path = tmp_path / "long.csv"
    path.write_bytes(b"a,b\n\x81,1\n" + b"x" * 1_000_000)
    with pytest.raises(BadInput):
        read_problem(path, target="b")
