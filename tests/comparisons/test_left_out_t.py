"""The t over groups left out: against the corrected t and CR2, at the edges, and its level."""

import numpy as np
import pytest
from scipy import stats

from referee.comparisons import corrected_t, left_out_t
from referee.errors import BadInput, Undefined
from referee.estimates import clustered_mean, left_out_mean
from referee.seeds import stream

A, B = [0.81, 0.74, 0.78, 0.90, 0.69, 0.77], [0.71, 0.70, 0.69, 0.78, 0.66, 0.70]


def test_groups_of_one_size_are_the_folds_of_the_corrected_t():
    ours, theirs = left_out_t(A, B), corrected_t(A, B, n_train=50, n_test=10)
    assert (ours.p, ours.standard_error, ours.df) == pytest.approx((theirs.p, theirs.standard_error, theirs.df))
    assert (ours.interval.low, ours.interval.high) == pytest.approx((theirs.interval.low, theirs.interval.high))


def test_unequal_groups_have_the_error_of_bell_and_mccaffrey_times_that_of_nadeau_and_bengio():
    sizes = np.array([4, 9, 2, 13, 6])
    group, random = np.repeat(np.arange(5), sizes), stream(3, "rows")
    rows = random.normal(size=group.size) + random.normal(size=5)[group]
    made = left_out_mean([rows[group == g].mean() for g in range(5)], sizes)
    assert made.value == pytest.approx(rows.mean())
    assert made.standard_error == pytest.approx(clustered_mean(rows, group).standard_error * np.sqrt(1 + 5 / 4))
    assert made.df == pytest.approx(34**2 / (sizes**2).sum() - 1)
    assert made.interval.high - made.value == pytest.approx(stats.t.ppf(0.975, made.df) * made.standard_error)


def test_order_side_and_scale_do_not_matter():
    sizes = [5, 9, 3, 8, 12, 4]
    p = left_out_t(A, B, sizes).p
    assert left_out_t(B, A, sizes).p == pytest.approx(p)
    assert left_out_t(A[::-1], B[::-1], sizes[::-1]).p == pytest.approx(p)
    assert left_out_t(np.multiply(A, 7), np.multiply(B, 7), np.multiply(sizes, 3)).p == pytest.approx(p)


@pytest.mark.parametrize("groups", [2, 3, 4])
def test_fewer_than_five_groups_are_never_surer_than_coins(groups):
    found = left_out_t(np.arange(groups) * 1e-6 + 1, np.zeros(groups))
    assert found.p == 2 * 0.5**groups
    assert "undecidable" in found.flags
    assert f"by {groups} groups" in str(found)
    one_sided = left_out_t(np.arange(groups) * 1e-6 + 1, np.zeros(groups), alternative="greater")
    assert one_sided.p == 0.5**groups
    assert left_out_t(np.arange(5) * 1e-6 + 1, np.zeros(5)).p < 1e-6


def test_equal_groups_and_no_spread():
    same = left_out_t(A, A)
    assert (same.p, same.interval) == (1.0, None)
    assert "identical" in same.flags
    assert "zero_variance" in left_out_t(np.ones(6), np.zeros(6)).flags
    assert left_out_mean(np.ones(6), bounds=(0, 1)).interval.low == pytest.approx(0.5407, abs=1e-4)   # 0.025^(1/6)
    with pytest.raises(Undefined, match="all groups are equal"):
        left_out_mean(np.ones(6))


def test_one_large_group_leaves_no_interval():
    found = left_out_t(A, B, [1000, 1, 1, 1, 1, 1])
    assert found.interval is None
    assert found.p > 0.05
    with pytest.raises(Undefined, match=r"6 groups, worth 1.0 of one size, are too few"):
        left_out_mean(A, [1000, 1, 1, 1, 1, 1])


@pytest.mark.parametrize("sizes", [[1, 2, 3], [1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, -2]])
def test_sizes_that_are_none_are_refused(sizes):
    with pytest.raises(BadInput, match="sizes for 6 groups"):
        left_out_t(A, B, sizes)


def test_one_group_is_too_few():
    with pytest.raises(Undefined, match="one group"):
        left_out_mean([0.5])


@pytest.mark.slow
@pytest.mark.parametrize("groups", [5, 6, 9])
@pytest.mark.parametrize("shared", [0.0, 0.5])
def test_its_level_holds_for_unequal_groups_whose_models_share_what_they_learned(groups, shared):
    random, alarms = stream(groups, "level", str(shared)), 0
    for _ in range(4000):
        sizes = 2 + random.geometric(0.08, size=groups)
        means = random.normal(size=groups) * np.sqrt(0.3 + 1 / sizes)
        luck = shared * random.normal() * np.sqrt(means.var() / groups)      # of what all models learned from
        alarms += left_out_t(means + luck, np.zeros(groups), sizes).p <= 0.05
    assert alarms / 4000 < 0.055
