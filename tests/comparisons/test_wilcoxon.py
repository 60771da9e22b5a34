import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from referee.comparisons import sign_test, wilcoxon, wins_needed
from referee.comparisons.data_sets.wilcoxon import interval_rank, null_law
from referee.errors import BadInput
from referee.seeds import stream

values = st.lists(st.integers(-6, 6), min_size=1, max_size=9)


def demsar(case):
    return case.inputs["C4.5+m"], case.inputs["C4.5"]


def test_demsar_wilcoxon(worked):
    case = worked("demsar-wilcoxon")
    split = wilcoxon(*demsar(case), zeros="split")
    assert (split.detail("rank_sum_a"), split.detail("rank_sum_b")) == (93.0, 12.0)
    dropped = wilcoxon(*demsar(case), zeros="drop")
    assert dropped.p == case.near(case.expected["exact_p_zeros_dropped"])
    assert dropped.statistic == case.expected["V_zeros_dropped"]
    pratt = wilcoxon(*demsar(case))
    assert (pratt.detail("z"), pratt.detail("p_normal")) == case.near(
        (case.expected["z_pratt"], case.expected["p_pratt"]))
    assert pratt.detail("zeros") == 2


def test_demsar_z_without_tie_correction(worked):
    """The paper's z takes N(N + 1)(2N + 1)/24 for the variance; ours that of the observed ranks."""
    case = worked("demsar-wilcoxon")
    said = wilcoxon(*demsar(case), zeros="split")
    smaller, n = min(said.detail("rank_sum_a"), said.detail("rank_sum_b")), 14
    assert (smaller - n * (n + 1) / 4) / np.sqrt(n * (n + 1) * (2 * n + 1) / 24) == case.near(case.expected["z"])


def test_mooney_exp2(worked):
    case = worked("mooney-exp2-paired-t")
    assert wilcoxon(case.inputs["A"], case.inputs["B"]).p == case.expected["wilcoxon_exact_p"]


@given(values, st.sampled_from(["pratt", "drop", "split"]), st.sampled_from(["two-sided", "greater", "less"]))
def test_exact_with_ties_and_zeros_by_enumeration(d, zeros, alternative):
    d = np.array(d, dtype=float)
    if zeros == "split" and (d == 0).sum() % 2:
        d = np.delete(d, np.flatnonzero(d == 0)[0])
    kept = d[d != 0] if zeros == "drop" else d
    if not (kept != 0).any():
        return
    ranks = stats.rankdata(np.abs(kept))[kept != 0]
    signs = np.sign(kept[kept != 0])
    sums = np.array([ranks[np.array(s) > 0].sum() for s in itertools.product((1, -1), repeat=len(ranks))])
    plus = ranks[signs > 0].sum()
    greater, less = (sums >= plus - 1e-9).mean(), (sums <= plus + 1e-9).mean()
    expected = {"greater": greater, "less": less, "two-sided": min(1, 2 * min(greater, less))}[alternative]
    assert wilcoxon(d, np.zeros(len(d)), zeros=zeros, alternative=alternative).p == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("n", [7, 20, 45])
def test_scipy_agrees_without_ties(n):
    d = stream(1, "d", n).normal(0.3, 1, size=n)
    theirs = stats.wilcoxon(d, method="exact")
    assert wilcoxon(d, 0).p == pytest.approx(theirs.pvalue, rel=1e-9)


def test_normal_law_beyond_fifty():
    d = np.round(stream(2, "d").normal(0.2, 1, size=120), 1)
    theirs = stats.wilcoxon(d, zero_method="pratt", method="asymptotic")
    said = wilcoxon(d, 0)
    assert "normal" in said.method
    assert abs(said.detail("z")) == pytest.approx(abs(theirs.zstatistic), rel=1e-9)    # scipy's has no sign
    assert said.p == pytest.approx(theirs.pvalue, rel=1e-9)


def test_hodges_lehmann_interval():
    """Hollander, Wolfe and Chicken (2014), section 3.3, depression scale: −.46, 96.1% interval −.786 to −.010."""
    before = np.array([1.83, .50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30])
    after = np.array([.878, .647, .598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29])
    said = wilcoxon(after, before, level=1 - 20 / 512 - 1e-9)      # P(T ≤ 5) = 10/512
    assert said.difference == pytest.approx(-0.46, abs=1e-12)
    assert (said.interval.low, said.interval.high) == pytest.approx((-0.786, -0.010), abs=1e-12)
    assert said.p == pytest.approx(0.0390625)       # 2 · .0195, table A.4


