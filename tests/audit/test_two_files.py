"""Train and test as two files, forecasts that hold their own times, and counts of right answers."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.errors import BadInput


@pytest.fixture
def two(tmp_path):
    """Writes rows as train.csv and test.csv, some test rows copied from training under ids of their own."""
    def write(copies):
        draw = np.random.default_rng(5)
        frame = pd.DataFrame(draw.normal(size=(300, 3)).round(3), columns=list("abc"))
        frame["bad"] = (frame.a + draw.normal(size=300) > 0).astype(int)
        train, test = frame[:200], frame[200:].copy()
        test.iloc[:copies] = train.iloc[:copies].to_numpy()
        train.assign(no=range(200)).to_csv(tmp_path / "train.csv", index=False)
        test.assign(no=range(500, 600), bad=test.bad.astype(int)).to_csv(tmp_path / "test.csv", index=False)
        return tmp_path / "train.csv", tmp_path / "test.csv"
    return write


def grave(result):
    return [one.code for one in result.findings if one.severity.rank > 1]


@pytest.mark.parametrize("turned", [False, True])
def test_copies_of_training_rows_in_the_test_file_are_told(two, turned):
    first, second = two(20)[::-1] if turned else two(20)
    result = referee.audit(first, data=second, target="bad", ids="no")
    assert result["F-20"].findings[0].message.startswith("20 test rows (20.0%) also occur in training")


def test_two_files_without_copies_are_clean(two):
    train, test = two(0)
    assert grave(referee.audit(train, data=test, target="bad", ids="no")) == []


def test_other_columns_are_no_pair(two, tmp_path):
    train, _ = two(0)
    pd.DataFrame({"bad": [0, 1], "x": [1, 2]}).to_csv(tmp_path / "other.csv", index=False)
    with pytest.raises(BadInput):
        referee.audit(train, data=tmp_path / "other.csv", target="bad")


@pytest.mark.parametrize(("noise", "found"), [(3.0, ["F-53"]), (0.1, [])])
def test_forecasts_are_held_against_the_value_before(tmp_path, noise, found):
    draw = np.random.default_rng(2)
    close = 100 + draw.normal(size=200).cumsum()
    frame = pd.DataFrame({"date": pd.date_range("2024-01-01", periods=200), "close": close,
                          "net": close + noise * draw.normal(size=200)})
    frame.sample(frac=1, random_state=0).to_csv(tmp_path / "forecasts.csv", index=False)
    result = referee.audit(tmp_path / "forecasts.csv", time="date", truth="close", prediction="net", task="regression")
    assert grave(result) == found


def test_counts_of_right_answers_are_published_numbers(tmp_path):
    path = tmp_path / "models.csv"
    path.write_text("model,n_test,correct,accuracy\nlda,40,30,0.7500\ntree,40,29,0.7320\n")
    assert grave(referee.audit(path)) == ["F-30"]
    path.write_text("model,n_test,correct,accuracy\nlda,40,30,0.7500\ntree,40,29,0.7250\n")
    assert grave(referee.audit(path)) == []
