"""The halves jackknife on arrays: against its formulas written out slowly, and against known special cases."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from referee.errors import BadInput, Undefined
from referee.estimates.halves.cells import UnitCounts, cells_of_parts, cells_of_sums
from referee.estimates.halves.floor import Rates, binomial_floor, ends_by_rates, rates_of
from referee.estimates.halves.full_size import full_size_variance, variance_of_delete_one, variance_of_rows
from referee.estimates.halves.jackknife import halves_variance
from referee.estimates.halves.scales import Scale, interval_on_scale, scale_for
from referee.kinds import Direction
from referee.metrics import METRICS
from referee.metrics.areas import areas_without


def _halves(y, repeats, rng):
    """Stratified complementary halves: (2R, n) of who is tested."""
    out = []
    for _ in range(repeats):
        order = np.concatenate([rng.permutation(np.flatnonzero(y == c)) for c in np.unique(y)])
        half = np.zeros(y.size, dtype=bool)
        half[order[::2]] = True
        out += [half, ~half]
    return np.array(out)


def _counts(tested, y):
    return np.stack([tested & (y == c) for c in np.unique(y)], axis=2).astype(int)


def _slowly(values, tested, y, weight):
    """Every sum of the definition written out, for rows as units."""
    parts, n = tested.shape
    R = parts // 2
    D = np.array([values[j, tested[j]].mean() for j in range(parts)])
    W = np.full((parts, n), np.nan)
    for j in range(parts):
        for i in np.flatnonzero(tested[j]):
            total = 0.0
            for c in np.unique(y):
                mine = tested[j] & (y == c)
                others = mine & (np.arange(n) != i)
                total += mine.sum() * values[j, others if others.any() else mine].mean() if mine.any() else 0.0
            W[j, i] = total / tested[j].sum()
    mean_of_class = {c: np.concatenate([values[j, tested[j] & (y == c)] for j in range(parts)]).mean()
                     for c in np.unique(y)}
    kappa = np.array([mean_of_class[c] for c in y])
    kappa -= kappa.mean()
    m = n - tested.sum(1).mean()
    a, b, spread_test, spread_train = (np.zeros(n) for _ in range(4))
    for i in range(n):
        ones = [tested[j].sum() * (D[j] - W[j, i]) for j in range(parts) if tested[j, i]]
        contrast = []
        for r in range(R):
            j = 2 * r if tested[2 * r, i] else 2 * r + 1
            contrast.append(D[4 * r + 1 - j] - W[j, i])
        a[i], b[i] = np.mean(ones) + kappa[i], m * np.mean(contrast)
        spread_test[i], spread_train[i] = np.var(ones, ddof=1) / R, m**2 * np.var(contrast, ddof=1) / R
    V_test = np.var(a, ddof=1) / n
    V_jack = np.var(a + b, ddof=1) / n - spread_train.sum() / n**2
    V_mc = np.var([(D[2 * r] + D[2 * r + 1]) / 2 for r in range(R)], ddof=1) / R
    return max(0, V_test - spread_test.sum() / n**2) + weight * max(0, V_jack - V_test) + V_mc


@pytest.mark.parametrize(("n_small", "weight"), [(12, 2 / 3), (3, 1.0), (1, 0.5)])
def test_the_variance_is_that_of_its_formulas_written_out(n_small, weight):
    rng = np.random.default_rng(n_small)
    y = np.repeat([0, 1], [20, n_small])
    tested = _halves(y, 12, rng)
    learnt = rng.normal(size=y.size)
    values = (rng.random(tested.shape) + 0.4 * y + (~tested @ learnt)[:, None] * 0.05) * tested
    cells = cells_of_sums(values[:, :, None] * _counts(tested, y), UnitCounts(counts=_counts(tested, y)), value=0.0)
    assert halves_variance(cells).total(weight) == pytest.approx(_slowly(values, tested, y, weight), rel=1e-10)


def test_one_class_is_the_plain_leave_out():
    rng = np.random.default_rng(0)
    tested = _halves(np.zeros(16, dtype=int), 12, rng)
    values = rng.random(tested.shape) * tested
    cells = cells_of_sums(values[:, :, None], UnitCounts(counts=tested[:, :, None].astype(int)), value=0.0)
    plain = (values.sum(1, keepdims=True) - values) / (tested.sum(1, keepdims=True) - 1)
    assert np.allclose(cells.without[tested], plain[tested])
    assert not cells.between.any()


@given(st.integers(4, 30), st.integers(4, 30), st.integers(0, 10**6))      # below, a class may be empty without a row
def test_a_constant_answer_varies_as_its_class_share_does(n0, n1, seed):
    y = np.repeat([0, 1], [n0, n1])
    counts = _counts(_halves(y, 12, np.random.default_rng(seed)), y)
    found = halves_variance(cells_of_sums(counts * [0.0, 1.0], UnitCounts(counts=counts), value=0.0))
    n, p = n0 + n1, n1 / (n0 + n1)
    assert found.test == pytest.approx(p * (1 - p) / (n - 1), rel=1e-9)


def test_blocks_that_all_have_the_class_shares_get_the_variance_of_shares_back():
    y = np.tile(np.repeat([0, 1], [3, 1]), 50)                     # 50 blocks of 4 rows
    block = np.repeat(np.arange(50), 4)
    half = np.array([np.random.default_rng(r).permutation(50) < 25 for r in range(12)])
    tested = np.stack([half, ~half], axis=1).reshape(24, 50)
    rows = np.zeros((50, 2), dtype=int)
    np.add.at(rows, (block, y), 1)
    counts = tested[:, :, None] * rows
    found = halves_variance(cells_of_sums(counts * [0.0, 1.0], UnitCounts(counts=counts, blocks=True), value=0.25))
    assert found.total() == pytest.approx(0.25 * 0.75 / 199)


def test_a_score_that_never_moves_has_no_variance():
    tested = _halves(np.zeros(20, dtype=int), 12, np.random.default_rng(0))
    found = halves_variance(cells_of_parts(np.full(24, 0.5), np.full(tested.shape, 0.5), tested))
    assert found.total(1.0) == 0.0


@given(st.integers(0, 10**6))
def test_the_more_weight_the_larger_and_never_negative(seed):
    rng = np.random.default_rng(seed)
    tested = _halves(np.arange(14) % 2, 12, rng)
    found = halves_variance(cells_of_parts(rng.random(24), rng.random(tested.shape), tested))
    assert 0 <= found.total(0.0) <= found.total(2 / 3) <= found.total(1.0)


def test_too_few_repeats_and_odd_parts_are_refused():
    tested = _halves(np.arange(14) % 2, 11, np.random.default_rng(0))
    with pytest.raises(Undefined, match="12 repeats at least"):
        halves_variance(cells_of_parts(np.zeros(22), np.zeros(tested.shape), tested))
    with pytest.raises(BadInput, match="halves come in pairs"):
        halves_variance(cells_of_parts(np.zeros(21), np.zeros((21, 14)), tested[:21]))


@pytest.mark.slow
@given(st.integers(0, 10**6), st.integers(1, 9))
def test_areas_without_a_unit_are_those_of_the_other_rows(seed, n_units):
    rng = np.random.default_rng(seed)
    scores, hit, unit = rng.integers(0, 6, 24) / 5, rng.permutation(24) < 9, rng.integers(0, n_units, 24)
    (whole,), (without,) = areas_without(scores, hit, unit, n_units)
    assert whole == pytest.approx(roc_auc_score(hit, scores))
    for u in range(n_units):
        left = unit != u
        two = 0 < hit[left].sum() < left.sum()
        assert without[u] == pytest.approx(roc_auc_score(hit[left], scores[left]) if two else whole)


def test_variance_of_rows_is_that_of_a_mean_and_of_clusters_and_delongs():
    rng = np.random.default_rng(5)
    values, groups = rng.random(30), np.arange(30) // 3
    assert variance_of_rows(values) == pytest.approx(values.var(ddof=1) / 30)
    sums = np.array([(values[groups == g] - values.mean()).sum() for g in range(10)])
    assert variance_of_rows(values, groups=groups) == pytest.approx((sums**2).sum() / 900 * 10 / 9)
    # DeLong et al. (1988): S10/m + S01/n from the placements of positives and negatives.
    scores, hit = rng.random(30), np.arange(30) < 11
    wins = (scores[hit][:, None] > scores[~hit]).astype(float)
    placed = np.zeros(30)
    placed[hit], placed[~hit] = wins.mean(1), wins.mean(0)
    rows = wins.mean() + (placed - wins.mean()) / np.where(hit, 11 / 30, 19 / 30)
    delong = wins.mean(1).var(ddof=1) / 11 + wins.mean(0).var(ddof=1) / 19
    assert variance_of_rows(rows, classes=hit) == pytest.approx(delong)


def test_delete_one_of_a_mean_is_its_squared_standard_error():
    values = np.random.default_rng(1).random(12)
    without = (values.sum() - values) / 11
    assert variance_of_delete_one(without) == pytest.approx(values.var(ddof=1) / 12)


def test_the_full_size_adds_training_of_the_halves_and_the_spread_of_passes():
    tested = _halves(np.arange(14) % 2, 12, np.random.default_rng(3))
    rng = np.random.default_rng(4)
    halves = halves_variance(cells_of_parts(rng.random(24), rng.random(tested.shape), tested))
    passes = np.array([0.7, 0.8, 0.75])
    assert full_size_variance(0.01, passes, halves) == pytest.approx(0.01 + halves.training + passes.var(ddof=1) / 3)
    assert full_size_variance(0.01, passes[:1], halves) == pytest.approx(0.01 + halves.training)


def test_the_floor_of_accuracy_is_that_of_smoothed_hit_rates():
    rows, table = np.array([60, 20]), np.array([[54.0, 6.0], [15.0, 5.0]])
    rates = np.array([55 / 62, 6 / 22])
    by_hand = ((rows / 80) ** 2 * rates * (1 - rates) / rows).sum()
    for times in (1, 7):
        found = binomial_floor(METRICS["accuracy"], times * table, rows)
        assert (found.variance, found.value) == pytest.approx((by_hand, (rows * rates).sum() / 80), rel=1e-6)
    assert binomial_floor(METRICS["f1"], np.array([[60.0, 0.0], [20.0, 0.0]]), rows).variance > 0


def test_a_learner_that_never_says_the_rare_class_gets_an_interval_that_says_something():
    floor = binomial_floor(METRICS["f1"], np.array([[360.0, 0.0], [40.0, 0.0]]), np.array([360, 40]))
    found = interval_on_scale(0.0, floor.variance, df=79, level=0.95, scale=Scale.LOGIT, bounds=(0.0, 1.0), cases=400,
                              smoothed=floor.value)
    assert found.low == 0.0
    assert floor.value < found.high < 0.4


def test_ends_by_rates_are_newcombes_for_the_difference_of_two():
    """56 of 70 less 48 of 80: 0.0524 to 0.3339 (Newcombe 1998, Statistics in Medicine 17, 873-890, method 10)."""
    rates = Rates(rows=np.array([70.0, 80.0]), rates=np.array([0.8, 0.6]), slopes=np.array([1.0, -1.0]), value=0.2)
    down, up = ends_by_rates(rates, rates.variance, 1.959964)
    assert (0.2 - down, 0.2 + up) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@given(hits=st.lists(st.tuples(st.integers(1, 400), st.floats(0, 1)), min_size=1, max_size=5),
       more=st.floats(0, 0.2), reach=st.floats(0.5, 13))
def test_ends_by_rates_grow_with_the_variance_and_lean_to_the_middle(hits, more, reach):
    rows, shares = (np.array(column, dtype=float) for column in zip(*hits, strict=True))
    rates = Rates(rows=rows, rates=shares, slopes=np.full(rows.size, 1 / rows.size), value=float(shares.mean()))
    plain, wider = (ends_by_rates(rates, rates.variance + extra, reach) for extra in (0.0, more))
    assert all(one <= other + 1e-12 for one, other in zip(plain, wider, strict=True))
    assert np.hypot(plain[0], reach * more**0.5) == pytest.approx(wider[0], abs=1e-9)
    if (shares < 0.5).all():
        assert plain[0] <= plain[1]
    if (shares > 0.5).all():
        assert plain[0] >= plain[1]


def test_ends_by_rates_are_those_of_the_normal_law_when_rows_are_many():
    rates = Rates(rows=np.array([4e6, 9e6]), rates=np.array([0.3, 0.8]), slopes=np.array([0.5, 0.5]), value=0.55)
    assert ends_by_rates(rates, rates.variance, 2.0) == pytest.approx((2 * rates.variance**0.5,) * 2, rel=2e-3)


def test_rates_of_a_table_are_its_hit_rates_and_a_class_without_rows_has_none():
    found = rates_of(METRICS["balanced_accuracy"], np.array([[54.0, 6.0], [15.0, 5.0]]), np.array([60, 20]))
    assert found.rates == pytest.approx([0.9, 0.25])
    assert found.slopes == pytest.approx([0.5, 0.5], rel=1e-6)
    assert found.value == pytest.approx(0.575)
    table = np.array([[5.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 1.0, 3.0]])
    assert rates_of(METRICS["balanced_accuracy"], table, np.array([6, 0, 4])).rates == pytest.approx([5 / 6, 3 / 4])


@pytest.mark.parametrize(("hits", "low", "high"), [(0, 0.0, 0.1611), (20, 0.8389, 1.0)])
def test_rates_at_a_bound_reach_as_wilsons(hits, low, high):
    """0 and 20 of 20 by Wilson (1927); R: prop.test(0, 20, correct = FALSE) has 0 to 0.1611."""
    found = rates_of(METRICS["recall"], np.array([[9.0, 1.0], [20.0 - hits, hits]]), np.array([10, 20]), (0, 1))
    down, up = ends_by_rates(found, 0.0, 1.959964)
    assert (found.value - down, found.value + up) == pytest.approx((low, high), abs=2e-3)


@given(value=st.floats(0, 1), variance=st.floats(0, 0.3), df=st.floats(1, 500), scale=st.sampled_from(list(Scale)))
def test_an_interval_holds_its_value_and_keeps_to_the_bounds(value, variance, df, scale):
    found = interval_on_scale(value, variance, df=df, level=0.95, scale=scale, bounds=(0.0, 1.0), cases=30)
    assert 0 <= found.low <= value <= found.high <= 1


def test_scales_turn_around_with_their_scores():
    up = interval_on_scale(0.9, 0.001, df=20, level=0.9, scale=Scale.LOGIT, bounds=(0, 1), cases=50)
    down = interval_on_scale(0.1, 0.001, df=20, level=0.9, scale=Scale.LOGIT, bounds=(0, 1), cases=50)
    assert (up.low, up.high) == pytest.approx((1 - down.high, 1 - down.low))
    wide = interval_on_scale(0.8, 0.004, df=20, level=0.9, scale=Scale.LOGIT, bounds=(-1, 1), cases=50)
    assert (wide.low + 1) / 2 == pytest.approx(up.low)
    log = interval_on_scale(2.0, 0.04, df=10, level=0.95, scale=Scale.LOG, bounds=(0, math.inf), cases=50)
    assert log.low * log.high == pytest.approx(4.0)


def test_near_a_bound_both_ends_are_away_from_the_score():
    found = interval_on_scale(0.9987, 0.0018**2, df=99, level=0.95, scale=Scale.LOGIT, bounds=(0, 1), cases=150)
    assert found.low < 0.992
    assert 0.9992 < found.high < 1
    other = interval_on_scale(0.0013, 0.0018**2, df=99, level=0.95, scale=Scale.LOGIT, bounds=(0, 1), cases=150)
    assert (other.low, other.high) == pytest.approx((1 - found.high, 1 - found.low))


def test_which_scale_a_metric_has():
    both = (0.0, 1.0)
    assert scale_for(both, Direction.MAXIMISE, of_rows=False) is Scale.LOGIT
    assert scale_for((0.0, math.inf), Direction.MINIMISE, of_rows=True) is Scale.LOG
    assert scale_for((-math.inf, 1.0), Direction.MAXIMISE, of_rows=False) is Scale.PLAIN
    assert scale_for(both, Direction.MINIMISE, of_rows=False) is Scale.LOGIT
