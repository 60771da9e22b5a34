"""The estimator study: what it measures, where it stops and goes on, what it refuses."""

import json
from dataclasses import replace

import numpy as np
import pytest

from referee.data import load
from referee.errors import BadInput, UnknownName
from referee.lab.estimators import Cell, Sampled, estimator_named, estimator_study, law_named
from referee.lab.estimators.cells import parts_of
from referee.lab.estimators.file import Drawn, Wanted, fill, read
from referee.lab.estimators.measured import Said, drawn
from referee.lab.estimators.summary import worths

CELL = Cell(source=law_named("noise"), learner="1nn", n=30, metric="error_rate", resamples=20)


def found_of(values, truths, **more):
    return {(CELL.name, i, -1): Drawn(truth, {"kfold-repeated": Said(
        value=value, low=value - 1, high=value + 1, **more)})
        for i, (value, truth) in enumerate(zip(values, truths, strict=True))}


def test_bias_spread_and_coverage_are_those_of_the_numbers():
    """By hand: truth 2, estimates 1, 2, 6: mean 3, bias 1, sd √7, rmse √(17/3), two of three intervals hold 2."""
    worth, = worths(CELL, found_of([1.0, 2.0, 6.0], [1.0, 2.0, 3.0]), ["kfold-repeated"])
    assert (worth.truth, worth.mean, worth.bias) == (2.0, 3.0, 1.0)
    assert worth.sd == pytest.approx(7**0.5)
    assert worth.rmse == pytest.approx((17 / 3) ** 0.5)
    assert worth.covered == pytest.approx(2 / 3)
    assert worth.width == 2.0
    assert worth.bias_error == pytest.approx(1.0)                 # differences 0, 0, 3: sd √3, of three


def test_the_interval_of_eq_8_is_that_of_the_repeats():
    """Mean 7.91, sd 0.36 of ten: 7.652 to 8.168 (Reich & Barai, Table 2, K_T)."""
    ten = 7.91 + 0.36 * (np.arange(10) - 4.5) / np.arange(10).std(ddof=1)
    for truth, held in ((7.66, 1.0), (7.64, 0.0), (8.17, 0.0)):
        worth, = worths(CELL, found_of([7.91, 7.91], [truth, truth], scores=tuple(ten)), ["kfold-repeated"])
        assert worth.eq_8 == held
        assert worth.sd_eq_6 == pytest.approx(0.36 / 10**0.5)


def test_the_spread_over_resamples_is_pooled_over_the_d_resampled():
    found = found_of([1.0, 2.0], [1.0, 1.0])
    for number, values in enumerate(([0.0, 2.0], [0.0, 4.0])):
        found |= {(CELL.name, number, again): Drawn(None, {"kfold-repeated": Said(value=value)})
                  for again, value in enumerate(values)}
    worth, = worths(CELL, found, ["kfold-repeated"])
    assert worth.sd_resampled == pytest.approx(5**0.5)           # variances 2 and 8
    assert worth.draws == 2


def test_one_d_has_no_spread():
    with pytest.raises(BadInput, match="two D at least"):
        list(worths(CELL, found_of([1.0], [1.0]), ["kfold-repeated"]))


def test_the_law_stays_and_the_rows_change():
    (one, whole), (two, _), (again, _) = drawn(CELL, 0), drawn(CELL, 1), drawn(CELL, 0)
    assert one.fingerprint == again.fingerprint != two.fingerprint
    assert (one.n_rows, whole.n_rows) == (30, 5030)
    gaussian = replace(CELL, source=law_named("gaussian-mixture"))
    means = [drawn(gaussian, number)[1].require_features().matrix.mean(axis=0) for number in (0, 1)]
    assert np.abs(means[0] - means[1]).max() < 0.15              # 5,000 rows of one law; sd of a mean about 0.02


@pytest.mark.slow
def test_a_nearest_neighbour_of_noise_shows_what_each_estimator_is(tmp_path):
    """Truth 1/2, resubstitution 0 always; .632 leans on it (Efron & Tibshirani 1997: 0.632 · 0.5 = 0.316)."""
    study = estimator_study(tmp_path / "f.jsonl", sources=["noise"], models=["1nn"], sizes=[30], repeats=3,
                            resamples=20, estimators=["R", ".632", "B"])
    of = {worth.estimator: worth for worth in study.worths[study.cells[0].name]}
    assert of["resubstitution"].mean == 0.0
    assert of["resubstitution"].truth == pytest.approx(0.5, abs=0.02)
    assert of["632"].mean == pytest.approx(0.632 * of["out-of-bag"].mean, abs=0.002)
    assert study.scores()["estimator"].value_counts()["632"] == 60
    assert len(study.figure().axes) == 1


