"""What a careful person would notice, and what they would not make a fuss about."""

import numpy as np
import pandas as pd
import pytest

from referee.data import make_problem

N = 40
NUMBERS = np.linspace(0, 1, N) ** 2
Y = np.array(["a", "b"] * (N // 2))


def noticed(columns, y=Y, **options):
    return make_problem(pd.DataFrame({"filler": NUMBERS, **columns}), y, **options).notices


def test_an_ordinary_table_gives_no_notice():
    assert noticed({"colour": ["red", "green", "blue", "green"] * 10, "b": np.arange(N) % 7}) == ()


def test_constant_columns():
    assert noticed({"c": [3] * N}) == ("column 'c' is constant: no model can use it.",)
    assert noticed({"c": [3] * N, "d": ["x"] * N}) == (
        "2 columns are constant ('c', 'd'): no model can use them.",)
    assert noticed({"c": [3.0] * (N - 1) + [np.nan]}) == ()
    assert noticed({"c": [3] * N, "d": [3] * N}) == (
        "2 columns are constant ('c', 'd'): no model can use them.",)


def test_repeated_columns():
    assert noticed({"copy": NUMBERS}) == ("1 column repeats another ('copy' = 'filler').",)
    assert noticed({"nearly": [*NUMBERS[:-1], 0.5]}) == ()


@pytest.mark.parametrize(("name", "values", "is_id"), [
    ("n", np.arange(N), True),
    ("n", np.arange(N) + 0.5, True),
    ("n", np.arange(N)[::-1], False),
    ("customer_id", np.arange(N)[::-1] * 3, True),
    ("ID", np.arange(N)[::-1] * 3, True),
    ("width", np.arange(N)[::-1] * 3, False),
    ("paid", np.arange(N)[::-1] * 3, False),
    ("id", np.arange(N) // 2, False),
    ("text", [f"row {i}" for i in range(N)], True),
    ("text", [f"row {i // 2}" for i in range(N)], False),
])
def test_columns_that_name_rows(name, values, is_id):
    sentence = (f"column {name!r} has another value in every row, like a name or a row number; "
                f"say ids={name!r}, or drop it, if it is one.")
    assert noticed({name: values}) == ((sentence,) if is_id else ())


def test_many_columns_of_one_kind_are_one_sentence():
    names = {f"text {i}": [f"{i} {j}" for j in range(N)] for i in range(4)}
    told = ("4 columns have another value in every row, like names or row numbers ('text 0', 'text 1', 'text 2', … "
            "(4)); drop those that are such.")
    assert told in noticed(names)
    frame = pd.DataFrame({f"zip {i}": [f"{(j + j // 101 * i) % 101}" for j in range(300)] for i in range(4)})
    assert make_problem(frame, ["u", "v"] * 150).notices[-1] == (
        "4 columns have more than 100 categories each ('zip 0', 'zip 1', 'zip 2', … (4)).")


@pytest.mark.parametrize(("column", "y"), [
    (Y, Y),
    (np.where(Y == "a", 17.0, 3.0), Y),
    (np.where(Y == "a", 17.0, np.nan), Y),
    (NUMBERS ** 0.5, NUMBERS ** 0.5),
    (NUMBERS ** 0.5 * -100 + 3, NUMBERS ** 0.5),
])
def test_a_column_that_gives_the_target_away(column, y):
    assert noticed({"leak": column}, y) == (
        "column 'leak' gives the target 'y' away exactly; unless it is known before the target is, drop it.",)


def test_a_good_column_is_no_leak():
    nearly = Y.copy()
    nearly[-1] = "a"
    assert noticed({"good": nearly}) == ()
    assert noticed({"good": np.where(Y == "a", np.nan, NUMBERS)}) == ()
    assert noticed({"good": NUMBERS ** 0.5 + 1e-3 * (np.arange(N) % 2)}, NUMBERS ** 0.5) == ()


def test_one_row_among_many_is_enough_to_be_no_leak():
    y = np.array(["a", "b"] * 1000)
    column = np.where(y == "a", 1.0, 2.0)
    frame = pd.DataFrame({"filler": np.linspace(0, 1, 2000) ** 2, "column": column})
    assert "gives the target" in make_problem(frame, y).notices[0]
    column[1500] = 2.0
    (told,) = make_problem(frame.assign(column=column), y).notices
    assert "gives the target" not in told
    assert "nearly tell each other" in told


def test_many_categories():
    values = [f"c{i % 101}" for i in range(300)]
    frame = pd.DataFrame({"zip": values, "b": np.linspace(0, 1, 300) ** 2})
    assert make_problem(frame, ["u", "v"] * 150).notices == ("column 'zip' has 101 categories.",)
    few = frame.assign(zip=[f"c{i % 100}" for i in range(300)])
    assert make_problem(few, ["u", "v"] * 150).notices == ()


def test_text_among_numbers():
    assert noticed({"doors": ["2", "3", "5more", "4"] * 10}) == (
        ("column 'doors' mixes numbers and text ('5more') and is taken as categories; if the text stands for missing "
        "values, leave those fields empty."),)
    assert noticed({"doors": pd.Series([2, 3, "5more", 4] * 10, dtype=object)}) == (
        ("column 'doors' mixes numbers and text ('5more') and is taken as categories; if the text stands for missing "
        "values, leave those fields empty."),)
    assert noticed({"code": ["2", "3", "4", "7"] * 10}) == (
        "column 'code' holds numbers written as text and is taken as categories; convert it if they are quantities.",)
    assert noticed({"code": pd.Categorical([2, 3, 4, 7] * 10)}) == ()


def test_repeated_and_contradicting_rows():
    frame = pd.DataFrame({"a": [1.0, 1.0, 1.0, 2.0, np.nan, np.nan], "b": list("xxxxyy")})
    assert make_problem(frame, [0, 0, 1, 1, 0, 0]).notices[-2:] == (
        "2 rows repeat an earlier row exactly, in features and target.",
        "3 rows have the features of another row but not its target; no model can get them all right.")
    regression = make_problem(frame, [0.5, 0.5, 0.7, 0.1, 0.2, 0.3])
    assert regression.notices[-2:] == (
        "1 row repeats an earlier row exactly, in features and target.",
        "5 rows have the features of another row but not its target; no model can get them all right.")
