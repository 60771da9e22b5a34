"""Samples of a given size: their sizes, their strata, and how sizes hang together."""

import numpy as np
import pytest

from designs.problems import classification, regression
from referee.data.make import make_problem
from referee.designs import make_plan
from referee.errors import BadInput


def splits(problem, train, repeats=4, test=30, seed=0):
    return list(make_plan(f"sized:train={train},test={test},repeats={repeats}", problem, seed=seed).splits())


def test_every_split_has_the_sizes_asked_for():
    assert [(s.label, s.n_train, s.n_test) for s in splits(regression(100), 40, 3)] == [
        (f"{r}/0", 40, 30) for r in range(3)]


def test_smaller_samples_are_contained_in_larger_ones_and_share_the_test_sets():
    problem = classification(np.arange(200) % 3)
    for small, large in zip(splits(problem, 25), splits(problem, 90), strict=True):
        assert np.array_equal(small.test, large.test)
        assert np.isin(small.train_rows, large.train_rows).all()


def test_the_training_sample_has_each_class_in_proportion_to_within_one():
    y = np.array([0] * 300 + [1] * 90 + [2] * 10)
    for train in (40, 133, 300):
        for split in splits(classification(y), train):
            left = np.bincount(np.delete(y, split.test), minlength=3)
            got = np.bincount(y[split.train_rows], minlength=3)
            assert (np.abs(got - train * left / left.sum()) < 1.5).all()


def test_the_test_set_is_a_plain_random_sample():
    """Not stratified: the share of class 1 in it varies as in drawing without replacement (hypergeometric)."""
    y = np.arange(100) % 2
    counts = [y[s.test].sum() for s in splits(classification(y), 40, repeats=400)]
    sd = np.sqrt(30 * 0.25 * 70 / 99)
    assert np.mean(counts) == pytest.approx(15, abs=4 * sd / 20)
    assert np.std(counts) == pytest.approx(sd, rel=0.15)


def test_more_rows_than_there_are_cannot_be_had():
    with pytest.raises(BadInput, match="80 rows to train on and 30 to test on are 110, and there are 100"):
        splits(regression(100), 80)


def test_whole_groups_make_up_so_many_rows_and_large_ones_are_not_preferred():
    groups = np.repeat(np.arange(400), np.where(np.arange(400) % 10 == 0, 3, 1))        # one in ten has three rows
    problem = make_problem(np.arange(len(groups), dtype=float)[:, None], ["ab"[g % 2] for g in groups], groups=groups)
    shares = []
    for split in make_plan("sized:train=150,test=200,repeats=20", problem, seed=0).splits():
        assert (split.n_train, split.n_test) == (150, 200)
        assert not set(groups[split.train_rows]) & set(groups[split.test])
        shares.append(np.mean(groups[split.train_rows] % 10 == 0))
    assert np.mean(shares) == pytest.approx(0.25, abs=0.03)                             # 120 of 480 rows


def test_a_group_larger_than_the_part_is_refused():
    problem = make_problem(np.arange(40.0)[:, None], list("ab") * 20, groups=np.repeat(np.arange(4), 10))
    with pytest.raises(BadInput, match="one of the groups has 10 rows, more than the 5"):
        make_plan("sized:train=20,test=5,repeats=2", problem, seed=0)
