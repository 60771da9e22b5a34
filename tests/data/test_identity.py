"""A fingerprint names content: the same for equal values, another for any change that could change a result."""

import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from referee.data import make_problem

FRAME = pd.DataFrame({"a": [1.0, 2.0, 3.0, np.nan], "b": ["x", "y", "x", "x"], "y": ["no", "yes", "no", "yes"]})


def name_of(frame=FRAME, **options):
    return make_problem(frame, **{"target": "y", **options}).fingerprint


tables = arrays.arrays(np.float64, st.tuples(st.integers(2, 12), st.integers(1, 3)),
                       elements=st.floats(-10, 10, allow_nan=False))


@given(tables, st.data())
def test_another_order_of_rows_is_another_problem(X, data):
    y = np.arange(len(X)) % 2
    order = np.array(data.draw(st.permutations(range(len(X)))))
    assume(not (np.array_equal(X[order], X) and np.array_equal(y[order], y)))
    assert make_problem(X, y).fingerprint != make_problem(X[order], y[order]).fingerprint


@given(tables)
def test_memory_layout_and_integer_width_do_not_matter(X):
    y = np.arange(len(X)) % 2
    expected = make_problem(X, y).fingerprint
    assert make_problem(np.asfortranarray(X), y).fingerprint == expected
    assert make_problem(X.astype(">f8"), y.astype(np.int16)).fingerprint == expected
    whole = np.trunc(X)
    as_floats = make_problem(whole, y).fingerprint
    assert make_problem(whole.astype(np.int32), y).fingerprint == as_floats
    frame = pd.DataFrame(whole.astype(int), columns=[f"x{i}" for i in range(X.shape[1])])
    assert make_problem(frame, y).fingerprint == as_floats


@pytest.mark.parametrize("changed", [
    FRAME.assign(a=[1.0, 2.0, 3.5, np.nan]),
    FRAME.assign(a=[1.0, 2.0, 3.0, 0.0]),
    FRAME.assign(b=["x", "z", "x", "x"]),
    FRAME.assign(y=["no", "yes", "no", "no"]),
    FRAME.assign(y=["no", "yep", "no", "yep"]),
    FRAME.rename(columns={"a": "c"}),
    FRAME.assign(empty=np.nan),
    FRAME[["b", "a", "y"]],
])
def test_a_change_of_content_is_another_problem(changed):
    assert name_of(changed) != name_of()


def test_what_is_said_about_the_rows_counts():
    groups = name_of(groups=list("uuvv"))
    assert len({name_of(), groups, name_of(groups=list("uvuv")), name_of(positive="no")}) == 4
    assert name_of(groups=[9, 9, 3, 3]) == groups
    assert make_problem(FRAME[["a"]], [0, 1, 0, 1]).fingerprint != make_problem(
        FRAME[["a"]], [0, 1, 0, 1], task="regression").fingerprint


def test_names_of_problem_rows_and_target_do_not_count():
    assert name_of(name="other") == name_of(ids=[4, 5, 6, 7]) == name_of()
    assert name_of(FRAME.rename(columns={"y": "z"}), target="z") == name_of()


def test_float32_is_not_float64():
    X = np.array([[0.5], [0.25], [0.75]])
    assert make_problem(X, [0, 1, 0]).fingerprint != make_problem(X.astype(np.float32), [0, 1, 0]).fingerprint


def test_zeros_and_missing_values_have_no_sign():
    X = np.array([[0.0, np.nan], [1.0, 2.0], [3.0, 4.0]])
    other = X.copy()
    other[0] = -0.0, -np.nan
    assert make_problem(X, [0, 1, 0]).fingerprint == make_problem(other, [0, 1, 0]).fingerprint


def test_integers_beyond_floats_are_told_apart():
    big = np.array([[2**60], [2**60 + 1], [5]])
    other = np.array([[2**60 + 1], [2**60], [5]])
    assert make_problem(big, [0, 1, 0]).fingerprint != make_problem(other, [0, 1, 0]).fingerprint


def test_the_fingerprint_is_the_same_on_every_machine():
    """Computed once and written down: ledgers outlive versions."""
    X = np.array([[1.0, np.nan], [2.0, 5.0], [3.0, 6.0]])
    assert make_problem(X, ["a", "b", "a"]).fingerprint == "e2914e49bc6ca688"


@pytest.mark.slow
def test_a_million_rows_take_seconds_and_no_copy():
    import tracemalloc

    X = np.sin(np.arange(10_000_000, dtype=np.float32)).reshape(-1, 10)
    y = np.arange(1_000_000) % 3
    tracemalloc.start()
    started = time.perf_counter()
    problem = make_problem(X, y)
    seconds, (_, peak) = time.perf_counter() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert np.shares_memory(problem.features.matrix, X)
    assert seconds < 15                    # about one on an idle machine
    assert peak < 3 * X.nbytes
