"""Plans for tests whose side is declared beforehand: the power on that side, and nothing on the other."""

import math

import numpy as np
import pytest
from scipy import stats

import referee
from referee.comparisons import detectable, power, power_at
from referee.comparisons.power.setting import Demand
from referee.errors import BadInput

ONE = Demand(alternative="greater")


@pytest.mark.parametrize(("said", "needed"), [
    ({"unit": "cases", "sd": 1.0}, 27),             # TTestPower of statsmodels 0.15.0: 26.137
    ({"unit": "runs", "sd": 1.0}, 51),              # TTestIndPower: 50.151 for each sample
    ({"unit": "data-sets", "sd": 1.0, "test": "t"}, 27),
])
def test_half_a_standard_deviation_at_80_per_cent(said, needed):
    found = referee.plan(0.5, alternative="greater", **said)
    assert found.needed == needed
    assert referee.plan(0.5, alternative="less", **said).needed == needed
    assert referee.plan(0.5, **said).needed > needed
    assert "one-sided (declared beforehand) at 95%" in " ".join(str(found).split())


@pytest.mark.parametrize("setting", [
    power.PairedMeans(sd=0.7), power.PairedMeans(sd=0.7, cluster_size=4, icc=0.3), power.Runs(sd=0.7),
    power.Splits(sd=0.2), power.DataSets(sd=0.7), power.DataSets(sd=0.7, by="t"), power.Wins(),
    power.PairedAnswers(disagreement=0.4), power.TwoTestSets(accuracy=0.5),
], ids=lambda one: f"{type(one).__name__} {one.test}")
def test_one_side_sees_more_on_its_side(setting):
    for n in (12, 40, 200):
        one, other, two = (setting.power(n, 0.2, 0.05, side=side) for side in ("greater", "less", "two-sided"))
        assert one + other == pytest.approx(setting.power(n, 0.2, 0.1), abs=1e-12)      # the same critical value
        assert two <= one + other
        assert other < 0.05 < one
        assert power.smallest_difference(setting, n, ONE) <= power.smallest_difference(setting, n, Demand())
    assert power.fewest(setting, 0.2, Demand(alternative="greater", power=0.5)) <= power.fewest(
        setting, 0.2, Demand(power=0.5))


def test_the_sign_test_by_enumeration():
    n, wins = 18, 0.75
    critical = next(k for k in range(n + 1) if stats.binom.sf(k - 1, n, 0.5) <= 0.05)
    assert power.sign_test_power(n, wins, alternative="greater") == pytest.approx(stats.binom.sf(critical - 1, n, wins))
    assert power.sign_test_power(n, wins, alternative="less") == pytest.approx(stats.binom.cdf(n - critical, n, wins))


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["mid-p", "exact"])
def test_mcnemar_by_enumeration(variant):
    n, difference, disagreement = 60, 0.15, 0.4
    share, found = (1 + difference / disagreement) / 2, {"greater": 0.0, "less": 0.0}
    for m in range(n + 1):
        for wins in range(m + 1):
            weight = stats.binom.pmf(m, n, disagreement) * stats.binom.pmf(wins, m, share)
            half = 0.5 * stats.binom.pmf(wins, m, 0.5) if variant == "mid-p" else 0.0
            for side, p in (("greater", stats.binom.sf(wins - 1, m, 0.5) - half),
                            ("less", stats.binom.cdf(wins, m, 0.5) - half)):
                found[side] += weight * (p <= 0.05)
    for side, wanted in found.items():
        assert power.mcnemar_power(n, difference, disagreement, variant=variant, alternative=side) == pytest.approx(
            wanted, abs=1e-9)


def test_two_test_sets_by_enumeration():
    n, p, q = 40, 0.6, 0.8
    a, b = np.arange(n + 1)[:, None] / n, np.arange(n + 1)[None] / n
    error = np.sqrt((a * (1 - a) + b * (1 - b)) / n)
    found = (b - a > stats.norm.ppf(0.95) * error) & (a != b)
    wanted = stats.binom.pmf(np.arange(n + 1), n, p) @ found @ stats.binom.pmf(np.arange(n + 1), n, q)
    assert power.TwoTestSets(accuracy=p).power(n, q - p, 0.05, side="greater") == pytest.approx(wanted, abs=1e-9)


def test_published_numbers_of_one_side():
    """The formulas with z of 0.95 in place of 0.975."""
    z, z_power = stats.norm.ppf([0.95, 0.8])
    assert power.eval_size(0.03, 1 / 9, alternative="greater") == pytest.approx((z + z_power) ** 2 / 9 / 0.03**2)
    assert power.connor_cases(0.02, 0.1, alternative="greater") == pytest.approx(
        ((z * math.sqrt(0.1) + z_power * math.sqrt(0.1 - 0.02**2)) / 0.02) ** 2)
    assert power.fleiss_cases(0.9, 0.8, alternative="less") == pytest.approx(
        (z * math.sqrt(2 * 0.85 * 0.15) + z_power * math.sqrt(0.09 + 0.16)) ** 2 / 0.01)


def test_what_can_be_seen_on_one_side():
    ratio = detectable(1.0, 19, alternative="greater")
    assert stats.nct.sf(stats.t.isf(0.05, 19), 19, ratio) == pytest.approx(0.8, abs=1e-6)
    assert ratio == detectable(1.0, 19, alternative="less") < detectable(1.0, 19)
    assert power_at(-ratio, 19, alternative="greater") < 0.001
    assert power.mcnemar_detectable(500, 0.2, alternative="greater") < power.mcnemar_detectable(500, 0.2)
    floor = [referee.plan(0.02, unit="splits", sd=0.03, alternative=side).planned.floor
             for side in ("greater", "two-sided")]
    assert floor[0] == pytest.approx(0.03 / 3 * (stats.norm.ppf(0.95) + stats.norm.ppf(0.8)))
    assert floor[0] < floor[1]


def test_wilcoxon_needs_fewer_data_sets_to_see_anything():
    assert [next(n for n in range(3, 20) if power.DataSets(sd=1.0).power(n, 9.0, 0.05, side=side))
            for side in ("greater", "two-sided")] == [5, 6]


def test_a_side_that_is_none():
    with pytest.raises(BadInput, match="choose two-sided, greater or less"):
        referee.plan(0.5, sd=1.0, alternative="bigger")
