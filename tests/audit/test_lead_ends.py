"""A lead that ends at one moment is told; leads that last, fade, or come and go are not."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.lead_ends import lead_ends
from referee.seeds import stream


def wrong(random, chances):
    return (random.random(np.size(chances)) < chances).astype(float)


def steady(seed, rows, gap=0.0):
    random = stream(seed, "steady")
    return {name: wrong(random, np.full(rows, 0.3 + more)) for name, more in (("a", 0.0), ("b", gap))}


def fading(seed, rows, steep):
    random, when = stream(seed, "fading"), np.linspace(0, 1, rows)
    return {"a": wrong(random, 0.2 + steep * when), "b": wrong(random, np.full(rows, 0.2 + 0.7 * steep))}


def with_inertia(seed, rows, stays):
    """Errors of forecasts, each like the one before."""
    random, found = stream(seed, "inertia"), {}
    for name, scale in (("a", 1.0), ("b", 1.1)):
        error, news = np.zeros(rows), random.normal(size=rows) * np.sqrt(1 - stays**2)
        for i in range(1, rows):
            error[i] = stays * error[i - 1] + news[i]
        found[name] = np.abs(scale * error)
    return found


def known_before(seed, rows, share, by=0.3):
    random, before = stream(seed, "known"), np.arange(rows) < share * rows
    return {"a": wrong(random, np.where(before, 0.4 - by, 0.4)), "b": wrong(random, np.full(rows, 0.38))}


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
def test_a_lead_that_ends_is_known_where_it_is_clear(share):
    found = [lead_ends(known_before(seed, 2000, share), np.arange(2000)) for seed in range(20)]
    told = [one for one in found if one is not None]
    assert len(told) >= 18
    assert all((one.model, one.beside) == ("a", "b") and abs(one.share - share) < 0.1 for one in told)


def test_a_lead_that_begins_is_known_too():
    losses = {name: loss[::-1] for name, loss in known_before(0, 2000, 0.4).items()}
    found = lead_ends(losses, np.arange(2000))
    assert found.after > 0.2 > found.before


@pytest.mark.parametrize(("made", "more"), [
    (steady, {"rows": 300}), (steady, {"rows": 2000, "gap": 0.1}), (with_inertia, {"rows": 600, "stays": 0.9}),
    (with_inertia, {"rows": 3000, "stays": 0.98}), (fading, {"rows": 600, "steep": 0.3}),
    (fading, {"rows": 3000, "steep": 0.6}),
])
def test_other_leads_are_hardly_ever_taken_for_one(made, more):
    assert sum(lead_ends(made(seed, **more), np.arange(more["rows"])) is not None for seed in range(60)) <= 3


def test_few_cases_one_model_and_equal_ones_are_not_asked():
    losses = known_before(0, 150, 0.5)
    assert lead_ends(losses, np.arange(150)) is None
    assert lead_ends({"a": np.ones(500)}, np.arange(500)) is None
    assert lead_ends({"a": np.ones(500), "b": np.ones(500)}, np.arange(500)) is None
    assert lead_ends({}, np.arange(500)) is None


@pytest.mark.parametrize("named", [True, False])
def test_the_audit_says_which_cases_make_the_lead(named):
    """Rows in any order, by a column of dates that is named as the time or not."""
    losses = known_before(3, 1500, 0.6)
    truth = np.tile(["yes", "no", "no"], 500)
    other = np.where(truth == "yes", "no", "yes")
    frame = pd.DataFrame({"case": range(1500), "seen": pd.date_range("2021-01-01", periods=1500).astype(str),
                          "truth": truth} | {name: np.where(loss == 1, other, truth) for name, loss in losses.items()})
    said = {"time": "seen"} if named else {}
    result = referee.audit(frame.sample(frac=1, random_state=0), prediction="a,b", ids="case", **said)
    told = [one for one in result["F-55"].findings if "cases alone" in one.message]
    assert [(one.severity.value, one.evidence["model"]) for one in told] == [("serious", "a")]
    assert "in the first 60% of the cases alone" in told[0].message or abs(told[0].evidence["share"] - 0.6) < 0.05
