"""The advice rules E-01 … E-18: each fires where it should, and only there; of several designs the special one wins."""

from dataclasses import replace

import numpy as np
import pytest

from referee.advice import RULES, Goal, Habit, Situation, advise_design, fired, habits_of, situation_of
from referee.data import load
from referee.errors import BadInput
from referee.kinds import Task
from referee.learners import resolve
from referee.metrics import METRICS
from referee.seeds import stream

ABSOLUTE = Situation(goal=Goal.ABSOLUTE, task=Task.CLASSIFICATION, n=300, classes=2, minority=0.5, minority_test=60)


def codes(**changes):
    return {rule.code for rule in fired(replace(ABSOLUTE, **changes))}


@pytest.mark.parametrize(("code", "holds", "does_not"), [
    ("E-01", {"n_test": 200}, {"n_test": None}),
    ("E-02", {"n_test": 1000}, {"n_test": 999}),
    ("E-03", {"n_test": 299}, {"n_test": 300}),
    ("E-04", {"simulator": True}, {}),
    ("E-05", {"n": 501}, {"n": 500}),
    ("E-05", {"n": 501}, {"n": 501, "n_test": 100}),
    ("E-06", {"n": 500}, {"n": 501}),
    ("E-06", {"n": 100}, {"n": 99}),
    ("E-07", {"n": 99}, {"n": 100}),
    ("E-08", {"n": 5000}, {"n": 4999}),
    ("E-08", {"habits": frozenset({Habit.TREES})}, {"habits": frozenset({Habit.LINEAR})}),
    ("E-08", {"n": 5000, "budget": 105}, {"n": 5000, "budget": 104}),
    ("E-09", {"budget": 1}, {"budget": 2}),
    ("E-10", {"budget": 100}, {"budget": 99}),
    ("E-11", {"asked": "resubstitution"}, {"asked": "kfold"}),
    ("E-12", {"habits": frozenset({Habit.MEMORISES})}, {"habits": frozenset({Habit.STOCHASTIC})}),
    ("E-13", {"habits": frozenset({Habit.DIVERGES})}, {}),
    ("E-14", {"goal": Goal.SELECT, "habits": frozenset({Habit.LINEAR})}, {"habits": frozenset({Habit.LINEAR})}),
    ("E-15", {"minority": 0.19}, {"minority": 0.2}),
    ("E-16", {"minority_test": 49}, {"minority_test": 50}),
    ("E-17", {"n_groups": 10}, {"n_groups": None}),
    ("E-18", {"ordered": True}, {}),
])
def test_a_rule_fires_at_its_border_and_not_beyond(code, holds, does_not):
    assert code in codes(**holds)
    assert code not in codes(**does_not)


def test_every_rule_says_what_why_and_who_says_so():
    assert [rule.code for rule in RULES][:18] == [f"E-{i:02}" for i in range(1, 19)]
    for rule in RULES:
        assert all([rule.advice, rule.reason, rule.source])
        assert str(rule).startswith(f"{rule.code}: ")
        assert not any(part.rstrip().endswith(".") for part in (rule.advice, rule.reason, rule.warning))


@pytest.mark.parametrize(("model", "habits"), [
    ("tree", {Habit.TREES, Habit.MEMORISES}), ("tree:max_depth=2", {Habit.TREES}),
    ("knn:n_neighbors=1", {Habit.NEIGHBOURS, Habit.MEMORISES}), ("mlp", {Habit.STOCHASTIC, Habit.DIVERGES}),
    ("logistic", {Habit.LINEAR}), ("gaussian-nb", set()), ("hist-gradient-boosting", {Habit.TREES}),
    ("forest", {Habit.TREES, Habit.STOCHASTIC, Habit.MEMORISES}),
])
def test_habits_are_read_from_the_recipe_through_pipelines(model, habits):
    assert habits_of(resolve(model, load("iris"))[0].recipe) == habits


def rows(n, **marks):
    rng = stream(3, "advice test")
    X = rng.normal(size=(n, 2))
    return load(X, y=(X[:, 0] + rng.normal(size=n) > 0).astype(int), **marks)


@pytest.mark.parametrize(("n", "model", "budget", "spec", "code"), [
    (200, "lda", None, "nested:folds=5,repeats=20", "E-06"),
    (60, "lda", None, "nested:folds=5,repeats=20", "E-07"),
    (200, "tree", None, "conservative-z", "E-08"),
    (200, "tree", 104, "nested:folds=5,repeats=6", "E-06"),
    (200, "lda", 74, "kfold:folds=10,repeats=7", "E-06"),
    (200, "lda", 9, "holdout:test=0.1,repeats=9", "E-06"),
    (700, "lda", None, "holdout:test=0.1,repeats=25", "E-05"),
    (700, "lda", 10, "holdout:test=0.1,repeats=10", "E-05"),
    (5000, "lda", None, "conservative-z", "E-08"),
    (5000, "lda", 104, "holdout:test=0.1,repeats=25", "E-05"),
    (5000, "tree", 1, "holdout:test=0.2", "E-09"),
])
def test_the_design_is_that_of_the_most_special_rule_within_the_budget(n, model, budget, spec, code):
    problem = rows(n)
    advice = advise_design(problem, goal="evaluate", primary=METRICS["accuracy"], budget=budget,
                           learners=resolve(model, problem))
    assert (advice.spec, code in advice.why) == (spec, True)


def test_groups_win_over_trees_and_a_rare_class_over_what_cannot_be_laid():
    grouped = rows(60, groups=np.arange(60) % 20)
    advice = advise_design(grouped, goal="evaluate", learners=resolve("tree", grouped))
    assert advice.spec == "kfold:folds=10,repeats=5"
    assert "E-17" in advice.why
    rare = load(np.arange(120.0)[:, None], y=[1, 1, 1] + 117 * [0])     # three rows cannot be in two halves twice
    assert advise_design(rare, goal="evaluate", learners=resolve("tree", rare)).spec == "kfold:folds=10,repeats=10"


def test_a_situation_knows_its_problem_and_refuses_nonsense():
    problem = rows(200)
    s = situation_of(problem, goal=Goal.ABSOLUTE, learners=resolve(["tree", "prior"], problem), metric=METRICS["f1"])
    assert (s.n, s.classes, s.n_models, s.decomposable, s.n_groups) == (200, 2, 1, False, None)
    assert s.minority == pytest.approx(np.bincount(problem.y).min() / 200)
    for wrong in ({"n": 0}, {"budget": 0}):
        with pytest.raises(BadInput):
            replace(s, **wrong)
