"""Series through the whole house: which interval and which test, and what is refused."""

import numpy as np
import pytest

import referee
from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import NotJustified
from referee.metrics import metric
from referee.reading.differences.named import TESTS, default_test
from referee.reading.intervals.named import INTERVALS, choose
from referee.reading.method import Cases
from referee.seeds import stream

N = 150
X = stream(1, "series", "X").normal(size=(N, 3))
Y = X[:, 0] + stream(2, "series", "y").normal(size=N)
SERIES = ["rolling", "rolling:splits=20,horizon=4,gap=1", "rolling:splits=1,horizon=70", "blocked",
          "blocked:gap=3", "purged:span=2"]
FOR_INDEPENDENT = ["corrected-t", "halves-jackknife", "mcnemar", "binomial", "per-row-t", "signflip", "cv-clt-z",
                   "5x2cv-f", "paired-bootstrap", "swap", "linearised-t", "delong", "reich-barai", "flexer-t"]


def timed(n=N, **more):
    return make_problem(X[:n], Y[:n], **{"time": "rows"} | more)


@pytest.mark.parametrize("design", SERIES)
def test_only_methods_for_series_cover_a_series(design):
    problem = timed()
    traits, cases = make_plan(design, problem, seed=0).card.traits, Cases.of(problem)
    assert default_test(traits, metric("rmse"), cases) == "long-run-t"
    for name in FOR_INDEPENDENT:
        assert TESTS[name].plan_objection(traits) is not None, name
    covering = [one.name for one in INTERVALS if one.plan_objection(traits) is None]
    assert covering == ["long_run_mean", "block_bootstrap_mean"]
    assert choose(traits, metric("rmse"), cases)[0].name == "long_run_mean"


@pytest.mark.parametrize("design", ["kfold:folds=5", "halves:repeats=12", "holdout", "loo"])
def test_what_is_no_series_is_not_tested_as_one(design):
    traits = make_plan(design, make_problem(X, Y), seed=0).card.traits
    assert "is for times that follow each other" in TESTS["long-run-t"].plan_objection(traits)


@pytest.mark.parametrize(("design", "n", "sentence"), [
    ("rolling", 60, "the long-run t needs 60 tested times at least, and there are 50"),
    ("rolling:splits=30,horizon=4,step=3", 150, "some were told up to 2 times; let the step be the horizon"),
])
def test_series_that_no_test_holds_for_are_refused(design, n, sentence):
    problem = timed(n)
    traits = make_plan(design, problem, seed=0).card.traits
    with pytest.raises(NotJustified, match=sentence):
        default_test(traits, metric("rmse"), Cases.of(problem))
    method, reason = choose(traits, metric("rmse"), Cases.of(problem))
    assert method is None
    assert reason.startswith("rows in order of time are a series, and ")


def test_a_panel_of_few_times_is_refused_before_anything_is_fitted():
    problem = timed(time=np.repeat(np.arange(30), 5))
    traits = make_plan("rolling", problem, seed=0).card.traits
    with pytest.raises(NotJustified, match="needs 60 tested times at least, and there are 30"):
        default_test(traits, metric("rmse"), Cases.of(problem))


def test_other_tests_of_forecasts_say_what_they_need():
    problem = timed()
    blocked, growing, sliding = (make_plan(design, problem, seed=0).card.traits for design in (
        "blocked", "rolling", "rolling:splits=20,horizon=5,window=40"))
    assert "forecasts by models of the past" in TESTS["diebold-mariano"].plan_objection(blocked)
    assert TESTS["diebold-mariano"].plan_objection(growing) is None
    assert "windows of one length" in TESTS["giacomini-white"].plan_objection(growing)
    assert TESTS["giacomini-white"].plan_objection(sliding) is None


