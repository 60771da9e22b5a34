import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.comparisons import paired_t
from referee.comparisons.two_models.clustered_t import clustered_t
from referee.errors import BadInput, Undefined
from referee.seeds import stream

A = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]
B = [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5]
CLUSTER = [0] * 4 + [1] * 3 + [2] * 3 + [3] * 2


def test_statsmodels():
    """OLS of A − B on a constant, cov_type="cluster" (CR1), use_t; statsmodels 0.14. There df is n − 1, here G − 1."""
    said = clustered_t(A, B, CLUSTER)
    assert said.difference == pytest.approx(-1 / 3)
    assert said.standard_error == pytest.approx(1.07821679, rel=1e-8)
    assert said.statistic == pytest.approx(-0.30915242, rel=1e-7)
    assert said.df == 3
    assert said.p == pytest.approx(0.77743288, rel=1e-7)       # statsmodels takes G − 1 here as well
    assert (said.interval.low, said.interval.high) == pytest.approx((-3.76470036, 3.0980337), rel=1e-7)


def test_miller(worked):
    case = worked("clustered-se")
    said = clustered_t(case.inputs["score"], 0, case.inputs["cluster"])
    assert said.difference == case.near(case.expected["mean"])
    assert said.standard_error == case.near(case.expected["se_cluster_cr1"])
    assert said.detail("naive_error") == case.near(case.expected["se_clt"])


def test_clusters_of_one_are_the_paired_t():
    one, other = clustered_t(A, B, range(12)), paired_t(A, B)
    assert (one.p, one.standard_error, one.df) == pytest.approx((other.p, other.standard_error, other.df))


grades = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 3)), min_size=4, max_size=20).filter(
    lambda rows: len({c for *_, c in rows}) > 1 and len({a - b for a, b, _ in rows}) > 1)


@given(grades, st.randoms())
def test_order_names_and_sides_change_nothing(rows, random):
    a, b, cluster = zip(*rows, strict=True)
    said = clustered_t(a, b, cluster)
    mixed = list(rows)
    random.shuffle(mixed)
    c, d, renamed = zip(*((x, y, f"article {9 - z}") for x, y, z in mixed), strict=True)
    again, turned = clustered_t(c, d, renamed), clustered_t(b, a, cluster)
    assert again.p == pytest.approx(said.p, rel=1e-9, abs=1e-12)
    assert turned.p == pytest.approx(said.p, rel=1e-9, abs=1e-12)
    assert turned.difference == pytest.approx(-said.difference)


def test_copies_of_every_case_in_its_cluster_bring_no_precision():
    twice = clustered_t(A * 3, B * 3, CLUSTER * 3)
    once = clustered_t(A, B, CLUSTER)
    assert (twice.p, twice.standard_error) == pytest.approx((once.p, once.standard_error))
    assert paired_t(A * 3, B * 3).standard_error < paired_t(A, B).standard_error / 1.7


def test_edges():
    with pytest.raises(Undefined, match="one cluster"):
        clustered_t([1, 0, 1], [0, 0, 1], [1, 1, 1])
    with pytest.raises(BadInput, match="one cluster for each of the 3 units"):
        clustered_t([1, 0, 1], [0, 0, 1], [1, 1])
    same = clustered_t([1, 0, 1, 1], [1, 0, 1, 1], [1, 1, 2, 2])
    assert same.p == 1
    assert "identical" in same.flags


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [12, 40])
def test_level(clusters):
    """Two models of equal worth, answers of a cluster alike (correlation ½): 5% false alarms; the naive t has 20%."""
    random, false, naive = stream(11, "clustered", clusters), 0, 0
    cluster = np.repeat(np.arange(clusters), 6)
    for _ in range(4000):
        effect = random.normal(size=clusters)[cluster]
        a, b = effect + random.normal(size=cluster.size), np.zeros(cluster.size)
        false += clustered_t(a, b, cluster).p <= 0.05
        naive += paired_t(a, b).p <= 0.05
    assert 0.040 <= false / 4000 <= 0.062       # three standard errors are 0.010
    assert naive / 4000 > 0.15
