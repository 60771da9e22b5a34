"""The data of a study in a ledger are known again without its options, and columns that it left out are looked at."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import referee
from audit.clean_study import clean
from referee.audit import audit_bundle
from referee.errors import BadInput
from referee.report.audit.words import grade_sentence

N = 240


def table(who="subject", each=8, *, leaks=True, seed=3):
    """Rows of things that were measured several times; where it leaks, each thing has one class and looks of its own.
    """
    draw = np.random.default_rng(seed)
    unit = np.arange(N) % (N // each)
    looks = draw.normal(size=(N // each, 3))[unit] if leaks else draw.normal(size=(N, 3))
    y = draw.integers(2, size=N // each)[unit] if leaks else (looks[:, 0] + draw.normal(size=N) > 0).astype(int)
    frame = pd.DataFrame(looks + 0.2 * draw.normal(size=(N, 3)), columns=["a", "b", "c"])
    return frame.assign(**{who: [f"{who}-{i:03d}" for i in unit], "state": np.where(y == 1, "ill", "well")})


def study(tmp_path, frame, models=("logistic", "knn"), **options):
    """A ledger and a file of the data."""
    frame.to_csv(tmp_path / "d.csv", index=False)
    referee.compare(list(models), tmp_path / "d.csv", jobs=1, target="state", design="kfold:folds=3",
                    ledger=tmp_path / "l.db", **options)
    return tmp_path / "l.db", tmp_path / "d.csv"


@pytest.mark.slow
@pytest.mark.parametrize(("who", "more"), [
    ("hôpital", {}), ("Patient_ID", {"target": "state"}),
    ("subject", {"target": "state", "positive": "well"})])
def test_groups_that_a_study_left_out_are_found_in_its_data(tmp_path, who, more):
    ledger, data = study(tmp_path, table(who), drop=[who])
    found = referee.audit(ledger, data=data, mute=["F-20", "F-23", "F-24", "F-57"], **more)["F-21"].findings
    assert f"30 values of '{who}'" in found[0].message
    assert "30 of them are on both sides" in found[0].message
    assert found[0].severity.value == "serious"


def test_the_data_are_known_again_without_the_options_of_the_study(tmp_path):
    frame = table(leaks=False).assign(day=pd.date_range("2024-01-01", periods=N).strftime("%Y-%m-%d"),
                                      row=[f"r{i}" for i in range(N)], nothing=np.nan)
    ledger, data = study(tmp_path, frame.sample(frac=1, random_state=1), groups="subject", ids="row", drop=["day"])
    result = referee.audit(ledger, data=data)
    assert result["F-21"].outcome == "passed"
    assert result["F-24"].outcome == "passed"
    assert not result.fails("serious")


@pytest.mark.slow
def test_a_study_in_order_of_time_is_known_again(tmp_path):
    frame = table(leaks=False).drop(columns="subject").assign(day=pd.date_range("2024-01-01", periods=N).astype(str))
    frame.sample(frac=1, random_state=1).to_csv(tmp_path / "d.csv", index=False)
    referee.compare(["logistic", "knn"], tmp_path / "d.csv", jobs=1, target="state", time="day",
                    ledger=tmp_path / "l.db")
    result = referee.audit(tmp_path / "l.db", data=tmp_path / "d.csv")
    assert result["F-22"].outcome == "passed"
    assert result["F-24"].outcome == "passed"


@pytest.mark.slow
def test_columns_left_out_that_are_no_groups_raise_nothing(tmp_path):
    frame = table(leaks=False).drop(columns="subject").assign(
        site=lambda f: np.random.default_rng(1).choice(list("abcd"), len(f)), note=[f"text {i}" for i in range(N)])
    ledger, data = study(tmp_path, frame, drop=["site", "note"])
    assert not referee.audit(ledger, data=data).fails("serious")


def test_other_rows_are_refused(tmp_path):
    ledger, _ = study(tmp_path, table(), drop=["subject"])
    with pytest.raises(BadInput, match="is not the data of this study"):
        referee.audit(ledger, data=table(seed=4), target="state")
    with pytest.raises(BadInput, match="no column 'stat'"):
        referee.audit(ledger, data=table(), target="stat")


def test_a_study_whose_rows_nobody_looked_at_is_not_strong(tmp_path):
    ledger, _ = study(tmp_path, table(leaks=False), models=("logistic", "prior"), groups="subject")
    assert referee.audit(ledger).audit.rows_seen
    (tmp_path / "other").mkdir()
    ledger, _ = study(tmp_path / "other", table(leaks=False), models=("logistic", "prior"), drop=["subject"])
    assert not referee.audit(ledger).audit.rows_seen


@pytest.mark.parametrize(("known", "grade"), [
    ({}, "strong"), ({"features": None}, "strong"), ({"features": None, "groups": None}, "adequate"),
    ({"features": None, "groups": None, "settled": ("groups",)}, "strong"), ({"groups": None}, "strong")])
def test_nothing_found_is_strong_only_where_rows_could_be_looked_at(known, grade):
    study = clean()
    result = audit_bundle(replace(study, problem=replace(study.problem, **known)))
    assert result.grade == grade
    assert ("--groups" in grade_sentence(result)) == (grade == "adequate")
