import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from designs.problems import classification, regression
from referee.designs import make_plan

sizes = st.integers(2, 10).flatmap(lambda k: st.tuples(st.just(k), st.integers(k, 300)))


@given(size=sizes, repeats=st.integers(1, 3), seed=st.integers(0, 2**63))
def test_each_row_is_tested_once_per_repeat_and_never_by_its_own_model(size, repeats, seed):
    folds, n = size
    splits = list(make_plan(f"kfold:folds={folds},repeats={repeats}", regression(n), seed=seed).splits())
    assert len(splits) == folds * repeats
    tested = np.bincount(np.concatenate([s.test for s in splits]), minlength=n)
    assert (tested == repeats).all()
    for s in splits:
        assert np.array_equal(np.union1d(s.train_rows, s.test), np.arange(n))
        assert s.n_train + s.n_test == n


@given(counts=st.lists(st.integers(5, 60), min_size=2, max_size=5), seed=st.integers(0, 2**32))
def test_folds_are_within_one_of_even_in_all_and_in_every_class(counts, seed):
    y = np.repeat(np.arange(len(counts)), counts)
    splits = list(make_plan("kfold:folds=5", classification(y), seed=seed).splits())
    for inside in [np.array([s.n_test for s in splits]),
                   *(np.array([(y[s.test] == c).sum() for s in splits]) for c in range(len(counts)))]:
        assert inside.max() - inside.min() <= 1


def test_the_first_repeat_of_a_repeated_kfold_is_the_kfold():
    problem = classification(np.arange(100) % 2)
    once = make_plan("kfold", problem, seed=5).card.entries
    often = make_plan("kfold:repeats=10", problem, seed=5).card.entries
    assert often[:10] == once
    assert len({e.split for e in often}) == 100


def test_the_larger_fold_is_not_always_the_first():
    """Leftover rows go to random folds: a fixed fold would always be tested on more."""
    first = [next(iter(make_plan("kfold:folds=3", regression(10), seed=s).splits())).n_test for s in range(40)]
    assert set(first) == {3, 4}


def test_a_class_sorted_file_is_shuffled_before_it_is_dealt():
    """Iris sorted by class, unshuffled and unstratified, gives folds without their class and accuracy 0."""
    y = np.repeat([0, 1, 2], 50)
    for split in make_plan("kfold:folds=3,stratified=false", classification(y), seed=0).splits():
        assert np.unique(y[split.test]).size == 3


def test_repeats_divide_groups_of_unequal_size_anew():
    """Dealt by size alone, groups that all differ in size fall together in every repeat."""
    groups = np.repeat(np.arange(42), np.arange(10, 52))
    splits = list(make_plan("kfold:folds=10,repeats=5", regression(groups.size, groups=groups), seed=0).splits())
    assert len({tuple(split.test) for split in splits}) == 50
    sizes = [split.n_test for split in splits]
    assert max(sizes) - min(sizes) <= 0.6 * np.mean(sizes)
    together = {frozenset(groups[split.test]) for split in splits}
    assert len(together) == 50


def test_strata_of_groups_stay_even_in_every_fold():
    groups = np.repeat(np.arange(60), np.arange(60) % 7 + 2)
    y = (groups % 3 == 0).astype(int)
    for split in make_plan("kfold:folds=7,repeats=3", classification(y, groups=groups), seed=2).splits():
        held = np.unique(groups[split.test])
        assert {(held % 3 == 0).sum(), (held % 3 != 0).sum()} <= {2, 3, 5, 6}
