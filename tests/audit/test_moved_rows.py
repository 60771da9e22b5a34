"""F-52 of a part of the rows: a column that is a row or two off from somewhere on, within a block, or in one fold."""

import numpy as np
import pandas as pd
import pytest

from referee.audit.association import Sides
from referee.audit.audit import audit_bundle
from referee.audit.checks.f52_misjoined import misjoined
from referee.audit.reading.from_predictions import bundle_of_predictions

N = 600


def _labels(seed=3, n=N):
    rng = np.random.default_rng(seed)
    classes = np.array(["crop", "forest", "urban", "water"])
    truth = rng.choice(classes, n)
    said = [np.where(rng.random(n) < share, truth, rng.choice(classes, n)) for share in (0.85, 0.75)]
    return pd.DataFrame({"id": np.arange(31000, 31000 + n), "truth": truth, "net": said[0], "forest": said[1]})


def _numbers(seed=4, n=N):
    rng = np.random.default_rng(seed)
    truth = rng.normal(10, 3, n).round(3)
    return pd.DataFrame({"id": np.arange(n) + 500, "truth": truth, "net": (truth + rng.normal(0, 1.5, n)).round(3),
                         "forest": (truth + rng.normal(0, 2, n)).round(3)})


def _moved(frame, rows, by):
    """The answers of `net` in some rows, each in the row so many further down; what falls out comes in above."""
    changed = frame.copy()
    column = changed["net"].to_numpy().copy()
    column[rows] = np.roll(column[rows], by)
    changed["net"] = column
    return changed


def _told(frame):
    answer = audit_bundle(bundle_of_predictions(frame)).answer("F-52")
    return [finding.message for finding in answer.findings]


@pytest.mark.parametrize("study", [_labels, _numbers])
@pytest.mark.parametrize(("rows", "by", "place"), [
    (np.arange(240, N), 1, "the row 1 before"), (np.arange(240, N), -1, "the row 1 further on"),
    (np.arange(300), 2, "the row 2 before"), (np.arange(200, 350), 1, "the row 1 before"),
    (np.arange(400, N), -2, "the row 2 further on")])
def test_from_some_row_on_or_within_a_block(study, rows, by, place):
    told, = _told(_moved(study(), rows, by))
    assert "what net says" in told
    assert place in told
    assert told.startswith(f"From about row {told.split()[3]} ")
    assert abs(int(told.split()[3]) - rows[0] - 1) < 12


@pytest.mark.parametrize("study", [_labels, _numbers])
@pytest.mark.parametrize("change", [1, -1, 2])
def test_in_one_fold_only(study, change):
    frame = study()
    frame["fold"] = np.random.default_rng(1).integers(0, 4, N)
    told, = _told(_moved(frame, np.flatnonzero(frame["fold"] == 2), change))
    assert "of part" in told
    assert "what net says" in told


def test_one_fold_from_last_to_first():
    frame = _labels()
    frame["fold"] = np.random.default_rng(1).integers(0, 4, N)
    rows = np.flatnonzero(frame["fold"] == 1)
    frame.loc[rows, "net"] = frame.loc[rows[::-1], "net"].to_numpy()
    told, = _told(frame)
    assert "from last to first" in told


def _series(phi, n=N):
    rng = np.random.default_rng(9)
    values = np.zeros(n)
    for k in range(1, n):
        values[k] = phi * values[k - 1] + rng.normal()
    said = np.concatenate([[0.0], 0.8 * values[:-1]]) + rng.normal(0, 0.3, n)
    return pd.DataFrame({"id": np.arange(n), "truth": values, "net": said})


def _clean():
    labels = _labels()
    rng = np.random.default_rng(6)
    weak = labels.assign(net=rng.permutation(labels["net"]))
    fallen = labels.copy()
    fallen.loc[300:, "net"] = rng.choice(["crop", "forest", "urban", "water"], 300)       # bad there, and nowhere else
    pairs = labels.assign(truth=np.repeat(labels["truth"][::2], 2).to_numpy(), net=np.repeat(
        labels["net"][::2], 2).to_numpy())
    folds = labels.assign(fold=rng.integers(0, 5, N))
    return {"as they are": labels, "numbers": _numbers(), "by class": labels.sort_values("truth"), "a guess": weak,
            "bad from some row on": fallen, "in pairs": pairs, "folds": folds, "a slow series": _series(0.95),
            "a series": _series(0.7), "four rows moved": _moved(labels, np.arange(100, 110), 1)}


@pytest.mark.parametrize("frame", _clean().values(), ids=_clean())
def test_no_alarm(frame):
    assert not [told for told in _told(frame) if "joined in the wrong order" in told]


def _series(rho, n, draw):
    noise = draw.normal(size=n + 200)
    for k in range(1, n + 200):
        noise[k] += rho * noise[k - 1]
    return noise[200:, None]


def test_rows_that_are_alike_count_less():
    """The variance of a correlation of two AR(1) series is (1 + ab) / (1 - ab) / n (Bartlett 1946)."""
    draw = np.random.default_rng(8)
    for rho in (0.0, 0.5, 0.8):
        found = [Sides(truth=a - a.mean(), said=b - b.mean()).noise ** 2 * 2000
                 for a, b in ((_series(rho, 2000, draw), _series(rho, 2000, draw)) for _ in range(60))]
        assert np.median(found) == pytest.approx((1 + rho**2) / (1 - rho**2), rel=0.12)


def test_independent_series_of_groups_are_no_misjoin():
    """Targets that stay where they are within a subject, and answers that say nothing of them, in 200 studies."""
    draw, told = np.random.default_rng(9), 0
    for _ in range(200):
        truth = np.repeat(draw.normal(size=6), 40) + 0.1 * draw.normal(size=240)
        said = np.repeat(draw.normal(size=6), 40) + 0.5 * draw.normal(size=240)
        frame = pd.DataFrame({"id": np.arange(240), "truth": truth, "net": said})
        bundle = bundle_of_predictions(frame)
        told += any(True for _ in misjoined.look(bundle))
    assert told <= 4


def test_a_few_events_are_no_stretch():
    """With three events in a hundred rows some shift of some stretch fits by chance."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        risk = rng.normal(-4.4, 1.6, 4000)
        event = rng.random(4000) < 1 / (1 + np.exp(-risk))
        frame = pd.DataFrame({"id": np.arange(4000), "truth": event.astype(int),
                              "p_net": (1 / (1 + np.exp(-risk - rng.normal(0, 0.5, 4000)))).round(4),
                              "p_score": (1 / (1 + np.exp(-risk - rng.normal(0, 1.5, 4000)))).round(2)})
        bundle = bundle_of_predictions(frame, columns={"probability": "p_net,p_score"}, positive=1)
        assert not list(misjoined.look(bundle)), seed
