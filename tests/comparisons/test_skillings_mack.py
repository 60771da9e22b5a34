"""Skillings and Mack's test: their own table, Friedman's where nothing is missing, every order counted, its level."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.comparisons import friedman, skillings_mack
from referee.errors import BadInput, NotJustified, Undefined

GAP = float("nan")
# Skillings, J. and Mack, G. (1981), Technometrics 23, 171-177, table 1: four methods of assembling a product, as it
# stands in the examples of the R package Skillings.Mack 1.10. The statistic was computed in R 4.2.2 from the paper's
# formula: weighted sums of centred ranks, covariance by how many rows two columns share, the first three columns.
ASSEMBLY = [[3.2, 4.1, 3.8, 4.2], [3.1, 3.9, 3.4, 4.0], [4.3, 3.5, 4.6, 4.8], [3.5, 3.6, 3.9, 4.0],
            [3.6, 4.2, 3.7, 3.9], [4.5, 4.7, 3.7, GAP], [GAP, 4.2, 3.4, GAP], [4.3, 4.6, 4.4, 4.9],
            [3.5, GAP, 3.7, 3.9]]


def test_their_own_table():
    said = skillings_mack(ASSEMBLY, direction="minimise")
    assert said.statistic == pytest.approx(15.4930487975, rel=1e-10)
    assert said.df == 3
    assert said.p == pytest.approx(0.001440296302, rel=1e-8)
    assert said.n_units == 9


@given(st.integers(0, 2**32 - 1), st.integers(2, 12), st.integers(3, 6), st.sampled_from([3, 1000]))
def test_without_gaps_it_is_friedmans(seed, n, k, values):
    scores = np.random.default_rng(seed).integers(0, values, (n, k)).astype(float)
    assert skillings_mack(scores).statistic == pytest.approx(friedman(scores).detail("chi2"), abs=1e-9)


@given(st.integers(0, 2**32 - 1))
def test_order_direction_scale_and_empty_rows_do_not_count(seed):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(9, 4))
    scores[rng.random(scores.shape) < 0.25] = GAP
    scores[0] = rng.normal(size=4)
    said = skillings_mack(scores)
    moved = np.vstack([np.full(4, GAP), [1.0, GAP, GAP, GAP], scores])[::-1][:, rng.permutation(4)]
    assert skillings_mack(np.exp(moved), direction="minimise").statistic == pytest.approx(said.statistic)


def test_the_covariance_is_that_of_all_orders():
    """Every order within each row as likely: the mean of the statistic is its degrees of freedom, ties and all."""
    rows = [[1.0, 2.0, 3.0], [1.0, 1.0, 2.0], [1.0, GAP, 2.0], [GAP, 3.0, 1.0]]
    orders = []
    for row in rows:
        there = [j for j, value in enumerate(row) if not np.isnan(value)]
        each = []
        for order in permutations([row[j] for j in there]):
            new = [GAP] * 3
            for place, value in zip(there, order, strict=True):
                new[place] = value
            each.append(new)
        orders.append(each)
    found = [skillings_mack(list(table)).statistic for table in product(*orders)]
    assert np.mean(found) == pytest.approx(2.0)


def test_edges():
    assert skillings_mack(np.ones((5, 3))).p == 1.0
    assert "identical" in skillings_mack(np.ones((5, 3))).flags
    with pytest.raises(Undefined, match="no row has both"):
        skillings_mack([[1, 2, GAP, GAP], [2, 1, GAP, GAP], [GAP, GAP, 1, 2]])
    with pytest.raises(Undefined, match="two values"):
        skillings_mack([[1, GAP, GAP], [GAP, 2, GAP]])
    with pytest.raises(BadInput, match="infinite"):
        skillings_mack([[1, 2, 3], [1, np.inf, 3]])
    with pytest.raises(NotJustified, match="folds"):
        skillings_mack(ASSEMBLY, unit="fold")


@pytest.mark.slow
def test_its_level():
    """No difference, a quarter of 15 x 4 missing: at 0.05 it errs in 0.05 or a little less of 4000 tables."""
    rng = np.random.default_rng(5)
    wrong = 0
    for _ in range(4000):
        scores = rng.normal(size=(15, 4))
        scores[rng.random(scores.shape) < 0.25] = GAP
        wrong += skillings_mack(scores).p < 0.05
    assert 0.035 < wrong / 4000 < 0.055


def test_rank_tells_it_where_scores_were_left_out():
    rng = np.random.default_rng(2)
    scores = rng.uniform(0.5, 0.9, (10, 3)) + np.array([0, 0.02, 0.05])
    scores[2, 1] = scores[5, 0] = GAP
    table = {"dataset": list("abcdefghij")} | dict(zip(("nb", "tree", "forest"), scores.T, strict=True))
    result = referee.rank(table, metrics="accuracy", missing="drop-data-sets")
    wanted = skillings_mack(scores)
    assert result.ranking.with_gaps.statistic == pytest.approx(wanted.statistic)
    sentence = f"Skillings–Mack over all 10 data sets and 3 models, gaps and all: χ²(2) = {wanted.statistic:.2f}"
    assert sentence in " ".join(str(result).split())
    assert result.to_dict()["skillings_mack"]["p"] == pytest.approx(wanted.p)
    assert referee.rank({**table, "tree": [0.6] * 10, "nb": [0.5] * 10}).ranking.with_gaps is None
