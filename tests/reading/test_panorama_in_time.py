"""The panorama of a series: estimators that keep time, and what shuffled folds would have claimed."""

from html import unescape

import numpy as np
import pandas as pd
import pytest

import referee
from referee.errors import BadInput
from referee.seeds import stream

N = 200
CLOCK = np.arange(float(N))
NOISE = stream(2, "panorama", "noise").normal(size=N)
X = np.column_stack([CLOCK, NOISE])
Y = np.cumsum(stream(1, "panorama", "walk").normal(size=N)) + NOISE       # told from its neighbours in time


@pytest.fixture(scope="module")
def seen():
    return referee.panorama("tree", X, Y, time="rows", metrics="mae", jobs=1)


def test_every_number_is_what_evaluate_says_of_the_design(seen):
    column, parts = seen.panorama.columns[0], seen.panorama.plan.parameters["parts"]
    assert [line.name for line in column.lines] == ["resubstitution", "shuffled", "blocked", "rolling", "window",
                                                    "last"]
    window = parts["window"]["parameters"]["window"]
    for name, design in {"blocked": "blocked:folds=5,gap=1", "rolling": "rolling:splits=10,gap=1",
                         "window": f"rolling:splits=10,gap=1,window={window}",
                         "last": f"rolling:splits=1,horizon={N // 3},gap=1"}.items():
        one = referee.evaluate("tree", X, Y, time="rows", metrics="mae", design=design, jobs=1).estimates["tree"]
        line = column.line(name)
        assert line.value == pytest.approx(one.value, rel=1e-12)
        assert (line.interval.low, line.interval.high) == pytest.approx((one.interval.low, one.interval.high))
        assert line.interval.method.startswith("long-run t")


def test_what_shuffling_claims_is_told_as_a_claim_and_has_no_interval(seen, tmp_path):
    line = seen.panorama.columns[0].line("shuffled")
    assert line.interval is None
    assert line.value < 0.7 * seen.panorama.columns[0].value("rolling")
    text = " ".join(str(seen).split())
    assert "shuffled folds would have claimed" in text
    assert "better." in text
    assert "their number is no estimate" in text
    assert "Blocks were told by models of later times too" in text
    assert "expected" not in text
    assert "10×10-fold" not in text
    told = {one["estimator"]: one for one in seen.to_dict()["columns"][0]["estimators"]}
    assert told["shuffled"]["reason"].startswith("rows of a series were dealt at random, so that models knew")
    assert told["shuffled"]["interval"] is None
    frame = seen.table().set_index("estimator")
    assert frame["low"].notna().to_dict() == {"resubstitution": False, "shuffled": False, "blocked": True,
                                              "rolling": True, "window": True, "last": True}
    page = unescape(seen.report(tmp_path / "panorama.html").read_text(encoding="utf-8"))
    assert "No order of estimators is expected of a series" in page
    assert "Reich and Barai" not in page
    assert seen.figure(0) is not None


def test_no_model_of_a_valid_line_saw_a_time_it_was_asked_about_or_its_neighbour(seen):
    from referee.data import load
    from referee.reading.panorama import panorama_plan

    problem = load(X, y=Y, time=np.arange(N) // 2)
    plan, _ = panorama_plan(problem, seed=0)
    for name, part in plan.plans.items():
        for split in part.splits():
            trained, asked = problem.time[split.train_rows], problem.time[split.test]
            if name in {"rolling", "window", "last"}:
                assert trained.max() + 1 < asked.min()
            elif name == "blocked":
                assert not np.isin(trained, [asked.min() - 1, *asked, asked.max() + 1]).any()


def test_the_order_of_the_file_is_not_the_order_of_time(seen):
    frame = pd.DataFrame({"x0": CLOCK, "x1": NOISE, "day": pd.date_range("2024-01-01", periods=N), "y": Y})
    mixed = referee.panorama("tree", frame.sample(frac=1.0, random_state=0), y="y", time="day", metrics="mae", jobs=1)
    for name in ("blocked", "rolling", "window", "last"):
        assert mixed.panorama.columns[0].value(name) == pytest.approx(seen.panorama.columns[0].value(name))


def test_a_short_series_has_numbers_without_intervals_and_says_why():
    short = referee.panorama("ridge", X[:50], Y[:50], time="rows", metrics="mae", true_value=1.0, jobs=1)
    assert all(line.interval is None for line in short.panorama.columns[0].lines)
    text = " ".join(str(short).split())
    assert "No interval by rolling origins: rows in order of time are a series, and the long-run" in text
    assert "The truth is 1.0" in text
    with pytest.raises(BadInput, match="a panorama of a series needs at least 12 times, and there are 5"):
        referee.panorama("ridge", X, Y, time=np.arange(N) // 40, metrics="mae", jobs=1)


@pytest.mark.slow
def test_a_panel_a_single_group_and_several_targets():
    days = np.repeat(np.arange(N // 2), 2)
    panel = referee.panorama("ridge", X, Y, time=days, groups=np.tile(["a", "b"], N // 2), metrics="mae", jobs=1)
    assert panel.panorama.columns[0].line("rolling").interval is not None
    assert panel.panorama.columns[0].line("last").interval is None         # 66 rows of 33 times
    assert "60 tested times at least, and there are 33" in " ".join(str(panel).split())
    alone = referee.panorama("ridge", X, Y, time="rows", groups=["a"] * N, metrics="mae", jobs=1)
    assert alone.panorama.columns[0].value("shuffled") is None
    assert "all rows belong to one group" in " ".join(str(alone).split())
    both = referee.panorama("ridge", X, np.column_stack([Y, NOISE]), time="rows", metrics="mae", jobs=1)
    assert len(both.panorama.columns) == 2
    assert "Hotelling" not in str(both)


def test_classes_of_a_series_have_a_default_metric_with_an_interval():
    result = referee.panorama("logistic", X, np.where(NOISE + X[:, 1] > 0, "up", "down"), time="rows", jobs=1)
    assert result.panorama.columns[0].line("rolling").interval is not None
