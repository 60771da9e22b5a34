import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import KFold

from designs.problems import regression, series
from referee.designs import make_plan
from referee.errors import BadInput


@given(sizes=st.lists(st.integers(1, 3), min_size=12, max_size=50), folds=st.integers(2, 6), gap=st.integers(0, 2))
def test_every_time_is_tested_once_by_models_of_times_further_away_than_the_gap(sizes, folds, gap):
    time = np.repeat(np.arange(len(sizes)), sizes)
    plan = make_plan(f"blocked:folds={folds},gap={gap}", series(time), seed=0)
    tested = []
    for split in plan.splits():
        here, trained = np.unique(time[split.test]), np.unique(time[split.train_rows])
        assert (np.diff(here) == 1).all()
        assert np.abs(trained[:, None] - here).min() == gap + 1
        assert trained.size == len(sizes) - sum(0 <= t < len(sizes) for t in range(here[0] - gap, here[-1] + gap + 1))
        tested += split.test.tolist()
    assert sorted(tested) == list(range(time.size))
    assert plan.card.traits.successive
    assert not plan.card.traits.in_order
    assert str(plan.card.traits) == f"{folds} blocks of successive times, trained on both sides of each"


def test_without_a_gap_it_is_scikit_learns_k_fold_in_order():
    ours = make_plan("blocked:folds=4", series(np.arange(30)), seed=0)
    theirs = make_plan(KFold(4), series(np.arange(30)), seed=0)
    assert [split.test.tolist() for split in ours.splits()] == [split.test.tolist() for split in theirs.splits()]
    assert theirs.card.traits.successive


@pytest.mark.parametrize(("spec", "problem", "sentence"), [
    ("blocked", regression(40), "name the column that says when they were measured (--time COL, time=), or say "),
    ("blocked:folds=9", series(np.arange(8)), "9 folds need at least 9 times, and there are 8"),
    ("blocked:folds=2,gap=5", series(np.arange(10)), "5 times left out around each of 2 blocks leave none of 10"),
])
def test_what_cannot_be_dealt_into_blocks_is_refused(spec, problem, sentence):
    with pytest.raises(BadInput) as refusal:
        make_plan(spec, problem, seed=0)
    assert sentence in str(refusal.value)
