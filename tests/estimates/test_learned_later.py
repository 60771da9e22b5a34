"""Losses of models that learned from later times too: the same mean, a larger error, and a word about it."""

import numpy as np
import pytest

import referee
from referee.comparisons import long_run_set, long_run_t
from referee.estimates import long_run_mean
from referee.estimates.means.long_run import long_run
from referee.seeds import stream


def series(number, n=100, memory=0.8):
    noise, found = stream(number, "learned later").normal(size=n), np.zeros(n)
    for t in range(n):
        found[t] = memory * found[t - 1] + noise[t]
    return found


@pytest.mark.parametrize("number", range(5))
def test_error_is_never_smaller_and_the_mean_is_the_same(number):
    values = series(number)
    plain, later = long_run(values), long_run(values, learned_later=True)
    assert later.memory - plain.memory == pytest.approx(min(0.1, 0.97 - plain.memory))     # a standard error of 1/√100
    assert later.error >= plain.error
    assert later.df == plain.df
    assert long_run_mean(values, learned_later=True).value == long_run_mean(values).value
    test = long_run_t(values, np.zeros(100), learned_later=True)
    assert test.p >= long_run_t(values, np.zeros(100)).p
    assert test.flags == ("learned_later",)


def test_the_set_keeps_what_it_kept():
    losses = np.column_stack([series(i) + i for i in range(3)])
    plain, later = long_run_set(losses, resamples=999), long_run_set(losses, resamples=999, learned_later=True)
    assert set(plain.members) <= set(later.members)
    assert (later.p >= plain.p).all()


def test_blocks_are_tested_so_and_rolling_origins_are_not():
    X = np.column_stack([series(1), series(2)])
    y = X.sum(axis=1) + series(3)
    for design, flags in (("blocked:folds=5,gap=2", ("learned_later",)), ("rolling:splits=4", ())):
        result = referee.compare(["ridge", "linear"], X, y, time="rows", metrics="mae", design=design, jobs=1,
                                 baseline=False)
        assert result["ridge", "linear"].comparison.flags == flags


def test_evaluating_blocks_says_it_and_has_no_interval_of_independent_rows():
    X = np.column_stack([series(1), series(2)])
    asked = {"metrics": "mae", "jobs": 1, "time": "rows"}
    blocks = referee.evaluate("ridge", X, X.sum(axis=1) + series(3), design="blocked:folds=5,gap=2", **asked)
    assert "Models learned from later times too" in str(blocks)
    assert not blocks.analysis.fold_models
    ahead = referee.evaluate("ridge", X, X.sum(axis=1) + series(3), design="rolling:splits=4", **asked)
    assert "later times too" not in str(ahead)
