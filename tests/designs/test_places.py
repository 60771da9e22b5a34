"""The same splits are one plan, whoever made them and whatever they were called."""

import numpy as np
import pytest

from designs.problems import classification, regression
from referee.designs import make_plan
from referee.designs.places import places

DESIGNS = [
    "resubstitution", "holdout", "holdout:repeats=6", "kfold:folds=4", "kfold:folds=3,repeats=3", "loo",
    "complete:test=2", "bootstrap:resamples=6", "nested:folds=3,repeats=2",
    "conservative-z:splits=2,halvings=2,test=0.2", "sized:train=10,test=6,repeats=5",
]


@pytest.mark.parametrize("spec", DESIGNS)
@pytest.mark.parametrize("groups", [None, np.arange(40) // 2], ids=["rows", "groups"])
def test_a_split_of_our_designs_stands_where_its_label_says(spec, groups):
    problem = classification(np.arange(20) % 2) if groups is None else regression(40, groups=groups)
    card = make_plan(spec, problem, seed=1).card
    assert list(places(card.traits)) == [entry.label for entry in card.entries]


@pytest.mark.parametrize("spec", [spec for spec in DESIGNS if spec != "resubstitution"])
def test_the_same_splits_given_by_hand_are_the_same_plan(spec):
    problem = classification(np.arange(20) % 2)
    ours = make_plan(spec, problem, seed=1)
    theirs = make_plan([(split.train_rows, split.test) for split in ours.splits()], problem, seed=9)
    assert theirs.card.traits == ours.card.traits
    assert theirs.fingerprint == ours.fingerprint


def test_other_splits_another_order_or_other_groups_are_another_plan():
    problem = classification(np.arange(20) % 2)
    pairs = [(split.train_rows, split.test) for split in make_plan("kfold:folds=4", problem, seed=1).splits()]
    names = {make_plan(given, problem, seed=1).fingerprint for given in (pairs, pairs[::-1], pairs[:3], pairs * 2)}
    assert len(names) == 4
