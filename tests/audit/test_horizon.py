"""Targets that reach ahead need a gap between training and test."""

import numpy as np
import pandas as pd
import pytest

import referee


def returns(tmp_path, *, ahead, gap, compounded=False, n=400, noise=0.0):
    draw = np.random.default_rng(6)
    daily = draw.normal(0, 0.01, n + ahead).round(5)
    grown = np.array([(np.prod(1 + daily[i + 1:i + 1 + ahead]) - 1) if compounded else daily[i + 1:i + 1 + ahead].sum()
                      for i in range(n)]) + draw.normal(0, noise, n)
    days = pd.date_range("2020-01-01", periods=n).strftime("%Y-%m-%d")
    part = np.where(np.arange(n) < 300, "train", "test")
    frame = pd.DataFrame({"date": days, "daily": daily[:n], "heat": draw.normal(size=n), "ahead": grown.round(5),
                          "part": part})
    frame = pd.concat([frame[:300 - gap], frame[300:]]).sample(frac=1, random_state=1)
    frame.to_csv(tmp_path / "returns.csv", index=False)
    return referee.audit(tmp_path / "returns.csv", target="ahead", time="date", split="part")["F-22"]


@pytest.mark.parametrize("compounded", [False, True])
def test_training_up_to_the_test_part_is_told_with_the_rows_that_reach_into_it(tmp_path, compounded):
    found, = returns(tmp_path, ahead=20, gap=0, compounded=compounded).findings
    assert found.severity.value == "serious"
    assert "the sum of daily over the next 20 rows" in found.message
    assert found.evidence["rows"] == 20


@pytest.mark.parametrize(("ahead", "gap"), [(20, 20), (5, 5), (20, 40)])
def test_a_gap_whose_rows_were_left_out_is_a_gap(tmp_path, ahead, gap):
    assert returns(tmp_path, ahead=ahead, gap=gap).outcome == "passed"


def test_a_target_of_something_else_is_let_be(tmp_path):
    assert returns(tmp_path, ahead=5, gap=0, noise=0.02).outcome == "passed"
