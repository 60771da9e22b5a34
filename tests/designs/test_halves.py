"""Complementary halves: what stays together, what is balanced, and how a plan of them is known again."""

import numpy as np
import pytest

from designs.problems import classification, regression
from referee.designs import Halves, make_plan
from referee.designs.observing import traits_of
from referee.designs.places import places
from referee.errors import BadInput


def _halves(spec, problem, seed=0):
    plan = make_plan(spec, problem, seed=seed)
    return [s for s in plan.splits() if 2 * s.n_test > 0.9 * problem.n_rows - 4], plan


def test_two_halves_of_a_repeat_are_complementary_and_share_the_classes():
    problem = classification(np.repeat([0, 1, 2], [50, 31, 9]))
    halves, plan = _halves("halves:repeats=12,passes=0", problem)
    assert plan.card.traits.passes == 12
    for one, other in zip(halves[0::2], halves[1::2], strict=True):
        assert np.array_equal(np.sort(np.concatenate([one.test, other.test])), np.arange(90))
        shares = np.abs(np.bincount(problem.y[one.test]) - np.bincount(problem.y[other.test]))
        assert shares.max() <= 1


def test_the_passes_before_them_are_those_of_k_fold_and_change_no_half():
    problem = classification(np.arange(60) % 2)
    folds = [s.fingerprint for s in make_plan("kfold:folds=10,repeats=2", problem, seed=4).splits()]
    both = [s.fingerprint for s in make_plan("halves:repeats=5,passes=2", problem, seed=4).splits()]
    bare = [s.fingerprint for s in make_plan("halves:repeats=5,passes=0", problem, seed=4).splits()]
    assert both == folds + bare


def test_many_rows_come_in_blocks_that_no_halving_parts_and_that_all_have_the_class_shares():
    y = np.repeat([0, 1], [270, 30])
    halves, plan = _halves("halves:repeats=50", classification(y))
    sides = np.zeros((300, 50), dtype=bool)
    for r, split in enumerate(halves[0::2]):
        sides[split.test, r] = True
    _, block = np.unique(sides, axis=0, return_inverse=True)
    counts = np.array([np.bincount(y[block.reshape(-1) == b], minlength=2) for b in range(50)])
    assert plan.card.traits.kept_together == 50
    assert np.ptp(counts, axis=0).max() <= 1


def test_few_rows_are_their_own_units_however_few_halvings():
    for spec in ("halves:repeats=12", "halves:repeats=50", "kfold:folds=2,repeats=5", "kfold:folds=2,repeats=30"):
        assert make_plan(spec, regression(200), seed=1).card.traits.kept_together == 0, spec


def test_many_rows_without_blocks_are_not_taken_for_blocks():
    assert make_plan("kfold:folds=2,repeats=5", regression(3000), seed=1).card.traits.kept_together == 0
    assert make_plan("kfold:folds=2,repeats=12", regression(3000), seed=1).card.traits.kept_together == 0


def test_the_same_splits_given_by_hand_are_the_same_plan():
    problem = classification(np.arange(80) % 2)
    plan = make_plan("halves:repeats=12", problem, seed=2)
    given = make_plan([(s.train_rows, s.test) for s in plan.splits()], problem, seed=2)
    assert given.fingerprint == plan.fingerprint
    assert given.card.traits == plan.card.traits
    assert (plan.card.traits.full_passes, plan.card.traits.full_parts, plan.card.traits.halves) == (1, 10, 12)
    assert list(places(plan.card.traits)) == [entry.label for entry in plan.card.entries]


def test_halves_before_folds_or_other_parts_among_them_are_not_this_plan():
    splits = list(make_plan("halves:repeats=12", regression(40), seed=2).splits())
    for other in (splits[10:] + splits[:10], splits[:-1], splits[:10] + splits[12:] + splits[10:11]):
        assert traits_of(other, n_rows=40).halves == 0


def test_groups_stay_whole_and_their_sizes_are_not_balanced():
    groups = np.repeat(np.arange(10), [40, 40, 2, 2, 2, 2, 2, 2, 2, 2])
    halves = list(make_plan("halves:repeats=40,passes=0", regression(groups.size, groups=groups), seed=0).splits())
    for split in halves:
        assert not np.intersect1d(groups[split.test], groups[split.train_rows]).size
    together = np.mean([(0 in groups[s.test]) == (1 in groups[s.test]) for s in halves])
    assert 0.2 < together < 0.7                  # 4/9 by chance; 0 if the two large ones were always parted


def test_rare_classes_and_few_rows_can_be_laid():
    for y in (np.repeat([0, 1], [49, 1]), np.repeat([0, 1, 2], [10, 2, 1]), np.arange(8) % 2):
        traits = make_plan("halves:repeats=12", classification(y), seed=0).card.traits
        assert traits.halves == 12


@pytest.mark.parametrize(("spec", "why"), [
    ("halves:repeats=1", "repeats is a whole number of at least 2, not 1."),
    ("halves:folds=2", "folds is a whole number of at least 3, not 2."),
    ("halves:passes=-1", "passes is a whole number of at least 0, not -1."),
    ("halves:fold=3", "did you mean 'folds'"),
])
def test_what_cannot_be_is_refused(spec, why):
    with pytest.raises(BadInput, match=why):
        make_plan(spec, regression(40), seed=0)


def test_too_few_units_are_refused_by_number():
    with pytest.raises(BadInput, match="halves need at least 8 rows, and there are 7"):
        make_plan("halves", regression(7), seed=0)
    with pytest.raises(BadInput, match="halves need at least 5 groups, and there are 4"):
        make_plan("halves", regression(40, groups=np.arange(40) % 4), seed=0)


def test_it_says_what_it_is():
    assert Halves(repeats=12, passes=5, seed=0).describe() == (
        "12 repeats of complementary halves after 10-fold cross-validation repeated 5 times, stratified")
