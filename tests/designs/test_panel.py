"""Groups in time: what is given is kept, whatever the panel looks like."""

import numpy as np
import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st

import referee
from referee.comparisons import clustered_t, long_run_t, panel_t
from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import BadInput, NotJustified
from referee.estimates.cross_validation.left_out_mean import left_out_of_means
from referee.estimates.means.long_run import long_run
from referee.estimates.means.panel_mean import panel_error
from referee.reading.differences.named import TESTS
from referee.seeds import stream


def panel(times, groups, *, share=0.8, seed=0):
    """Rows of groups at times, some missing; the target follows the first feature, the group and the time."""
    random = stream(seed, "panel")
    time, group = np.nonzero(random.random((times, groups)) < share)
    X = random.normal(size=(time.size, 2))
    y = X[:, 0] + 0.3 * random.normal(size=groups)[group] + 0.5 * random.normal(size=times)[time]
    return make_problem(X, y + random.normal(size=time.size), groups=[f"shop {g}" for g in group], time=time)


@settings(max_examples=25, deadline=None)
@given(times=st.integers(12, 40), groups=st.integers(3, 9), parts=st.integers(2, 3), gap=st.integers(0, 2),
       window=st.sampled_from([None, 5]), seed=st.integers(0, 99))
@example(times=12, groups=3, parts=2, gap=2, window=None, seed=18)
def test_no_later_row_and_no_group_is_on_both_sides(times, groups, parts, gap, window, seed):
    problem = panel(times, groups, seed=seed)
    window = f",window={window}" if window else ""
    try:
        plan = make_plan(f"rolling:splits=3,gap={gap},new_groups={parts}{window}", problem, seed=seed)
    except BadInput as error:
        if "have no rows before some test part" not in str(error):
            raise
        reject()                                                # a few panels leave nothing to learn from
    tested = np.zeros(problem.n_rows, dtype=int)
    for split in plan.splits():
        tested[split.test] += 1
        train = split.train_rows
        assert problem.time[train].max() + gap < problem.time[split.test].min()
        assert not set(problem.groups[train]) & set(problem.groups[split.test])
    later = problem.time >= problem.time[tested > 0].min()
    assert (tested == later).all()                              # every row of the tested times, once
    assert plan.card.traits.of_a_panel


@pytest.mark.parametrize("design", ["rolling:splits=3", "rolling:splits=3,gap=1,window=9"])
def test_without_new_groups_all_groups_of_a_time_stay_together(design):
    problem = panel(30, 5)
    for split in make_plan(design, problem, seed=0).splits():
        assert problem.time[split.train_rows].max() < problem.time[split.test].min()
        assert split.test.size == np.isin(problem.time, np.unique(problem.time[split.test])).sum()


