"""Pairs that stand in both orders, with the columns of the two sides swapped; and pairs that meet twice."""

import numpy as np
import pandas as pd
import pytest

from referee.audit import CHECKS
from referee.audit.bundle import Division
from referee.audit.leaks.mirrored import mirrored
from referee.audit.leaks.rows import tables_of
from referee.audit.reading.from_data import bundle_of_data
from referee.data import make_problem

THINGS, PAIRS = 300, 400
SIDES = {"letters": ("{}_a", "{}_b"), "numbers": ("{}1", "{}2"), "grounds": ("home_{}", "away_{}"),
         "queries": ("query {}", "target {}")}


def pairs(seed=0, *, twice=0.7, names=SIDES["letters"], shared=True, again=False, rename=False):
    """Pairs of things with what is known of each; a share of them stands in both orders, or meets again."""
    rng = np.random.default_rng(seed)
    of = pd.DataFrame({"size": rng.normal(400, 90, THINGS).round(1), "charge": rng.normal(7, 1, THINGS).round(2),
                       "kind": rng.choice(["membrane", "cytosol", "nucleus"], THINGS)})
    left, right = rng.integers(0, THINGS, PAIRS), rng.integers(0, THINGS, PAIRS)
    keep = left != right
    left, right = left[keep], right[keep]
    link = rng.normal(size=(left.size, 4)).round(3)
    binds = (link.sum(axis=1) + rng.normal(0, 2, left.size) > 0).astype(int)
    some = np.flatnonzero(rng.random(left.size) < twice)
    first, second = np.concatenate([left, right[some]]), np.concatenate([right, left[some]])
    table = pd.concat([of.iloc[which].reset_index(drop=True).rename(columns=name.format)
                       for which, name in ((first, names[0]), (second, names[1]))], axis=1)
    label = np.concatenate([binds, rng.integers(0, 2, some.size) if again else binds[some]])
    if shared:
        links = np.concatenate([link, rng.normal(size=(some.size, 4)).round(3) if again else link[some]])
        table = table.assign(**{f"link{'wxyz'[k]}": links[:, k] for k in range(4)})
    if rename:
        table.columns = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", *table.columns[6:]]
    return table.assign(binds=label).sample(frac=1, random_state=seed).reset_index(drop=True)


def rows_of(table, target="binds", **given):
    return tables_of(make_problem(table, target=target, **given))[0]


def told(table, together=False, seed=1):
    """What F-20 finds of swapped sides where the rows, or whole pairs, are divided at random."""
    rng = np.random.default_rng(seed)
    units = mirrored(rows_of(table)).units if together else np.arange(len(table))
    test = (rng.random(units.max() + 1) < 0.25)[units]
    division = Division(label="0/0", test=np.flatnonzero(test), train=np.flatnonzero(~test))
    found = CHECKS["F-20"].look(bundle_of_data(make_problem(table, target="binds"), division))
    return [one for one in found if "swapped" in getattr(one, "message", "")]


@pytest.mark.parametrize("names", SIDES.values(), ids=SIDES)
def test_pairs_in_both_orders_on_both_sides_are_fatal_where_a_score_owes_to_it(names):
    [found] = told(pairs(names=names))
    assert found.severity.value == "fatal"
    assert len(found.evidence["swapped"]) == 3
    assert found.evidence["share"] > 0.4
    assert "each pair stands in both orders" in found.message


def test_columns_of_the_same_values_are_the_two_sides_where_names_do_not_tell():
    [found] = told(pairs(rename=True))
    assert sorted(map(sorted, found.evidence["swapped"])) == [["alpha", "delta"], ["beta", "epsilon"]]


def test_a_column_that_turns_its_sign_with_the_sides_is_of_the_pair():
    table = pairs()
    assert mirrored(rows_of(table.assign(more=table.size_a - table.size_b))) is not None


def test_both_orders_on_one_side_are_no_copies():
    assert told(pairs(), together=True) == []


def test_what_only_the_things_tell_is_a_warning_where_nothing_is_owed():
    table = pairs(shared=False)
    [found] = told(table.assign(binds=(table.size_a + table.size_b > 800).astype(int)))
    assert found.severity.value == "warning"


def test_numbers_may_turn_with_the_sides():
    table = pairs()
    ahead = (table.size_a - table.size_b).round(1)
    assert mirrored(rows_of(table.assign(binds=ahead))) is not None
    assert mirrored(rows_of(table.assign(binds=np.random.default_rng(2).normal(size=len(table))))) is None


def grid():
    """All settings of two factors of two parts each: every one has its mirror by design."""
    levels = np.arange(5)
    weight, other, far, away = (part.reshape(-1) for part in np.meshgrid(levels, levels, levels, levels))
    return pd.DataFrame({"left_weight": weight, "right_weight": other, "left_distance": far, "right_distance": away,
                         "binds": (weight * far > other * away).astype(int)})


def league():
    """Everybody meets everybody at home and away, with what is known of each."""
    rng = np.random.default_rng(4)
    strength, budget = rng.normal(size=24).round(3), rng.normal(50, 9, 24).round(2)
    home, away = (side.reshape(-1) for side in np.meshgrid(range(24), range(24)))
    home, away = home[home != away], away[home != away]
    won = strength[home] - strength[away] + rng.normal(0, 1, home.size) > 0
    return pd.DataFrame({"strength_home": strength[home], "strength_away": strength[away],
                         "budget_home": budget[home], "budget_away": budget[away], "binds": won.astype(int)})


def made_by_rules():
    """Kinds that are alike in all but two columns, of which every combination occurs."""
    rng = np.random.default_rng(5)
    kinds = rng.integers(0, 4, (40, 12))
    above, below = (part.reshape(-1) for part in np.meshgrid(range(5), range(5)))
    table = pd.DataFrame(np.repeat(kinds, 25, axis=0), columns=[f"trait{'abcdefghijkl'[k]}" for k in range(12)])
    return table.assign(ring_above=np.tile(above, 40), ring_below=np.tile(below, 40),
                        binds=np.repeat(kinds[:, 0] > 1, 25).astype(int))


@pytest.mark.parametrize("table", [
    pairs(twice=0), pairs(again=True), pairs(again=True, shared=False), grid(), league(), made_by_rules()],
    ids=["once", "measured again", "met again", "grid", "league", "rules"])
def test_pairs_that_stand_once_or_meet_again_are_let_be(table):
    assert mirrored(rows_of(table)) is None


def test_no_mirror_in_tables_of_pairs_drawn_at_random():
    for seed in range(30):
        assert mirrored(rows_of(pairs(seed, twice=0, names=SIDES["numbers"]))) is None
        assert mirrored(rows_of(pairs(seed, again=True, shared=bool(seed % 2)))) is None
