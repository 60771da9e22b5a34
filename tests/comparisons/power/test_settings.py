"""Power claimed is power measured: by enumeration where the test is exact, by simulation where it is not."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from referee.comparisons import corrected_t_of, sign_test, two_proportion_z, wilcoxon
from referee.comparisons.power import (
    DataSets,
    PairedAnswers,
    PairedMeans,
    Runs,
    Splits,
    TwoTestSets,
    Wins,
    cases_for_half_width,
    connor_cases,
    disagreement_between,
    eval_size,
    fewest,
    half_width_with,
    mcnemar_detectable,
    mcnemar_power,
    sign_test_power,
    smallest_difference,
)
from referee.comparisons.power.setting import Demand
from referee.comparisons.two_models.mcnemar import discordant_p
from referee.errors import BadInput, Undefined
from referee.estimates.proportions.wilson import wilson
from worked import example

ASKED = Demand()


def test_connor_and_the_exact_powers_at_his_number():
    case = example("mcnemar-sample-size")
    given_, expected = case["inputs"], case["expected"]
    n = connor_cases(given_["delta"], given_["p_disc"], error_rate=given_["alpha"], power=given_["power"])
    assert n == pytest.approx(expected["n_connor"], rel=1e-9)
    assert fewest(PairedAnswers(disagreement=0.10), 0.02, ASKED) == expected["n_ceil"]
    assert mcnemar_power(1960, 0.02, 0.10) == pytest.approx(expected["power_midp_test"], abs=1e-6)
    assert mcnemar_power(1960, 0.02, 0.10, variant="exact") == pytest.approx(expected["power_exact_test"], abs=1e-6)


def test_miller():
    case = example("miller-eval-size")
    assert eval_size(0.03, case["inputs"]["omega2"]) == pytest.approx(case["expected"]["n"], rel=1e-9)
    assert eval_size(0.03, 1 / 9, noise=1 / 9) == pytest.approx(2 * case["expected"]["n"], rel=1e-9)
    assert fewest(PairedMeans(sd=1 / 3), 0.03, ASKED) == 971        # the t law asks for two more


def test_clusters_multiply_the_cases_by_the_design_effect():
    alone, clustered = PairedMeans(sd=0.5), PairedMeans(sd=0.5, cluster_size=5, icc=0.2)
    assert clustered.design_effect == pytest.approx(1.8)
    assert fewest(clustered, 0.03, ASKED) / fewest(alone, 0.03, ASKED) == pytest.approx(1.8, rel=0.01)


def test_paired_t_over_data_sets():
    case = example("paired-t-power")
    setting = DataSets(sd=2.0, by="t")
    assert setting.power(20, 1.0, 0.05) == pytest.approx(case["expected"]["power"], abs=1e-6)
    assert fewest(setting, 1.0, ASKED) == math.ceil(case["expected"]["n_for_80"])
    assert fewest(DataSets(sd=2.0), 1.0, ASKED) == math.ceil(case["expected"]["n_for_80"] * math.pi / 3)


@pytest.mark.parametrize(("n", "difference", "rate", "variant"), [
    (22, 0.2, 0.4, "mid-p"), (20, 0.1, 0.3, "exact"), (24, 0.25, 0.25, "mid-p"), (12, 0.0, 0.5, "mid-p"),
])
def test_mcnemar_power_is_the_sum_over_all_outcomes(n, difference, rate, variant):
    chances = (rate + difference) / 2, (rate - difference) / 2
    total = 0.0
    for b in range(n + 1):
        for c in range(n + 1 - b):
            if discordant_p(b, c, variant=variant)[1] <= 0.05:
                total += stats.multinomial.pmf([b, c, n - b - c], n, [*chances, 1 - rate])
    assert mcnemar_power(n, difference, rate, variant=variant) == pytest.approx(total, abs=1e-9)


def test_what_mcnemar_can_see_grows_with_the_disagreement_and_is_never_more_than_it():
    few = mcnemar_detectable(100, 0.05)
    assert few > 0.05                                                # so the models would have to disagree more
    assert mcnemar_power(100, few, few) == pytest.approx(0.8, abs=1e-3)
    assert mcnemar_detectable(2000, 0.2) > mcnemar_detectable(2000, 0.1)
    assert mcnemar_detectable(3, 0.5) is None
    with pytest.raises(BadInput, match="cannot differ by"):
        mcnemar_power(100, 0.2, 0.1)


@given(st.floats(0.05, 0.9), st.floats(0.01, 0.09), st.floats(0, 0.95))
def test_disagreement_from_accuracies_is_that_of_correlated_coins(accuracy, more, correlation):
    rate = disagreement_between(accuracy, accuracy + more, correlation)
    assert more - 1e-9 <= rate <= 2 - 2 * accuracy - more + 1e-9
    assert disagreement_between(accuracy, accuracy + more, 0.0) >= rate - 1e-12
    if correlation == 0:
        assert rate == pytest.approx(accuracy * (1 - accuracy - more) + (1 - accuracy) * (accuracy + more))


def test_sign_test_power_by_enumeration_and_no_gap_after_the_number_needed():
    n, wins = 17, 0.7
    total = sum(stats.binom.pmf(w, n, wins) for w in range(n + 1)
                if sign_test(np.r_[np.ones(w), -np.ones(n - w)], 0).p <= 0.05)
    assert sign_test_power(n, wins) == pytest.approx(total, abs=1e-12)
    needed = fewest(Wins(), 0.25, ASKED)
    powers = [sign_test_power(m, 0.75) for m in range(needed - 1, needed + 13)]
    assert powers[0] < 0.8 <= min(powers[1:])


def test_two_test_sets_by_enumeration():
    n, p, q = 45, 0.7, 0.9
    weights = stats.binom.pmf(np.arange(n + 1), n, p), stats.binom.pmf(np.arange(n + 1), n, q)
    total = sum(weights[0][x] * weights[1][y] for x in range(n + 1) for y in range(n + 1)
                if x != y and two_proportion_z(x, n, y, n).p < 0.05)
    assert TwoTestSets(accuracy=p).power(n, q - p, 0.05) == pytest.approx(total, abs=1e-7)
    needed = fewest(TwoTestSets(accuracy=0.8), 0.1, ASKED)
    assert 190 <= needed <= 210                       # Fleiss, table A.3: 0.8 and 0.9 need about 199


def simulated(rejects, times):
    share = np.mean([rejects(np.random.default_rng(i)) for i in range(times)])
    return share, 4 * math.sqrt(0.25 / times)


@pytest.mark.slow
def test_corrected_t_has_the_power_claimed_under_its_own_model():
    setting = Splits(sd=0.03, test_share=0.1)
    J, difference, rho = 20, 0.03, 0.1
    # Differences with correlation ρ; their sample standard deviation is σ√(1 − ρ), which is the sd of the setting.
    sigma = 0.03 / math.sqrt(1 - rho)

    def rejects(draw):
        d = difference + sigma * (math.sqrt(rho) * draw.normal() + math.sqrt(1 - rho) * draw.normal(size=J))
        return corrected_t_of(d, n_train=90, n_test=10).p <= 0.05

    share, reach = simulated(rejects, 4000)
    assert share == pytest.approx(setting.power(J, difference, 0.05), abs=reach)


@pytest.mark.slow
@pytest.mark.parametrize("effect", [0.5, 0.9])
def test_wilcoxon_has_about_the_power_claimed(effect):
    n = fewest(DataSets(sd=1.0), effect, ASKED)
    share, reach = simulated(lambda draw: wilcoxon(draw.normal(effect, 1, n), np.zeros(n)).p <= 0.05, 3000)
    assert share == pytest.approx(0.8, abs=reach)


@pytest.mark.slow
def test_clustered_cases_have_the_power_claimed():
    from referee.estimates.means.clustered_mean import clustered_mean

    clusters, size, icc, sd = 60, 5, 0.3, 1.0
    groups = np.repeat(np.arange(clusters), size)
    setting = PairedMeans(sd=sd, cluster_size=size, icc=icc)

    def rejects(draw):
        d = 0.25 + sd * (math.sqrt(icc) * draw.normal(size=clusters)[groups]
                         + math.sqrt(1 - icc) * draw.normal(size=groups.size))
        made = clustered_mean(d, groups)
        return made.interval.low > 0 or made.interval.high < 0

    share, reach = simulated(rejects, 3000)
    assert share == pytest.approx(setting.power(clusters * size, 0.25, 0.05), abs=reach)


def test_more_splits_have_a_floor():
    setting = Splits(sd=0.03, test_share=0.1)
    floor = setting.floor(ASKED)
    assert floor == pytest.approx(0.03 / 3 * (1.959964 + 0.841621), abs=1e-5)
    assert smallest_difference(setting, 10**6, ASKED) == pytest.approx(floor, abs=1e-5)
    with pytest.raises(Undefined, match="no number of splits"):
        fewest(setting, 0.99 * floor, ASKED)
    assert fewest(setting, 1.05 * floor, ASKED) > 50


@pytest.mark.parametrize("setting", [
    PairedAnswers(disagreement=0.2), PairedAnswers(accuracy=0.7, correlation=0.3), PairedMeans(sd=0.5),
    PairedMeans(sd=0.5, cluster_size=4, icc=0.2), Runs(sd=0.02), DataSets(sd=0.1), TwoTestSets(accuracy=0.7), Wins(),
    Splits(sd=0.1),
], ids=lambda s: type(s).__name__)
def test_the_two_questions_answer_each_other(setting):
    """What n units just show needs about n units, and has the power demanded."""
    n = 60
    seen = smallest_difference(setting, n, ASKED)
    assert setting.power(n, seen, 0.05) == pytest.approx(0.8, abs=2e-3)
    assert setting.power(n, 0.9 * seen, 0.05) < 0.8
    assert abs(fewest(setting, seen * 1.0001, ASKED) - n) <= 6
    assert smallest_difference(setting, n, Demand(tests=5)) > seen        # a family asks for more


def test_half_widths_are_those_of_the_intervals():
    n = cases_for_half_width(0.03, accuracy=0.9)
    for cases, wide in ((n, False), (n - 1, True)):
        made = wilson(0.9 * cases, cases)
        assert (made.width / 2 > 0.03) is wide
    assert half_width_with(400, accuracy=0.9) == pytest.approx(wilson(360, 400).width / 2)
    assert cases_for_half_width(0.03) == example("wilson-min-n")["expected"]["n"][2] == 1064
    assert half_width_with(50, sd=2.0) == pytest.approx(stats.t.ppf(0.975, 49) * 2 / math.sqrt(50))


@pytest.mark.parametrize(("make", "said"), [
    (lambda: Demand(power=0.01), "power is 0.01"), (lambda: Demand(tests=0), "tests is 0"),
    (lambda: Splits(sd=0.0), "sd is 0.0"), (lambda: Splits(sd=1.0, test_share=1.0), "test_share"),
    (lambda: DataSets(sd=1.0, by="sign"), "wilcoxon, t or sign"), (lambda: PairedMeans(sd=-1.0), "above 0"),
    (lambda: PairedMeans(sd=1.0, cluster_size=0.5), "one case at least"), (lambda: Runs(sd=0.0), "above 0"),
    (lambda: fewest(Wins(), 0.6, ASKED), "share of data sets"),
    (lambda: fewest(PairedAnswers(accuracy=0.95), 0.1, ASKED), "cannot be exceeded"),
    (lambda: fewest(PairedAnswers(accuracy=0.95, disagreement=0.3), 0.01, ASKED), "all their errors"),
    (lambda: fewest(TwoTestSets(accuracy=0.95), 0.1, ASKED), "cannot be exceeded"),
    (lambda: fewest(Runs(sd=1.0), -0.1, ASKED), "above 0"),
    (lambda: smallest_difference(Runs(sd=1.0), 1, ASKED), "too few"),
])
def test_what_cannot_be_is_refused_in_a_sentence(make, said):
    with pytest.raises(BadInput, match=said):
        make()
