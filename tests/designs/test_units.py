"""What a design deals out: rows or whole groups, each of one stratum."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.problems import classification, regression
from referee.designs import make_plan
from referee.designs.units import Units

# Three classes: with two, the rarest class of a group tells the groups apart as well as the commonest.
MIXED = [(5, 1, 0), (0, 4, 2), (1, 0, 3), (6, 0, 0), (0, 1, 0), (2, 2, 5)]


def rows_of(counts):
    """Class and group of each row, from how many rows of each class every group has."""
    y = np.concatenate([np.repeat(np.arange(len(row)), row) for row in counts])
    return y, np.repeat(np.arange(len(counts)), [sum(row) for row in counts])


def test_a_group_is_of_its_commonest_class():
    y, groups = rows_of(MIXED)
    units = Units.of(classification(y, groups=groups), stratified=True)
    assert units.strata.tolist() == [0, 1, 2, 0, 1, 2]


@given(st.lists(st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any), min_size=2, max_size=12))
def test_no_class_of_a_group_is_commoner_than_its_stratum(counts):
    y, groups = rows_of(counts)
    strata = Units(n_rows=y.size, groups=groups, classes=y).strata
    assert [counts[g][s] for g, s in enumerate(strata)] == [max(row) for row in counts]


def test_without_groups_a_row_is_of_its_class_and_a_number_of_none():
    assert Units.of(classification([0, 1, 2, 1]), stratified=True).strata.tolist() == [0, 1, 2, 1]
    assert Units.of(classification([0, 1, 2, 1]), stratified=False).strata is None
    assert Units.of(regression(4), stratified=True).strata is None


def patients(of_each=10, rows=4):
    """Groups of one class each, `of_each` of every class, in an order that has nothing to do with classes."""
    order = np.random.default_rng(3).permutation(3 * of_each)
    return classification(np.repeat(order % 3, rows), groups=np.repeat(np.arange(3 * of_each), rows))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("design", "of_each_class"), [("kfold:folds=5", 2), ("holdout:test=0.3,repeats=4", 3)])
def test_every_test_part_has_its_share_of_the_groups_of_each_class(design, of_each_class, seed):
    problem = patients()
    splits = list(make_plan(design, problem, seed=seed).splits())
    assert len(splits) in {4, 5}
    for split in splits:
        assert np.bincount(problem.y[split.test]).tolist() == [4 * of_each_class] * 3


@pytest.mark.parametrize("seed", range(3))
def test_a_bootstrap_sample_of_groups_keeps_the_number_of_each_class(seed):
    problem = patients()
    splits = list(make_plan("bootstrap:resamples=5,stratified=true", problem, seed=seed).splits())
    assert len(splits) == 5
    for split in splits:
        assert np.bincount(problem.y[split.train_rows]).tolist() == [40, 40, 40]


@pytest.mark.parametrize("seed", range(5))
def test_large_groups_are_spread_over_the_folds(seed):
    """Five patients with 40 rows and 45 with 2: each fold gets one of the former and nine of the latter."""
    groups = np.repeat(np.arange(50), [40 if g % 10 == 3 else 2 for g in range(50)])
    splits = list(make_plan("kfold:folds=5", regression(groups.size, groups=groups), seed=seed).splits())
    assert [split.n_test for split in splits] == [58] * 5
