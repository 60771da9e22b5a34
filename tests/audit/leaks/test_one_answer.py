"""Columns whose values have one answer each: units by what they do, and categories that settle the target."""

import numpy as np
import pandas as pd
import pytest

from referee.audit import CHECKS
from referee.audit._base import NotCheckable
from referee.audit.bundle import Division
from referee.audit.leaks.one_answer import one_answer, one_class_each
from referee.audit.leaks.rows import tables_of
from referee.audit.reading.from_data import bundle_of_data
from referee.data import make_problem

WORDS = """ash oak elm fir yew box bay fig rue sage mint dill thyme basil clove cumin anise fennel nutmeg maple cedar
pine larch alder birch beech hazel holly ivy rowan aspen poplar willow linden acacia olive""".split()     # noqa: SIM905
UNITS, EACH = len(WORDS), 10


def units(*, own=1.0, signal=0.0, classes=2, seed=0, names=None, counted=False):
    """Things that were measured again and again; `own` is how much of each shows in its features."""
    rng = np.random.default_rng(seed)
    unit = np.repeat(np.arange(UNITS), EACH)
    label = rng.permutation(np.arange(UNITS) % classes)[unit]
    names = [f"c{i:02}" for i in range(UNITS)] if names is None else names
    table = pd.DataFrame({"colony": [names[i] for i in unit]})
    if counted:
        table["take"] = np.tile(np.arange(1, EACH + 1), UNITS)
    for k in range(4):
        table[f"m{k}"] = own * rng.normal(size=UNITS)[unit] + 0.2 * rng.normal(size=unit.size) + signal * label
    return table.assign(label=np.array(["no", "yes", "perhaps"])[label])


def asked(table, *, test=None, seed=1, **told):
    """What F-21 finds in a table that is divided at random, unless test rows are given."""
    rng = np.random.default_rng(seed)
    test = rng.random(len(table)) < 0.25 if test is None else test
    problem = make_problem(table, target="label", **told)
    division = Division(label="0/0", test=np.flatnonzero(test), train=np.flatnonzero(~test), tune=None)
    return list(CHECKS["F-21"].look(bundle_of_data(problem, division)))


@pytest.mark.parametrize("table", [
    units(), units(names=[103 * i % 911 for i in range(UNITS)]), units(names=WORDS, counted=True), units(classes=3),
    units(signal=0.3), units().assign(label=lambda t: t["colony"].str[1:].astype(int) * 37 % 101
                                      + np.random.default_rng(2).normal(size=len(t)) / 10)],
    ids=["numbered words", "numbers", "words and a count", "three classes", "a little signal", "a number to predict"])
def test_units_of_any_name_on_both_sides_are_serious(table):
    [found] = asked(table)
    assert found.severity.value == "serious"
    assert found.evidence["columns"] == ["colony"]
    assert found.evidence["shared"] > 20
    assert "'colony'" in found.message


def test_words_may_be_a_category_that_settles_the_target():
    [found] = asked(units(names=WORDS))
    assert found.severity.value == "warning"
    assert "category" in found.message


def test_data_that_nobody_divided_are_warned_of():
    bundle = bundle_of_data(make_problem(units(), target="label"))
    [found] = list(CHECKS["F-21"].look(bundle))
    assert found.severity.value == "warning"
    assert "nothing keeps them" in found.message


def _places(rng, unit):
    """Codes of places in four quarters of a map; places beside one another are alike."""
    north, east = rng.uniform(0, 10, size=(2, UNITS))
    quarter = 2 * (north > 5) + (east > 5)
    return pd.DataFrame({"place": [f"Z{1000 + i}" for i in unit], "north": north[unit] + rng.normal(size=unit.size),
                         "east": east[unit] + rng.normal(size=unit.size), "label": quarter[unit].astype(str)})


@pytest.mark.parametrize("table", [
    units(own=0.0), units(own=0.0, signal=0.3), units().assign(label=np.tile(["no", "yes"], UNITS * EACH // 2)),
    _places(np.random.default_rng(3), np.repeat(np.arange(UNITS), EACH)),
    units().assign(label=lambda t: "kind " + (t["colony"].str[1:].astype(int) // 2).astype(str)),
    units(names=range(UNITS)).assign(label=lambda t: np.where(t["colony"] < UNITS / 2, "a", "b")),
    units(names=range(UNITS)).assign(label=lambda t: np.where(t["colony"] % 7 < 3, "a", "b")),
], ids=["features tell nothing", "features tell it honestly", "targets vary within", "places beside one another",
        "a class for every two values", "a scale", "a cycle"])
def test_what_settles_the_target_without_being_known_again_is_no_alarm(table):
    with pytest.raises(NotCheckable, match="no groups are known"):
        asked(table)


def test_whole_units_on_one_side_are_in_order_and_not_measured_otherwise():
    for seed in range(3):
        table = units(seed=seed)
        test = np.repeat(np.random.default_rng(seed).random(UNITS) < 0.3, EACH)
        with pytest.raises(NotCheckable):
            asked(table, test=test)
        problem = make_problem(table, target="label")
        division = Division(label="0/0", test=np.flatnonzero(test), train=np.flatnonzero(~test), tune=None)
        assert list(CHECKS["F-60"].look(bundle_of_data(problem, division))) == []


def test_a_few_values_on_both_sides_are_a_slip():
    test = np.repeat(np.arange(UNITS) < 9, EACH)
    test[[100, 150, 200, 250]] = True
    [found] = asked(units(), test=test)
    assert found.severity.value == "warning"


def test_copies_of_rows_are_not_units():
    once = units().iloc[::EACH].assign(price=np.arange(UNITS) * 17 % 97)
    rows = tables_of(make_problem(pd.concat([once] * 6, ignore_index=True), target="label"))[0]
    assert list(one_answer(rows)) == []


def test_the_bound_on_chance_holds_for_rare_classes():
    codes = np.repeat(np.arange(30), 4)
    rare = np.isin(codes, range(5)).astype(int)
    assert one_class_each(codes, rare)
    assert not one_class_each(codes, np.isin(codes, range(4)).astype(int))      # a class of few values is these
    rng = np.random.default_rng(0)
    assert not any(one_class_each(codes, rng.permutation(rare)) for _ in range(200))


def test_nobody_asks_where_it_was_answered():
    with pytest.raises(Exception, match="no groups"):
        asked(units(), groups="none")
