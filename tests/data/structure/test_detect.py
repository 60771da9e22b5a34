"""What is noticed about how rows hang together, and above all what is not."""


import numpy as np
import pandas as pd
import pytest

from referee.data import make_problem
from referee.data.structure import Kind

RNG = np.random.default_rng(15)


def found(frame, target="y", **options):
    """(kind, columns) of what is noticed."""
    return [(one.kind, one.columns) for one in make_problem(frame, target=target, **options).structure]


def of_subjects(n_subjects=20, each=15, name="subject#"):
    """Recordings of subjects: age, sex and the target are theirs, the rest is noise."""
    who = np.repeat(np.arange(n_subjects), each)
    age, height, level = RNG.permutation(n_subjects) // 2, RNG.permutation(n_subjects) // 3, RNG.normal(size=n_subjects)
    n = who.size
    return pd.DataFrame({name: who + 1, "age": age[who], "height": height[who],
                         "jitter": RNG.normal(size=n), "shimmer": RNG.normal(size=n),
                         "y": level[who] + 0.1 * RNG.normal(size=n)})


def independent(n=300):
    """Rows of their own, with ordinary categories and numbers among the columns."""
    colour = RNG.choice(["red", "green", "blue", "grey", "black", "white", "pink"], n)
    x = RNG.normal(size=n)
    return pd.DataFrame({"colour": colour, "dose": RNG.integers(0, 10, n), "x": x, "twice": 2 * x + RNG.normal(size=n),
                         "z": RNG.normal(size=n), "y": x + (colour == "red") + RNG.normal(size=n)})


@pytest.mark.parametrize("name", ["subject#", "PatientID", "site", "user_id", "batch"])
def test_groups_by_name_and_by_what_is_theirs(name):
    assert (Kind.GROUPS, (name,)) in found(of_subjects(name=name))


def test_groups_by_what_is_theirs_alone_shuffled_or_not():
    frame = of_subjects(name="w")
    assert (Kind.GROUPS, ("w",)) in found(frame)
    assert (Kind.GROUPS, ("w",)) in found(frame.sample(frac=1, random_state=3).reset_index(drop=True))


def test_six_patients_are_groups_by_name():
    assert (Kind.GROUPS, ("patient",)) in found(of_subjects(6, 30, name="patient"))


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_noticed_in_independent_rows(seed):
    frame = independent().sample(frac=1, random_state=seed).reset_index(drop=True)
    assert found(frame) == []


def test_a_scale_is_no_group_however_much_goes_with_it():
    n = 400
    size = RNG.integers(1, 15, n)
    frame = pd.DataFrame({"size": size, "weight": size**3.0, "area": size**2.0, "z": RNG.normal(size=n),
                          "y": RNG.normal(size=n)})
    assert found(frame) == []


def test_a_full_grid_of_settings_is_not_the_same_thing_measured_again():
    grid = pd.DataFrame([(a, b, c, d) for a in range(5) for b in range(5) for c in range(5) for d in range(5)],
                        columns=list("abcd"))
    assert found(grid.assign(y=RNG.normal(size=len(grid)))) == []


def test_rows_that_differ_in_one_column_are_one_thing_measured_again():
    hulls = RNG.normal(size=(20, 4))
    frame = pd.DataFrame(np.repeat(hulls, 10, axis=0), columns=list("abcd")).assign(speed=np.tile(np.arange(10), 20))
    frame["y"] = frame.a + frame.speed + RNG.normal(size=200)
    assert (Kind.GROUPS, tuple("abcd")) in found(frame)


def test_groups_that_are_given_are_not_asked_for():
    assert not any(kind is Kind.GROUPS for kind, _ in found(of_subjects(), groups="subject#"))


