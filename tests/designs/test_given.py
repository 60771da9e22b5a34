import numpy as np
import pytest
from sklearn.model_selection import GroupKFold, KFold, ShuffleSplit, StratifiedKFold

from designs.problems import classification, regression
from referee.designs import make_plan
from referee.errors import BadInput


def test_splits_of_a_scikit_learn_splitter_are_taken_as_they_are():
    splitter = StratifiedKFold(5, shuffle=True, random_state=0)
    y = np.arange(50) % 2
    plan = make_plan(splitter, classification(y), seed=9)
    for ours, (_train, test) in zip(plan.splits(), splitter.split(y, y), strict=True):
        assert np.array_equal(ours.test, np.sort(test))
    assert plan.card.description == "splits given by scikit-learn's StratifiedKFold"


def test_an_open_random_state_is_set_from_the_seed():
    problem = regression(40)
    names = [make_plan(ShuffleSplit(3), problem, seed=s).fingerprint for s in (1, 1, 2)]
    assert names[0] == names[1] != names[2]


def test_a_splitter_gets_the_groups():
    groups = np.repeat(np.arange(10), 4)
    for split in make_plan(GroupKFold(5), regression(40, groups=groups), seed=0).splits():
        assert np.intersect1d(groups[split.train_rows], groups[split.test]).size == 0


def test_a_splitter_by_dotted_path():
    plan = make_plan("sklearn.model_selection.RepeatedKFold:n_splits=4,n_repeats=2", regression(20), seed=0)
    assert len(plan.card.entries) == 8


def test_pairs_of_rows_and_masks_are_taken():
    mask = np.zeros(6, dtype=bool)
    mask[:2] = True
    (split,) = make_plan([(~mask, mask)], regression(6), seed=0).splits()
    assert split.test.tolist() == [0, 1]
    assert split.train_rows.tolist() == [2, 3, 4, 5]
    (part,) = make_plan([([2, 3], [0])], regression(6), seed=0).splits()
    assert part.train_rows.tolist() == [2, 3]


@pytest.mark.parametrize(("pairs", "sentence"), [
    ([([0, 1], [1, 2])], "split 0: 1 row is both trained and tested on; the two parts must not meet."),
    ([([0], [7])], "split 0 is not a pair of row numbers (train, test): row 7 is not among 0 … 5"),
    ([([0], [])], "split 0 is not a pair of row numbers (train, test): row numbers are a list of whole numbers"),
    ([([0], np.array([], dtype=int))], "split 0: rows to train on: 1, rows to test on: 0; both need some."),
    ([], "no splits were given; a plan needs at least one."),
    ([3], "split 0 is not a pair of row numbers (train, test): 'int' object is not iterable"),
])
def test_splits_that_cannot_be_are_refused(pairs, sentence):
    with pytest.raises(BadInput) as refusal:
        make_plan(pairs, regression(6), seed=0)
    assert str(refusal.value) == sentence


def test_a_splitter_that_cannot_divide_says_why():
    with pytest.raises(BadInput, match="KFold cannot divide toy: Cannot have number of splits"):
        make_plan(KFold(9), regression(4), seed=0)


def test_a_dotted_path_that_is_no_splitter_is_refused():
    with pytest.raises(BadInput, match=r"sklearn.model_selection has no 'Kfold'; did you mean 'KFold'"):
        make_plan("sklearn.model_selection.Kfold", regression(4), seed=0)
    with pytest.raises(BadInput, match="has no split; a design needs split"):
        make_plan("sklearn.svm.SVC", regression(4), seed=0)
    with pytest.raises(BadInput, match=r"1\.5 is no design"):
        make_plan(1.5, regression(4), seed=0)