@given(st.lists(st.floats(-1, 1, width=16), min_size=6, max_size=12, unique=True))
def test_the_interval_is_what_the_test_does_not_reject(d):
    d = np.array(d)
    if np.unique(np.abs(d[:, None] + d)[np.triu_indices(len(d))]).size < len(d) * (len(d) + 1) // 2:
        return                                              # ties among the pairwise means
    interval = wilcoxon(d, 0).interval
    inside = [x for x in (interval.low + 1e-7, interval.high - 1e-7) if x in interval]
    assert all(wilcoxon(d, x).p > 0.05 for x in inside)
    assert all(wilcoxon(d, x).p <= 0.05 for x in (interval.low - 1e-7, interval.high + 1e-7))


def test_autorank_the_interval_is_no_wider_than_it_says():
    """autorank's nominal 95% interval of a median covers 99.65% at n = 30; this one's coverage is known exactly."""
    law = null_law(tuple(range(2, 61, 2)))[::2]
    covers = 1 - 2 * law[interval_rank(30, 0.95) - 1]
    assert 0.95 <= covers <= 0.955


def test_rounding_makes_no_ties_and_no_zeros():
    """0.83 − 0.80 and 0.78 − 0.75 are one size; 0.1 + 0.2 is 0.3."""
    said = wilcoxon([.83, .78, .1 + .2], [.80, .75, .3])
    assert said.detail("zeros") == 1
    assert said.detail("rank_sum_a") == 5.0                  # Pratt: the zero takes rank 1, the tied pair 2.5 each


@given(values)
def test_swap_and_order(d):
    d = np.array(d, dtype=float)
    one, two = wilcoxon(d, 0 * d), wilcoxon(0 * d, d)
    assert two.p == one.p
    assert two.difference == pytest.approx(-one.difference)
    assert wilcoxon(d[::-1], 0).p == one.p
    assert wilcoxon(d, 0, alternative="greater").p == wilcoxon(0 * d, d, alternative="less").p


def test_self_and_few():
    said = wilcoxon([.5, .6], [.5, .6])
    assert (said.p, said.difference, said.interval) == (1.0, 0.0, None)
    assert said.flags == ("identical", "few_units")
    with pytest.raises(BadInput, match="pratt, drop or split"):
        wilcoxon([.5], [.4], zeros="wilcox")


def test_autorank_the_side_is_not_chosen_from_the_data():
    """autorank rejects a true null in 9.9% of studies: it looks for the better side and then tests one-sided."""
    d = stream(3, "null").normal(size=(600, 20))
    assert np.mean([wilcoxon(x, 0).p <= 0.05 for x in d]) <= 0.05 + 2.58 * np.sqrt(.05 * .95 / 600)


@pytest.mark.parametrize("n", [6, 8, 15, 30])
def test_exact_size(n):
    """The chance of a two-sided p ≤ 0.05 under the null, exactly, from the law itself."""
    law = np.diff(null_law(tuple(range(2, 2 * n + 1, 2)))[::2], prepend=0)
    below = np.cumsum(law)
    p = np.minimum(1, 2 * np.minimum(below, below[::-1]))
    size = law[p <= 0.05].sum()
    assert size <= 0.05
    if n >= 15:
        assert size >= 0.04


def test_demsar_sign(worked):
    case = worked("demsar-sign")
    wins, losses, ties = (case.inputs[k] for k in ("wins", "losses", "ties"))
    a = [1] * wins + [0] * losses + [0] * ties
    b = [0] * wins + [1] * losses + [0] * ties
    assert sign_test(a, b).p == case.near(case.expected["p_two_sided_exact"])
    assert sign_test(a, b).statistic == case.expected["wins_adj"]
    assert sign_test(a, b, ties="drop").p == case.near(case.expected["ties_dropped_p"])
    assert sign_test(b, a).p == sign_test(a, b).p
    assert sign_test(a, a).p == 1.0
    assert [sign_test(a, b).detail(k) for k in ("wins", "losses", "ties")] == [10, 2, 2]


def test_sign_test_critical(worked):
    case = worked("sign-test-critical")
    assert [wins_needed(n) for n in case.inputs["N"]] == case.expected["w_05"]
    assert [wins_needed(n, level=0.9) for n in case.inputs["N"]] == case.expected["w_10"]
