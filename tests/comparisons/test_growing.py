"""Two models on cases that keep coming."""

import json

import numpy as np
import pytest

import referee
from referee.comparisons import e_value, growing
from referee.comparisons.sequential.confidence_sequence import _log_capital, _stakes
from referee.errors import BadInput, Undefined
from referee.seeds import stream


@pytest.mark.slow
def test_ten_thousand_peeks_reject_a_true_null_in_at_most_one_study_in_twenty():
    """METHODS D.4: equal models, a look after each of 10⁴ disagreements, 1000 studies."""
    wins = np.cumsum(stream(2, "peeks").integers(2, size=(1000, 10_000)), axis=1, dtype=np.int32)
    ever = (e_value(wins, np.arange(1, 10_001) - wins) >= 20).any(axis=1).mean()
    assert 0.005 <= ever <= 0.05


@pytest.mark.slow
def test_ten_thousand_peeks_at_the_sequence_leave_out_the_truth_in_at_most_one_study_in_twenty():
    """METHODS D.4: the capital against the true mean difference 0 ever reaches 20; 1000 studies of 10⁴ cases."""
    ever = []
    for i in range(1000):
        x = stream(i, "sequence").choice([0.0, 0.5, 1.0], p=[.1, .8, .1], size=10_000)
        up, down = _log_capital(x, _stakes(x, 0.05), np.array([0.5]))
        ever.append((np.logaddexp(up.cumsum(), down.cumsum()) - np.log(2)).max() >= np.log(20))
    assert 0.005 <= np.mean(ever) <= 0.05


def test_a_decision_once_reached_stands():
    a = np.r_[np.ones(10), np.zeros(30)]
    said = growing(a, 1 - a, names=("new", "old"))
    assert (said.decided_at, said.better, said.difference) == (8, "new", -0.5)
    assert growing(a[:7], 1 - a[:7]).better is None


def test_the_first_cases_say_the_same_whether_more_follow_or_not():
    a, b = stream(3, "ab").integers(2, size=(2, 300))
    whole, part = growing(a, b), growing(a[:120], b[:120])
    assert np.array_equal(whole.e_values[:120], part.e_values)
    assert np.array_equal(whole.low[:120], part.low)


def test_scores_are_judged_by_the_sequence():
    draw = stream(4, "scores")
    a, b = draw.uniform(0.4, 1, size=400), draw.uniform(0, 0.6, size=400)
    said = growing(a, b, names=("a", "b"))
    assert (said.p, said.e_value, said.better) == (None, None, "a")
    assert said.low[said.decided_at - 1] > 0 >= said.low[said.decided_at - 2]
    with pytest.raises(BadInput, match="outside the bounds 0 to 1"):
        growing([3.0], [0.0])
    assert growing([3.0], [0.0], bounds=(0, 5)).better is None
    with pytest.raises((BadInput, Undefined)):
        growing([], [])


def test_swapped_models_swap_everything():
    a, b = stream(5, "ab").integers(2, size=(2, 200))
    one, two = growing(a, b), growing(b, a)
    assert (one.only_a, one.only_b, one.p) == (two.only_b, two.only_a, two.p)
    assert one.low[-1] == pytest.approx(-two.high[-1], abs=1e-9)


LOG = "id,new,old\n" + "".join(f"c{i},{int(i % 9 != 0)},{int(i % 2)}\n" for i in range(60))
LINES = "".join(json.dumps({"new": i % 9 != 0, "old": bool(i % 2)}) + "\n" for i in range(60))


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("name", "text"), [
    ("log.csv", LOG), ("log.tsv", LOG.replace(",", "\t")),
    ("words.csv", LOG.replace(",1", ",right").replace(",0", ",wrong")), ("log.jsonl", LINES),
    ("cut.csv", LOG + "c60,1"), ("cut2.csv", LOG + "c60,1,"), ("cut.jsonl", LINES + '{"new": tr'),
    ("whole.csv", LOG.rstrip()),
])
def test_logs_of_every_kind_say_the_same(tmp_path, name, text):
    """A last line that is still being written does not count yet."""
    (tmp_path / name).write_text(text)
    said = referee.watch(tmp_path / name, models=None if "id" not in text else ("new", "old"))
    assert (said.growing.n, said.growing.only_a, said.growing.only_b) == (60, 26, 3)
    assert "decided after" in str(said).splitlines()[0]
    assert "<svg" in said._repr_html_()
    assert json.loads(json.dumps(said.to_dict()))["better"] == "new"


@pytest.mark.parametrize(("text", "said"), [
    ("", "has no case yet"), ("new,old\n", "has no case yet"), ("new,old\n1,0\n1\n", "line 3, has 1 fields"),
    ("new,old\n1,maybe\n", "1 columns of answers"), ("a,b,c\n1,0,1\n", "3 columns of answers"),
])
def test_a_log_that_cannot_be_read_is_refused_in_a_sentence(tmp_path, text, said):
    (tmp_path / "log.csv").write_text(text)
    with pytest.raises(BadInput, match=said):
        referee.watch(tmp_path / "log.csv")


def test_what_else_can_go_wrong(tmp_path):
    (tmp_path / "log.csv").write_text("new,old\n1,0\n2,\n")
    with pytest.raises(BadInput, match="case 2 has '' for old"):
        referee.watch(tmp_path / "log.csv", models=("new", "old"))
    with pytest.raises(BadInput, match="no column 'nwe'; did you mean 'new'"):
        referee.watch(tmp_path / "log.csv", models=("nwe", "old"))
    with pytest.raises(BadInput, match="there is no file"):
        referee.watch(tmp_path / "lgo.csv")
    with pytest.raises(BadInput, match="two models"):
        referee.watch([1, 0])
    (tmp_path / "log.jsonl").write_text('{"a": 1, "b": 0}\n[1]\n')
    with pytest.raises(BadInput, match="line 2, is no object"):
        referee.watch(tmp_path / "log.jsonl")
    with pytest.raises(BadInput, match=r"name a \.svg"):
        referee.watch([1, 0], [0, 0]).save(tmp_path / "x.nope")
