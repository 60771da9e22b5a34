"""MASE and RMSSE as metrics of a study: each error beside the steps of what its own model was trained on."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.errors import BadInput, Undefined
from referee.metrics import mase, metric, rmsse
from referee.metrics.past import Past
from referee.metrics.predictions import Predictions

ROLLING = "rolling:splits=4,gap=0"


def test_mase_and_rmsse_by_hand():
    """Steps of one are 2, 1, 4, 2, 1 (mean 2, mean square 5.2), of two 1, 3, 2, 1 (mean 1.75, mean square 3.75)."""
    past, truth, said = [3, 5, 4, 8, 6, 7], [8, 9, 7], [7, 9, 10]
    assert mase(truth, said, past) == pytest.approx((4 / 3) / 2)
    assert mase(truth, said, past, season=2) == pytest.approx((4 / 3) / 1.75)
    assert rmsse(truth, said, past) == pytest.approx(np.sqrt((10 / 3) / 5.2))
    assert rmsse(truth, said, past, season=2) == pytest.approx(np.sqrt((10 / 3) / 3.75))


def test_the_last_value_within_its_own_past_has_mase_one():
    past = np.cumsum([1.0, -2.0, 3.0, 0.5, -1.0])
    assert mase(past[1:], past[:-1], past) == pytest.approx(1)
    assert rmsse(past[1:], past[:-1], past) == pytest.approx(1)


def test_the_example_of_sktime():
    """From the documentation of sktime's mean_absolute_scaled_error and mean_squared_scaled_error (square_root)."""
    past, truth, said = [5, 0.5, 4, 6, 3, 5, 2], [3, -0.5, 2, 7, 2], [2.5, 0.0, 2, 8, 1.25]
    assert mase(truth, said, past) == pytest.approx(0.18333333333333335)
    assert rmsse(truth, said, past) == pytest.approx(0.20568833780186058)


@given(scale=st.floats(0.01, 100), shift=st.floats(-10, 10))
def test_units_do_not_matter(scale, shift):
    past, truth, said = np.array([1.0, 4.0, 2.0, 5.0]), np.array([3.0, 6.0]), np.array([2.0, 8.0])
    moved = [values * scale + shift for values in (truth, said, past)]
    assert mase(*moved) == pytest.approx(mase(truth, said, past))
    assert rmsse(*moved) == pytest.approx(rmsse(truth, said, past))


@pytest.mark.parametrize(("call", "error", "sentence"), [
    (lambda: mase([1], [2], [3, 3, 3]), Undefined, "the past does not change"),
    (lambda: mase([1], [2], [3, 4], season=2), BadInput, "season is 2"),
    (lambda: rmsse([1], [2], [3, 4], season=0), BadInput, "season is 0"),
])
def test_what_has_no_score_says_why(call, error, sentence):
    with pytest.raises(error, match=sentence):
        call()


