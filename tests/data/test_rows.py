"""Equal rows by hashing, against equal rows by comparison."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.data import row_hashes
from referee.data.rows import count_repeats

values = st.sampled_from([0.0, -0.0, 1.0, 2.0, np.nan])
rows = st.lists(st.tuples(values, values, st.integers(0, 1)), min_size=1, max_size=25)


@given(rows)
def test_counts_agree_with_a_slow_comparison(table):
    X = np.array([row[:2] for row in table]).reshape(-1, 2)
    y = np.array([row[2] for row in table])
    frame = pd.DataFrame(X + 0.0).assign(y=y)
    repeats = count_repeats(X, y)
    assert repeats.repeated == frame.duplicated().sum()
    n_targets = frame.groupby([0, 1], dropna=False)["y"].transform("nunique")
    assert repeats.contradicting == (n_targets > 1).sum()


@given(rows)
def test_equal_rows_and_only_they_have_equal_hashes(table):
    X = np.array(table, dtype=float).reshape(-1, 3)
    hashes = row_hashes(X)
    same = ((X[:, None] == X[None]) | (np.isnan(X[:, None]) & np.isnan(X[None]))).all(axis=2)
    assert np.array_equal(hashes[:, None] == hashes[None], same)


def test_the_order_of_columns_matters():
    X = np.array([[1.0, 2.0], [2.0, 1.0]])
    a, b = row_hashes(X)
    assert a != b


@pytest.mark.slow
def test_no_two_of_a_million_rows_collide():
    X = np.arange(1_000_000, dtype=np.float32).reshape(-1, 1) / 7
    assert np.unique(row_hashes(X, X)).size == np.unique(X).size == 1_000_000


def test_whole_numbers_beyond_floats_differ():
    a, b = row_hashes(np.array([[2**60], [2**60 + 1]]))
    assert a != b
