"""What a plan is, by its splits alone: against counting by hand, and whatever the labels."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.problems import classification
from referee.designs import Split, make_plan
from referee.designs.given import in_passes
from referee.designs.observing import traits_of
from referee.designs.places import places
from referee.designs.traits import Seen, Training, Traits
from referee.errors import BadInput
from referee.seeds import stream

DESIGNS = ["kfold:folds=4", "kfold:folds=3,repeats=3", "loo", "holdout", "holdout:repeats=9", "bootstrap:resamples=8",
           "bootstrap:resamples=8,tested=all", "nested:folds=3,repeats=2", "conservative-z:splits=2,halvings=3",
           "complete:test=2", "sized:train=10,test=6", "resubstitution"]


def laid(design, n=24):
    plan = make_plan(design, classification(np.arange(n) % 2), seed=3)
    return plan, list(plan.splits())


def split(test, n=12, train=None, label="0/0"):
    return Split(label=label, n_rows=n, test=test, train=train)


@pytest.mark.parametrize("design", DESIGNS)
def test_counts_agree_with_counting_by_hand(design):
    plan, splits = laid(design)
    found, n = plan.card.traits, 24
    judged = [s.test if set(s.test) <= set(s.train_rows) else np.setdiff1d(s.test, s.train_rows) for s in splits]
    times = Counter(int(row) for test in judged for row in test)
    assert found.tested == (min(times.get(row, 0) for row in range(n)), max(times.values()))
    assert found.never_tested == n - len(times)
    assert found.test_sizes == (min(map(len, judged)), max(map(len, judged)))
    shared = [len(set(a.train_rows) & set(b.train_rows)) for a, b in combinations(splits, 2)]
    size = np.mean([len(set(s.train_rows)) for s in splits])
    assert found.training_overlap == pytest.approx(np.mean(shared) / size if shared else 0.0, abs=1e-6)


@pytest.mark.parametrize("design", DESIGNS)
def test_labels_say_nothing_and_storing_changes_nothing(design):
    plan, splits = laid(design)
    renamed = [replace(s, label=f"9/{i}") for i, s in enumerate(splits)]
    assert traits_of(renamed, n_rows=24) == plan.card.traits
    assert Traits.from_dict(plan.card.traits.to_dict()) == plan.card.traits
    assert str(plan.card.traits)


@pytest.mark.parametrize("design", [d for d in DESIGNS if not d.startswith(("sized", "holdout:"))])
def test_places_are_the_labels_of_our_own_designs(design):
    plan, splits = laid(design)
    assert list(places(plan.card.traits)) == [s.label for s in splits]


@given(n=st.integers(12, 90), folds=st.integers(2, 5), repeats=st.integers(1, 4), seed=st.integers(0, 10**6))
def test_folds_dealt_in_any_order_are_the_same_passes(n, folds, repeats, seed):
    splits = list(make_plan(f"kfold:folds={folds},repeats={repeats}", classification(np.arange(n) % 2),
                            seed=seed).splits())
    order = stream(seed, "order").permutation(len(splits))
    again = traits_of(in_passes([splits[i] for i in order]), n_rows=n)
    if again.in_passes:        # small folds of different repeats may happen not to meet, and then fill another's place
        assert (again.passes, again.parts) == (repeats, folds)
    elif repeats == 1:
        pytest.fail("one pass is one pass in any order")


@given(n=st.integers(20, 200), repeats=st.integers(2, 40), share=st.sampled_from([0.1, 0.25, 0.5]),
       seed=st.integers(0, 10**6))
def test_our_own_random_splits_are_always_taken_for_chance(n, repeats, share, seed):
    plan = make_plan(f"holdout:repeats={repeats},test={share}", classification(np.arange(n) % 2), seed=seed)
    traits = plan.card.traits
    # Two test parts of two rows may be the same by chance: a split that was given twice is none by its facts.
    assert traits.by_chance or traits.in_passes or traits.different < traits.splits


def test_a_split_that_chance_has_drawn_twice_is_one_split():
    traits = make_plan("holdout:repeats=2,test=0.1", classification(np.arange(20) % 2), seed=181).card.traits
    assert (traits.splits, traits.different, traits.by_chance) == (2, 1, False)


def test_rows_in_order_of_time():
    steps = [split([4, 5], train=[0, 1, 2, 3]), split([6, 7], train=[0, 1, 2, 3, 4, 5]), split([8, 9, 10, 11])]
    assert traits_of(steps, n_rows=12).in_order
    assert not traits_of([*steps, split([0, 1])], n_rows=12).in_order
    assert not traits_of([split([3, 4], train=[0, 5])], n_rows=12).in_order


def test_a_sliding_window_is_no_chance_and_a_random_one_is():
    rows = np.arange(60)
    windows = [split(rows[i : i + 12], n=60) for i in range(0, 49, 6)]
    assert not traits_of(windows, n_rows=60).by_chance
    draws = [split(np.sort(stream(i, "draw").choice(60, 12, replace=False)), n=60) for i in range(9)]
    assert traits_of(draws, n_rows=60).by_chance
    assert not traits_of([*draws, draws[0]], n_rows=60).by_chance, "a split given twice is no new one"


def test_parts_that_avoid_each_other_too_well_are_no_chance():
    """Twelve parts of 20 in 60 rows, all from the first 30: they meet far more often than random parts would."""
    parts = [split(np.sort(stream(i, "half").choice(30, 20, replace=False)), n=60) for i in range(12)]
    assert not traits_of(parts, n_rows=60).by_chance


def test_groups_on_both_sides():
    groups = np.repeat(np.arange(6), 2)
    kept = [split(np.flatnonzero(np.isin(groups, [g, g + 1]))) for g in (0, 2, 4)]
    broken = [split([1, 2]), split([3, 4]), split([0, 5, 6, 7, 8, 9, 10, 11])]
    assert traits_of(kept, n_rows=12, groups=groups).whole_groups is True
    assert traits_of(broken, n_rows=12, groups=groups).whole_groups is False
    assert traits_of(kept, n_rows=12).whole_groups is None
    single = [split(np.flatnonzero(groups == g)) for g in range(6)]
    assert traits_of(single, n_rows=12, groups=groups).single_units
    assert not traits_of(single, n_rows=12).single_units


def test_what_was_trained_on():
    assert traits_of([split([0, 1])], n_rows=12).training is Training.REST
    assert traits_of([split([0, 1], train=[2, 3])], n_rows=12).training is Training.SAMPLE
    assert traits_of([split([0, 1], train=[2, 2, 3])], n_rows=12).training is Training.DRAWN
    assert traits_of([split([0, 1], train=[])], n_rows=12).training is Training.UNKNOWN
    mixed = traits_of([split([0, 1, 2, 3], train=[2, 3, 4])], n_rows=12)
    assert (mixed.seen, mixed.test_sizes) == (Seen.SOME, (2, 2))
    assert traits_of([split([0, 1], train=[0, 1])], n_rows=12).seen is Seen.ALL


def test_the_same_test_rows_for_every_sample():
    found = traits_of([split([0, 1], train=[2, 3]), split([0, 1], train=[4, 5])], n_rows=12)
    assert found.one_test_set
    assert not found.by_chance


def test_a_plan_without_splits_is_none():
    with pytest.raises(BadInput, match="at least one split"):
        traits_of([], n_rows=4)


def test_a_pass_given_twice_is_no_new_pass_but_a_small_part_dealt_twice_is_chance():
    """Thirty rows in ten folds of three: some fold of ten repeats stands in two of them, by luck alone."""
    plan = make_plan("kfold:folds=10,repeats=10", classification(np.arange(30) % 2), seed=0)
    lucky = [make_plan("kfold:folds=10,repeats=10", classification(np.arange(30) % 2), seed=s).card.traits
             for s in range(12)]
    assert any(found.different < found.splits for found in lucky)
    assert not any(found.repeated for found in lucky)
    folds = list(plan.splits())[:10]
    assert traits_of([*folds, *folds], n_rows=30).repeated
    assert "only 10 differ" in str(traits_of([*folds, *folds[::-1]], n_rows=30))
