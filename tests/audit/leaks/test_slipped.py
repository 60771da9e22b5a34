"""F-52 of data: a target that stands beside other rows from some place on is told; honest orders of rows are not."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.seeds import stream

N = 500


def numbers(seed, n=N):
    """Mixes and what they came to."""
    random = stream(seed, "slipped")
    x = random.normal(size=(n, 3))
    return pd.DataFrame(x.round(3), columns=["cement", "water", "age"]).assign(
        y=(2 * x[:, 0] - x[:, 1] + 0.5 * random.normal(size=n)).round(2))


def classes(seed, n=N):
    found = numbers(seed, n)
    return found.assign(y=pd.cut(found["y"], [-np.inf, -1, 1, np.inf], labels=["low", "mid", "high"]).astype(str))


def told(frame, **said):
    return looked(frame, **said).findings


def looked(frame, **said):
    return referee.audit(frame, target="y", groups="none", **{"time": "none"} | said)["F-52"]


def slip(frame, rows, by):
    """The target of some rows, each moved so many rows down; what falls out comes in above."""
    values = frame["y"].to_numpy().copy()
    values[rows] = np.roll(values[rows], by)
    return frame.assign(y=values)


@pytest.mark.parametrize("made", [numbers, classes])
@pytest.mark.parametrize(("rows", "by", "way"), [(np.arange(300, N), 1, "down"), (np.arange(200), -1, "up"),
                                                  (np.arange(150, 350), 2, "down")])
def test_a_target_that_slipped_is_told_with_the_rows(made, rows, by, way):
    one, = told(slip(made(1), rows, by))
    assert one.severity.value == "serious"
    assert f"there the target has slipped {way}" in one.message
    assert f"the row {abs(by)} {'further on' if by > 0 else 'before'}" in one.message
    first, last = one.evidence["rows"]
    assert abs(first - rows[0] - 1) < 15
    assert abs(last - rows[-1] - 1) < 15


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("made", [numbers, classes])
def test_rows_in_place_in_any_order_are_not(made, seed):
    frame = made(seed)
    assert not told(frame)
    assert not told(frame.sort_values("y"))
    assert not told(frame.sort_values("cement"))


def test_a_series_with_lags_for_inputs_is_not():
    random = stream(7, "slipped")
    level = np.cumsum(random.normal(size=N + 3))
    frame = pd.DataFrame({"one_back": level[2:-1], "two_back": level[1:-2], "y": level[3:]})
    assert not told(frame, time="rows")


def test_of_few_rows_a_rare_class_and_inputs_that_tell_nothing_it_is_said_that_none_would_show():
    few = slip(numbers(2, n=80), np.arange(40, 80), 1)
    rare = numbers(3).assign(y=["yes" if i % 100 == 0 else "no" for i in range(N)])
    noise = numbers(4)
    noise = noise.assign(y=noise["y"].sample(frac=1, random_state=0).to_numpy())
    assert {looked(frame).outcome for frame in (few, rare, noise)} == {"not checkable"}
    assert looked(numbers(4)).outcome == "passed"


def test_a_fold_of_a_baseline_that_was_joined_a_row_off_is_told():
    random = stream(5, "slipped")
    truth, fold = random.integers(0, 2, 1000), np.arange(1000) // 200
    chance = {name: np.clip(0.5 + noise * (truth - 0.5) + 0.2 * random.normal(size=1000), 0.01, 0.99).round(4)
              for name, noise in (("net", 0.6), ("svm", 0.5))}
    chance["svm"][fold == 3] = np.roll(chance["svm"][fold == 3], 1)
    result = referee.audit({"id": np.arange(1000), "fold": fold, "truth": truth} | chance, truth="truth", fold="fold",
                           probability="net,svm", positive=1, baselines="svm")
    one, = result["F-52"].findings
    assert one.evidence["model"] == "svm"
    assert "the row 1 before" in one.message
