"""When rows were measured: what is read, put in order, noticed and refused."""

import numpy as np
import pandas as pd
import pytest

from referee.data import load, make_problem
from referee.errors import BadInput


def problem(times, **more):
    n = len(times)
    table = pd.DataFrame({"x": np.arange(n) * 1.5, "when": times, "y": np.arange(n) % 7 + 0.5})
    return make_problem(table, target="y", time="when", **more)


@pytest.mark.parametrize("times", [
    [3, 1, 2, 1], [2.5, -1.0, 0.0, -1.0],
    ["2024-03-01", "2024-01-01", "2024-02-01", "2024-01-01"],
    ["01.03.2024", "01.01.2024", "01.02.2024", "01.01.2024"],
    ["2024-03-01 10:00", "2024-03-01 08:00", "2024-03-01 09:00", "2024-03-01 08:00"],
    pd.to_datetime(["2024-03-01", "2024-01-01", "2024-02-01", "2024-01-01"]),
    pd.PeriodIndex(["2024-03", "2024-01", "2024-02", "2024-01"], freq="M"),
    # 08:00 in Berlin is before 08:30 in London, and at the same time as 07:00 there
    ["2024-01-01T09:30:00+00:00", "2024-01-01T08:00:00+01:00", "2024-01-01T08:00:00+00:00", "2024-01-01T07:00:00Z"],
])
def test_numbers_dates_and_stamps_are_put_in_order_with_ties_as_they_stand(times):
    found = problem(times)
    assert found.time.tolist() == [0, 0, 1, 2]
    assert found.ids.tolist() == [1, 3, 2, 0]
    assert found.y.tolist() == [1.5, 3.5, 2.5, 0.5]
    assert [column.name for column in found.columns] == ["x"]
    assert found.features.matrix[:, 0].tolist() == [1.5, 4.5, 3.0, 0.0]
    assert "the rows were put in order of 'when'." in found.notices


def test_what_goes_with_the_rows_is_put_in_order_too():
    found = problem([2, 0, 1], ids=["c", "a", "b"], groups=["u", "v", "u"], sample_weight=[3.0, 1.0, 2.0])
    assert found.ids.tolist() == ["a", "b", "c"]
    assert found.groups.tolist() == [0, 1, 1]
    assert found.features.fit_parameters["sample_weight"].tolist() == [1.0, 2.0, 3.0]


def test_rows_in_order_stay_as_they_are_and_time_is_part_of_what_a_problem_is():
    X, y = np.arange(12.0).reshape(6, 2), np.arange(6.0)
    plain, timed = make_problem(X, y), make_problem(X, y, time="rows")
    assert timed.time.tolist() == [0, 1, 2, 3, 4, 5]
    assert timed.ids is None
    assert timed.notices == plain.notices
    assert timed.fingerprint != plain.fingerprint
    assert "in order of time (6 times)" in str(timed)


def test_the_same_rows_in_any_order_are_one_problem():
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"x": rng.normal(size=30), "when": np.arange(30), "y": rng.normal(size=30)})
    shuffled = table.sample(frac=1, random_state=1)
    assert (make_problem(table, target="y", time="when").fingerprint
            == make_problem(shuffled, target="y", time="when").fingerprint)


UNREAD = "; write times as numbers, or as 2024-03-01 or 2024-03-01 14:30."
SECOND = "1 row (row 2, counting from 1)"
REFUSED = [
    (["2024-01-01", "soon", "2024-01-03"], f"'when' holds no date and no number in {SECOND}, such as 'soon'{UNREAD}"),
    (["2024-01-01", None, "2024-01-03"],
     f"'when' says no time for {SECOND}; give each row one, or leave those rows out."),
    (["2024-01-01", "NaT", "2024-01-03"],
     f"'when' says no time for {SECOND}; give each row one, or leave those rows out."),
    ([1.0, np.inf, 2.0], f"'when' is no finite number in {SECOND}."),
    (["2024-01-01T10:00Z", "2024-01-01T11:00", "2024-01-01T12:00Z"],
     f"only some times in 'when' say their time zone, {SECOND} unlike the others; give all of them one, or none."),
    (["01/02/2024", "03/04/2024", "05/06/2024"],
     "times in 'when' such as '01/02/2024' could begin with the day or with the month; write them as 2024-03-01."),
    ([5, 5, 5], "every row has one and the same time in 'when'; rows without an order in time need no time."),
    ([True, False, True],
     f"'when' holds no date and no number in 3 rows (rows 1, 2, 3, counting from 1), such as 'True'{UNREAD}"),
]


