"""Lines with # above the header of a text table, headers that begin so, and marks that are words."""

import gzip

import pytest

import referee
from referee.data.prediction_table import read_predictions
from referee.data.reading import read_frame
from referee.data.remarks import remarks_above
from referee.errors import RefereeError

ROWS = "id,x,y\n" + "".join(f"{i},{i / 7:.3f},{'ab'[i % 2]}\n" for i in range(40))
PREDICTED = "id,truth,prediction\n" + "".join(f"{i},{i % 2},{i // 2 % 2}\n" for i in range(60))


@pytest.mark.parametrize("above", ["# made by a tool\n", '# tool 2.1\n# seed=3, rows=40, "open quote\n#\n', "#a,b,c\n",
                                   "# one\n\n# two\n\n", "# id, x, y\n"])
@pytest.mark.parametrize("written", ["utf-8", "utf-8-sig", "utf-16", "gz", "crlf"])
def test_lines_above_the_header_are_skipped(tmp_path, above, written):
    path = tmp_path / ("t.csv.gz" if written == "gz" else "t.csv")
    text = (above + ROWS).replace("\n", "\r\n") if written == "crlf" else above + ROWS
    data = text.encode("utf-8" if written in {"gz", "crlf"} else written)
    path.write_bytes(gzip.compress(data) if written == "gz" else data)
    frame, noticed = read_frame(path)
    assert list(frame.columns) == ["id", "x", "y"]
    assert len(frame) == 40
    assert frame["x"].dtype == float
    assert any("above its header" in sentence for sentence in noticed)
    assert not any("repeats its header" in sentence for sentence in noticed)


def test_another_encoding_and_a_header_that_comes_again(tmp_path):
    path = tmp_path / "t.csv"
    again = ROWS + ROWS
    path.write_bytes(("# von Hand geprüft\n" + again.replace(",a\n", ",Größe\n").replace(",b\n", ",Höhe\n")
                      ).encode("latin-1"))
    frame, noticed = read_frame(path)
    assert len(frame) == 80
    assert set(frame["y"]) == {"Größe", "Höhe"}
    assert sum("above its header" in one or "repeats its header" in one for one in noticed) == 2


@pytest.mark.parametrize(("lines", "count"), [
    (["#id,x", "1,2", "2,3"], 0), (["# id,x", "1,2", "2,3"], 0), (["#,model,acc", "1,svm,0.9", "2,nb,0.8"], 0),
    (["#word,kind", "ash,tree", "fig,tree"], 0), (["# word, kind", "ash,tree", "fig,tree"], 1),
    (["# a, b, c", "id,2019,2020", "1,3,4", "2,5,6"], 1), (["# seed 1", "#id,x", "1,2", "3,4"], 1),
    (["id,x", "#1,2"], 0), (["#1,2", "#3,4"], 0), (["# only a remark"], 0), ([], 0)])
def test_a_header_may_begin_with_the_sign(lines, count):
    assert remarks_above(lines) == count


def test_a_column_of_ids_with_the_sign(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("#" + PREDICTED, encoding="utf-8")
    assert [str(name) for name in read_predictions(path).ids[:3]] == ["0", "1", "2"]


def test_predictions_below_remarks_are_read_alike(tmp_path):
    for name, text in (("plain.csv", PREDICTED), ("below.csv", "# run 7\n# seed 3\n" + PREDICTED)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    plain, below = (referee.audit(tmp_path / name).to_dict() for name in ("plain.csv", "below.csv"))
    assert [f["code"] for f in plain["findings"]] == [f["code"] for f in below["findings"]]
    assert any("with # before them, were skipped" in notice for notice in below["notices"])


@pytest.mark.parametrize("text", [
    "# printed in May\nmodel,accuracy\nsvm,0.91\nrf,0.93\n", "model,mark,accuracy\nsvm,best,0.91\nrf,,0.93\n",
    "model,accuracy,sd,mark\nsvm,0.91,0.02,*\nrf,0.93,0.01,n.s.\n", "#,model,accuracy\n1,svm,0.91\n2,rf,0.93\n"])
def test_tables_of_numbers_with_remarks(tmp_path, text):
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    assert "2 published numbers" in " ".join(referee.audit(path).to_dict()["notices"])


def test_words_in_place_of_marks_are_still_refused_beside_ids(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id,model,correct\n" + "".join(f"{i},m,yes\n" for i in range(9)), encoding="utf-8")
    with pytest.raises(RefereeError, match="holds text"):
        referee.audit(path)
