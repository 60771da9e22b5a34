import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from referee.comparisons import delong_paired
from referee.errors import BadInput, Undefined
from referee.seeds import stream


@pytest.mark.parametrize(("a", "b", "key"), [("wfns", "s100b", "wfns_vs_s100b"), ("s100b", "ndka", "s100b_vs_ndka")])
def test_delong_asah(worked, a, b, key):
    case = worked("delong-asah")
    said = delong_paired(case.inputs["y"], case.inputs[a], case.inputs[b], law="normal")
    assert (said.statistic, said.p) == case.near((case.expected[f"z_{key}"], case.expected[f"p_{key}"]))
    assert (said.detail("auc_a"), said.detail("auc_b")) == case.near((case.expected["auc"][a],
                                                                      case.expected["auc"][b]))


def test_delong_small(worked):
    case = worked("delong-small")
    said = delong_paired(case.inputs["y"], case.inputs["s1"], case.inputs["s2"], law="normal")
    assert (said.statistic, said.p) == case.near((case.expected["z"], case.expected["p"]))
    assert said.standard_error**2 == case.near(
        case.expected["var1"] + case.expected["var2"] - 2 * case.expected["cov"])


scores = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=6, max_size=25)


@given(scores)
def test_the_fast_way_equals_the_definition(pairs):
    """DeLong's components by all m × n comparisons, ties counting half."""
    a, b = np.array(pairs, dtype=float).T
    y = np.arange(len(a)) % 2
    said = delong_paired(y, a, b)

    def kernel(s):
        return (s[y == 1][:, None] > s[y == 0]) + 0.5 * (s[y == 1][:, None] == s[y == 0])
    d = kernel(a) - kernel(b)
    variance = d.mean(axis=1).var(ddof=1) / d.shape[0] + d.mean(axis=0).var(ddof=1) / d.shape[1]
    assert said.difference == pytest.approx(d.mean(), abs=1e-12)
    assert said.standard_error == pytest.approx(variance**.5, abs=1e-12)


@given(scores)
def test_swapping_relabelling_and_order(pairs):
    a, b = np.array(pairs, dtype=float).T
    y = np.arange(len(a)) % 2
    one, two = delong_paired(y, a, b), delong_paired(y, b, a)
    assert (two.difference, two.p, two.standard_error) == (-one.difference, one.p, one.standard_error)
    other = delong_paired(1 - y, -a, -b)
    assert (other.difference, other.p) == pytest.approx((one.difference, one.p), abs=1e-9)
    back = delong_paired(y[::-1], np.exp(a[::-1]), b[::-1] ** 3)
    assert (back.difference, back.p) == pytest.approx((one.difference, one.p), abs=1e-9)


def test_confidenceinterval_perfect_separation_has_no_zero_width_interval():
    y = [0, 0, 0, 1, 1, 1]
    same = delong_paired(y, [1, 2, 3, 4, 5, 6], [1, 1, 1, 2, 2, 2])
    assert (same.p, same.interval, same.flags[0]) == (1.0, None, "identical")
    apart = delong_paired(y, [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1])
    assert (apart.difference, apart.interval, apart.flags[0]) == (1.0, None, "zero_variance")


def test_few_of_a_class_widen_the_law():
    """Welch's degrees of freedom of the two parts, computed here from the definition."""
    random = stream(5, "welch")
    y = np.repeat([1, 0], [4, 30])
    a, b = random.normal(size=34) + y, random.normal(size=34) + y
    said = delong_paired(y, a, b)

    def kernel(s):
        return (s[y == 1][:, None] > s[y == 0]) + 0.0
    d = kernel(a) - kernel(b)
    up, down = d.mean(axis=1).var(ddof=1) / 4, d.mean(axis=0).var(ddof=1) / 30
    assert said.df == pytest.approx((up + down) ** 2 / (up**2 / 3 + down**2 / 29))
    assert 3 <= said.df < 10
    assert said.p == pytest.approx(2 * stats.t.sf(abs(said.statistic), said.df))
    normal = delong_paired(y, a, b, law="normal")
    assert normal.p < said.p
    assert normal.interval.width < said.interval.width


def test_refusals():
    with pytest.raises(Undefined, match="of 30 cases 2 are positive"):
        delong_paired(np.arange(30) < 2, np.arange(30), np.arange(30) % 7)
    with pytest.raises(BadInput, match="law is 'z'; choose t or normal"):
        delong_paired(np.arange(30) % 2, np.arange(30), np.arange(30) % 7, law="z")
    with pytest.raises(Undefined, match="3 of each class"):
        delong_paired([0, 0, 1], [1, 2, 3], [1, 2, 3])
    with pytest.raises(BadInput, match="truth has 2 cases"):
        delong_paired([0, 1], [1, 2, 3], [1, 2, 3])
    with pytest.raises(BadInput, match="two classes"):
        delong_paired([0, 2, 1, 1], [1, 2, 3, 4], [1, 2, 3, 4])


@pytest.mark.slow
@pytest.mark.parametrize("shift", [0.4, 1.5])
def test_size_under_the_null(shift):
    """m = n = 50, AUC about .61 and .86, equally good correlated scores; the bar is 0.04 to 0.065 (± noise)."""
    random = stream(11, "null", int(10 * shift))
    y, p = np.repeat([0, 1], 50), []
    for _ in range(2000):
        shared = random.normal(size=100) + shift * y
        p.append(delong_paired(y, shared + random.normal(size=100), shared + random.normal(size=100)).p)
    size = np.mean(np.array(p) <= 0.05)
    assert 0.04 - 0.0125 <= size <= 0.065 + 0.0125      # 99% Monte-Carlo error of 2000 studies


@pytest.mark.slow
@pytest.mark.parametrize(("positives", "n"), [(3, 60), (5, 60), (7, 50), (10, 50), (10, 100), (20, 200), (25, 50)])
def test_size_with_few_of_a_class(positives, n):
    """Equally good scores of AUC about .64; the normal law has 0.13 with three, 0.096 with five, 0.066 with ten."""
    random, y = stream(12, "few", positives, n), np.arange(n) < positives
    p = []
    for _ in range(4000):
        shared = random.normal(size=n) + 0.7 * y
        p.append(delong_paired(y, shared + random.normal(size=n), shared + random.normal(size=n)).p)
    assert np.mean(np.array(p) <= 0.05) <= 0.065 + 2 * 0.0039