def test_what_is_in_the_file_is_not_measured_again(tmp_path, monkeypatch):
    from referee.lab.estimators import file

    asked = []

    def told(_, key, names, *, truth):
        asked.append((key[1], names))
        return Drawn(0.5 if truth else None, {name: Said(value=len(asked)) for name in names})

    monkeypatch.setattr(file, "measured", told)
    path = tmp_path / "f.jsonl"
    fill(path, Wanted(cells=[CELL], names=("holdout",), draws=2))
    whole = path.read_text(encoding="utf-8").splitlines()
    path.write_text(whole[0] + "\n" + whole[1][:40] + "\n", encoding="utf-8")     # killed in the second line
    assert len(read(path)) == 1
    asked.clear()
    again = fill(path, Wanted(cells=[CELL], names=("holdout", "resubstitution"), draws=2))
    assert asked == [(0, ("resubstitution",)), (1, ("holdout", "resubstitution"))]
    assert again == read(path)
    assert again[CELL.name, 0, -1].said["holdout"].value == 1
    assert again[CELL.name, 0, -1].truth == 0.5


@pytest.mark.slow
def test_copies_of_a_row_stay_together_when_d_is_resampled(tmp_path):
    """Or the nearest neighbour of noise would find its own copy, and seem to know something."""
    found = fill(tmp_path / "f.jsonl", Wanted(cells=[replace(CELL, n=60)], names=("kfold",), draws=1, resampled=1,
                                              times=4))
    resampled = [one.said["kfold"].value for key, one in found.items() if key[2] >= 0]
    assert len(resampled) == 4
    assert np.mean(resampled) > 0.3                               # copies on both sides: about 0.2


def test_only_parts_that_are_asked_for_are_fitted():
    assert parts_of(("holdout", "632")) == ("bootstrap", "holdout", "resubstitution")
    assert parts_of(("default", "nested:folds=5")) == ()
    said = fill_one("holdout")
    assert set(said) == {"holdout"}
    assert said["holdout"].fits == 1


def fill_one(name):
    from referee.lab.estimators.measured import of_estimators

    return of_estimators(CELL, drawn(CELL, 0)[0], (name,))


def test_samples_of_a_table_leave_a_rest_without_copies():
    digits = Sampled("digits", load("digits"))
    cell = replace(CELL, source=digits, n=100)
    one, whole = drawn(cell, 0)
    rows = np.column_stack([whole.require_features().matrix, whole.y])
    assert len(np.unique(rows, axis=0)) == whole.n_rows
    assert one.n_rows == 100
    with pytest.raises(BadInput, match="samples of 500 need 2,000"):
        digits.draw(500, 0, 0)


def test_names_that_are_none():
    assert estimator_named(".632+") == "632plus"
    with pytest.raises(BadInput, match=r"no estimator is called 'kfoold'\. There are resubstitution"):
        estimator_named("kfoold")
    with pytest.raises(UnknownName, match="did you mean 'propellers'"):
        law_named("propeller")
    with pytest.raises(BadInput, match="two repeats"):
        estimator_study("f.jsonl", repeats=1)


def prefilled(path):
    """Two D with what two estimators said of them, as a run would have written it."""
    cell = replace(CELL, learner="lda", resamples=100)
    with path.open("w", encoding="utf-8") as file:
        for number in (0, 1):
            said = {"resubstitution": Said(value=0.1 * number), "holdout-repeated": Said(
                value=0.5, low=0.4, high=0.6, fits=10, scores=(0.45, 0.5, 0.55 + 0.01 * number))}
            file.write(json.dumps({"cell": cell.name, "draw": number, "resample": -1, "truth": 0.5, "said": {
                name: one.to_dict() for name, one in said.items()}}) + "\n")


def test_the_command(referee, tmp_path):
    prefilled(tmp_path / "f.jsonl")
    seen = referee("lab", "estimators", "f.jsonl", "--laws", "noise", "--models", "lda", "--sizes", "30", "--repeats",
                   "2", "--estimators", "R;H^I", "--iteration-scores", "s.csv", "--figure", "f.svg")
    assert seen.code == 0, seen.err
    assert "noise, lda, n = 30: truth 0.5, 2 draws" in seen.out
    assert "10 × hold-out" in seen.out
    assert len((tmp_path / "s.csv").read_text().splitlines()) == 1 + 2 * 3
    assert (tmp_path / "estimators.html").exists()
    assert (tmp_path / "f.svg").exists()


@pytest.mark.slow
def test_the_default_covers_where_eq_8_does_not(tmp_path):
    """Thirty D of 50 rows: 95% intervals hold the truth in 25 at least by the default, in 20 at most by eq. 8."""
    study = estimator_study(tmp_path / "f.jsonl", models=["lda"], sizes=[50], repeats=30,
                            estimators=["K^I", "H^I", "default"])
    of = {worth.estimator: worth for worth in study.worths[study.cells[0].name]}
    assert of["default"].covered >= 25 / 30
    assert of["kfold-repeated"].eq_8 <= 20 / 30
