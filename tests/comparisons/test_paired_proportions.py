from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multinomial

from referee.comparisons import PairedTable, agresti_min, newcombe, tango
from referee.comparisons.two_models.paired_proportions import PAIRED_INTERVALS, tango_limits
from referee.errors import BadInput

counts = st.integers(0, 60)
INTERVALS = list(PAIRED_INTERVALS.values())


def table_of(inputs):
    return PairedTable(both=inputs["both"], a_only=inputs["A_only"], b_only=inputs["B_only"],
                       neither=inputs["neither"])


@pytest.mark.parametrize(("name", "method", "key"), [
    ("paired-proportion-ci", tango, "tango"), ("paired-proportion-ci", newcombe, "newcombe"),
    ("paired-proportion-ci", agresti_min, "agresti_min"), ("newcombe-paired-36-12-2-0", newcombe, "newcombe"),
    ("newcombe-paired-36-12-2-0", tango, "tango")])
def test_worked_intervals(worked, name, method, key):
    case = worked(name)
    said = method(table_of(case.inputs))
    assert (said.low, said.high) == case.near(tuple(case.expected[key]))
    assert table_of(case.inputs).difference == pytest.approx(case.expected["diff"])


@pytest.mark.parametrize("method", INTERVALS)
@given(counts, counts, counts, counts)
def test_swapping_mirrors_the_interval(method, both, a, b, neither):
    if both + a + b + neither == 0:
        return
    one = method(PairedTable(both=both, a_only=a, b_only=b, neither=neither))
    two = method(PairedTable(both=both, a_only=b, b_only=a, neither=neither))
    assert (two.low, two.high) == pytest.approx((-one.high, -one.low), abs=1e-12)
    assert -1 <= one.low <= one.high <= 1


@given(counts, counts, st.integers(0, 60))
def test_tango_holds_the_differences_its_score_test_accepts(b, c, rest):
    """At each limit Tango's statistic (eq. 7) is the normal quantile itself."""
    n = b + c + rest
    if n == 0:
        return
    low, high = tango_limits(b, c, n)
    for delta in (float(low), float(high)):
        if abs(delta) > 1 - 1e-9:
            continue
        B, C = -b - c + (2 * n - b + c) * delta, -c * delta * (1 - delta)
        share = (np.sqrt(B * B - 8 * n * C) - B) / (4 * n)
        z = (b - c - n * delta) / np.sqrt(n * (2 * share + delta * (1 - delta)))
        assert abs(z) == pytest.approx(1.959963985, rel=1e-6)


def test_no_disagreement_is_not_certainty():
    """±z²/(n + z²): no zero-width interval."""
    said = tango(PairedTable(both=80, a_only=0, b_only=0, neither=20))
    assert said.high == pytest.approx(3.841459 / 103.841459, rel=1e-6)
    assert said.low == -said.high


def test_edges_all_one_way():
    for method in INTERVALS:
        said = method(PairedTable(both=0, a_only=5, b_only=0, neither=0))
        assert said.low < 1
        assert said.high <= 1
    assert tango(PairedTable(both=0, a_only=5, b_only=0, neither=0)).high == 1
    with pytest.raises(BadInput, match="no cases"):
        PairedTable(both=0, a_only=0, b_only=0, neither=0)
    with pytest.raises(BadInput, match="a_only is -1"):
        PairedTable(both=4, a_only=-1, b_only=0, neither=0)


def tables_of(n):
    """Every way that n cases fall into the four counts."""
    for both, a, b in product(range(n + 1), repeat=3):
        if both + a + b <= n:
            yield PairedTable(both=both, a_only=a, b_only=b, neither=n - both - a - b)


def one_sided(n):
    """The four tables in which all n cases fall into one count: where rounding can push an end over the edge."""
    for where in ("both", "a_only", "b_only", "neither"):
        yield PairedTable(**{"both": 0, "a_only": 0, "b_only": 0, "neither": 0, where: n})


@pytest.mark.parametrize("level", [0.95, 0.999])
@pytest.mark.parametrize("method", INTERVALS)
def test_ends_are_differences_that_can_be_and_hold_the_one_seen(method, level):
    """Newcombe's ended at −1.0000000000000002 where all of 16 cases were B's alone."""
    tables = [*(t for n in range(1, 6) for t in tables_of(n)), *(t for n in range(6, 61) for t in one_sided(n))]
    assert len(tables) == 125 + 4 * 55
    for table in tables:
        said = method(table, level=level)
        assert -1 <= said.low <= table.difference <= said.high <= 1, table


def coverage(n, b_share, c_share):
    """Exact: every table (b, c, rest) of n cases, weighed by its probability."""
    b, c = (x.ravel() for x in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
    b, c = b[b + c <= n], c[b + c <= n]
    low, high = tango_limits(b, c, n)
    weight = multinomial.pmf(np.stack([b, c, n - b - c], axis=1), n, [b_share, c_share, 1 - b_share - c_share])
    truth = b_share - c_share
    return weight[(low <= truth + 1e-12) & (truth - 1e-12 <= high)].sum()


@pytest.mark.slow
@pytest.mark.parametrize("n", [50, 200])
def test_tango_covers_what_it_claims(n):
    shares = [(.05, .05), (.1, .1), (.2, .2), (.1, .05), (.2, .1), (.3, .1), (.15, .02), (.4, .2)]
    covered = [coverage(n, *pair) for pair in shares]
    assert 0.94 <= np.mean(covered) <= 0.965
    assert min(covered) >= 0.92


@pytest.mark.slow
def test_newcombe_covers_what_it_claims():
    """Exact over (both, a, b, neither) for one hard and one easy table."""
    n = 50
    for both, a, b in [(.7, .1, .1), (.5, .2, .1)]:
        share, total, hit = [both, a, b, 1 - both - a - b], 0.0, 0.0
        for k in range(n + 1):
            for j in range(n + 1 - k):
                rest = np.arange(n + 1 - k - j)
                w = multinomial.pmf(np.stack([rest, np.full_like(rest, k), np.full_like(rest, j), n - k - j - rest],
                                             axis=1), n, share)
                for both_n, weight in zip(rest[w > 1e-7], w[w > 1e-7], strict=True):
                    said = newcombe(PairedTable(both=int(both_n), a_only=k, b_only=j, neither=int(n - k - j - both_n)))
                    total, hit = total + weight, hit + weight * (said.low <= a - b + 1e-12 <= said.high + 2e-12)
        assert total > 0.995
        assert 0.92 <= hit / total <= 0.985
