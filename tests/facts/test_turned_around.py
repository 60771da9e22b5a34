"""`result[b, a]` is `result[a, b]` told from the other side: by fact, not by what the test is called.

The oracle is a second run with the models named in the other order: what it computes for (b, a) is what the first run
must say when it is asked for (b, a). Every name in `referee list tests` is walked.

Assumed: a statistic with a sign (t, z) changes it, one without (F, χ²) stays, None stays None. Tests that draw at
random may differ between the two runs by what chance does, never between the two sides of one run. The historic tests
are walked as well.
"""

import json
from functools import cache

import numpy as np
import pytest

import referee as package
from referee.errors import NotJustified, RefereeError

A, B = "lda", "gaussian-nb"

PLACES = {
    "two-proportions": [("holdout", "accuracy"), ("kfold:folds=5", "accuracy")],
    "mooney-t": [("kfold:folds=5", "accuracy"), ("kfold:folds=5", "brier")],
    "flexer-t": [("kfold:folds=2,repeats=5", "accuracy"), ("holdout:test=0.3,repeats=5", "accuracy")],
    "reich-barai": [("kfold:folds=2,repeats=5", "accuracy"), ("kfold:folds=4,repeats=2", "accuracy")],
    "mcnemar": [("kfold:folds=5", "accuracy"), ("holdout", "accuracy"), ("loo", "accuracy")],
    "binomial": [("kfold:folds=5", "accuracy"), ("holdout", "accuracy")],
    "per-row-t": [("kfold:folds=5", "brier"), ("holdout", "accuracy")],
    "weighted-t": [("kfold:folds=5", "brier"), ("holdout", "accuracy")],
    "clustered-t": [("kfold:folds=4", "brier"), ("loo", "accuracy")],
    "left-out-t": [("loo", "brier"), ("loo", "accuracy")],
    "panel-t": [("rolling:splits=4,new_groups=2", "brier")],
    "signflip": [("kfold:folds=5", "brier"), ("holdout", "brier"), ("holdout:test=0.1", "brier")],
    "cv-clt-z": [("kfold:folds=5", "accuracy"), ("kfold:folds=5", "brier")],
    "diebold-mariano": [("holdout", "brier"), ("kfold:folds=5", "brier"),
                        ("sklearn.model_selection.TimeSeriesSplit:n_splits=20,test_size=1", "brier")],
    "long-run-t": [("rolling:splits=20,horizon=4", "brier"), ("rolling:splits=9", "accuracy")],
    "giacomini-white": [("rolling:splits=20,horizon=4,window=50", "brier")],
    "halves-jackknife": [("halves:repeats=12", "roc_auc"), ("kfold:folds=2,repeats=12", "accuracy"),
                         ("halves:repeats=12", "f1_macro")],
    "corrected-t": [("kfold:folds=5", "accuracy"), ("holdout:test=0.3,repeats=5", "brier"),
                    ("kfold:folds=4,repeats=2", "roc_auc")],
    "5x2cv-f": [("kfold:folds=2,repeats=5", "accuracy"), ("kfold:folds=2,repeats=5", "brier")],
    "5x2cv-t": [("kfold:folds=2,repeats=5", "accuracy"), ("kfold:folds=2,repeats=5", "brier")],
    "delong": [("holdout:test=0.5", "roc_auc")],
    "paired-bootstrap": [("holdout:test=0.5", "f1_macro"), ("holdout:test=0.5", "brier")],
    "swap": [("holdout", "f1_macro"), ("holdout:test=0.5", "roc_auc")],
    "linearised-t": [("holdout:test=0.5", "roc_auc"), ("holdout:test=0.5", "f1_macro")],
}
WALK = [pytest.param(test, design, metric, id=f"{test} {design} {metric}")
        for test, tried in PLACES.items() for design, metric in tried]
MANY_ROWS = {"linearised-t", "long-run-t", "giacomini-white", "panel-t"}
ELSEWHERE = [("kfold:folds=5", "accuracy"), ("holdout", "brier"), ("kfold:folds=2,repeats=5", "accuracy"),
             ("holdout:test=0.5", "roc_auc")]
GROUPED, WEIGHTED = {"clustered-t", "left-out-t"}, {"weighted-t"}
DRAWN = {"signflip", "paired-bootstrap"}


