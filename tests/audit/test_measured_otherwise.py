"""Columns in another unit in the test rows, and test rows that were scaled by themselves; and honest shifts."""

import numpy as np
import pandas as pd
import pytest

import referee

N, M = 400, 150


def table(change):
    """Training and test rows; `change` makes the test rows other than they were drawn."""
    draw = np.random.default_rng(11)
    frame = pd.DataFrame({
        "glucose": draw.gamma(25, 4, N + M), "degrees": draw.normal(14, 7, N + M), "age": draw.normal(60, 9, N + M),
        "level": draw.lognormal(3, 0.6, N + M), "ill": draw.integers(0, 2, N + M),
        "part": ["train"] * N + ["test"] * M})
    return change(frame, frame.part == "test")


def told(frame, **given):
    answer = referee.audit(frame, **{"target": "ill", "split": "part", "groups": "none"} | given)["F-60"]
    return answer.outcome, [(one.severity.value, one.message) for one in answer.findings]


def changed(column, function):
    def change(frame, test):
        return frame.assign(**{column: frame[column].where(~test, function(frame[column]))})
    return change


@pytest.mark.parametrize(("change", "words"), [
    (changed("glucose", lambda x: (x / 18.016).round(1)), "glucose in mg/dl and mmol/l"),
    (changed("glucose", lambda x: x * 18.016), "glucose in mg/dl and mmol/l"),
    (changed("age", lambda x: x * 365.25), "days and years"),
    (changed("age", lambda x: x * 2.2046), "pounds and kilograms"),
    (changed("degrees", lambda x: 1.8 * x + 32), "test rows look like degrees Fahrenheit"),
    (changed("degrees", lambda x: x + 273.15), "test rows look like kelvin"),
    (changed("level", np.log), "natural logarithm"),
    (changed("level", lambda x: x * 41), "a factor of 4"),
], ids=["mmol", "mg", "days", "pounds", "Fahrenheit", "kelvin", "log", "large"])
def test_another_unit_is_told(change, words):
    outcome, ((severity, message),) = told(table(change))
    assert (outcome, severity) == ("found", "serious")
    assert words in message


def test_the_target_has_a_unit_too():
    frame = table(changed("level", lambda x: x / 1000))
    (_, message), = told(frame, target="level", task="regression")[1]
    assert message.startswith("the target has a median of")


@pytest.mark.parametrize("change", [
    lambda frame, _: frame,
    changed("glucose", lambda x: 1.4 * x),
    lambda frame, test: frame.assign(year=np.where(test, 2023.5, 2019.0) + frame.age / 40),
    lambda frame, _: frame.assign(number=np.arange(N + M) + 0.5),
    lambda frame, _: frame.assign(price=np.exp(np.arange(N + M) / 60 + frame.degrees / 100)),
], ids=["same", "dearer", "years", "numbers", "growth"])
def test_an_honest_shift_is_not(change):
    assert told(table(change)) == ("passed", [])


def test_a_small_factor_that_no_unit_has_is_a_warning():
    (severity, _), = told(table(changed("age", lambda x: 1.9 * x)))[1]
    assert severity == "warning"


def test_rows_scaled_by_themselves_are_told_and_rows_scaled_by_training_are_not():
    columns = ["glucose", "degrees", "age"]

    def scaled(by):
        def change(frame, test):
            parts = {"own": [test, ~test], "training": []}[by]
            whole = (frame[columns] - frame[columns][~test].mean()) / frame[columns][~test].std()
            for rows in parts:
                whole[rows] = (frame[columns][rows] - frame[columns][rows].mean()) / frame[columns][rows].std()
            return frame.assign(**whole.round(4))
        return change

    (severity, message), = told(table(scaled("own")))[1]
    assert severity == "serious"
    assert message.startswith("glucose, degrees and age have mean 0 and standard deviation 1 over the test rows")
    assert told(table(scaled("training"))) == ("passed", [])


def with_a_law(change):
    """Three columns that tell the class; the last 300 of 900 rows are tested on, and made other than they were."""
    draw = np.random.default_rng(3)
    frame = pd.DataFrame(draw.normal(size=(900, 3)), columns=list("abc"))
    frame["sex"] = draw.choice(["f", "m"], 900)
    frame["ill"] = (frame.a + frame.b + draw.normal(size=900) > 0).astype(int)
    frame["part"] = ["train"] * 600 + ["test"] * 300
    return change(frame, frame.part == "test")


@pytest.mark.parametrize(("change", "words"), [
    (lambda frame, test: frame.assign(sex=frame.sex.where(~test, frame.sex.map({"f": "Female", "m": "Male"}))),
     "sex has the levels 'f', 'm' in training rows and 'Female', 'Male' in test rows"),
    (lambda frame, test: frame.assign(sex=frame.sex.where(~test, frame.sex.str.upper() + " ")), "in other words"),
    (lambda frame, test: frame.assign(c=frame.c.where(~test | (frame.index % 9 > 0), -999)), "c is -999 in 33 test"),
    (lambda frame, test: frame.assign(ill=frame.ill.where(~test, 1 - frame.ill)), "the other way round"),
    (lambda frame, test: frame.assign(ill=frame.ill.where(~test, frame.ill.shift(40, fill_value=0))), "to other rows"),
], ids=["words", "letters", "gaps", "turned", "misjoined"])
def test_rows_written_otherwise_are_told(change, words):
    (severity, message), = told(with_a_law(change))[1]
    assert severity == "serious"
    assert words in message


@pytest.mark.parametrize("change", [
    lambda frame, _: frame,
    lambda frame, test: frame.assign(sex=frame.sex.where(~test, "x")),
    lambda frame, test: frame.assign(c=frame.c.where(~test | (frame.index % 9 > 0), 4.0)),
    lambda frame, test: frame.assign(ill=frame.ill.where(~test | (frame.index % 3 > 0), 0)),
], ids=["same", "another level", "another number", "mistakes"])
def test_rows_that_are_only_other_rows_are_not(change):
    assert told(with_a_law(change)) == ("passed", [])
