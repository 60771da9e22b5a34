"""A part of the test rows in another unit than the training rows; and test rows that are only other rows."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.leaks.rows import tables_of
from referee.audit.leaks.units_in_part import units_in_part
from referee.data import make_problem

N, M = 900, 400


def soil(seed=0, n=N + M):
    """Profiles with a texture of three shares, what goes with it, and a content to be foretold."""
    rng = np.random.default_rng(seed)
    texture = rng.dirichlet([6, 8, 10], n) * 100
    warm = rng.normal(12, 6, n).round(1)
    rain = rng.gamma(20, 40, n).round()
    tall = rng.normal(170, 9, n).round(1)
    carbon = 8 + 0.5 * texture[:, 0] + 0.01 * rain - 0.4 * warm + 0.1 * (tall - 170) + rng.normal(0, 2, n)
    return pd.DataFrame({"clay": texture[:, 0].round(1), "silt": texture[:, 1].round(1), "sand": texture[:, 2].round(1),
                         "warm": warm, "rain": rain, "tall": tall, "ph": rng.normal(6, 1, n).round(2),
                         "carbon": carbon.round(1)})


def in_part(columns, change, share=0.2, seed=0):
    table = soil(seed)
    chosen = (np.arange(N + M) >= N) & (np.random.default_rng(seed + 1).random(N + M) < share)
    return table.assign(**{name: table[name].where(~chosen, change(table[name])) for name in columns}), chosen


def found_in(table, train=None):
    train = np.arange(len(table)) < N if train is None else train
    rows = tables_of(make_problem(table, target="carbon"))[0]
    return list(units_in_part(rows, np.flatnonzero(train), np.flatnonzero(~train)))


def told(table):
    part = np.where(np.arange(len(table)) < N, "train", "test")
    return referee.audit(table.assign(part=part), target="carbon", split="part", groups="none", time="none")["F-60"]


@pytest.mark.parametrize(("columns", "change", "words"), [
    (["clay", "silt", "sand"], lambda x: 10 * x, "factor of 10 "),
    (["clay", "silt", "sand"], lambda x: x / 100, "smaller by a factor of 100 "),
    (["tall"], lambda x: x / 100, "factor of 100 "), (["tall"], lambda x: x / 2.54, "factor of 2.54 "),
    (["warm"], lambda x: 1.8 * x + 32, "in degrees Fahrenheit"), (["rain"], lambda x: 47 * x, "")],
    ids=["g/kg", "shares", "metres", "inches", "Fahrenheit", "no unit"])
@pytest.mark.parametrize("share", [0.08, 0.3, 0.6])
def test_a_part_in_another_unit_is_told_with_its_rows(columns, change, words, share):
    table, chosen = in_part(columns, change, share)
    found = found_in(table)
    if not words:
        assert found == []
        return
    [one] = found
    assert sorted(one.columns) == sorted(columns)
    assert words in one.change.name
    assert np.isin(one.rows, np.flatnonzero(chosen)).mean() > 0.97
    assert one.rows.size > 0.85 * chosen.sum() or columns == ["warm"]


def test_it_is_serious_where_small_fits_lose_by_it_and_a_warning_where_not():
    [found] = told(in_part(["clay", "silt", "sand"], lambda x: 10 * x)[0]).findings
    assert found.severity.value == "serious"
    assert "As they are, boosted trees have R²" in found.message
    [found] = told(in_part(["ph"], lambda x: 1000 * x)[0]).findings
    assert found.severity.value == "warning"


def rising(table):
    return table.assign(rain=(table.rain * np.exp(np.arange(N + M) / 1500)).round())


def others(table, rng):
    some = (np.arange(N + M) >= N) & (rng.random(N + M) < 0.3)
    return table.assign(**{name: table[name].where(~some, 1.5 * table[name] + 45) for name in ("clay", "rain", "tall")})


def gaps(table, rng):
    some = (np.arange(N + M) >= N) & (rng.random(N + M) < 0.2)
    return table.assign(rain=table.rain.where(~some, 9999), tall=table.tall.where(~some, -1))


def spread(table, rng):
    heavy = rng.lognormal(2, 1.2, N + M) * np.where(np.arange(N + M) < N, 1, 3)
    return table.assign(heavy=heavy.round(2), level=rng.standard_t(3, N + M).round(2))


INNOCENT = {"same": lambda t, _: t, "rising": lambda t, _: rising(t), "other rows": others, "gaps": gaps,
            "spread": spread}


@pytest.mark.parametrize("change", INNOCENT.values(), ids=INNOCENT)
def test_trends_other_populations_gaps_and_heavy_tails_are_let_be(change):
    for seed in range(8):
        assert found_in(change(soil(seed), np.random.default_rng(seed))) == []
