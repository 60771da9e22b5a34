"""What is what in a table of trials."""

import numpy as np
import pytest

from referee.data.printed_lines import Printed
from referee.data.trial_table import TrialColumns, read_trials
from referee.errors import BadInput, NotJustified

NOTHING_SAID = TrialColumns()


def test_wide_rows_are_pairs_unless_said_otherwise():
    table = {"seed": [1, 2, 3], "x": [1.0, 2.0, 3.0], "y": [2.0, 3.0, 5.0]}
    pairs = read_trials(table, NOTHING_SAID)
    assert (pairs.models, pairs.paired, pairs.unit) == (("x", "y"), True, "run")
    assert not read_trials(table, NOTHING_SAID, unpaired=True).paired


def test_wide_columns_of_unequal_length_are_no_pairs():
    table = {"x": [1.0, 2.0, 3.0], "y": [2.0, 3.0, np.nan]}
    with pytest.raises(BadInput, match=r"empty in 1 row \(the first: row 3\).*unpaired"):
        read_trials(table, NOTHING_SAID)
    runs = read_trials(table, NOTHING_SAID, unpaired=True)
    assert [len(runs.values[""][name]) for name in "xy"] == [3, 2]


def test_long_trials_are_put_in_one_order():
    table = {"model": list("xyyx"), "run": [1, 2, 1, 2], "accuracy": [.1, .4, .3, .2], "seconds": [1, 4, 3, 2]}
    found = read_trials(table, NOTHING_SAID)
    assert found.paired
    assert found.values["accuracy"]["x"].tolist() == [.1, .2]
    assert found.values["accuracy"]["y"].tolist() == [.3, .4]
    assert list(found.values) == ["accuracy", "seconds"]
    assert list(read_trials(table, TrialColumns(score="seconds")).values) == ["seconds"]


def test_long_runs_without_a_number_are_no_pairs():
    assert not read_trials({"model": list("xxyy"), "score": [1, 2, 3, 4.0]}, NOTHING_SAID).paired


def test_measures_named_in_a_column():
    table = {"model": list("xyxy"), "measure": ["f1", "f1", "auc", "auc"], "value": [1, 2, 3, 4.0], "trial": [1] * 4}
    assert {name: sorted(by) for name, by in read_trials(table, NOTHING_SAID).values.items()} == {
        "f1": ["x", "y"], "auc": ["x", "y"]}


@pytest.mark.parametrize(("table", "unit"), [
    ({"fold": [1, 2], "x": [1, 2.0], "y": [1, 3.0]}, "fold"),
    ({"repeat": [1, 1], "fold": [1, 2], "x": [1, 2.0], "y": [1, 3.0]}, "fold"),
    ({"split": [1, 2], "x": [1, 2.0], "y": [1, 3.0]}, "split"),
    ({"what": ["cv1", "cv2"], "x": [1, 2.0], "y": [1, 3.0]}, "fold"),
    ({"what": ["Trial 1", "Trial 2"], "x": [1, 2.0], "y": [1, 3.0]}, "run"),
])
def test_what_one_trial_is(table, unit):
    assert read_trials(table, NOTHING_SAID).unit == unit


def test_a_trial_that_only_one_model_has_is_named():
    with pytest.raises(BadInput, match="run 3 has no score of x"):
        read_trials({"model": list("xxyy"), "run": [1, 2, 1, 3], "score": [1, 2, 3, 4.0]}, NOTHING_SAID)


def test_data_sets_belong_to_rank():
    with pytest.raises(NotJustified, match="referee rank"):
        read_trials({"dataset": ["iris", "wine"], "x": [1, 2.0], "y": [1, 3.0]}, NOTHING_SAID)


def test_printed_lines():
    table = {"output": ["KT"], "Mean A": [9.79], "sd_a": [1.46], "n_a": [10], "mean_b": [7.91], "sd_b": [.36],
             "n_b": [10]}
    assert read_trials(table, NOTHING_SAID) == (Printed(name="KT", a=(9.79, 1.46, 10), b=(7.91, .36, 10)),)
    with pytest.raises(BadInput, match=r"n_a is 9\.5; it counts runs"):
        read_trials(table | {"n_a": [9.5]}, NOTHING_SAID)
