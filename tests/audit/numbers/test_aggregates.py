"""Tables whose cells say how each number was made: the best of several runs for one model, the mean for the others."""

import pytest

import referee


def found(tmp_path, head, others, own, *, ours="ReefSeg (ours)"):
    path = tmp_path / "table.csv"
    path.write_text(f"method,test dice [%],{head}\nU-Net,78.9,{others}\nTransUNet,80.4,{others}\n{ours},81.1,{own}\n")
    audit = referee.audit(path)
    return [one.message for one in audit["F-08"].findings], [one.message for one in audit["F-61"].findings]


@pytest.mark.parametrize(("head", "others", "own"), [
    ("entry is", "mean of runs", "highest run"), ("note", "mean of ten runs", "highest of ten runs"),
    ("how", "average over 5 seeds", "best seed of 5"), ("agg", "avg", "max"),
    ("Bemerkung", "Mittelwert über 10 Läufe", "bester von 10 Läufen"),
    ("remarque", "moyenne de 10 essais", "meilleur de 10 essais"),
    ("number", "median over restarts", "maximum over restarts"),
])
def test_the_best_run_beside_means_is_told(tmp_path, head, others, own):
    (message,), doubts = found(tmp_path, head, others, own)
    assert f"ReefSeg (ours): {own}; U-Net: {others}" in message
    assert not doubts


@pytest.mark.parametrize(("head", "others", "own"), [
    ("pooling", "mean", "max"), ("entry is", "mean of runs", "best run by the validation score"),
    ("note", "mean of runs", "mean of runs"), ("note", "mean of 10 runs", "mean of 10 runs with the best settings"),
    ("encoder", "average pooling", "top pooling"), ("note", "", ""), ("seed", "1", "1"),
])
def test_other_words_and_equal_ones_are_none(tmp_path, head, others, own):
    assert found(tmp_path, head, others, own) == ([], [])


def test_others_at_their_best_against_the_own_mean_are_no_fault(tmp_path):
    assert not found(tmp_path, "entry is", "best run", "mean of runs")[0]
    assert found(tmp_path, "entry is", "best run", "mean of runs", ours="SegNet")[0]


def test_a_remark_in_one_row_alone_is_asked_about(tmp_path):
    told, doubts = found(tmp_path, "comment", "", "best of 10 runs on the test scans")
    assert not told
    assert "comment: best of 10 runs" in doubts[0]
