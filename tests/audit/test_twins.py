"""Twins among rows, against the definition by brute force; and impossible summaries, against data that exist."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.audit.bundle import Reported
from referee.audit.numbers import contradictions
from referee.audit.numbers.granularity import grim
from referee.audit.numbers.of_study import row_of
from referee.audit.twins import pairs_by_chance, twins


def table(seed, n=80, fine=6, coarse=2):
    draw = np.random.default_rng(seed)
    X = np.column_stack([draw.normal(size=(n, fine)), draw.integers(0, 3, size=(n, coarse))]).astype(float)
    for a, b, column in draw.integers(0, [n, n, fine + coarse], size=(12, 3)):
        X[a] = X[b]
        if column % 2:
            X[a, column] += 1.0
    X[draw.integers(n, size=4), draw.integers(fine, size=4)] = np.nan
    return X


def differing(a, b):
    return int((~((a == b) | (np.isnan(a) & np.isnan(b)))).sum())


@pytest.mark.parametrize("seed", range(6))
def test_every_twin_is_one_by_definition_and_none_is_missed(seed):
    X = table(seed)
    found = twins(X)
    n = len(X)
    gaps = np.array([[differing(X[i], X[j]) if i != j else 99 for j in range(n)] for i in range(n)])
    exact = gaps.min(axis=1) == 0
    assert np.array_equal(found.exact >= 0, exact)
    assert np.array_equal(found.near >= 0, (gaps.min(axis=1) == 1) & ~exact)
    for i in np.flatnonzero(found.exact >= 0):
        same = np.flatnonzero(found.exact == found.exact[i])
        assert all(gaps[i, j] == 0 for j in same if j != i)


def test_the_order_of_rows_and_columns_does_not_matter():
    X = table(1)
    rows, columns = np.random.default_rng(0).permutation(len(X)), np.random.default_rng(0).permutation(X.shape[1])
    turned, plain = twins(X[rows][:, columns]), twins(X)
    assert np.array_equal(turned.exact >= 0, (plain.exact >= 0)[rows])
    assert np.array_equal(turned.near >= 0, (plain.near >= 0)[rows])


def test_values_that_agree_to_three_digits_are_near():
    X = np.random.default_rng(2).normal(size=(200, 6))
    X[7] = np.round(X[3], 3) + 1e-7
    X[3] = np.round(X[3], 3)
    assert np.flatnonzero(twins(X).near >= 0).tolist() == [3, 7]


def test_in_a_coarse_table_only_copies_count():
    X = np.random.default_rng(3).integers(0, 4, size=(60, 3)).astype(float)
    assert (twins(X).near == -1).all()
    assert pairs_by_chance(X) > 1
    assert pairs_by_chance(np.random.default_rng(3).normal(size=(60, 3))) < 0.01


def test_copies_by_the_hundred_do_not_make_agreement_likely():
    """Two columns of money and four coarse ones; the rarer class copied until it is as frequent as the other."""
    draw = np.random.default_rng(4)
    X = np.column_stack([draw.gamma(2, 1500, (900, 2)).round(2), *(draw.integers(0, k, 900) for k in (6, 50, 4, 3))])
    copied = np.vstack([X, X[draw.integers(0, 60, 740)]])
    assert pairs_by_chance(X) < 0.01
    assert pairs_by_chance(copied) < 0.01
    assert (twins(copied).exact >= 0).sum() > 700


@given(st.lists(st.integers(0, 40), min_size=2, max_size=12), st.integers(0, 3))
def test_no_summary_of_data_that_exist_is_called_impossible(counts, digits):
    """Accuracies on 40 cases each, summarised and rounded as a paper would."""
    values = np.array(counts) / 40
    mean = values.mean()
    line = Reported(model="a", metric="accuracy", value=float(f"{mean:.{digits}f}"), text=f"{mean:.{digits}f}",
                    sd=float(f"{values.std(ddof=1):.{digits}f}"), n=len(values),
                    minimum=float(f"{values.min():.{digits}f}"), maximum=float(f"{values.max():.{digits}f}"))
    assert contradictions([row_of(line)]) == ()


@given(st.integers(1, 400), st.data(), st.integers(1, 4))
def test_grim_never_objects_to_a_share_that_exists(cases, data, digits):
    right = data.draw(st.integers(0, cases))
    printed, half = float(f"{right / cases:.{digits}f}"), 0.5 * 10.0**-digits
    assert grim((printed - half, printed + half), cases)
