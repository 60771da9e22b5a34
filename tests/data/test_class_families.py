"""Columns called by a model and a class: read as its probabilities, told where they are none, asked where in doubt."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.data.prediction_table import Reading, read_predictions
from referee.errors import BadInput

CLASSES = ["low", "medium", "high"]
FORMATS = ["{m}_{c}", "{c}_{m}", "p_{m}_{c}", "prob_{c}_{m}", "{m} {c}", "{m}.prob.{c}", "{m}[{c}]", "P({c}|{m})",
           "{m}-{c}", "{m}_{c}_"]


@pytest.fixture(scope="module")
def made():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 240)
    logits = {model: rng.normal(size=(240, 3)) + 2 * np.eye(3)[truth] for model in ("forest", "net")}
    return truth, logits


def softmax(z):
    p = np.exp(z)
    return p / p.sum(axis=1, keepdims=True)


def file_of(truth, said, form="{m}_{c}", digits=4, classes=CLASSES):
    frame = {"field": [f"F{k:04d}" for k in range(truth.size)], "pressure": [classes[k] for k in truth]}
    for model, p in said.items():
        frame |= {form.format(m=model, c=c): np.round(p[:, j], digits) for j, c in enumerate(classes)}
    return pd.DataFrame(frame)


def spoilt(p):
    p = p.copy()
    p[:50, 0] = np.minimum(p[:50, 0] + 0.3, 1)
    return p


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("said", [{"truth": "pressure"}, {}])
def test_sums_that_are_not_one_are_told_in_any_order_of_words(made, form, said):
    truth, logits = made
    fine = {model: softmax(z) for model, z in logits.items()}
    assert not referee.audit(file_of(truth, fine, form), **said).fails("serious")
    found, = referee.audit(file_of(truth, fine | {"net": spoilt(fine["net"])}, form), **said)["F-42"].findings
    assert found.severity.name == "FATAL"
    assert "of net do not sum to 1 in 50 rows of 240" in found.message


def test_two_digits_are_no_fault(made):
    truth, logits = made
    assert not referee.audit(file_of(truth, {m: softmax(z) for m, z in logits.items()}, digits=2),
                             truth="pressure")["F-42"].findings


def test_scores_of_each_class_are_asked_about(made):
    truth, logits = made
    said = {"forest": softmax(logits["forest"]), "net": 1 / (1 + np.exp(-logits["net"]))}
    found, = referee.audit(file_of(truth, said), truth="pressure")["F-42"].findings
    assert found.severity.name == "WARNING"
    assert "if they are meant as probabilities" in found.message


@pytest.mark.parametrize(("change", "words"), [(lambda z: z, "scores or logits"),
                                               (lambda z: 100 * softmax(z), "divide them by 100")])
def test_other_numbers_are_refused_with_what_to_do(made, change, words):
    truth, logits = made
    frame = file_of(truth, {m: change(z) for m, z in logits.items()}, digits=2)
    with pytest.raises(BadInput, match=words):
        referee.audit(frame, truth="pressure")


def test_a_class_that_never_is_the_truth_has_its_column_too(made):
    truth, logits = made
    frame = file_of(truth, {m: 0.9 * softmax(z) for m, z in logits.items()}).assign(forest_none=0.1, net_none=0.1)
    table = read_predictions(frame, Reading(columns={"truth": "pressure"}))
    assert table.models == ("forest", "net")
    assert "none" in table.classes
    assert not referee.audit(frame, truth="pressure")["F-42"].findings


def test_answers_beside_probabilities_are_of_the_same_model(made):
    truth, logits = made
    p = {m: softmax(z) for m, z in logits.items()}
    more = {f"{m}_pred": [CLASSES[k] for k in one.argmax(axis=1)] for m, one in p.items()}
    table = read_predictions(file_of(truth, p).assign(**more), Reading(columns={"truth": "pressure"}))
    assert table.models == ("forest", "net")
    assert table.said["net"][0].labels.tolist() == table.said["net"][0].probabilities.argmax(axis=1).tolist()


def test_a_longer_class_is_not_taken_for_a_shorter_one(made):
    truth, logits = made
    names = ["very low", "low", "high"]
    frame = file_of(truth, {"rf": softmax(logits["forest"])}, classes=names).rename(
        columns={"rf_very low": "rf_very_low"})
    assert read_predictions(frame, Reading(columns={"truth": "pressure"})).models == ("rf",)


def test_runs_that_are_numbered_like_two_classes_stay_models():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 200)
    said = {f"rf_{k}": np.clip(rng.normal(0.3 + 0.4 * truth, 0.2), 0, 1).round(3) for k in (0, 1)}
    table = read_predictions({"id": np.arange(200), "truth": truth, **said})
    assert table.models == ("rf_0", "rf_1")
    both = {"rf_0": 1 - said["rf_0"], "rf_1": said["rf_0"]}
    assert read_predictions({"id": np.arange(200), "truth": truth, **both}).models == ("rf",)