@pytest.mark.parametrize(("name", "values", "is_time"), [
    ("dteday", [f"2011-{m:02}-{d:02}" for m in range(1, 11) for d in range(1, 31)], True),
    ("when", pd.date_range("2011-01-01", periods=300, freq="h"), True),
    ("when", pd.date_range("2011-01-01", periods=300, freq="h", tz="Europe/Berlin"), True),
    ("year", 1950 + np.arange(300) % 35, True),
    ("month", np.arange(300) // 25 + 1, True),
    ("month", np.arange(300) * 7 % 12 + 1, False),
    ("test_time", np.tile(np.arange(30) * 7.5, 10), True),
    ("recorded", 1.3e9 + np.arange(300) * 60.0, True),
    ("recorded", 20110101 + np.arange(300) % 28, False),
    ("price", np.linspace(1, 900, 300), False),
    ("years_of_schooling", np.arange(300) * 7 % 20, False),
])
def test_columns_that_say_when(name, values, is_time):
    frame = independent().assign(**{name: values})
    assert ((Kind.TIME, (name,)) in found(frame)) == is_time


def test_cells_that_are_no_dates_are_counted():
    dates = [f"2011-{m:02}-{d:02}" for m in range(1, 11) for d in range(1, 31)]
    dates[7], dates[9] = "unknown", "n/a"
    (told,) = make_problem(independent().assign(day=dates), target="y").structure
    told = told.sentence
    assert "298 different dates, and 2 values that are no date" in told


def test_rows_in_order_without_a_stamp():
    walk = np.cumsum(RNG.normal(size=(300, 5)), axis=0)
    frame = pd.DataFrame(walk, columns=list("abcdy"))
    assert (Kind.ORDER, ()) in found(frame)
    assert found(frame.sample(frac=1, random_state=1).reset_index(drop=True)) == []


def test_a_file_sorted_by_class_is_in_no_order_of_time():
    y = np.repeat(["a", "b", "c"], 100)
    frame = pd.DataFrame({name: RNG.normal(size=300) + 4 * (y == "b") for name in "pqrst"}).assign(y=y)
    assert found(frame) == []


@pytest.mark.parametrize(("name", "noise", "is_sister"), [
    ("motor_score", 0.25, True), ("motor_score", 3.0, False), ("density", 0.02, True), ("density", 0.4, False)])
def test_sister_targets(name, noise, is_sister):
    frame = independent().rename(columns={"y": "total_score"})
    frame[name] = np.exp(-frame.total_score / 5) + noise * RNG.normal(size=300) * np.exp(-frame.total_score / 5).std()
    assert ((Kind.SISTER, (name,)) in found(frame, "total_score")) == is_sister


def test_columns_all_called_alike_are_not_kin_to_the_target():
    walk = np.cumsum(RNG.normal(size=(200, 1)), axis=0) + RNG.normal(size=(200, 6))
    frame = pd.DataFrame(walk, columns=[f"company{i}" for i in range(6)]).sample(frac=1, random_state=1)
    assert not any(kind is Kind.SISTER for kind, _ in found(frame.reset_index(drop=True), "company0"))


def test_a_class_in_other_words_with_some_errors():
    y = RNG.choice(["ill", "well"], 400)
    said = np.where(RNG.random(400) < 0.005, "?", np.where(y == "ill", "1", "0"))
    frame = independent(400).drop(columns="y").assign(y=y, coded=said)
    assert (Kind.SISTER, ("coded",)) in found(frame)


def test_copies_exact_and_with_noise():
    frame = pd.DataFrame(RNG.normal(size=(200, 6)), columns=list("abcdef")).assign(y=RNG.normal(size=200))
    again = frame.iloc[:60]
    assert (Kind.COPIES, ()) in found(pd.concat([frame, again], ignore_index=True))
    shaken = again + 0.002 * RNG.normal(size=again.shape)
    assert (Kind.COPIES, ()) in found(pd.concat([frame, shaken], ignore_index=True))
    assert found(frame) == []


def test_equal_rows_of_a_few_coarse_columns_are_no_copies():
    frame = pd.DataFrame(RNG.integers(0, 3, size=(400, 3)), columns=list("abc")).assign(y=RNG.integers(0, 2, 400))
    assert not any(kind is Kind.COPIES for kind, _ in found(frame))


def test_names_of_rows_are_a_fact():
    assert (Kind.IDS, ("name",)) in found(independent().assign(name=[f"row {i}" for i in range(300)]))


@pytest.mark.parametrize("frame", [
    pd.DataFrame({"a": [1.0], "y": [2.0]}), pd.DataFrame({"a": [1.0, 1.0], "y": [2.0, 3.0]}),
    pd.DataFrame({"a": [np.nan] * 50 + [1.0] * 50, "patient": [np.nan] * 60 + [1.0, 2.0, 3.0, 4.0] * 10,
                  "y": np.arange(100.0)}),
    pd.DataFrame({"subject": ["one"] * 50, "y": np.arange(50.0)}),
    pd.DataFrame({"subject": np.arange(50), "y": np.arange(50.0) % 7}),
])
def test_small_and_odd_tables_are_looked_at_without_a_word_of_numpy(frame):
    assert isinstance(make_problem(frame, target="y", task="regression").structure, tuple)


def test_none_answers_a_question_once_and_for_all():
    frame = of_subjects().assign(year=1990 + np.arange(300) % 15)
    kinds = {kind for kind, _ in found(frame)}
    assert {Kind.GROUPS, Kind.TIME} <= kinds
    problem = make_problem(frame, target="y", groups="none", time="none")
    assert problem.settled == ("groups", "time")
    assert problem.groups is problem.time is None
    assert not {Kind.GROUPS, Kind.TIME} & {one.kind for one in problem.structure}
    named = make_problem(frame.assign(none=np.arange(300) // 30), target="y", groups="none")
    assert (named.n_groups, named.settled) == (10, ())


@pytest.mark.parametrize(("groups", "told"), [
    (["one"] * 300, "all rows belong to one group"), (np.arange(300), "every group has one row only"),
    (np.arange(300) // 3, None)])
def test_groups_that_are_none_are_told(groups, told):
    said = [one for one in make_problem(independent(), target="y", groups=groups).notices if "group" in one]
    assert (said == []) if told is None else said[0].startswith(told)
