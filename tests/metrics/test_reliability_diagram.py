"""The reliability diagram: its curve, its band, its p-value, and what it says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import BadInput, Undefined
from referee.metrics.corp import corp
from referee.metrics.reliability_diagram import FINEST, calibration, calibration_of
from referee.metrics.vectors import labelled
from referee.seeds import stream


def forecasts(n, seed, sharpen=1.0):
    """Outcomes that follow p, and forecasts whose logit is `sharpen` times that of p."""
    rng = np.random.default_rng(seed)
    p = rng.beta(1.5, 1.5, size=n)
    return (rng.random(n) < p).astype(int), 1 / (1 + ((1 - p) / p) ** sharpen)


def test_the_curve_is_the_recalibration_of_corp():
    """Worked by hand: pooling 0.4 and 0.6, of which one happened, gives ½ for both (the example of corp itself)."""
    found = calibration([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.9], draws=9).diagrams[0]
    assert found.said.tolist() == [0.1, 0.4, 0.6, 0.9]
    assert found.observed.tolist() == [0.0, 0.5, 0.5, 1.0]
    assert found.corp.miscalibration == pytest.approx(0.06)


@given(st.integers(0, 1000), st.integers(5, 60), st.booleans())
def test_the_diagram_agrees_with_corp_on_any_forecasts(seed, n, ties):
    truth, said = forecasts(n, seed)
    said = np.round(said, 1) if ties else said
    found, whole = calibration(truth, said, draws=5).diagrams[0], corp(truth, said)
    assert np.allclose(found.said, whole.forecasts)
    assert np.allclose(found.observed, whole.recalibrated, atol=1e-12)
    assert found.counts.sum() == n
    assert (found.low <= found.high).all()


@pytest.mark.slow
def test_calibrated_forecasts_are_called_off_no_more_often_than_announced():
    """400 calibrated sets of 80 rows: the count of p ≤ 0.05 is at most what 99.9% of binomials with 0.05 give (35)."""
    off = sum(calibration(*forecasts(80, seed), draws=59, seed=seed).diagrams[0].p <= 0.05 for seed in range(400))
    assert 6 <= off <= 35


@pytest.mark.slow
def test_the_band_holds_the_curve_of_calibrated_forecasts_at_its_level():
    inside = []
    for seed in range(60):
        d = calibration(*forecasts(120, seed), draws=199, level=0.9, seed=seed).diagrams[0]
        inside.append(np.mean((d.low <= d.observed) & (d.observed <= d.high)))
    assert np.mean(inside) == pytest.approx(0.9, abs=0.04)


@pytest.mark.parametrize(("sharpen", "word"), [(2.5, "too sure"), (0.4, "too timid")])
def test_forecasts_that_are_off_are_seen_and_the_side_is_told(sharpen, word):
    found = calibration(*forecasts(500, 3, sharpen), draws=199)
    assert "off by more than chance" in str(found)
    assert word in str(found)
    assert found.diagrams[0].p == pytest.approx(1 / 200)


def test_good_forecasts_are_let_be():
    assert "no sign that the probabilities are off" in str(calibration(*forecasts(500, 3), draws=199))


def test_bins_hold_about_equal_mass_and_their_means():
    truth, said = forecasts(200, 1)
    found = calibration(truth, said, bins=4, draws=19).diagrams[0]
    order = np.argsort(said)
    assert found.bins == 4
    assert found.said == pytest.approx(said[order].reshape(4, 50).mean(axis=1))
    assert found.observed == pytest.approx(truth[order].reshape(4, 50).mean(axis=1))


def test_equal_forecasts_are_never_torn_apart_by_bins():
    found = calibration([0, 1, 1, 1, 0, 1], [0.3, 0.3, 0.3, 0.3, 0.3, 0.9], bins=3, draws=9).diagrams[0]
    assert found.said.tolist() == pytest.approx([0.3, 0.9])
    assert found.observed.tolist() == pytest.approx([0.6, 1.0])


def test_many_forecasts_are_pooled_and_none_is_lost():
    truth, said = forecasts(3 * FINEST, 2)
    found = calibration(truth, said, draws=3).diagrams[0]
    assert found.said.size <= FINEST
    assert found.counts.sum() == 3 * FINEST
    assert (np.diff(found.said) > 0).all()
    assert np.abs(found.observed - found.said).max() < 0.25


def three_classes(n=300):
    rng = np.random.default_rng(4)
    shares = rng.dirichlet([1, 1, 1], size=n)
    return np.array([rng.choice(3, p=row) for row in shares]), shares


def test_classes_get_a_diagram_each_and_the_top_label_one():
    truth, shares = three_classes()
    each = calibration(truth, shares, classes=["a", "b", "c"], draws=19)
    assert [d.of for d in each.diagrams] == ["a", "b", "c"]
    second = calibration((truth == 1).astype(int), shares[:, 1], draws=19)
    assert each.diagrams[1].observed == pytest.approx(second.diagrams[0].observed)
    assert all(d.p >= 3 / 20 for d in each.diagrams)      # times the number of diagrams
    top = calibration(truth, shares, of="top-label", draws=19).diagrams
    assert [d.of for d in top] == ["top label"]
    assert top[0].said.min() >= 1 / 3


def test_the_same_seed_gives_the_same_band_and_another_another():
    truth, said = forecasts(60, 0)
    one, same, other = (calibration(truth, said, draws=20, seed=seed).diagrams[0] for seed in (1, 1, 2))
    assert np.array_equal(one.high, same.high)
    assert not np.array_equal(one.high, other.high)


def test_what_cannot_be_seen_is_refused():
    with pytest.raises(BadInput, match="of must be"):
        calibration([0, 1], [0.2, 0.7], of="both")
    with pytest.raises(BadInput, match="3 names for 2 classes"):
        calibration([0, 1], [0.2, 0.7], classes=["a", "b", "c"])
    with pytest.raises(BadInput, match="bins"):
        calibration([0, 1], [0.2, 0.7], bins=0)
    with pytest.raises(BadInput, match="level"):
        calibration([0, 1], [0.2, 0.7], level=95)
    with pytest.raises(Undefined, match="no probabilities"):
        calibration_of(labelled([0, 1], [0, 1]))


def test_one_class_and_certain_forecasts_are_shown_without_spiegelhalter():
    found = calibration([1, 1, 1, 1], [1.0, 1.0, 1.0, 1.0], draws=9).diagrams[0]
    assert found.spiegelhalter is None
    assert (found.p, found.corp.score) == (1.0, 0.0)
    assert found.to_dict()["spiegelhalter"] is None


def test_a_weight_is_a_repetition_in_curve_band_and_test():
    draw = stream(3, "weights")
    said, times = np.round(draw.random(80), 2), draw.integers(0, 4, size=80)
    truth, rows = (draw.random(80) < said).astype(int), np.repeat(np.arange(80), times)
    for bins in (None, 5):
        weighted = calibration(truth, said, times, bins=bins, draws=20)
        repeated = calibration(truth[rows], said[rows], bins=bins, draws=20)
        assert weighted.n_rows == repeated.n_rows == times.sum()
        one, other = weighted.diagrams[0], repeated.diagrams[0]
        for name in ("said", "observed", "low", "high", "counts"):
            np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=1e-12)
        assert one.p == other.p
        assert one.corp.miscalibration == pytest.approx(other.corp.miscalibration, abs=1e-12)
        assert one.spiegelhalter.z == pytest.approx(other.spiegelhalter.z, abs=1e-9)