@pytest.mark.parametrize(("design", "options", "sentence"), [
    ("rolling:new_groups=3", {"time": "rows"}, "no column of groups is named"),
    ("rolling:new_groups=9", {"time": "rows", "groups": np.arange(60) % 4}, "needs at least 9 groups, and there are 4"),
    ("rolling:new_groups=3", {"groups": np.arange(60) % 4}, "nothing says when each was measured"),
    ("rolling:new_groups=1", {"time": "rows", "groups": np.arange(60) % 4}, "whole number of at least 2"),
    ("rolling:new_groups=2", {"time": "rows", "groups": np.arange(60) // 30}, "the other groups have no rows before"),
])
def test_what_cannot_be_told_is_refused_with_what_to_do(design, options, sentence):
    problem = make_problem(np.arange(120.0).reshape(60, 2), np.arange(60) % 7 + 0.5, **options)
    with pytest.raises(BadInput, match=sentence):
        make_plan(design, problem, seed=0)


def test_new_groups_are_told_by_the_panel_t_and_its_interval():
    result = referee.compare(["ridge", "mean"], panel(90, 6), design="rolling:splits=4,new_groups=3", jobs=1)
    c = result["ridge", "mean"].comparison
    assert (c.method, c.n_units) == ("panel t", 6)
    made = result.estimates["ridge"]
    assert made.interval.method == "panel t"
    assert made.interval.low < made.value < made.interval.high
    assert c.difference == pytest.approx(made.value - result.estimates["mean"].value)
    assert "later times of new groups like these 6 groups" in " ".join(str(result).split())
    with pytest.raises(NotJustified, match="takes the groups for given"):
        TESTS["long-run-t"].require(result.analysis.plan.traits, result.analysis.primary, None)


def test_groups_that_are_known_are_said_to_be():
    result = referee.compare(["ridge", "mean"], panel(90, 6), jobs=1)
    assert result["ridge", "mean"].comparison.method == "long-run t"
    assert "for later times of these 6 groups, all of which were trained on" in " ".join(str(result).split())
    shuffled = referee.compare(["ridge", "mean"], panel(90, 6), jobs=1, design="kfold:folds=3")
    assert "trained on later times of other groups too" in " ".join(str(shuffled).split())


def test_the_error_is_that_of_both_ways_less_that_of_rows():
    problem, random = panel(40, 7), stream(5, "losses")
    values = random.normal(size=problem.n_rows) + random.normal(size=40)[problem.time]
    found = panel_error(values, problem.time, problem.groups)
    sizes = np.bincount(problem.groups)
    groups = left_out_of_means(np.bincount(problem.groups, weights=values) / sizes, sizes)
    rows = values.var() / values.size
    assert found.of_groups**2 == pytest.approx(groups.variance)
    assert found.error**2 == pytest.approx(max(found.of_times**2 + groups.variance - rows, found.of_times**2))
    alone = panel_error(np.arange(30.0) % 7, np.arange(30), np.zeros(30, dtype=int) + np.arange(30) % 2)
    assert alone.of_times == pytest.approx(long_run(np.arange(30.0) % 7).error)


def test_shocks_that_all_groups_share_are_no_evidence_group_by_group():
    random = stream(8, "shocks")
    time, group = np.repeat(np.arange(60), 10), np.tile(np.arange(10), 60)
    d = random.normal(size=60)[time] + 0.1 * random.normal(size=600)
    found, over_times = panel_t(d, np.zeros(600), time, group), long_run_t(d.reshape(60, 10).mean(axis=1), np.zeros(60))
    assert found.p >= over_times.p
    assert clustered_t(d, np.zeros(600), group).standard_error < 0.5 * found.standard_error


def test_few_groups_cannot_decide_here_either():
    time, group = np.repeat(np.arange(60), 3), np.tile(np.arange(3), 60)
    found = panel_t(1 + 0.01 * np.cos(time * (group + 1)), np.zeros(180), time, group)
    assert found.p == 0.25
    assert "undecidable" in found.flags
    with pytest.raises(BadInput, match="times for"):
        panel_t([1.0, 2, 3], [0.0, 0, 0], [1, 2], [0, 1, 2])


@pytest.mark.slow
@pytest.mark.parametrize(("of_groups", "of_times", "memory"), [(0, 1, 0), (1, 0, 0), (0.3, 0.7, 0.8)])
def test_its_level_holds(of_groups, of_times, memory):
    random, alarms = stream(1, "panel level", f"{of_groups}/{of_times}"), 0
    for _ in range(800):
        shock = np.zeros(60)
        shock[0] = random.normal()
        for t in range(1, 60):
            shock[t] = memory * shock[t - 1] + np.sqrt(1 - memory**2) * random.normal()
        there = random.random((60, 12)) < random.uniform(0.3, 1, 12)
        d = of_groups * random.normal(size=12) + of_times * shock[:, None] + random.normal(size=(60, 12))
        alarms += panel_t(d[there], np.zeros(there.sum()), *np.nonzero(there)).p <= 0.05
    assert alarms / 800 <= 0.065
