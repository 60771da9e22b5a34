import json

import pytest


def test_the_two_sentences_of_a_plan(referee):
    seen = referee("plan", "--difference", 0.01, "--disagreement", 0.08, "--have", 2000)
    assert seen.code == 0
    said = " ".join(seen.out.split())
    assert "with 80% power you need 6,277 test cases." in said
    assert "With 2,000 test cases the smallest difference you can expect to see is 0.018." in said


@pytest.mark.parametrize(("words", "said"), [
    (("--unit", "splits", "--difference", 0.02, "--sd", 0.03), "below 0.028 no number of them shows"),
    (("--wins", 0.75), "you need 35 data sets"),
    (("--unit", "data-sets", "--difference", 0.5, "--sd", 1, "--test", "t"), "you need 34 data sets"),
    (("--unit", "runs", "--difference", 0.01, "--sd", 0.01), "17 runs of each learner"),
    (("--difference", 0.1, "--accuracy", 0.8, "--unpaired"), "test cases for each model"),
    (("--half-width", 0.03, "--accuracy", 0.9), "you need 388 test cases"),
    (("--difference", 0.03, "--sd", 0.5, "--cluster-size", 5, "--icc", 0.2), "clusters of 5 correlated 0.2"),
    (("--difference", 0.02, "--accuracy", 0.8, "--correlation", 0.5), "right answers correlated 0.5"),
])
def test_every_unit(referee, words, said):
    seen = referee("plan", *words)
    assert seen.code == 0
    assert said in " ".join(seen.out.split())


def test_json(referee):
    found = json.loads(referee("plan", "--difference", 0.02, "--disagreement", 0.1, "--have", 500, "--json").out)
    assert found["needed"] == 1960
    assert found["power_then"] == pytest.approx(0.8022, abs=1e-4)
    assert found["seen"] == pytest.approx(found["ladder"][2]["smallest_difference"])


@pytest.mark.parametrize(("words", "said"), [
    ((), "needs the share of disagreement"), (("--unit", "rows", "--sd", 1), "no unit is called 'rows'"),
    (("--unit", "splits", "--difference", 0.1), "needs sd"), (("--difference", -1, "--sd", 1), "above 0"),
    (("--difference", 0.1, "--sd", 1, "--power", 2), "power is 2.0"),
    (("--difference", 0.1, "--disagreement", 3), "between 0 and 1"),
    (("--difference", 0.1, "--sd", 1, "--have", 0), "have is 0"),
    (("--difference", 0.1, "--ledger", "none.db"), "none.db"),
    (("--difference", 0.1, "--ledger", "none.db", "--pair", "a"), "two learners"),
    (("--difference", 0.1, "--unpaired"), "accuracy"),
    (("--difference", 0.1, "--sd", 1, "--icc", 0.1), "both their size"), (("--level", 95, "--sd", 1), "fraction"),
    (("--half-width", 0.1, "--unit", "splits", "--sd", 1), "half_width"),
    (("--difference", 0.1, "--sd", 1, "--comparisons", 0), "tests"),
])
def test_mistakes_are_one_sentence(referee, words, said):
    seen = referee("plan", *words)
    assert seen.code == 2
    assert said in seen.err
    assert "Traceback" not in seen.err
