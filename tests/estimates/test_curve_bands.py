"""Bands of ROC and precision-recall curves: they hold as often as they say, and never claim what rows cannot show."""

import numpy as np
import pytest
from scipy import stats

from referee.errors import Undefined
from referee.estimates.curves.band import GRID, precision_recall_band, roc_band
from referee.metrics.averaged_curve import Scored
from referee.seeds import stream

BANDS = (roc_band, precision_recall_band)


def drawn(n_hits, n_others, *, far=1.0, parts=1, seed=0, weight=None):
    draw = stream(7, "bands", n_hits, n_others, seed)
    hit = np.arange(n_hits + n_others) < n_hits
    return Scored(scores=draw.normal(size=hit.size) + far * hit, hit=hit, part=np.arange(hit.size) % parts,
                  weight=weight)


@pytest.mark.parametrize("band", BANDS)
def test_the_curve_lies_in_its_band_and_draws_repeat_themselves(band):
    of = drawn(40, 60)
    one, other = band(of, seed=4), band(of, seed=4)
    inside = one.curve.at(GRID)
    assert ((one.low <= inside + 1e-12) & (inside <= one.high + 1e-12)).all()
    assert (one.low == other.low).all()
    assert (one.high == other.high).all()
    assert not np.array_equal(one.low, band(of, seed=5).low)


@pytest.mark.parametrize("band", BANDS)
def test_perfect_scores_still_have_a_band(band):
    of = drawn(30, 30, far=50.0)
    found = band(of)
    assert found.curve.area == 1
    assert found.low.max() < 0.9            # Wilson's interval of 30 in 30 begins at 0.886
    assert (found.high == 1).all()


def test_what_no_row_bounds_is_not_bounded():
    found = roc_band(drawn(50, 40))
    beyond = (1 - GRID) ** 40 > 0.025       # the threshold may lie above all of 40 rows
    assert (found.low[beyond] == 0).all()
    assert (found.low[~beyond] > 0).all()


@pytest.mark.parametrize("band", BANDS)
def test_whole_groups_tell_less_than_their_rows(band):
    of = drawn(60, 60)
    twice = Scored(scores=np.tile(of.scores, 4), hit=np.tile(of.hit, 4), part=np.tile(of.part, 4))
    rows, groups = band(twice), band(twice, np.tile(np.arange(120), 4))
    once = band(of)
    wide = [float(np.mean(found.high - found.low)) for found in (rows, groups, once)]
    assert wide[0] < 0.7 * wide[1]
    assert wide[1] == pytest.approx(wide[2], rel=0.2)


@pytest.mark.parametrize("band", BANDS)
def test_equal_weights_change_nothing_but_the_draws(band):
    plain, weighted = band(drawn(40, 60)), band(drawn(40, 60, weight=np.full(100, 2.5)))
    assert weighted.curve.area == pytest.approx(plain.curve.area)
    assert np.abs(weighted.high - plain.high).mean() < 0.02
    assert np.abs(weighted.low - plain.low).mean() < 0.02


@pytest.mark.parametrize("band", BANDS)
def test_few_rows_are_told_or_refused(band):
    assert band(drawn(2, 2)).high.max() == 1
    with pytest.raises(Undefined, match="one test part"):
        band(drawn(3, 0))


@pytest.mark.slow
@pytest.mark.parametrize(("n_hits", "n_others", "far", "parts", "least"), [
    (50, 50, 1.0, 1, 0.93), (40, 160, 1.5, 1, 0.93), (30, 30, 3.0, 1, 0.93), (100, 300, 1.0, 5, 0.87)])
def test_bands_hold_at_each_place_as_often_as_they_say(n_hits, n_others, far, parts, least):
    """Two normal laws, whose curves are known; Monte Carlo error at 0.95 and 300 samples: 0.013."""
    cut = stats.norm.isf(GRID)
    roc = stats.norm.sf(cut - far)
    others = stats.norm.sf(cut + far)                    # taken at the recall GRID
    share = n_hits / (n_hits + n_others)
    with np.errstate(invalid="ignore"):
        precision = share * GRID / (share * GRID + (1 - share) * others)
    precision[0] = 1.0
    held = np.zeros((2, GRID.size))
    for seed in range(300):
        of = drawn(n_hits, n_others, far=far, parts=parts, seed=seed + 1)
        for i, (band, truth) in enumerate(zip(BANDS, (roc, precision), strict=True)):
            found = band(of, resamples=200, seed=seed)
            held[i] += (found.low <= truth + 1e-9) & (truth <= found.high + 1e-9)
    assert (held / 300).min() > least
    assert (held / 300).mean() > 0.945
