"""Learning curves of a series: windows before the same test parts, and nothing of the future."""

from html import unescape

import numpy as np
import pandas as pd
import pytest

import referee
from referee.data import load
from referee.designs.growing_windows import GrowingWindows, growing_windows_plan
from referee.errors import BadInput
from referee.seeds import stream

N = 200
X = stream(1, "curve", "X").normal(size=(N, 2))
NOISE = stream(2, "curve", "y").normal(size=N)
Y = X[:, 0] + NOISE


@pytest.fixture(scope="module")
def made():
    return referee.curve(["ridge", "knn"], X, Y, time="rows", sizes=[20, 40, 80], metrics=["mae", "r2"], jobs=1)


def test_no_model_is_trained_on_a_time_after_its_test_part_and_all_sizes_are_tested_on_the_same():
    problem = load(X, y=Y, time=np.arange(N) // 2)
    plan = growing_windows_plan(problem, [5, 10, 20], origins=6, seed=0)
    tested = {}
    for split in plan.splits():
        size, origin = map(int, split.label.split("/")[1].split("."))
        trained, asked = problem.time[split.train], problem.time[split.test]
        assert trained.max() + 1 < asked.min()                                  # a gap of one time
        assert np.unique(trained).tolist() == list(range(asked.min() - 1 - size, asked.min() - 1))
        tested.setdefault(origin, set()).add(split.test.tobytes())
    assert [len(parts) for parts in tested.values()] == [1] * 6
    assert max(problem.time[s.test].max() for s in plan.splits()) == problem.time.max()


@pytest.mark.slow
def test_a_point_is_what_evaluate_says_of_rolling_origins_with_that_window(made):
    told = made.curves.plan.parameters
    for point in made.curves.curve("knn").points:
        one = referee.evaluate("knn", X, Y, time="rows", metrics="mae", jobs=1, level=1 - 0.05 / 3,
                               design=f"rolling:splits={told['splits']},horizon={told['horizon']},gap=1,"
                                      f"window={point.size}").estimates["knn"]
        assert point.value == pytest.approx(one.value, rel=1e-12)
        assert (point.band.low, point.band.high) == pytest.approx((one.interval.low, one.interval.high), rel=1e-12)
        assert point.band.level == 0.95


def test_neighbours_in_time_that_shuffled_folds_tell_from_are_no_help_here():
    y = np.cumsum(stream(3, "walk").normal(size=N))
    clock = np.arange(N, dtype=float)[:, None]          # neighbours of a row are its own past and its own future
    shuffled = referee.curve("knn", clock, y, metrics="mae", sizes=[80], folds=5, jobs=1)
    forecast = referee.curve("knn", clock, y, metrics="mae", sizes=[80], time="rows", jobs=1)
    assert forecast.curves.curve("knn").points[0].value > 1.5 * shuffled.curves.curve("knn").points[0].value


@pytest.mark.slow
def test_the_order_of_the_file_is_not_the_order_of_time(made):
    order = stream(4, "order").permutation(N)
    frame = pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(
        np.arange(N), unit="D"), "y": Y}).iloc[order]
    mixed = referee.curve(["ridge", "knn"], frame, y="y", time="day", sizes=[20, 40, 80], metrics=["mae", "r2"], jobs=1)
    assert [p.value for p in mixed.curves.curve("knn").points] == pytest.approx(
        [p.value for p in made.curves.curve("knn").points])


def test_the_answer_says_what_it_is_in_every_form(made, tmp_path):
    text = " ".join(str(made).split())
    assert "Every model was trained on the latest m rows before each test window, never on later ones." in text
    assert "(long-run t, Bonferroni over sizes)" in text
    assert "corrected resampled t" not in text
    assert "max-T" not in text
    assert "training score" not in text
    assert "No band by R²: the long-run interval needs one value a row, which R² does not have." in text
    assert "windows of a series, and older times need not tell what as many newer ones would" in text
    told = made.to_dict()
    assert (told["series"], told["unit"], told["families"][0]["adjust"]) == (True, "rows", "holm")
    assert all(p["band"]["method"].startswith("long-run t") for p in told["curves"][0]["points"])
    assert {c["interval"]["method"] for c in told["families"][0]["contrasts"]} == {"long-run t, Bonferroni"}
    frame = made.table()
    assert frame["low"].notna().tolist() == (frame["metric"] == "mae").tolist()
    assert frame["training"].isna().all()
    page = unescape(made.report(tmp_path / "curve.html").read_text(encoding="utf-8"))
    assert "scores on the times after each window" in page
    assert "on training rows (dashed)" not in page


