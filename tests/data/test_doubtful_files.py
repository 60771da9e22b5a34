"""Files that a newcomer brings and that may be read in two ways: refused, with what to say; and then read as said."""

import numpy as np
import pytest

import referee
from referee.data.prediction_table import Reading, read_predictions
from referee.errors import BadInput

N = 40
RNG = np.random.default_rng(5)
IDS = np.arange(N)
Y, Z = np.arange(N) % 2, np.arange(N) // 2 % 2
P, Q = (np.clip(0.5 + 0.3 * (2 * Y - 1) + RNG.normal(0, 0.2, N), 0.01, 0.99) for _ in range(2))
SAID = (P > 0.5).astype(int)


@pytest.mark.parametrize(("columns", "complaint"), [
    ({"truth_1": Y, "truth_2": Z, "pred_1": Y, "pred_2": Z}, r"'truth_1', 'truth_2' may be truths .* --truth truth_1"),
    ({"y1_true": Y, "y2_true": Z, "y1_pred": Y, "y2_pred": Z}, r"'y1_true', 'y2_true' may be .* same for y2_true"),
    ({"y_true_0": P, "y_true_1": Q, "y_pred_0": P, "y_pred_1": Q}, r"'y_true_0', 'y_true_1' may be truths"),
    ({"truth": Y, "sex": Z, "gbm": P, "glm": Q}, r"'sex' holds classes beside .* call it sex_pred, .*ty gbm,glm"),
    ({"truth": P, "prediction": SAID}, r"the truth may be 'prediction'; say which it is \(--truth truth or"),
    ({"truth": [[0, 1], [1, 0]] * (N // 2), "m": [[0, 1], [1, 1]] * (N // 2)}, r"holds lists .* one at a time"),
])
def test_what_may_be_read_in_two_ways_is_asked_about(columns, complaint):
    with pytest.raises(BadInput, match=complaint):
        read_predictions({"id": IDS, **columns})


def test_several_truths_that_were_named_are_judged_one_by_one():
    rows = {"id": IDS, "u": Y, "v": Z, "a": SAID, "b": 1 - SAID}
    with pytest.raises(BadInput, match=r"u, v are 2 truths; .* say --truth u"):
        read_predictions(rows, Reading(columns={"truth": "u,v"}))
    read = read_predictions(rows, Reading(columns={"truth": "u", "prediction": "a,b"}))
    assert (read.models, read.target) == (("a", "b"), "u")
    assert (read.y == Y).all()


@pytest.mark.parametrize(("columns", "said", "models"), [
    ({"truth": Y, "sex": Z, "gbm": P, "glm": Q}, {"probability": "gbm,glm"}, ("gbm", "glm")),
    ({"truth": Y, "sex_pred": Z, "gbm": P, "glm": Q}, {}, ("sex", "gbm", "glm")),
    ({"truth": P, "prediction": SAID}, {"truth": "truth"}, ("predictions",)),
    ({"truth": P, "prediction": SAID}, {"truth": "prediction", "probability": "truth"}, ("truth",)),
])
def test_what_was_said_is_read(columns, said, models):
    assert read_predictions({"id": IDS, **columns}, Reading(columns=said)).models == models


def test_a_tie_is_told_by_both_names():
    a, b = np.where(IDS < 4, 1 - Y, Y), np.where((IDS >= 4) & (IDS < 8), 1 - Y, Y)
    told = str(referee.judge({"id": IDS, "truth": Y, "a": a, "b": b}, metrics="accuracy").verdict)
    assert "a and b score the same" in told
    assert "Between a and b these data can't decide" in told
    assert "Between it" not in told