@pytest.mark.parametrize(("times", "sentence"), REFUSED)
def test_what_is_no_time_is_refused_in_a_sentence(times, sentence):
    with pytest.raises(BadInput) as refusal:
        problem(times)
    assert str(refusal.value) == f"data: {sentence}"


def test_a_day_that_can_only_be_one_is_read():
    assert problem(["13/02/2024", "12/03/2024", "14/01/2024"]).ids.tolist() == [2, 0, 1]


def test_ties_gaps_and_days_to_come_are_told_and_kept():
    days = [*pd.date_range("2020-01-01", periods=20).strftime("%Y-%m-%d")]
    tied = problem([*days, days[-1]])
    said, = tied.notices
    assert said == "21 rows have 20 different times in 'when'; rows of one time stay on one side of every split."
    gaps = problem([day for i, day in enumerate(days) if i != 7])
    assert ("1 step in 'when' is longer than the usual one; windows, gaps and horizons count the times there are."
            in gaps.notices)
    later = problem([*days, "2999-01-01"])
    assert any("is of a day to come (2999-01-01)" in notice for notice in later.notices)
    assert later.n_rows == 21


def test_a_file_a_column_that_is_not_there_and_values_of_another_length(tmp_path):
    path = tmp_path / "sales.csv"
    path.write_text("day,x,y\n" + "".join(f"2024-01-{d:02d},{d},{d * 2}.5\n" for d in range(20, 0, -1)))
    found = load(path, target="y", time="day")
    assert (found.time.tolist(), found.y[0]) == (list(range(20)), 2.5)
    with pytest.raises(BadInput, match="has no column 'dya'; did you mean 'day'"):
        load(path, target="y", time="dya")
    with pytest.raises(BadInput, match="X has 3 rows but there are 2 times"):
        make_problem([[1.0], [2.0], [3.0]], [1.0, 2.5, 3.0], time=[1, 2])


@pytest.mark.parametrize("times", [
    ["2024-01-01T09:30:00+05:00", "2024-01-01T08:00:00Z"],
    pd.to_datetime(["2024-01-01 09:30", "2024-01-01 10:00"]).tz_localize("Europe/Berlin"),
])
def test_stamps_that_say_their_zone_are_told_to_be_instants(times):
    assert any("say their time zone, and are put in order as instants" in notice for notice in problem(times).notices)
    assert not any("time zone" in notice for notice in problem(["2024-01-01", "2024-01-02"]).notices)


@pytest.mark.parametrize(("named", "sentence"), [
    ({"time": "y"}, "'y' is named as the target and as the time"),
    ({"time": "when", "groups": "when"}, "'when' is named as the groups and as the time"),
    ({"time": "when", "drop": "when"}, "'when' is named as one to leave out and as the time"),
    ({"time": "when", "drop": "x,y"}, "'y' is named as one to leave out and as the target"),
    ({"time": "when", "ids": "when"}, "'when' is named as the ids and as the time"),
])
def test_a_column_with_two_roles_is_refused_by_name(named, sentence):
    table = pd.DataFrame({"x": [1.0, 2.0, 4.0], "z": [1.0, 5.0, 2.0], "when": [1, 2, 3], "y": [0.5, 1.5, 2.5]})
    with pytest.raises(BadInput, match=f"column {sentence}; it can be one of them only"):
        make_problem(table, target="y", **named)
