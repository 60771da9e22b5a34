import itertools
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from referee.comparisons import signflip
from referee.comparisons._flips import all_flipped_sums, flipped_sums
from referee.seeds import stream

values = st.lists(st.integers(-20, 20), min_size=1, max_size=9)


@pytest.mark.parametrize("name", ["mooney-exp1-paired-t", "mooney-exp2-paired-t"])
def test_mooney(worked, name):
    case = worked(name)
    said = signflip(case.inputs["A"], case.inputs["B"])
    assert said.p == case.expected["signflip_p"]


@given(values, st.sampled_from(["two-sided", "greater", "less"]))
def test_every_assignment_is_counted(d, alternative):
    sums = [np.dot(signs, d) for signs in itertools.product((1, -1), repeat=len(d))]
    extreme = {"two-sided": np.abs(sums) >= abs(sum(d)), "greater": np.array(sums) >= sum(d),
               "less": np.array(sums) <= sum(d)}[alternative]
    assert signflip(d, [0] * len(d), alternative=alternative).p == pytest.approx(extreme.mean(), rel=1e-12)


def test_zero_one_losses_are_an_exact_binomial():
    random = stream(1, "losses")
    a, b = random.integers(2, size=(2, 300))
    wins, losses = int((a > b).sum()), int((b > a).sum())
    said = signflip(a, b)
    assert said.p == pytest.approx(binomtest(wins, wins + losses).pvalue, rel=1e-12)
    assert "binomial" in said.method


def test_drawn_flips_agree_with_enumeration():
    d = stream(2, "differences").normal(0.4, 1, size=16)
    exact = (np.abs(all_flipped_sums(d[:, None])[:, 0]) >= abs(d.sum()) - 1e-12).mean()
    drawn = np.abs(flipped_sums(d[:, None], 200_000, stream(3, "flips"))[:, 0]) >= abs(d.sum())
    assert drawn.mean() == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 200_000))


@pytest.mark.parametrize("flips", [4000, 20_000])
def test_flipped_sums_have_the_right_law(flips):
    """Mean 0 and covariance DᵀD for random signs, the columns flipped together (both table sizes)."""
    d = stream(4, "law").normal(size=(45, 2)) @ np.array([[1, .8], [0, .6]])
    sums = flipped_sums(d, flips, stream(5, "flips"))
    error = 5 / np.sqrt(flips)
    assert np.abs(sums.mean(axis=0) / np.sqrt((d**2).sum(axis=0))).max() < error
    assert np.cov(sums.T) / (d.T @ d) == pytest.approx(np.ones((2, 2)), abs=3 * error)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [1, 3])
def test_compiled_flips_are_the_same_flips(monkeypatch, columns):
    """The last group of eight, and the last word of 64 cases, are not full."""
    module = sys.modules[flipped_sums.__module__]
    d = stream(9, "d").integers(-50, 50, size=(141, columns)).astype(float)
    plain = flipped_sums(d, 700, stream(5, "flips"))
    monkeypatch.setattr(module, "WORTH_COMPILING", 0)
    assert flipped_sums(d, 700, stream(5, "flips")).tolist() == plain.tolist()


def test_deepsig_p_is_never_exactly_zero():
    said = signflip(np.linspace(1, 2, 60), 0, flips=999)
    assert said.p == 1 / 1000


def test_permutation_p(worked):
    """(1 + 12)/(1 + 999): the count is checked against the p-value it should give."""
    case = worked("permutation-p")
    assert (1 + case.inputs["n_as_good"]) / (1 + case.inputs["n_perm"]) == case.expected["p"]
    d = stream(6, "p").normal(0.3, 1, size=40)
    sums = flipped_sums(d[:, None], 999, stream(0, "sign-flip"))[:, 0]
    assert signflip(d, 0, flips=999).p == (1 + (np.abs(sums) >= abs(d.sum())).sum()) / 1000


def test_cases_of_one_cluster_flip_together():
    """Twenty cases in five clusters carry the evidence of five."""
    d = np.repeat([.1, .2, .15, .3, .12], 4)
    clusters = np.repeat(list("abcde"), 4)
    assert signflip(d, 0).p < 0.001
    said = signflip(d, 0, clusters=clusters)
    assert (said.p, said.n_units, said.unit) == (2 / 32, 5, "cluster")
    assert said.difference == pytest.approx(d.mean())


def test_swap_order_and_self():
    a, b = stream(7, "s").normal(size=(2, 40))
    assert signflip(a, b).p == signflip(b, a).p
    assert signflip(a, b).difference == -signflip(b, a).difference
    assert signflip(a, b, alternative="greater").p != signflip(a, b, alternative="less").p
    same = signflip(a, a)
    assert (same.p, same.difference, same.flags) == (1.0, 0.0, ("identical",))
    assert signflip(a, b, seed=1).p == signflip(a, b, seed=1).p


@pytest.mark.slow
def test_size_under_the_null():
    """Skewed losses, exchangeable models: 1500 studies of 30 cases; the bar is 0.035 to 0.06."""
    random = stream(8, "null")
    losses = random.exponential(size=(1500, 2, 30))
    p = np.array([signflip(a, b, flips=499).p for a, b in losses])
    assert 0.035 <= (p <= 0.05).mean() <= 0.06