def test_rows_of_one_time_stay_together_and_sizes_count_times():
    result = referee.curve("ridge", X, Y, time=np.arange(N) // 2, sizes=[10, 20], metrics="mae", jobs=1)
    assert result.curves.unit == "times"
    assert [p.rows for p in result.curves.curve("ridge").points] == [20, 40]
    assert "10 times (20 rows)" in str(result)


def test_groups_of_a_panel_are_tested_at_the_same_times():
    days, shops = np.repeat(np.arange(N // 2), 2), np.tile([0, 1], N // 2)
    result = referee.curve(["ridge", "mean"], X, Y, time=days, groups=shops, metrics="mae", jobs=1)
    assert result.curves.unit == "times"
    assert all(p.band is not None for p in result.curves.curve("ridge").points)


@pytest.mark.slow
def test_too_short_a_series_has_points_and_no_band_nor_verdict():
    result = referee.curve(["ridge", "knn"], X[:80], Y[:80], time="rows", metrics="mae", jobs=1)
    assert all(p.value is not None and p.band is None for p in result.curves.curve("ridge").points)
    assert not result.curves.contrasts["mae"].found
    text = " ".join(str(result).split())
    assert "No band by mean absolute error: the long-run t needs 60 tested times at least, and there are 50" in text
    assert "Nothing was compared: the long-run t needs 60 tested times" in text
    assert "95% band" not in text
    many = referee.curve("ridge", np.repeat(X[:40], 5, axis=0), np.repeat(Y[:40], 5), time=np.repeat(np.arange(40), 5),
                         metrics="mae", jobs=1)        # 200 rows, of which only 26 times can be tested
    assert all(p.band is None for p in many.curves.curve("ridge").points)


@pytest.mark.parametrize(("arguments", "sentence"), [
    ({"repeats": 3}, "stand in one order, so its learning curve cannot be repeated 3 times"),
    ({"sizes": [50, 150]}, "a training window of 150 times is more than the 99 that lie before the first of 10 test"),
    ({"sizes": [0.5, 1.5]}, "a training size is a whole number of rows, or a share"),
    ({"folds": 1}, "folds is a whole number of at least 2"),
    ({"at": 30, "sizes": [20, 40]}, "the size declared for the comparison, 30, is not among the sizes 20, 40"),
])
def test_what_cannot_be_asked_of_a_series_is_refused(arguments, sentence):
    with pytest.raises(BadInput, match=sentence):
        referee.curve("ridge", X, Y, time="rows", metrics="mae", jobs=1, **arguments)


def test_a_handful_of_times_is_refused():
    with pytest.raises(BadInput, match="3 times are too few for a learning curve"):
        referee.curve("ridge", X[:30], Y[:30], time=np.arange(30) // 10, jobs=1)


def test_declared_sizes_and_opponents_are_kept():
    result = referee.curve(["ridge", "knn", "mean"], X, Y, time="rows", sizes=[20, 80], at=80, against="mean",
                           metrics="mae", jobs=1)
    assert [(c.a, c.b, c.size) for c in result.curves.contrasts["mae"].found] == [("ridge", "mean", 80),
                                                                                   ("knn", "mean", 80)]
    assert result["ridge", "mean"].outcome.value == "better"
    assert "compared at 80 rows only, as declared beforehand: long-run t, Holm over 2" in " ".join(str(result).split())


def test_losses_that_come_again_are_told():
    y = np.where(np.arange(N) % 5 == 0, 9 * np.sign(X[:, 0]), 0.1 * NOISE)       # x tells of every fifth time only
    result = referee.curve(["ridge", "mean"], X, y, time="rows", sizes=[40], metrics="mae", jobs=1)
    assert result.curves.contrasts["mae"].notes
    assert "Losses come again after some times" in str(result)


def test_the_design_describes_itself():
    assert GrowingWindows(sizes=(10, 20), splits=3, horizon=4, seed=0).describe() == (
        "3 rolling origins, each tested on the next 4 times, after a gap of 1, trained on the latest 10 and 20 times "
        "before")
