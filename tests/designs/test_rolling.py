import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import TimeSeriesSplit

from designs.problems import regression, series
from referee.designs import make_plan
from referee.errors import BadInput


@given(n=st.integers(20, 150), splits=st.integers(1, 6), horizon=st.none() | st.integers(1, 3), gap=st.integers(0, 2),
       window=st.none() | st.integers(1, 40))
def test_it_is_scikit_learns_where_the_parameters_coincide(n, splits, horizon, gap, window):
    ours = make_plan(f"rolling:splits={splits},horizon={horizon},gap={gap},window={window}", regression(n), seed=0)
    if splits == 1:                     # which scikit-learn does not make
        (split,) = ours.splits()
        assert split.test.max() == n - 1
        return
    theirs = TimeSeriesSplit(splits, max_train_size=window, test_size=horizon, gap=gap)
    found = [(split.train_rows.tolist(), split.test.tolist()) for split in ours.splits()]
    assert found == [(train.tolist(), test.tolist()) for train, test in theirs.split(np.zeros((n, 1)))]
    assert ours.fingerprint == make_plan(theirs, regression(n), seed=0).fingerprint


@given(sizes=st.lists(st.integers(1, 4), min_size=25, max_size=60), splits=st.integers(1, 5),
       horizon=st.integers(1, 3), gap=st.integers(0, 3), step=st.none() | st.integers(1, 4))
def test_nothing_is_trained_on_within_the_gap_or_after_and_ties_are_never_split(sizes, splits, horizon, gap, step):
    time = np.repeat(np.arange(len(sizes)), sizes)
    plan = make_plan(f"rolling:splits={splits},horizon={horizon},gap={gap},step={step}", series(time), seed=0)
    starts = []
    for split in plan.splits():
        tested, trained = np.unique(time[split.test]), np.unique(time[split.train_rows])
        assert trained.max() == tested.min() - gap - 1
        assert tested.size == horizon
        assert split.test.size == np.isin(time, tested).sum()
        assert split.n_train == np.isin(time, trained).sum()
        starts.append(int(tested.min()))
    assert time[split.test].max() == time.max()
    assert set(np.diff(starts)) <= {step or horizon}
    traits = plan.card.traits
    assert traits.in_order
    assert traits.successive
    assert traits.of_a_series
    assert traits.tests_each_case_once == (splits == 1 or (step or horizon) >= horizon)


def test_a_window_slides():
    plan = make_plan("rolling:splits=4,horizon=5,window=10", series(np.arange(60)), seed=0)
    assert {split.n_train for split in plan.splits()} == {10}


def test_rows_of_all_groups_at_a_time_stay_together():
    time = np.repeat(np.arange(30), 4)
    plan = make_plan("rolling:splits=3,horizon=4", series(time, groups=np.tile(np.arange(4), 30)), seed=0)
    assert [split.n_test for split in plan.splits()] == [16, 16, 16]
    assert plan.card.traits.whole_groups is False
    assert plan.card.description == "3 rolling origins, each tested on the next 4 times"


SHORT = ("12 test parts of 1 rows leave none of 12 to train on before the first; ask for fewer splits, a shorter "
         "horizon or a smaller gap (design rolling:splits=…,horizon=…,gap=…)")
GROUPS = "rows come in groups, and nothing says when each was measured"


@pytest.mark.parametrize(("spec", "problem", "sentence"), [
    ("rolling:splits=12", regression(12), SHORT),
    ("rolling:horizon=4", series(np.arange(20)), "5 test parts of 4 times leave none of 20 to train on before the "),
    ("rolling:horizon=2,gap=10", series(np.arange(20)), "5 test parts of 2 times, a gap of 10 leave none of 20"),
    ("rolling", regression(30, groups=np.arange(30) // 3), GROUPS),
])
def test_a_series_that_is_too_short_is_refused(spec, problem, sentence):
    with pytest.raises(BadInput, match=r"^toy: ") as refusal:
        make_plan(spec, problem, seed=0)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("spec", ["rolling:splits=0", "rolling:horizon=0", "rolling:gap=-1", "rolling:window=2.5",
                                  "rolling:step=many", "rolling:stratified=true"])
def test_parameters_that_mean_nothing_are_refused(spec):
    with pytest.raises(BadInput, match=r"whole number|no parameter"):
        make_plan(spec, regression(60), seed=0)


def test_a_foreign_splitter_that_parts_a_time_is_not_in_order():
    time = np.repeat(np.arange(20), 3)
    traits = make_plan(TimeSeriesSplit(4, test_size=10), series(time), seed=0).card.traits
    assert not traits.in_order
    assert not traits.successive
