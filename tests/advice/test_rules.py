"""The advice rules E-01 … E-46: each fires where it should, and only there; of several designs the special one wins."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee.advice import RULES, Goal, Habit, Situation, advise_design, fired, habits_of, situation_of
from referee.data import load
from referee.designs import make_plan
from referee.errors import BadInput
from referee.kinds import Task
from referee.learners import resolve
from referee.metrics import METRICS
from referee.report.rule_list import with_rules
from referee.seeds import stream

ABSOLUTE = Situation(goal=Goal.ABSOLUTE, task=Task.CLASSIFICATION, n=300, classes=2, minority=0.5, minority_test=60,
                     zero_one=True)
COMPARE = {"goal": Goal.COMPARE_LEARNERS, "n_models": 2}
FIXED = {"goal": Goal.COMPARE_MODELS, "n_test": 500, "n_models": 2}
MANY_TRIES = {"settings": 10, "budget": 509}


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
    ("E-08", {"n": 5000, "budget": 24}, {"n": 5000, "budget": 23}),
    ("E-09", {"budget": 1}, {"budget": 2}),
    ("E-10", {"budget": 100}, {"budget": 99}),
    ("E-11", {"asked": "resubstitution"}, {"asked": "kfold"}),
    ("E-12", {"habits": frozenset({Habit.MEMORISES}), "asked": "bootstrap"}, {"habits": frozenset({Habit.MEMORISES})}),
    ("E-12", {"habits": frozenset({Habit.NEIGHBOURS}), "asked": "bootstrap"}, {"asked": "bootstrap"}),
    ("E-13", {"habits": frozenset({Habit.DIVERGES})}, {}),
    ("E-14", {"goal": Goal.SELECT, "habits": frozenset({Habit.LINEAR}), "settings": 3},
     {"goal": Goal.SELECT, "habits": frozenset({Habit.LINEAR})}),
    ("E-15", {"minority": 0.19}, {"minority": 0.2}),
    ("E-16", {"minority_test": 49, "decomposable": False}, {"minority_test": 50, "decomposable": False}),
    ("E-16", {"minority_test": 49, "decomposable": False}, {"minority_test": 49}),
    ("E-17", {"n_groups": 10}, {"n_groups": None}),
    ("E-18", {"ordered": True}, {}),
    ("E-19", FIXED, {**FIXED, "zero_one": False}),
    ("E-19", FIXED, {**FIXED, "n_models": 3}),
    ("E-20", {**FIXED, "zero_one": False}, FIXED),
    ("E-20", {**FIXED, "zero_one": False}, {**FIXED, "zero_one": False, "area": True}),
    ("E-21", {**FIXED, "zero_one": False, "area": True}, {**COMPARE, "area": True}),
    ("E-22", {**COMPARE, "budget": 34}, {**COMPARE, "budget": 33}),
    ("E-22", {**COMPARE, "n": 5000}, {**COMPARE, "n": 5001}),
    ("E-22", COMPARE, {**COMPARE, "n_data_sets": 2}),
    ("E-23", {**COMPARE, "budget": 33}, COMPARE),
    ("E-23", {**COMPARE, "budget": 2}, {**COMPARE, "budget": 1}),
    ("E-24", {**COMPARE, "budget": 1}, {**COMPARE, "budget": 2}),
    ("E-25", {**COMPARE, "habits": frozenset({Habit.KEEPS})}, {**COMPARE, "habits": frozenset({Habit.TREES})}),
    ("E-26", {**FIXED, "n_models": 3}, FIXED),
    ("E-27", {**COMPARE, "n_targets": 2}, COMPARE),
    ("E-28", {**COMPARE, "n_data_sets": 6}, {**COMPARE, "n_data_sets": 5}),
    ("E-28", {**COMPARE, "n_data_sets": 6}, {**COMPARE, "n_data_sets": 6, "n_models": 3}),
    ("E-29", {**COMPARE, "n_data_sets": 5}, {**COMPARE, "n_data_sets": 6}),
    ("E-29", {**COMPARE, "n_data_sets": 2}, COMPARE),
    ("E-30", {**COMPARE, "n_data_sets": 10, "n_models": 3}, {**COMPARE, "n_data_sets": 9, "n_models": 3}),
    ("E-31", {**COMPARE, "n_models": 3, "against": True}, {**COMPARE, "n_models": 2, "against": True}),
    ("E-32", {"settings": 2}, {"settings": 1}),
    ("E-32", {"habits": frozenset({Habit.TUNED})}, {}),
    ("E-33", MANY_TRIES, {**MANY_TRIES, "budget": 510}),
    ("E-33", {"settings": 10, "seconds": 7.1}, {"settings": 10, "seconds": 7.0}),
    ("E-33", MANY_TRIES, {**MANY_TRIES, "settings": 9}),
    ("E-34", {"habits": frozenset({Habit.STOCHASTIC})}, {"habits": frozenset({Habit.TREES})}),
    ("E-35", {"goal": Goal.CURVE}, COMPARE),
    ("E-36", {"goal": Goal.EQUIVALENCE}, COMPARE),
    ("E-37", {"goal": Goal.PLAN}, {}),
    ("E-38", {"goal": Goal.GROWING}, {}),
    ("E-39", {"goal": Goal.LEADERBOARD}, {}),
    ("E-39", {"test_reused": True}, {"test_reused": False}),
    ("E-40", {"goal": Goal.CHANCE}, {}),
    ("E-41", {"probabilities": True}, {"probabilities": False}),
    ("E-42", {"costs": True}, {"costs": True, "task": Task.REGRESSION}),
    ("E-43", {"task": Task.REGRESSION, "relative": True, "crosses_zero": True},
     {"task": Task.REGRESSION, "relative": True}),
    ("E-44", {"human": 299}, {"human": 300}),
    ("E-45", {"seconds": 0.09}, {"seconds": 0.1}),
    ("E-45", {"seconds": 0.09, "budget": 611}, {"seconds": 0.09, "budget": 610}),
    ("E-46", {"tolerance": 0.02, "estimators_differ": 0.01}, {"tolerance": 0.02, "estimators_differ": 0.02}),
])
def test_a_rule_fires_at_its_border_and_not_beyond(code, holds, does_not):
    assert code in codes(**holds)
    assert code not in codes(**does_not)


SCRIPT = [          # 46 studies as people meet them, and every rule that must speak in each, in order
    ("a fixed model, 200 test cases", {"n_test": 200}, "01 03"),
    ("a fixed model, 5,000 test cases", {"n_test": 5000}, "01 02"),
    ("a fixed model by Brier score, 120 test cases", {"n_test": 120, "zero_one": False, "probabilities": True},
     "03 41"),
    ("a simulator", {"simulator": True}, "04"),
    ("800 rows", {"n": 800}, "05 10"),
    ("300 rows", {}, "06 10"),
    ("60 rows by area", {"n": 60, "minority_test": 30, "zero_one": False, "area": True, "decomposable": False},
     "07 10 16"),
    ("a tree on 20,000 rows", {"n": 20_000, "habits": frozenset({Habit.TREES}), "minority_test": 900}, "05 08"),
    ("one fit to spend", {"budget": 1}, "09"),
    ("ten fits to spend", {"budget": 10}, "06"),
    ("training error asked for", {"asked": "resubstitution"}, "06 10 11"),
    ("a bootstrap of the nearest neighbour", {"habits": frozenset({Habit.NEIGHBOURS, Habit.MEMORISES, Habit.KEEPS}),
                                              "asked": "bootstrap"}, "06 10 12"),
    ("a neural net", {"habits": frozenset({Habit.DIVERGES, Habit.STOCHASTIC})}, "06 10 13 34"),
    ("how many variables", {"goal": Goal.SELECT, "habits": frozenset({Habit.LINEAR, Habit.TUNED}), "settings": 5},
     "14 22 32"),
    ("fraud, 2% of 2,000 rows", {"n": 2000, "minority": 0.02, "minority_test": 40, "zero_one": False, "area": True,
                                 "decomposable": False}, "05 10 15 16"),
    ("patients", {"n_groups": 40}, "06 10 17"),
    ("a series in time", {"ordered": True, "task": Task.REGRESSION, "classes": None, "minority": None,
                          "minority_test": None, "zero_one": False}, "06 10 18"),
    ("two fixed models", FIXED, "19"),
    ("two fixed models by log loss", {**FIXED, "zero_one": False, "probabilities": True}, "20 41"),
    ("two fixed models by area", {**FIXED, "zero_one": False, "area": True}, "21"),
    ("six fixed models", {**FIXED, "n_models": 6}, "26"),
    ("six fixed models by area", {**FIXED, "n_models": 6, "zero_one": False, "area": True}, "21 26"),
    ("logistic against lda", COMPARE, "22"),
    ("logistic against lda, 20 fits", {**COMPARE, "budget": 20}, "23"),
    ("logistic against lda, 50,000 rows", {**COMPARE, "n": 50_000, "minority_test": 2500}, "23"),
    ("logistic against lda, one fit", {**COMPARE, "budget": 1}, "24"),
    ("1-NN against lda", {**COMPARE, "habits": frozenset({Habit.NEIGHBOURS, Habit.MEMORISES, Habit.KEEPS})},
     "22 25"),
    ("three outputs", {**COMPARE, "task": Task.REGRESSION, "n_targets": 3, "minority": None, "minority_test": None,
                       "zero_one": False}, "22 27"),
    ("two learners on 12 data sets", {**COMPARE, "n_data_sets": 12}, "28"),
    ("two learners on 4 data sets", {**COMPARE, "n_data_sets": 4}, "29"),
    ("five learners on 30 data sets", {**COMPARE, "n_models": 5, "n_data_sets": 30}, "30"),
    ("a new learner against four, 30 data sets", {**COMPARE, "n_models": 5, "n_data_sets": 30, "against": True},
     "30 31"),
    ("a tuned machine", {"settings": 6, "habits": frozenset({Habit.TUNED})}, "06 10 32"),
    ("60 settings, 300 fits", {**COMPARE, "settings": 60, "habits": frozenset({Habit.TUNED}), "budget": 300},
     "22 32 33"),
    ("forests", {**COMPARE, "habits": frozenset({Habit.TREES, Habit.STOCHASTIC, Habit.MEMORISES})}, "22 34"),
    ("learning curves", {"goal": Goal.CURVE, "n_models": 2}, "35"),
    ("no difference", {**COMPARE, "goal": Goal.EQUIVALENCE}, "22 36"),
    ("a study that is planned", {"goal": Goal.PLAN}, "37"),
    ("cases that keep coming", {"goal": Goal.GROWING, "n_models": 2}, "38"),
    ("a leaderboard", {"goal": Goal.LEADERBOARD, "n_models": 40}, "39"),
    ("better than chance", {"goal": Goal.CHANCE}, "40"),
    ("risks for patients", {"n_groups": 40, "probabilities": True, "zero_one": False}, "06 10 17 41"),
    ("errors with a price", {"costs": True, "zero_one": False}, "06 10 42"),
    ("relative error of a change", {"task": Task.REGRESSION, "relative": True, "crosses_zero": True, "zero_one": False,
                                    "minority": None, "minority_test": None}, "06 10 43"),
    ("answers scored by a machine", {**FIXED, "zero_one": False, "human": 50}, "20 44"),
    ("cheap fits, a tolerance and a panorama", {"seconds": 0.001, "tolerance": 0.05, "estimators_differ": 0.03},
     "06 10 45 46"),
]


@pytest.mark.parametrize(("study", "changes", "expected"), SCRIPT, ids=[line[0] for line in SCRIPT])
def test_the_rules_that_speak_are_those_of_the_script(study, changes, expected):
    assert [rule.code for rule in fired(replace(ABSOLUTE, **changes))] == [f"E-{n}" for n in expected.split()], study


def test_the_script_has_46_studies_in_which_every_rule_speaks():
    assert len(SCRIPT) == len(RULES) == 46
    assert {n for _, _, expected in SCRIPT for n in expected.split()} == {f"{i:02}" for i in range(1, 47)}


def test_every_rule_says_what_why_and_who_says_so():
    assert [rule.code for rule in RULES] == [f"E-{i:02}" for i in range(1, 47)]
    for rule in RULES:
        assert all([rule.when, rule.advice, rule.reason, rule.source])
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
    (200, "lda", None, "halves:repeats=50,passes=5", "E-06"),
    (60, "lda", None, "halves:repeats=50,passes=5", "E-07"),
    (200, "tree", None, "halves:repeats=35", "E-08"),
    (200, "tree", 50, "halves:repeats=20", "E-08"),
    (200, "lda", 74, "halves:repeats=12,passes=5", "E-06"),
    (200, "lda", 73, "halves:repeats=31", "E-06"),
    (200, "lda", 9, "holdout:test=0.1,repeats=9", "E-06"),
    (700, "lda", None, "halves:repeats=13", "E-05"),
    (700, "lda", 10, "holdout:test=0.1,repeats=10", "E-05"),
    (5000, "lda", None, "halves:repeats=35", "E-08"),
    (5000, "lda", 24, "halves:repeats=12,passes=0", "E-08"),
    (5000, "tree", 1, "holdout:test=0.2", "E-09"),
])
def test_the_design_is_that_of_the_most_special_rule_within_the_budget(n, model, budget, spec, code):
    problem = rows(n)
    advice = advise_design(problem, goal="evaluate", primary=METRICS["accuracy"], budget=budget,
                           learners=resolve(model, problem))
    assert (advice.spec, code in advice.why) == (spec, True)


@pytest.mark.parametrize(("changes", "spec"), [
    ({}, "halves:repeats=50,passes=5"), ({"n": 8}, "halves:repeats=50,passes=5"), ({"n": 7}, None),
    ({"budget": 34}, "halves:repeats=12"), ({"budget": 33}, "halves:repeats=16,passes=0"),
    ({"budget": 23}, "holdout:test=0.1,repeats=23"),
    ({"decomposable": False}, "halves:repeats=45,passes=5"),       # such metrics had repeated folds, half as dear
])
def test_halves_and_passes_cost_no_more_than_what_they_replace(changes, spec):
    (rule,) = [rule for rule in RULES if rule.code == "E-06"]
    assert rule.design(replace(ABSOLUTE, **({"n": 200} | changes))) == spec


def cost(spec, rows):
    """Rows trained on in all, in units of all rows: what a fit costs where it costs as much as it has rows."""
    return sum(entry.n_train for entry in make_plan(spec, rows, seed=0).card.entries) / rows.n_rows


@pytest.mark.parametrize(("goal", "n", "model", "before"), [
    ("compare", 300, "lda", "kfold:folds=10,repeats=10"), ("compare", 300, "knn", "holdout:test=0.4,repeats=100"),
    ("compare", 6000, "lda", "holdout:test=0.1,repeats=25"), ("compare", 6000, "knn", "holdout:test=0.4,repeats=25"),
    ("evaluate", 300, "lda", "nested:folds=5,repeats=20"), ("evaluate", 300, "tree", "conservative-z"),
    ("evaluate", 700, "lda", "holdout:test=0.1,repeats=25"), ("evaluate", 6000, "lda", "conservative-z"),
])
def test_no_default_takes_more_fitting_time_than_the_one_before_it(goal, n, model, before):
    problem = rows(n)
    spec = advise_design(problem, goal=goal, primary=METRICS["accuracy"], learners=resolve(model, problem)).spec
    assert spec.startswith("halves")
    assert cost(spec, problem) <= cost(before, problem) + 1e-9


def test_groups_win_over_trees_and_few_are_left_out_in_turn():
    grouped = rows(60, groups=np.arange(60) % 20)
    advice = advise_design(grouped, goal="evaluate", learners=resolve("tree", grouped))
    assert advice.spec == "halves:repeats=36"
    assert "E-17" in advice.why
    few = rows(60, groups=np.arange(60) % 4)                            # too few groups for halves
    assert advise_design(few, goal="evaluate", learners=resolve("tree", few)).spec == "loo"
    assert advise_design(few, goal="evaluate", budget=3).spec == "kfold:folds=3,repeats=1"


def test_a_situation_knows_its_problem_and_refuses_nonsense():
    problem = rows(200)
    s = situation_of(problem, goal=Goal.ABSOLUTE, learners=resolve(["tree", "prior"], problem), metric=METRICS["f1"])
    assert (s.n, s.classes, s.n_models, s.decomposable, s.n_groups) == (200, 2, 1, False, None)
    assert s.minority == pytest.approx(np.bincount(problem.y).min() / 200)
    for wrong in ({"n": 0}, {"budget": 0}):
        with pytest.raises(BadInput):
            replace(s, **wrong)


def test_the_committed_page_holds_the_rules_of_today():
    told = (Path(__file__).parents[2] / "docs" / "advise.md").read_text(encoding="utf-8")
    assert told == with_rules(told), "run: python docs/make.py"
    assert told.count("*Source:*") == 46
