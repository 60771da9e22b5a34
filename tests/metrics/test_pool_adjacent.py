"""Isotonic frequencies: against scipy, by their definition, and where many passes would be needed."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.optimize import isotonic_regression

from referee.metrics import pool_adjacent
from referee.metrics.pool_adjacent import isotonic


@pytest.mark.parametrize("passes", [0, 1, 50])       # all one by one; begun together, finished one by one; together
@pytest.mark.parametrize("seed", range(20))
def test_it_is_scipys_for_any_weights(seed, passes, monkeypatch):
    monkeypatch.setattr(pool_adjacent, "MOST_PASSES", passes)
    draw = np.random.default_rng(seed)
    n = int(draw.integers(1, 60))
    weight = draw.integers(1, 6, n).astype(float) if seed % 2 else draw.random(n) + 0.01
    hits = draw.binomial(3, 0.5, (4, n)).astype(float) if seed % 3 else draw.random((4, n)) * weight
    theirs = [isotonic_regression(row / weight, weights=weight).x for row in hits]
    assert isotonic(hits, weight) == pytest.approx(np.array(theirs), rel=1e-12, abs=1e-14)


@given(hnp.arrays(float, st.integers(1, 30), elements=st.floats(0, 1)))
def test_it_rises_keeps_the_sum_and_leaves_what_rises_alone(values):
    ones = np.ones(values.size)
    found = isotonic(values, ones)
    assert (np.diff(found) >= 0).all()
    assert found.sum() == pytest.approx(values.sum())
    assert isotonic(np.sort(values), ones) == pytest.approx(np.sort(values), rel=1e-12)


def test_a_sequence_does_not_pool_with_the_next():
    assert isotonic(np.array([[3.0, 4.0], [1.0, 2.0]]), np.ones(2)).tolist() == [[3.0, 4.0], [1.0, 2.0]]


def test_one_deep_fall_at_the_end_takes_no_pass_a_value():
    values = np.arange(100_000.0)
    values[-1] = -1e12
    begun = time.process_time()
    assert np.ptp(isotonic(values, np.ones(values.size))) == 0.0
    assert time.process_time() - begun < 5
