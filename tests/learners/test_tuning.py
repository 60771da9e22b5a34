"""Spaces, inner divisions and the choice, each by itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.svm import SVC

from referee.data import make_problem
from referee.designs import Split, make_plan
from referee.errors import BadInput, Undefined, UnknownName
from referee.kinds import Direction
from referee.learners import resolve, tuned
from referee.learners.tuning import PRESETS, Inner, Rule, Tuning, choose, settings_of_space, shown_setting

UP, DOWN = Direction.MAXIMISE, Direction.MINIMISE


def problem(n=60, groups=None, seed=0):
    draw = np.random.default_rng(seed)
    return make_problem(draw.normal(size=(n, 3)), np.arange(n) % 2, groups=groups)


# The space

def test_a_grid_is_listed_in_the_order_declared_the_last_parameter_fastest():
    listed = [shown_setting(s) for s in settings_of_space({"a": [3, 1], "b": ["x", "y"]})]
    assert listed == ["a=3,b=x", "a=3,b=y", "a=1,b=x", "a=1,b=y"]


def test_several_grids_are_put_together_without_repetition():
    assert settings_of_space([{"a": [1, 2]}, {"a": [2, 3]}]) == ({"a": 1}, {"a": 2}, {"a": 3})


def test_random_settings_are_the_same_each_time_and_more_draws_begin_with_the_fewer():
    space = {"C": "loguniform(0.01, 100)", "k": "integers(1, 9)", "w": ["a", "b"]}
    few, many = settings_of_space(space, draws=5), settings_of_space(space, draws=30)
    assert many[:5] == few == settings_of_space(space, draws=5)
    assert len(many) == 30
    assert few != settings_of_space(space, draws=5, seed=1)
    assert all(0.01 <= s["C"] <= 100 and s["k"] in range(1, 10) for s in many)
    assert np.median([s["C"] for s in settings_of_space({"C": "loguniform(0.01, 100)"}, draws=400)]) < 3


def test_draws_from_a_plain_grid_do_not_repeat_and_end_with_the_grid():
    listed = settings_of_space({"a": [1, 2, 3], "b": [4, 5]}, draws=50)
    assert sorted(s["a"] * 10 + s["b"] for s in listed) == [14, 15, 24, 25, 34, 35]


def test_distributions_of_scipy_are_drawn_from():
    from scipy import stats

    listed = settings_of_space({"a": stats.uniform(2, 3), "n": stats.randint(1, 4)}, draws=12)
    assert all(2 <= s["a"] <= 5 and s["n"] in {1, 2, 3} for s in listed)


@pytest.mark.parametrize(("space", "said"), [
    ({}, "empty"), ({"a": []}, "empty"), ({"a": 3}, "list of values"), ({"a": "uniform(3, 1)"}, "below the second"),
    ({"a": "loguniform(0, 1)"}, "above 0"), ({"a": "uniform(1)"}, "two numbers"), (7, "search space is a dict"),
    ({name: list(range(100)) for name in "abc"}, "1,000,000 settings"),
])
def test_a_space_that_is_none_is_refused(space, said):
    with pytest.raises(BadInput, match=said):
        settings_of_space(space)


# From words to learners

def test_a_spec_with_bars_is_tuned_and_commas_still_part_models():
    first, second = resolve("svm-rbf:C=1|10,gamma=0.1|0.2,kernel=rbf,tree", problem())
    assert first.name == "tuned-svm-rbf"
    assert [shown_setting(s) for s in first.settings] == ["C=1,gamma=0.1", "C=1,gamma=0.2", "C=10,gamma=0.1",
                                                          "C=10,gamma=0.2"]
    assert second.name == "tree"
    assert first.n_fits(40) == 4 * 5 + 1


def test_a_setting_is_the_very_learner_one_gets_by_naming_it():
    both = resolve(["knn:n_neighbors=3|7", "knn:n_neighbors=7"], problem())
    assert both[0].candidates[1].fingerprint(0) == both[1].fingerprint(0)


def test_two_ways_to_tune_one_model_are_told_apart():
    space = {"n_neighbors": [1, 3]}
    a, b = resolve([tuned("knn", space, inner="salzberg"), tuned("knn", space)], problem())
    assert a.name != b.name
    assert a.fingerprint(0) != b.fingerprint(0)


def test_objects_are_tuned_by_their_own_parameters_and_wrong_ones_are_named():
    (learner,) = resolve([tuned(SVC(), {"C": [1, 2]})], problem())
    assert [c.make(0).C for c in learner.candidates] == [1, 2]
    with pytest.raises(BadInput, match=r"no parameter 'c'; did you mean 'C'\?"):
        resolve([tuned(SVC(), {"c": [1, 2]})], problem())
    with pytest.raises(BadInput, match="nothing to choose"):
        resolve([tuned(SVC(), {"C": [1]})], problem())
    with pytest.raises(BadInput, match="for regression"):
        resolve([tuned(SVC(), {"C": [1, 2]}, select="rmse")], problem())
    with pytest.raises(BadInput, match="fitted by a run"):
        learner.make(0)


@pytest.mark.parametrize("words", ["nestd", "bootstrap", "resubstitution"])
def test_ways_to_tune_that_do_not_exist_are_refused(words):
    with pytest.raises(UnknownName, match="nested, salzberg, flexer, ttv"):
        Tuning.parse(words)


def test_how_to_tune_in_one_line():
    how = Tuning.parse("salzberg:test=0.25,rule=one-se,select=roc_auc,draws=7")
    assert (how.inner.spec, how.rule, how.select, how.draws) == ("holdout:test=0.25", Rule.ONE_SE, "roc_auc", 7)
    with pytest.raises(BadInput, match="best or one-se"):
        Tuning.parse("nested:rule=two-se")


# The inner division

@pytest.mark.parametrize("preset", [p.name for p in PRESETS])
@pytest.mark.parametrize("outer", ["kfold:folds=4", "holdout", "bootstrap:resamples=3", "loo"])
def test_inner_splits_divide_training_rows_and_hold_no_test_row(preset, outer):
    here = problem(24)
    for split in make_plan(outer, here, seed=1).splits():
        parts = Inner.parse(preset).splits(here, split, seed=1)
        assert len(parts) == Inner.parse(preset).n_splits(split.n_train)
        for part in parts:
            assert not np.isin(split.test, part.train_rows).any()
            assert not np.isin(split.test, part.test).any()
            assert not np.isin(part.test, part.train_rows).any()
            assert set(part.train_rows) | set(part.test) == set(split.train_rows)
            assert part.n_train + np.isin(split.train_rows, part.test).sum() == split.n_train


def test_groups_stay_whole_inside_too():
    here = problem(60, groups=np.repeat(np.arange(12), 5))
    for split in make_plan("kfold:folds=3", here, seed=0).splits():
        for part in Inner.parse("nested").splits(here, split, seed=0):
            assert not set(here.groups[part.train_rows]) & set(here.groups[part.test])


def test_inner_splits_come_from_the_seed_and_the_training_part():
    here = problem()
    first, second = list(make_plan("kfold:folds=3", here, seed=0).splits())[:2]
    inner = Inner.parse("nested")
    same = [s.fingerprint for s in inner.splits(here, first, seed=0)]
    assert same == [s.fingerprint for s in inner.splits(here, first, seed=0)]
    assert same != [s.fingerprint for s in inner.splits(here, first, seed=1)]
    assert not set(same) & {s.fingerprint for s in inner.splits(here, second, seed=0)}


def test_a_class_too_thin_for_strata_is_divided_without_and_too_few_rows_are_refused():
    y = np.array([0] * 20 + [1, 1])
    here = make_problem(np.arange(22.0)[:, None], y)
    split = Split(label="0/0", n_rows=22, test=[0])
    assert len(Inner.parse("nested").splits(here, split, seed=0)) == 5
    with pytest.raises(BadInput, match="5 folds need at least 5 rows"):
        Inner.parse("nested").splits(here, Split(label="0/0", n_rows=22, test=[0], train=[1, 2, 20]), seed=0)


# The choice

def test_one_standard_error_rule_by_hand():
    """Best is the second: mean 0.85, sd 0.05, standard error 0.05/√3 = 0.028868, so 0.821132 is good enough."""
    scores = np.array([[0.80, 0.82, 0.84], [0.90, 0.80, 0.85]])          # 0.82 is not
    assert choose(scores, UP, rule=Rule.ONE_SE).chosen == 1
    scores = np.array([[0.80, 0.82, 0.844], [0.90, 0.80, 0.85]])         # 0.821333 is
    found = choose(scores, UP, rule=Rule.ONE_SE)
    assert (found.chosen, found.best) == (0, 1)
    assert found.standard_error == pytest.approx(0.0288675, abs=1e-7)
    assert found.score == pytest.approx(0.8213333)
    assert choose(-scores, DOWN, rule=Rule.ONE_SE).chosen == 0
    assert choose(scores, UP).chosen == 1


def test_ties_go_to_the_first_declared():
    assert choose(np.array([[0.3, 0.3, 0.3], [0.1, 0.2, 0.6], [0.6, 0.2, 0.1]]), UP).chosen == 0
    assert choose(np.array([[0.1], [0.3], [0.3]]), UP).chosen == 1


def test_a_setting_that_failed_somewhere_is_out_and_a_split_nobody_can_score_does_not_count():
    nan = np.nan
    found = choose(np.array([[0.9, nan, nan], [0.5, 0.6, nan], [0.4, 0.6, nan]]), UP)
    assert (found.chosen, found.splits) == (1, 2)
    assert found.means[0] is None
    with pytest.raises(Undefined, match="no setting could be scored"):
        choose(np.full((2, 2), nan), UP)
    with pytest.raises(Undefined, match="several inner splits"):
        choose(np.array([[0.1], [0.2]]), UP, rule=Rule.ONE_SE)


@given(st.lists(st.lists(st.integers(0, 20), min_size=3, max_size=3), min_size=2, max_size=6),
       st.permutations(range(3)))
def test_the_choice_does_not_depend_on_the_order_of_splits_nor_on_scale(rows, order):
    scores = np.array(rows, dtype=float)
    for rule in Rule:
        chosen = choose(scores, UP, rule=rule).chosen
        assert choose(scores[:, order], UP, rule=rule).chosen == chosen
        assert choose(scores * 8 + 4, UP, rule=rule).chosen == chosen
        assert choose(-scores, DOWN, rule=rule).chosen == chosen
        assert choose(scores, UP, rule=Rule.BEST).means[chosen] <= scores.mean(axis=1).max() + 1e-12