@pytest.mark.parametrize(("design", "said"), [("blocked", True), ("rolling", False)])
def test_learning_from_later_times_is_said(design, said):
    result = referee.compare(["ridge", "knn"], X, Y, time="rows", design=design, jobs=1)
    assert ("models learned from later time points too" in str(result["ridge", "knn"].comparison)) is said
    assert " ".join(str(result).split()).count("! Models learned from later time points too: where") == int(said)


def test_compare_and_evaluate_by_time_choose_by_themselves():
    result = referee.compare(["ridge", "knn"], X, Y, time="rows", jobs=1)
    pair = result["ridge", "knn"]
    assert result.analysis.plan.spec.startswith("rolling:")
    assert result.analysis.plan.description == "7 rolling origins, each tested on what follows, after a gap of 1"
    assert pair.comparison.method == "long-run t"
    difference = result.estimates["ridge"].value - result.estimates["knn"].value
    assert pair.comparison.difference == pytest.approx(difference, rel=1e-6)
    assert pair.comparison.interval.low < difference < pair.comparison.interval.high
    assert "long-run t" in result.estimates["ridge"].interval.method
    assert result.to_dict()["design"]["why"].startswith("a model that has seen the future is not asked to predict it")


@pytest.mark.slow
def test_diebold_mariano_counts_the_longest_part_as_the_horizon():
    from referee.comparisons import diebold_mariano

    options = {"time": "rows", "design": "rolling:splits=25,horizon=3", "metrics": "mse", "jobs": 1}
    result = referee.compare(["ridge", "knn"], X, Y, test="diebold-mariano", **options)
    table = result.analysis.table
    ours, theirs = ((table.rows[name].predictions.values - table.rows[name].predictions.truth) ** 2
                    for name in ("ridge", "knn"))
    assert result["ridge", "knn"].p == pytest.approx(diebold_mariano(ours, theirs, horizon=3).p)
    with pytest.raises(NotJustified, match=r"forecasts a few times ahead, and here 50 of 100 times are told at once"):
        referee.compare(["ridge", "knn"], X, Y, test="diebold-mariano", **options | {"design": "rolling:splits=2"})


def test_a_panel_is_judged_by_its_times():
    rows = stream(3, "panel").normal(size=(90 * 4, 2))
    y = rows[:, 0] + np.repeat(stream(4, "panel").normal(size=90), 4)        # what one time has in common
    result = referee.compare(["ridge", "knn"], rows, y, time=np.repeat(np.arange(90), 4),
                             groups=np.tile(np.arange(4), 90), metrics="mae", jobs=1)
    assert result["ridge", "knn"].comparison.n_units == 72
    assert result["ridge", "knn"].comparison.unit == "time point"


def test_the_last_value_is_a_baseline_of_a_series():
    walk = np.cumsum(stream(5, "walk").normal(size=N))
    result = referee.compare(["ridge", "last"], X, walk, time="rows", design="rolling:splits=20,horizon=5",
                             metrics="mae", jobs=1)
    said = result.analysis.table.rows["last"]
    for part in np.unique(said.fold):
        rows = said.row[said.fold == part]
        assert (said.predictions.values[said.fold == part] == walk[rows.min() - 1]).all()
    assert result.estimates["last"].value < result.estimates["ridge"].value
    assert set(result.estimates) == {"ridge", "last"}            # no other baseline is added


def test_rows_of_one_time_are_no_more_times():
    draw = np.random.default_rng(0)
    X = draw.normal(size=(240, 2))
    found = referee.compare(["ridge", "tree"], X, X[:, 0] + draw.normal(size=240), time=np.repeat(np.arange(80), 3),
                            design="rolling:splits=2,horizon=20", metrics=["mae"], jobs=1, ledger=None)
    assert found.analysis.family.verdicts == ()
    reasons = {why for _, _, why in found.analysis.family.uncompared}
    assert len(reasons) == 1
    assert "needs 60 tested times at least, and there are 40" in reasons.pop()
    told = " ".join(str(found).split())
    assert "needs 60 tested times at least, and there are 40" in told
    assert "confidence set" not in told
