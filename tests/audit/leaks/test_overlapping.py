"""F-20 of windows: rows that have columns in common, moved by a step, on both sides of a division."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.seeds import stream

WIDE = 10


def windows(seed, *, step, recordings=30, each=20, sides="rows"):
    """Windows of recordings, each with a level of its own that tells its state; dealt by rows or whole recordings."""
    random, found = stream(seed, "windows"), []
    for number in range(recordings):
        state = ["idle", "worn"][number % 2]
        noise = np.cumsum(random.normal(size=WIDE + step * each)) * 0.3 + random.normal() + 0.3 * (state == "worn")
        values = noise.round(3)
        found += [[*values[i * step:i * step + WIDE], state, number] for i in range(each)]
    frame = pd.DataFrame(found, columns=[*(f"v{j:02}" for j in range(WIDE)), "state", "recording"])
    test = random.random(len(frame)) < 0.3 if sides == "rows" else frame["recording"] % 10 > 6
    return frame.assign(part=np.where(test, "test", "train"))


def told(frame, **said):
    result = referee.audit(frame, target="state", **{"groups": "none", "time": "none"} | said)
    return [one for one in result["F-20"].findings if "overlap with training rows" in one.message]


@pytest.mark.parametrize("step", [1, 2, 4])
def test_windows_that_overlap_across_a_division_are_told_with_what_the_score_owes(step):
    frame = windows(step, step=step).drop(columns="recording").sample(frac=1, random_state=0)
    one, = told(frame, split="part")
    assert one.severity.value == "fatal"
    assert f"{WIDE - step} of the {WIDE} columns v00 to v09 are those of another row, {step} further on" in one.message
    assert "30 recordings can be told" in one.message
    assert "With each recording kept on one side forests have an accuracy" in one.message or "an AUC" in one.message


def test_windows_side_by_side_and_whole_recordings_on_one_side_are_not():
    assert not told(windows(1, step=WIDE).drop(columns="recording"), split="part")
    assert not told(windows(1, step=2, sides="recordings").drop(columns="recording"), split="part")
    assert not told(windows(1, step=2).drop(columns="part"), groups="recording")


def lags(rows=400):
    """A series with its last ten values as inputs, as one forecasts."""
    level = np.cumsum(stream(2, "lags").normal(size=rows + WIDE)).round(3)
    return pd.DataFrame({f"lag_{j}": level[WIDE - j:WIDE - j + rows] for j in range(1, WIDE + 1)}).assign(
        state=level[WIDE:WIDE + rows], day=range(rows))


def test_lags_of_a_series_are_asked_about_unless_time_is_told():
    assert not told(lags(), time="day")
    later = lags().assign(part=np.where(np.arange(400) < 300, "train", "test"))
    assert not told(later.drop(columns="day"), split="part")
    one, = told(lags().drop(columns="day"))
    assert one.severity.value == "warning"


@pytest.mark.parametrize(("design", "told"), [("rolling:splits=60,horizon=1", False), ("kfold:folds=5", True)])
def test_a_study_of_lags_may_know_what_came_before_and_not_what_came_later(tmp_path, design, told):
    place, ledger = tmp_path / "lags.csv", tmp_path / "l.db"
    lags(300).rename(columns={"state": "y"}).to_csv(place, index=False)
    said = {"time": "day"} if design.startswith("rolling") else {"drop": ["day"]}
    referee.compare(["ridge", "mean"], place, target="y", design=design, ledger=ledger, jobs=1, **said)
    found = referee.audit(ledger, data=place, target="y", **said)["F-20"].findings
    assert any("overlap with training rows" in one.message for one in found) is told


def test_few_levels_few_rows_and_constant_rows_show_nothing():
    random = stream(4, "windows")
    coarse = pd.DataFrame(random.integers(0, 4, size=(300, 6)), columns=[f"q{j}" for j in range(6)])
    assert not told(coarse.assign(state=random.integers(0, 2, 300)))
    assert not told(windows(5, step=2, recordings=1).drop(columns=["recording", "part"]).assign(state=["a", "b"] * 10))
    still = pd.DataFrame(np.tile(random.normal(size=(300, 1)).round(3), 6), columns=[f"v{j}" for j in range(6)])
    assert not told(still.assign(state=random.integers(0, 2, 300)))
