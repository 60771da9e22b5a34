import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designs.problems import classification as problem
from referee.designs import make_plan
from referee.designs.growing import Growing, at_size, growing_plan, is_training, usual_sizes
from referee.designs.traits import Seen, traits_of
from referee.errors import BadInput


@given(n=st.integers(30, 120), folds=st.integers(2, 6), seed=st.integers(0, 2**31), training=st.integers(0, 12))
@settings(max_examples=25)
def test_training_sets_grow_within_each_other_and_never_meet_the_test_rows(n, folds, seed, training):
    where = problem(np.arange(n) % 2)
    plan = growing_plan(where, [4, 9, 14], folds=folds, repeats=2, training=training, seed=seed)
    folds_of = {s.label: s for s in make_plan(f"kfold:folds={folds},repeats=2", where, seed=seed).splits()}
    by_fold = {}
    for split in plan.splits():
        repeat, rest = split.label.split("/")
        size, fold = rest.split(".")
        by_fold.setdefault((repeat, fold), {})[int(size)] = split
    assert len(by_fold) == 2 * folds
    for (repeat, fold), splits in by_fold.items():
        inside = set()
        for size in (4, 9, 14):
            split, train = splits[size], set(splits[size].train.tolist())
            trained = is_training(split)
            assert len(train) == size
            assert inside < train
            assert trained.sum() == min(training, size)
            assert set(split.test[~trained].tolist()) == set(folds_of[f"{repeat}/{fold}"].test.tolist())
            assert not train & set(split.test[~trained].tolist())
            inside = train


def test_every_beginning_has_the_classes_in_proportion():
    plan = growing_plan(problem(np.repeat([0, 1], [90, 30])), [8, 16, 40], folds=5, repeats=1, training=0, seed=3)
    y = np.repeat([0, 1], [90, 30])
    for split in plan.splits():
        share = y[split.train].mean() * split.train.size
        assert abs(share - split.train.size / 4) <= 1.5


def test_one_size_is_the_k_fold_it_is():
    plan = growing_plan(problem(np.arange(40) % 2), [5, 10], folds=4, repeats=1, training=5, seed=0)
    part = at_size(plan.card, 10)
    assert [e.label for e in part] == ["0/0", "0/1", "0/2", "0/3"]
    assert {e.n_train for e in part} == {10}
    splits = {s.fingerprint: s for s in plan.splits()}
    traits = traits_of([splits[e.split] for e in part], n_rows=40)
    assert (traits.passes, traits.parts, traits.seen, traits.tested) == (1, 4, Seen.SOME, (1, 1))


def test_sizes_as_shares_and_as_doublings():
    plan = growing_plan(problem(np.arange(100) % 2), [0.1, 0.5, 1.0], folds=10, repeats=1, training=0, seed=0)
    assert plan.design.sizes == (9, 45, 90)
    assert usual_sizes(18000, n_classes=26) == (140, 281, 562, 1125, 2250, 4500, 9000, 18000)


@pytest.mark.parametrize(("sizes", "folds", "said"), [
    ([200], 5, "more than the 80"), ([0], 5, "a number of rows"), (["x"], 5, "a number of rows"),
    ([1], 5, "at least 2"), ([2.5], 5, "whole number of rows"), ([10], 1, "folds is a whole number"),
    ([], 5, "needs training sizes"), ([10], 60, "fewer than the 60 folds"),
])
def test_what_cannot_be_is_refused(sizes, folds, said):
    with pytest.raises(BadInput, match=said):
        growing_plan(problem(np.arange(100) % 2), sizes, folds=folds, repeats=1, training=0, seed=0)
    with pytest.raises(BadInput, match="go up"):
        Growing(sizes=(20, 10), seed=0)
