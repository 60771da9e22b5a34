"""What it costs to be wrong about each case: by hand, through a study, and what is refused."""

from contextlib import closing

import numpy as np
import pandas as pd
import pytest

import referee
from referee import api
from referee.comparisons import paired_t
from referee.data import load
from referee.errors import BadInput, Undefined
from referee.ledger import open_ledger
from referee.metrics import METRICS, Predictions, case_cost
from referee.seeds import stream

RANDOM = stream(4, "costs")
N = 90
FRAME = pd.DataFrame({"a": RANDOM.normal(size=N), "b": RANDOM.normal(size=N)})
FRAME["y"] = np.where(FRAME.a + RANDOM.normal(size=N) > 0, "yes", "no")
FRAME["eur"] = np.round(RANDOM.lognormal(2, 1, size=N), 2)


def test_by_hand_and_it_is_no_weighted_mean():
    truth, said, costs = [0, 1, 1, 0], [0, 0, 1, 1], [5.0, 20.0, 10.0, 8.0]
    assert case_cost(truth, said, costs) == pytest.approx((20 + 8) / 4)
    assert case_cost(truth, said, np.multiply(costs, 3)) == pytest.approx(3 * (20 + 8) / 4)
    assert case_cost(truth, truth, costs) == 0
    assert case_cost(truth, said, np.ones(4)) == pytest.approx(0.5)                 # the error rate
    assert case_cost(truth, said, costs, [1, 2, 1, 0]) == pytest.approx(2 * 20 / 4)
    with pytest.raises(BadInput, match="costs for 4 rows"):
        case_cost(truth, said, [1.0, 2.0])
    with pytest.raises(BadInput, match="costs for 4 rows"):
        case_cost(truth, said, [1.0, 2.0, 3.0, -1.0])
    with pytest.raises(Undefined, match="nothing says what it costs"):
        METRICS["case_cost"].score(Predictions(truth=np.array([0, 1]), labels=np.array([0, 1]), n_classes=2))


@pytest.mark.slow
def test_a_study_adds_up_the_costs_of_its_own_errors_and_decides_by_them(tmp_path):
    ledger = tmp_path / "ledger.db"
    result = referee.compare(["logistic", "prior"], FRAME, "y", case_costs="eur", design="holdout:test=0.4", jobs=1,
                             ledger=ledger)
    assert result.analysis.primary.name == "case_cost"
    problem = load(FRAME, target="y", case_costs="eur")
    assert [column.name for column in problem.columns] == ["a", "b"]
    lost = {}
    for name in ("logistic", "prior"):
        said = result.analysis.table.rows[name]
        lost[name] = np.where(said.predictions.labels == said.predictions.truth, 0, FRAME.eur.to_numpy()[said.row])
        assert result.estimates[name].value == pytest.approx(lost[name].mean())
        assert result.estimates[name].interval.low < lost[name].mean() < result.estimates[name].interval.high
    c = result["logistic", "prior"].comparison
    assert c.p == pytest.approx(paired_t(lost["logistic"], lost["prior"], unit="case").p)
    opened = open_ledger(ledger)
    assert opened.problem(problem.fingerprint).costs.tolist() == FRAME.eur.tolist()
    opened.close()
    assert "mean cost" in str(result)


@pytest.mark.slow
@pytest.mark.parametrize("design", ["kfold:folds=4", "halves:repeats=12,passes=0", "loo"])
def test_every_design_pools_the_same_costs(design):
    result = referee.evaluate("logistic", FRAME, "y", case_costs="eur", design=design, jobs=1, metrics=["case_cost"])
    made = result.estimates["logistic"]
    assert 0 < made.value < FRAME.eur.mean()
    assert made.interval.low < made.value < made.interval.high


def test_costs_change_no_other_score():
    with_costs, without = (referee.evaluate("logistic", FRAME if given else FRAME.drop(columns="eur"), "y", jobs=1,
                                            metrics=["accuracy"], design="kfold:folds=4", **given)
                           for given in ({"case_costs": "eur"}, {}))
    assert with_costs.estimates["logistic"].value == without.estimates["logistic"].value
    assert with_costs.analysis.problem.fingerprint != without.analysis.problem.fingerprint


def test_costs_follow_their_rows():
    later = FRAME.assign(day=np.arange(N)[::-1], y=FRAME.y.where(FRAME.index > 2))
    problem = load(later, target="y", case_costs="eur", time="day", drop_missing_target=True)
    assert problem.costs.tolist() == FRAME.eur.tolist()[:2:-1]


@pytest.mark.parametrize(("costs", "sentence"), [
    (np.append(np.ones(N - 1), np.nan), "costs are missing or infinite in 1 row"),
    (np.append(np.ones(N - 1), -1.0), "costs are below 0 in 1 row"),
    (np.zeros(N), "every cost is 0"),
    (["x"] * N, "costs must be numbers"),
    (np.ones(N - 1), "case_costs"),
    ("nothing", "nothing"),
])
def test_costs_that_are_none_are_refused(costs, sentence):
    with pytest.raises(BadInput, match=sentence):
        load(FRAME, target="y", case_costs=costs)


def test_costs_are_for_classes_and_the_metric_for_costs():
    with pytest.raises(BadInput, match="costs are what a wrong class costs, and these are numbers"):
        load(FRAME.drop(columns="y"), target="a", case_costs="eur")
    with pytest.raises(BadInput, match="mean cost needs the cost of each case"):
        referee.evaluate("logistic", FRAME, "y", metrics=["case_cost"], jobs=1)


@pytest.mark.parametrize("verb", [
    lambda data: referee.tune("logistic:C=[0.1,1]", data, jobs=1),
    lambda data: referee.chance("logistic", data, jobs=1),
    lambda data: referee.panorama("logistic", data, jobs=1),
])
def test_what_knows_no_costs_refuses_them(verb):
    with pytest.raises(BadInput, match="does not use what it costs"):
        verb(load(FRAME, target="y", case_costs="eur"))


@pytest.mark.slow
def test_costs_survive_an_export(tmp_path):
    ledger, problem = tmp_path / "one.db", load(FRAME, target="y", case_costs="eur")
    referee.evaluate("prior", problem, design="holdout", jobs=1, ledger=ledger)
    api.export_ledger(ledger, tmp_path / "out", "csv")
    api.import_ledger(tmp_path / "two.db", tmp_path / "out")
    with closing(open_ledger(tmp_path / "two.db")) as there:
        assert there.problem(problem.fingerprint).costs.tolist() == FRAME.eur.tolist()
