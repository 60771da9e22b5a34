import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.problems import classification, regression
from referee.designs import make_plan


@given(n=st.integers(2, 400), test=st.floats(0.01, 0.99), seed=st.integers(0, 2**32))
def test_the_share_tested_is_the_share_asked_for(n, test, seed):
    (split,) = make_plan(f"holdout:test={test!r}", regression(n), seed=seed).splits()
    assert split.n_test == min(max(round(n * test), 1), n - 1)
    assert split.n_train == n - split.n_test


@given(counts=st.lists(st.integers(2, 80), min_size=2, max_size=5), seed=st.integers(0, 2**32))
def test_every_class_is_tested_in_proportion(counts, seed):
    y = np.repeat(np.arange(len(counts)), counts)
    (split,) = make_plan("holdout:test=0.25", classification(y), seed=seed).splits()
    for c, count in enumerate(counts):
        assert abs((y[split.test] == c).sum() - count * split.n_test / y.size) < 1.0001


def test_the_default_is_two_thirds_to_one_third():
    (split,) = make_plan("holdout", regression(300), seed=0).splits()
    assert (split.n_train, split.n_test) == (200, 100)


def test_every_row_is_equally_likely_to_be_tested():
    """400 splits of 30 rows at one third: each row is tested about 133 times (binomial, 5 standard deviations)."""
    times = np.zeros(30)
    for split in make_plan("holdout:repeats=400", regression(30), seed=11).splits():
        times[split.test] += 1
    assert times == pytest.approx(400 / 3, abs=5 * np.sqrt(400 * 2 / 9))
