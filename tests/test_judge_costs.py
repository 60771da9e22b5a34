"""judge with the cost of each case: the mean cost by hand, through every layout, and what is refused."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.errors import RefereeError
from referee.seeds import stream

N = 120
draw = stream(1, "costs of judged cases")
TRUTH = draw.integers(0, 2, N)
COST = np.round(np.exp(draw.normal(size=N)), 3)
SAID = {name: np.where(draw.random(N) < right, TRUTH, 1 - TRUTH) for name, right in (("lda", 0.8), ("tree", 0.6))}
WIDE = pd.DataFrame({"id": range(N), "truth": TRUTH, "amount": COST} | SAID)
WIDE = WIDE.astype(dict.fromkeys(("truth", *SAID), str))
BY_HAND = {name: float((COST * (said != TRUTH)).mean()) for name, said in SAID.items()}


def long():
    return pd.concat([WIDE[["id", "truth", "amount"]].assign(model=m, prediction=WIDE[m]) for m in SAID])


def judged(table, **more):
    return referee.judge(table, case_costs="amount", metrics="case_cost", **more)


def scores(result):
    assert result.analysis.primary.name == "case_cost"
    return {name: estimate.value for name, estimate in result.estimates.items()}


@pytest.mark.parametrize("table", [WIDE, long(), long().sample(frac=1, random_state=1)], ids=["wide", "long", "mixed"])
def test_mean_cost_is_what_one_computes_by_hand(table):
    assert scores(judged(table)) == pytest.approx(BY_HAND)


def test_is_the_test_of_the_plain_means_of_losses():
    from scipy import stats

    lost = {name: COST * (said != TRUTH) for name, said in SAID.items()}
    found = judged(WIDE)["lda", "tree"]
    assert found.p == pytest.approx(stats.ttest_rel(lost["lda"], lost["tree"]).pvalue)


def test_costs_follow_their_cases_in_order_of_time_and_to_shared_cases():
    day = pd.date_range("2024-01-01", periods=N).strftime("%Y-%m-%d")[::-1]
    assert scores(judged(WIDE.assign(day=day), time="day")) == pytest.approx(BY_HAND)
    cut = long().iloc[7:]          # lda lacks the first seven cases
    kept = scores(judged(cut, common_cases=True))
    assert kept["tree"] == pytest.approx(float((COST * (SAID["tree"] != TRUTH))[7:].mean()))


def test_counted_cases_cost_as_often_as_they_stand_there():
    times = draw.integers(0, 4, N)
    found = scores(judged(WIDE.assign(count=times), weights="count", weights_are="counts"))
    assert found["lda"] == pytest.approx(float((times * COST * (SAID["lda"] != TRUTH)).sum() / times.sum()))


def test_sampled_cases_cost_as_many_as_they_stand_for():
    weight = 1 + np.arange(N) % 3 / 2
    found = judged(WIDE.assign(w=weight), weights="w", weights_are="sampling")
    assert found.estimates["lda"].value == pytest.approx(np.average(COST * (SAID["lda"] != TRUTH), weights=weight))


def test_marks_of_right_and_wrong_have_costs_too():
    marks = pd.concat([WIDE[["id", "amount"]].assign(model=m, correct=(said == TRUTH).astype(int))
                       for m, said in SAID.items()])
    assert scores(judged(marks)) == pytest.approx(BY_HAND)


def test_cost_is_part_of_what_the_cases_are():
    one, other = (judged(table).analysis.problem.fingerprint
                  for table in (WIDE, WIDE.assign(amount=COST[::-1])))
    assert one != other


@pytest.mark.parametrize(("change", "sentence"), [
    (lambda t: t.assign(amount=np.where(t.id.eq(3), -1.0, t.amount)), "cost of case 3 is -1"),
    (lambda t: t.assign(amount=np.where(t.id.eq(3), np.nan, t.amount)), "cost of case 3 is missing"),
    (lambda t: t.assign(amount=np.where(t.id.eq(3) & t.model.eq("tree"), 99.0, t.amount)), "case 3 has two costs"),
    (lambda t: t.assign(amount=0.0), "every cost is 0"),
    (lambda t: t.assign(truth=np.tile(COST, 2), prediction=np.tile(COST, 2) + 1), "a wrong class costs"),
], ids=["negative", "missing", "two", "zero", "numbers"])
def test_what_cannot_be_priced_is_refused(change, sentence):
    with pytest.raises(RefereeError, match=sentence):
        referee.judge(change(long()), case_costs="amount")


@pytest.mark.slow
def test_costs_decide_where_no_metric_is_named():
    assert [metric.name for metric in referee.judge(WIDE.head(40), case_costs="amount").analysis.metrics][:2] == [
        "case_cost", "accuracy"]


def test_without_costs_the_metric_says_what_to_name():
    with pytest.raises(RefereeError, match="case_costs"):
        referee.judge(WIDE.drop(columns="amount"), metrics="case_cost")


def test_a_few_large_costs_are_told_of():
    said = judged(WIDE.assign(amount=np.where(WIDE.id < 2, 1000.0, 1.0))).analysis.problem.notices
    assert any("120 costs are worth as much as 2 equal ones" in notice for notice in said)
    even = judged(WIDE.assign(amount=1 + WIDE.id % 5)).analysis.problem.notices
    assert not any("equal ones" in notice for notice in even)
