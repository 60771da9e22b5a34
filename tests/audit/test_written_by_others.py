"""Tables of published numbers as other programs and people write them: read rightly, or refused with what to do."""

import pytest

import referee
from referee.errors import BadInput

ROWS = [("SVM", "0.80", "0.70", "0.747"), ("RF", "0.82", "0.74", "0.778")]
WRONG, FINE = ("Ours", "0.85", "0.80", "0.881"), ("Ours", "0.85", "0.80", "0.824")
HEAD = ("Model", "Precision", "Recall", "F1")


def wrong(tmp_path, text, code="F-30"):
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    return [one.message for one in referee.audit(path)[code].findings]


def written(above, rows, mark=",", head=HEAD):
    return above + "\n".join(mark.join(row) for row in (head, *rows)) + "\n"


@pytest.mark.parametrize(("above", "mark"), [
    ("", ","), ("Table 3: Results on the test set,,,\n,,,\n", ","), ("Results on the test set\n\n", ","),
    ("Results, as of May\n\n", ","), ("# exported by a program\n", ","), ("Results;;;\n;;;\n;;;\n", ";"),
    ("Results\t\t\t\n", "\t"), (",Table 3,,\n", ","), ("", "|"), ("", "\t"),
])
def test_lines_above_the_header_are_a_title(tmp_path, above, mark):
    message, = wrong(tmp_path, written(above, [*ROWS, WRONG], mark))
    assert message.startswith("Ours: F1 0.881 cannot go with Precision 0.85 and Recall 0.80")
    assert not wrong(tmp_path, written(above, [*ROWS, FINE], mark))


def test_decimal_commas_below_a_title(tmp_path):
    rows = [tuple(cell.replace(".", ",") for cell in row) for row in [*ROWS, WRONG]]
    assert "0.881" in wrong(tmp_path, written("Ergebnisse;;;\n;;;\n", rows, ";"))[0]


def test_a_header_of_one_word_is_no_title(tmp_path):
    assert "line 2" in wrong(tmp_path, ",accuracy\nsvm,1.31\nrf,0.92\n")[0]


def test_answers_below_a_title_are_refused_with_what_to_do(tmp_path):
    path = tmp_path / "said.csv"
    path.write_text("Answers of run 7\nid,truth,prediction\n" + "".join(f"{k},a,b\n" for k in range(30)))
    with pytest.raises(BadInput, match="delete them"):
        referee.audit(path)


def test_groups_that_are_named_once(tmp_path):
    rows = "".join(f"{model if k == 0 else ''},{metric},{cell}\n" for model, *cells in (*ROWS, WRONG)
                   for k, (metric, cell) in enumerate(zip(HEAD[1:], cells, strict=True)))
    assert wrong(tmp_path, f"Model,Metric,Value\n{rows}")[0].startswith("Ours: F1 0.881")


def test_two_lines_of_headers(tmp_path):
    rows = [(*row, *row[1:]) for row in [*ROWS, FINE]]
    head = "Model,Strict,,,Lenient,,\n,P,R,F1,P,R,F1\n".replace("P,R", "Precision,Recall")
    assert not wrong(tmp_path, head + "\n".join(",".join(row) for row in rows) + "\n")
    rows[2] = (*FINE, *WRONG[1:])
    assert "(lenient)" in wrong(tmp_path, head + "\n".join(",".join(row) for row in rows) + "\n")[0]


def test_latex_in_cells(tmp_path):
    text = "Model,Precision,Recall,F1\nSVM,$0.80$,$0.70$,$0.747$\nOurs,$\\mathbf{0.85}$,\\textbf{0.80},$0.881^{**}$\n"
    assert "Ours: F1 0.881" in wrong(tmp_path, text)[0]
    fine = "Model,Acc.,F1\nSVM,$91.2 \\pm 0.4$,$0.89 \\pm 0.01$\nOurs,$\\mathbf{93.1 \\pm 0.2}^{**}$,$0.92\\pm0.01$\n"
    assert not wrong(tmp_path, fine)


def test_summaries_of_resamples(tmp_path):
    head = '"","Min.","1st Qu.","Median","Mean","3rd Qu.","Max.","NA\'s"\n'
    fine = '"rf",0.8667,0.9333,0.9333,0.9467,1,1,0\n"svm",0.8,0.9333,0.9667,0.9533,1,1,0\n'
    assert not wrong(tmp_path, head + fine)
    assert "0.8467 is outside its own range" in wrong(tmp_path, head + fine.replace("0.9467", "0.8467"))[0]


def test_a_report_of_classes(tmp_path):
    text = (",precision,recall,f1-score,support\n0,0.91,0.88,0.89,120.0\n1,0.80,0.85,{f1},71.0\n"
            "accuracy,0.87,0.87,0.87,0.87\nmacro avg,0.855,0.865,0.859,191.0\nweighted avg,0.87,0.87,0.87,191.0\n")
    assert not wrong(tmp_path, text.format(f1="0.82"))
    assert "f1-score 0.92" in wrong(tmp_path, text.format(f1="0.92"))[0]
