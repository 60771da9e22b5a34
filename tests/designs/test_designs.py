"""What every design promises, whatever it is: walked over the registry."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.problems import classification, regression
from referee.designs import DESIGNS, make_plan
from referee.errors import BadInput, UnknownName

THIN = ("toy: class 'class 1' is in 4 rows, fewer than the 5 folds; use fewer folds (design kfold:folds=…), "
        "give up strata (kfold:stratified=false), or merge or leave out the class.")
SPECS = ["resubstitution", "holdout", "holdout:test=0.1,repeats=4", "kfold:folds=5", "kfold:folds=3,repeats=3", "loo",
         "complete:test=1",
         "bootstrap:resamples=5", "kfold:folds=4,stratified=false", "nested:folds=4,repeats=2",
         "conservative-z:splits=2,halvings=3", "sized:train=10,test=6,repeats=3", "halves:repeats=3,folds=4",
         "halves:repeats=2,passes=0"]


IN_TIME = {"rolling", "blocked", "purged"}       # they keep times whole, not groups: each has a test file of its own


def test_every_registered_design_is_tried_here():
    assert {spec.split(":")[0] for spec in SPECS} | {"given", *IN_TIME} == {design.name for design in DESIGNS}


@pytest.mark.parametrize("spec", SPECS)
@given(n=st.integers(30, 120), seed=st.integers(0, 2**40))
def test_test_rows_exist_once_and_are_never_trained_on(spec, n, seed):
    for split in make_plan(spec, regression(n), seed=seed).splits():
        assert np.unique(split.test).size == split.n_test > 0
        assert 0 <= split.test.min() <= split.test.max() < n
        assert split.train_rows.size == split.n_train > 0
        if spec != "resubstitution":
            assert np.intersect1d(split.train_rows, split.test).size == 0


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_gives_the_same_plan_and_another_seed_another(spec):
    problem = classification(np.arange(60) % 3)
    one, same, other = (make_plan(spec, problem, seed=s).fingerprint for s in (1, 1, 2))
    assert one == same
    if spec not in {"resubstitution", "loo", "complete:test=1"}:   # nothing in these is random
        assert one != other


@pytest.mark.parametrize("spec", SPECS)
def test_groups_are_never_torn_apart(spec):
    groups = np.repeat(np.arange(20), np.arange(1, 21) % 5 + 1)
    problem = classification(groups % 2, groups=groups)
    for split in make_plan(spec, problem, seed=3).splits():
        if spec == "resubstitution":
            continue
        assert np.intersect1d(groups[split.train_rows], groups[split.test]).size == 0


def test_a_grouped_bootstrap_draws_whole_groups_as_often_as_it_drew_them():
    groups = np.repeat(np.arange(12), 3)
    for split in make_plan("bootstrap:resamples=8", regression(36, groups=groups), seed=1).splits():
        times = np.bincount(split.train_rows, minlength=36).reshape(12, 3)
        assert (times == times[:, :1]).all()
        assert split.n_train == 36         # twelve groups of three, however often each was drawn


def test_the_fingerprint_of_a_plan_depends_on_the_problem():
    one, other = classification(np.arange(40) % 2), classification(np.arange(40) % 2, name="other")
    object.__setattr__(other, "fingerprint", "other")
    assert make_plan("kfold:folds=4", one, seed=0).fingerprint != make_plan("kfold:folds=4", other, seed=0).fingerprint


def test_a_splits_fingerprint_tells_complement_from_explicit_rows_of_a_subset():
    from referee.designs import Split

    assert (Split(label="0/0", n_rows=6, test=[1, 2]).fingerprint
            != Split(label="0/0", n_rows=6, test=[1, 2], train=[0, 3]).fingerprint)


@pytest.mark.parametrize(("spec", "sentence"), [
    ("kfold:folds=50", "toy: 50 folds need at least 50 rows, and there are 12."),
    ("kfold:folds=5", THIN),
    ("kfold:folds=1", "folds is a whole number of at least 2, not 1."),
    ("kfold:folds=2.5", "folds is a whole number of at least 2, not 2.5."),
    ("kfold:repeats=0", "repeats is a whole number of at least 1, not 0."),
    ("holdout:test=2", "test is the share of rows to test on, between 0 and 1, not 2."),
    ("holdout:test=half", "test is the share of rows to test on, between 0 and 1, not 'half'."),
    ("kfold:flods=5",
     "design kfold has no parameter 'flods'; did you mean 'folds'? It takes: stratified, folds, repeats."),
    ("loo:folds=5", "design loo has no parameter 'folds'. It takes none."),
    ("kfold:stratified=maybe", "stratified is true or false, not 'maybe'."),
    ("given", "design 'given' is for Python: pass the (train, test) pairs or the splitter itself as design."),
    ("bootstrap:resamples=-1", "resamples is a whole number of at least 1, not -1."),
])
def test_what_cannot_be_done_is_said_in_a_sentence(spec, sentence):
    with pytest.raises(BadInput) as refusal:
        make_plan(spec, classification([0] * 8 + [1] * 4), seed=0)
    assert str(refusal.value) == sentence


def test_an_unknown_design_is_met_with_a_suggestion():
    with pytest.raises(UnknownName, match="no design is called 'kfolds'; did you mean 'kfold'"):
        make_plan("kfolds", regression(10), seed=0)


def test_a_million_rows_take_no_memory_per_repeat():
    """A plan holds names and sizes; row numbers are dealt again when they are asked for."""
    import tracemalloc

    problem = regression(100_000)
    tracemalloc.start()
    plan = make_plan("kfold:folds=10,repeats=20", problem, seed=0)
    assert len(plan.card.entries) == 200
    kept, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 1_000_000    # one repeat's row numbers alone would be 800,000 bytes, twenty 16 million
