from dataclasses import replace

import numpy as np
import pytest

from designs.problems import classification, regression
from referee.designs import make_plan
from referee.designs.joint import entries_of, join
from referee.errors import BadInput
from referee.ledger import open_ledger

SPECS = {"resubstitution": "resubstitution", "kfold": "kfold:folds=3,repeats=2", "kfold-2": "kfold:folds=2"}


def plans(problem, seed=4):
    return {name: make_plan(spec, problem, seed=seed) for name, spec in SPECS.items()}


def test_the_parts_of_a_joint_plan_are_the_plans_themselves():
    problem = regression(20)
    parts = plans(problem)
    whole = join(parts, seed=4)
    assert len(whole.card.entries) == 1 + 6 + 2
    assert len({e.label for e in whole.card.entries}) == 9
    for name, plan in parts.items():
        assert entries_of(whole.card, name) == plan.card.entries
        assert whole.card.parameters["parts"][name] == {
            "design": plan.card.design, "parameters": plan.card.parameters, "description": plan.card.description}
    assert [e.repeat for e in whole.card.entries] == [0, 0, 0, 0, 1, 1, 1, 0, 0]


def test_a_joint_plan_survives_the_ledger():
    problem = classification(np.arange(24) % 2)
    whole = join(plans(problem), seed=4)
    with_ledger = open_ledger(":memory:")
    with_ledger.add_problem(problem)
    with_ledger.add_plan(whole.card, whole.splits())
    read = with_ledger.plan(whole.fingerprint)
    assert entries_of(read, "kfold") == entries_of(whole.card, "kfold")
    assert entries_of(read, "holdout") == ()
    split = with_ledger.split(entries_of(read, "kfold")[0].split)
    assert split.n_test == 8
    with_ledger.close()


def test_plans_of_different_problems_are_not_joined():
    one, other = regression(5), replace(regression(5), fingerprint="another")
    with pytest.raises(BadInput, match="different problems"):
        join({"a": make_plan("loo", one, seed=0), "b": make_plan("loo", other, seed=0)}, seed=0)


def test_bootstrap_samples_are_the_same_whatever_is_tested():
    problem = classification(np.arange(30) % 3)
    out = list(make_plan("bootstrap:resamples=5", problem, seed=1).splits())
    everyone = list(make_plan("bootstrap:resamples=5,tested=all", problem, seed=1).splits())
    for a, b in zip(out, everyone, strict=True):
        assert np.array_equal(a.train_rows, b.train_rows)
        assert np.array_equal(b.test, np.arange(30))
        assert np.array_equal(a.test, np.setdiff1d(b.test, b.train_rows))
    with pytest.raises(BadInput, match="left-out"):
        make_plan("bootstrap:tested=some", problem, seed=1)
