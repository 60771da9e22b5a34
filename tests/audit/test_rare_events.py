"""Files of probabilities are judged by what they claim, and one model alone is no comparison."""

import numpy as np

import referee


def probabilities(shift, rate=0.04, n=1500):
    draw = np.random.default_rng(3)
    truth = draw.random(n) < rate
    score = draw.normal(size=n) + shift * truth
    return {"id": np.arange(n), "truth": truth.astype(int), "risk": 0.3 / (1 + np.exp(3 - score))}


def severity(table, code, **words):
    return [one.severity.value for one in referee.audit(table, **words)[code].findings]


def test_risks_of_a_rare_event_that_rank_well_owe_no_accuracy_above_the_majority():
    assert severity(probabilities(2.0), "F-14", probability="risk", positive=1) == ["warning"]


def test_risks_that_rank_no_better_than_chance_are_told_as_serious():
    assert severity(probabilities(0.0), "F-14", probability="risk", positive=1) == ["serious"]


def test_few_cases_are_serious_where_models_are_compared():
    draw = np.random.default_rng(1)
    truth = draw.integers(0, 2, 60)
    one = {"id": np.arange(60), "truth": truth, "svm": np.where(draw.random(60) < 0.7, truth, 1 - truth)}
    assert severity(one, "F-07") == ["warning"]
    assert severity(one | {"tree": np.where(draw.random(60) < 0.6, truth, 1 - truth)}, "F-07") == ["serious"]
