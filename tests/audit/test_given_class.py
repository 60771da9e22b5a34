"""A class that all models know without a mistake is asked about, with the scores without it."""

import numpy as np

import referee
from referee.audit.given_class import given_class
from referee.seeds import stream


def tokens(models=3, padding=0.4, n=1000, right=(0.9, 0.8, 0.7)):
    random = stream(0, "tokens")
    truth = np.where(random.random(n) < padding, 0, random.integers(1, 5, size=n))
    return truth, {f"m{i}": np.where((truth == 0) | (random.random(n) < right[i]), truth, 1 + truth % 4)
                   for i in range(models)}


def test_padding_is_found_with_what_it_lifts():
    truth, said = tokens()
    found = given_class(truth, said)
    assert (found.code, found.cases) == (0, int((truth == 0).sum()))
    with_it, without = found.scores["m2"]
    assert without < 0.75 < with_it
    assert np.isclose(with_it, (truth == said["m2"]).mean())


def test_two_models_two_classes_a_rare_class_and_one_mistake_are_nothing():
    truth, said = tokens()
    assert given_class(truth, {name: said[name] for name in ("m0", "m1")}) is None
    assert given_class((truth == 0).astype(int), {name: (one == 0).astype(int) for name, one in said.items()}) is None
    assert given_class(*tokens(padding=0.03)) is None
    said["m1"] = said["m1"].copy()
    said["m1"][np.flatnonzero(truth == 0)[0]] = 2
    assert given_class(truth, said) is None


def test_an_easy_problem_is_not_asked_about():
    assert given_class(*tokens(right=(0.99, 0.98, 0.97))) is None


def test_the_audit_asks_about_it():
    truth, said = tokens()
    names = np.array(["[PAD]", "O", "B-ADE", "I-ADE", "B-DRUG"])
    frame = {"id": range(len(truth)), "truth": names[truth]} | {name: names[one] for name, one in said.items()}
    found, = referee.audit(frame)["F-55"].findings
    assert found.severity.value == "warning"
    assert "'[PAD]'" in found.message