@cache
def rows(n):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(n, 3))
    X[:, 1] = X[:, 0] ** 2 + 0.5 * X[:, 1]
    return X, (X[:, 0] + X[:, 1] + rng.normal(size=n) > 0.8).astype(int), np.repeat(np.arange(n // 5), 5)


@cache
def asked(test, design, metric, turned):
    """The result, or the sentence that says why not."""
    X, y, groups = rows(400 if test in MANY_ROWS else 60)
    grouped = {"groups": groups} if test in GROUPED else {}
    panel = {"time": np.arange(len(y)) // 4, "groups": np.arange(len(y)) % 4} if test == "panel-t" else {}
    weighted = {"weights": 1.0 + groups % 3, "weights_are": "sampling"} if test in WEIGHTED else {}
    try:
        return package.compare([B, A] if turned else [A, B], X, y, design=design, metrics=metric, test=test,
                               baseline=False, jobs=1, **grouped, **panel, **weighted)
    except NotJustified as refusal:
        return str(refusal)


def listed(referee_list):
    told = json.loads(referee_list)
    rows_told = told if isinstance(told, list) else next(iter(v for v in told.values() if isinstance(v, list)))
    return [row["test"] if "test" in row else row["name"] for row in rows_told]


def opposite(outcome):
    return {"better": "worse", "worse": "better"}.get(outcome, outcome)


def sides(test, design, metric, turned=False):
    result = asked(test, design, metric, turned)
    if isinstance(result, str):
        pytest.skip(result)
    try:
        return result[A, B], result[B, A]
    except RefereeError as no_pair:
        pytest.skip(str(no_pair))


def test_every_listed_test_is_walked_here_and_runs_somewhere(referee):
    """A test that was added must be added here, or run at one of the usual places."""
    seen = referee("list", "tests", "--json")
    assert seen.code == 0, seen.text
    names = listed(seen.out)
    assert len(names) >= 17
    for name in names:
        where = PLACES.get(name, ELSEWHERE)
        assert any(not isinstance(asked(name, *place, False), str) for place in where), name


@pytest.mark.parametrize(("test", "design", "metric"), WALK)
def test_difference_and_interval_change_sides(test, design, metric):
    one, other = sides(test, design, metric)
    assert (other.comparison.a, other.comparison.b) == (one.comparison.b, one.comparison.a) == (B, A)
    assert other.comparison.difference == -one.comparison.difference
    if one.comparison.interval is None:
        assert other.comparison.interval is None
    else:
        here, there = one.comparison.interval, other.comparison.interval
        assert (there.low, there.high, there.level) == (-here.high, -here.low, here.level)


@pytest.mark.parametrize(("test", "design", "metric"), WALK)
def test_p_stays_and_the_outcome_turns(test, design, metric):
    one, other = sides(test, design, metric)
    assert other.comparison.p == one.comparison.p
    assert other.p_adjusted == one.p_adjusted
    assert other.outcome.value == opposite(one.outcome.value)
    assert (other.detectable, other.p_equivalence) == (one.detectable, one.p_equivalence)
    assert (other.comparison.n_units, other.comparison.df) == (one.comparison.n_units, one.comparison.df)


@pytest.mark.parametrize(("test", "design", "metric"), WALK)
def test_the_statistic_is_the_one_of_that_side(test, design, metric):
    one, other = (side.comparison for side in sides(test, design, metric))
    if one.statistic is None:
        assert other.statistic is None
        return
    assert abs(other.statistic) == abs(one.statistic)
    afresh = sides(test, design, metric, turned=True)[1].comparison       # computed for (b, a), not turned
    near = {"rel": 0.3} if test == "paired-bootstrap" else {"abs": 1e-9}
    assert other.statistic == pytest.approx(afresh.statistic, **near)


@pytest.mark.parametrize(("test", "design", "metric"), WALK)
def test_a_run_with_the_models_in_the_other_order_says_the_same(test, design, metric):
    here = sides(test, design, metric)
    there = sides(test, design, metric, turned=True)
    near = {"abs": 0.03} if test in DRAWN else {"abs": 1e-9}
    for one, other in zip(here, there, strict=True):
        assert one.comparison.difference == pytest.approx(other.comparison.difference, abs=1e-12)
        assert one.comparison.p == pytest.approx(other.comparison.p, **near)
        assert (one.comparison.interval is None) == (other.comparison.interval is None)
        if one.comparison.interval is not None:
            assert (one.comparison.interval.low, one.comparison.interval.high) == pytest.approx(
                (other.comparison.interval.low, other.comparison.interval.high), **near)


@pytest.mark.parametrize(("test", "design", "metric"), WALK)
def test_what_is_counted_for_a_and_b_changes_sides(test, design, metric):
    one, other = (dict(side.comparison.details) for side in sides(test, design, metric))
    afresh = dict(sides(test, design, metric, turned=True)[1].comparison.details)
    for key, value in one.items():
        if key.startswith("a_") and f"b_{key[2:]}" in one:
            assert other[f"b_{key[2:]}"] == value
    if test not in DRAWN:
        assert {k: v for k, v in other.items() if isinstance(v, int)} == {
            k: v for k, v in afresh.items() if isinstance(v, int)}


@pytest.mark.parametrize(("test", "design", "metric"), WALK)
def test_turned_twice_is_as_before(test, design, metric):
    result = asked(test, design, metric, False)
    sides(test, design, metric)
    once = result[A, B]
    assert hasattr(once, "swapped"), "a verdict can be turned around"
    back = once.swapped() if callable(once.swapped) else once.swapped
    again = back.swapped() if callable(back.swapped) else back.swapped
    assert again == once


@pytest.mark.parametrize("metric", ["accuracy", "brier", "error_rate", "roc_auc", "log_loss"])
def test_better_follows_the_direction_of_the_metric_from_both_sides(metric):
    """A learner against a blind one, so that the outcome is decided."""
    X, y, _ = rows(200)
    result = package.compare([A], X, y, design="kfold:folds=5,repeats=2", metrics=metric, jobs=1)
    assert result[A, "prior"].outcome.value == "better"
    assert result["prior", A].outcome.value == "worse"
    sign = 1 if metric in {"accuracy", "roc_auc"} else -1
    assert sign * result[A, "prior"].comparison.difference > 0
    assert sign * result["prior", A].comparison.difference < 0


@pytest.mark.quick
def test_against_one_learner_can_be_read_from_both_sides():
    X, y, _ = rows(60)
    result = package.compare([A, B, "tree"], X, y, design="kfold:folds=5", metrics="brier", against=B, jobs=1)
    for name in (A, "tree"):
        one, other = result[name, B], result[B, name]
        assert one.comparison.statistic == -other.comparison.statistic
        assert one.outcome.value == opposite(other.outcome.value)


def test_equivalence_and_chances_are_told_from_both_sides():
    X, y, _ = rows(200)
    result = package.compare([A, B], X, y, design="kfold:folds=5,repeats=2", metrics="accuracy", relevant=0.05, jobs=1)
    one, other = result[A, "prior"], result["prior", A]
    assert one.p_equivalence == other.p_equivalence
    if one.posterior is not None:
        assert (one.posterior.left, one.posterior.equal, one.posterior.right) == (
            other.posterior.right, other.posterior.equal, other.posterior.left)


SCORES = {"dataset": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
          "forest": [.74, .85, .69, .93, .81, .64, .84, .75], "tree": [.7, .8, .7, .9, .8, .6, .8, .7]}


@pytest.mark.parametrize("against", [None, "nb"])
def test_a_ranking_is_told_from_both_sides(against):
    ranking = package.rank(SCORES, metric="accuracy", against=against)
    one, other = ranking["forest", "nb"], ranking["nb", "forest"]
    assert other.difference == -one.difference
    assert (other.interval.low, other.interval.high) == (-one.interval.high, -one.interval.low)
    assert (other.p, other.p_adjusted, other.ties) == (one.p, one.p_adjusted, one.ties)
    assert (other.wins, other.losses) == (one.losses, one.wins)
    assert other.outcome.value == opposite(one.outcome.value)


@pytest.mark.quick
def test_predictions_made_elsewhere_are_told_from_both_sides():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 80)
    said = {name: np.where(rng.random(80) < share, truth, 1 - truth) for name, share in (("x", 0.9), ("z", 0.6))}
    result = package.judge({"id": np.arange(80), "truth": truth, **said}, metrics="accuracy")
    one, other = result["x", "z"], result["z", "x"]
    assert (one.outcome.value, other.outcome.value) == ("better", "worse")
    assert one.comparison.difference == -other.comparison.difference
    assert one.comparison.detail("a_only") == other.comparison.detail("b_only")
