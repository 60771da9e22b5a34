import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, multinomial

from referee.comparisons import binomial_sign, mcnemar, mcnemar_counts
from referee.comparisons.two_models.mcnemar import VARIANTS, discordant_p
from referee.errors import BadInput

answers = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60)


def split(pairs):
    return [a for a, _ in pairs], [b for _, b in pairs]


@pytest.mark.parametrize("name", ["salzberg-mcnemar-35-15", "fagerland-mcnemar-1-7"])
def test_all_variants(worked, name):
    case = worked(name)
    b, c = case.inputs["b"], case.inputs["c"]

    def test(variant):
        return mcnemar_counts(b, c, n=case.inputs.get("n", b + c), variant=variant)
    assert test("exact").p == case.near(case.expected["exact"])
    assert test("mid-p").p == case.near(case.expected["midp"])
    assert test("chi2").statistic == case.near(case.expected["chi2"])
    assert test("chi2").p == case.near(case.expected["p_chi2"])
    assert test("chi2-corrected").statistic == case.near(case.expected["chi2_cc"])
    assert test("chi2-corrected").p == case.near(case.expected["p_chi2_cc"])


@pytest.mark.parametrize("name", ["salzberg-binom-35of50", "salzberg-binom-30of50"])
def test_salzberg_binomial(worked, name):
    case = worked(name)
    s, n = case.inputs["s"], case.inputs["n"]
    a = np.arange(n) < s
    assert binomial_sign(a, ~a).p == case.near(case.expected["p_two_sided"])
    assert binomial_sign(a, ~a, alternative="greater").p == case.near(case.expected["p_one_sided"])
    assert binomial_sign(a, ~a, alternative="less").p > .5


def test_the_four_counts_are_told():
    said = mcnemar([1, 1, 1, 0, 0, 1], [1, 0, 0, 1, 0, 1])
    assert [said.detail(k) for k in ("both", "a_only", "b_only", "neither")] == [2, 2, 1, 1]
    assert said.detail("disagreement") == 0.5
    assert said.difference == pytest.approx(1 / 6)
    assert (said.n_units, said.unit) == (6, "case")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_mlxtend_a_model_against_itself_is_not_significant(variant, alternative):
    """mlxtend 0.25 gives chi2 = inf and p = 0 for identical predictions."""
    right = [1, 0, 1, 1, 0, 1]
    said = mcnemar(right, right, variant=variant, alternative=alternative)
    assert (said.p, said.difference) == (1.0, 0.0)
    assert said.flags == ("no_disagreement",)
    assert said.interval.low < 0 < said.interval.high


@pytest.mark.parametrize("variant", VARIANTS)
def test_equal_disagreements_give_one(variant):
    assert mcnemar_counts(6, 6, n=20, variant=variant).p == pytest.approx(1.0, abs=1e-12)


@given(answers, st.sampled_from(list(VARIANTS)))
def test_swapping_flips_signs_and_nothing_else(pairs, variant):
    a, b = split(pairs)
    one, two = mcnemar(a, b, variant=variant), mcnemar(b, a, variant=variant)
    assert two.difference == -one.difference
    assert (two.p, two.statistic, two.standard_error, two.flags) == (one.p, one.statistic, one.standard_error,
                                                                     one.flags)
    assert (two.interval.low, two.interval.high) == (-one.interval.high, -one.interval.low)
    assert mcnemar(a, b, variant=variant, alternative="greater").p == \
        mcnemar(b, a, variant=variant, alternative="less").p


@given(answers, st.randoms(use_true_random=False))
def test_the_order_of_cases_does_not_matter(pairs, random):
    assert mcnemar(*split(pairs)) == mcnemar(*split(random.sample(pairs, len(pairs))))


def sizes(n, share, variant):
    """The exact chance to reject at 5% when n cases disagree with this share and neither model is better."""
    m = np.arange(n + 1)
    size = 0.0
    for total, weight in zip(m, binom.pmf(m, n, share), strict=True):
        p = [discordant_p(int(b), int(total - b), variant=variant)[1] for b in range(total + 1)]
        size += weight * binom.pmf(np.flatnonzero(np.array(p) <= 0.05), total, 0.5).sum()
    return size


def test_mcnemar_size_enumeration(worked):
    case = worked("mcnemar-size-enumeration")
    assert sizes(100, 0.2, "exact") == case.near(case.expected["size_exact"])
    assert sizes(100, 0.2, "mid-p") == case.near(case.expected["size_midp"])


@pytest.mark.slow
@pytest.mark.parametrize("n", [20, 60, 120])
@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 1.0])
def test_exact_never_and_mid_p_hardly_exceeds_its_level(n, share):
    assert sizes(n, share, "exact") <= 0.05
    assert sizes(n, share, "mid-p") <= 0.055
    if n * share >= 20:
        assert sizes(n, share, "mid-p") >= 0.03


def test_the_p_value_is_the_tail_it_claims():
    """P(X ≥ b) itself, by summation."""
    for b, c in [(3, 9), (9, 3), (0, 5), (5, 0)]:
        p = discordant_p(b, c, variant="exact", alternative="greater")[1]
        assert p == pytest.approx(sum(multinomial.pmf([k, b + c - k], b + c, [.5, .5]) for k in range(b, b + c + 1)))


def test_bad_input_is_named():
    with pytest.raises(BadInput, match=r"0\.5 at index 1"):
        mcnemar([1, 0.5], [1, 0])
    with pytest.raises(BadInput, match="a_correct has 2 cases and b_correct has 3"):
        mcnemar([1, 0], [1, 0, 1])
    with pytest.raises(BadInput, match="index 0"):
        mcnemar([np.nan, 0], [1, 0])
    with pytest.raises(BadInput, match="n ≥ b"):
        mcnemar_counts(3, 4, n=6)
    with pytest.raises(BadInput, match="mid-p, exact"):
        mcnemar([1, 0], [1, 0], variant="midp")