def walk(n=120, seed=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, X[:, 0] + np.cumsum(rng.normal(size=n)), rng


def by_hand(result, model, y, scaled):
    """For each origin its rows and its score by the function on arrays, of all values before its test part."""
    said = result.analysis.table.rows[model]
    for part in np.unique(said.fold):
        mine = said.fold == part
        rows = said.row[mine]
        yield rows.size, scaled(y[rows], said.predictions.values[mine], y[:rows.min()])


def test_mase_of_rolling_origins_is_that_of_each_origin_beside_its_own_past():
    X, y, _ = walk()
    result = referee.compare(["ridge", "last"], X, y, time="rows", design=ROLLING, metrics=["mase", "rmsse"], jobs=1)
    for model in ("ridge", "last"):
        parts = [*by_hand(result, model, y, mase)]
        expected = np.average([value for _, value in parts], weights=[n for n, _ in parts])
        assert result.analysis.estimates[model, "mase"].value == pytest.approx(expected)
        squares = np.average([value**2 for _, value in by_hand(result, model, y, rmsse)], weights=[n for n, _ in parts])
        assert result.analysis.estimates[model, "rmsse"].value == pytest.approx(np.sqrt(squares))
        assert result.analysis.estimates[model, "mase"].interval is not None
        assert result.analysis.estimates[model, "rmsse"].interval is not None
    assert result["ridge", "last"].comparison.method == "long-run t"
    assert "MASE" in str(result)


def test_a_season_is_typed():
    X, y, _ = walk()
    result = referee.evaluate("ridge", X, y, time="rows", design=ROLLING, metrics=["mase:season=12"], jobs=1)
    parts = [*by_hand(result, "ridge", y, lambda t, s, p: mase(t, s, p, season=12))]
    expected = np.average([value for _, value in parts], weights=[n for n, _ in parts])
    assert result.analysis.estimates["ridge", "mase:season=12"].value == pytest.approx(expected)


def test_a_part_between_training_rows_counts_no_step_across_it():
    """Steps of 0, 1, 2, then 10, 12: 1, 1 and 2; from 2 to 10 nothing was seen to move."""
    y = np.array([0.0, 1.0, 2.0, 50.0, 60.0, 10.0, 12.0])
    past = Past.of(y, None, train=np.array([0, 1, 2, 5, 6]), test=np.array([3, 4]))
    said = Predictions(truth=y[[3, 4]], values=np.array([46.0, 60.0]), past=past)
    assert metric("mase").score(said) == pytest.approx(2 / (4 / 3))
    assert metric("rmsse").score(said) == pytest.approx(np.sqrt(8 / 2))


def test_each_series_of_a_panel_has_its_own_past():
    y = np.array([0.0, 0.0, 1.0, 10.0, 2.0, 20.0, 5.0, 50.0])       # two series, turn by turn
    past = Past.of(y, np.array(list("abababab")), train=np.arange(6), test=np.array([6, 7]))
    said = Predictions(truth=y[6:], values=np.array([3.0, 30.0]), past=past)
    assert metric("mase").per_row(said) == pytest.approx([2, 2])


def test_a_scale_that_is_known_needs_no_past():
    said = Predictions(truth=np.array([1.0, 2.0]), values=np.array([2.0, 4.0]))
    assert metric("mase:scale=0.5").score(said) == pytest.approx(3)
    assert metric("rmsse:scale=0.5").score(said) == pytest.approx(np.sqrt(2.5 / 0.25))
    X, y, _ = walk(60)
    result = referee.evaluate("ridge", X, y, design="kfold:folds=3", metrics=["mase:scale=2", "mae"], jobs=1)
    found = {name: result.analysis.estimates["ridge", name].value for name in ("mase:scale=2", "mae")}
    assert found["mase:scale=2"] == pytest.approx(found["mae"] / 2)


@pytest.mark.parametrize(("arguments", "sentence"), [
    ({}, "no time of the rows is known"),
    ({"time": np.repeat(np.arange(30), 2)}, "several rows have one time"),
])
def test_rows_that_are_no_series_are_refused_before_any_fit(arguments, sentence):
    X, y, _ = walk(60)
    with pytest.raises(BadInput, match=sentence):
        referee.compare(["ridge", "mean"], X, y, metrics=["mase"], jobs=1, **arguments)


@pytest.mark.parametrize("spec", ["mase:season=0", "mase:season=1.5", "rmsse:scale=0", "rmsse:scale=-1",
                                  "mase:scale=inf", "mase:season=12,scale=2"])
def test_impossible_parameters_are_refused(spec):
    with pytest.raises(BadInput):
        metric(spec)


def test_a_past_that_is_short_or_never_moves_has_no_score():
    y = np.array([1.0, 1.0, 1.0, 4.0])
    said = Predictions(truth=y[3:], values=np.array([2.0]), past=Past.of(y, None, train=np.arange(3),
                                                                        test=np.array([3])))
    with pytest.raises(Undefined, match="does not change"):
        metric("mase").score(said)
    with pytest.raises(Undefined, match="3 times apart"):
        metric("mase:season=3").score(said)
    with pytest.raises(Undefined, match="past"):
        metric("mase").score(Predictions(truth=y, values=y))


def test_tuning_may_choose_by_it():
    X, y, _ = walk()
    result = referee.tune("ridge:alpha=0.1|1000", X, y, time="rows", design=ROLLING, metrics=["mase"], jobs=1)
    assert "MASE" in str(result)


def test_a_panel_is_scored_series_by_series_in_compare():
    rng = np.random.default_rng(5)
    size, steps = np.array([1.0, 100.0]), rng.normal(size=(80, 2))
    y = size * np.cumsum(steps, axis=0)                     # (times, series)
    data = pd.DataFrame({"x": rng.normal(size=160), "when": np.repeat(np.arange(80), 2), "who": ["a", "b"] * 80,
                         "y": y.ravel()})
    result = referee.compare(["mean", "ridge"], data, target="y", time="when", groups="who", metrics=["mase"],
                             design=ROLLING, jobs=1)
    said = result.analysis.table.rows["mean"]
    errors = np.abs(y.ravel()[said.row] - said.predictions.values)
    first = [said.row[said.fold == part].min() // 2 for part in said.fold]
    unit = [np.abs(np.diff(y[:t, row % 2])).mean() for t, row in zip(first, said.row, strict=True)]
    assert result.analysis.estimates["mean", "mase"].value == pytest.approx((errors / unit).mean())
