"""Keys of rows: the same rows wherever they stand, other rows never, and nothing claimed of what is too coarse."""

import numpy as np
import pandas as pd
import pytest

from referee.data import load
from referee.data.feature_columns import build_features
from referee.data.known_rows import known_again, known_mask
from referee.data.row_keys import SAMPLE, WHOLE, RowKeys, keys_apart, row_keys
from referee.data.table import as_table
from referee.seeds import stream


def features_of(data):
    return build_features(as_table(data, "data"))[0]


def fine(n, seed=1, columns=6):
    return stream(seed, "row keys").normal(50, 20, (n, columns))


def share(ours, theirs):
    found = known_again(row_keys(features_of(ours)), row_keys(features_of(theirs)))
    return 0.0 if found is None else found.share


@pytest.mark.parametrize("n", [40, 900, 5_000], ids=str)
def test_half_of_the_rows_in_another_order_are_all_known(n):
    data = fine(n)
    half = data[stream(2, "order").permutation(n)[: n // 2]]
    assert share(half, data) == pytest.approx(1.0, abs=0.02)
    assert share(data, half) == pytest.approx(0.5, abs=0.06)         # of a large table, from about a thousand rows


def test_of_a_large_table_a_thousand_rows_are_kept():
    assert {keys.rows.size for keys in row_keys(features_of(fine(3 * SAMPLE))).kinds} == {SAMPLE}
    assert {keys.rows.size for keys in row_keys(features_of(fine(3 * SAMPLE)), most=None).kinds} == {3 * SAMPLE}


def test_columns_may_change_places_and_numbers_be_rounded_to_three_digits():
    data = fine(300)
    assert share(data[:, ::-1], data) == 1.0
    rounded = np.array([[float(f"{cell:.3g}") for cell in row] for row in data])
    assert share(rounded, data) == pytest.approx(1.0, abs=0.01)


def test_a_corrected_cell_spoils_some_keys_of_its_row_only():
    data = fine(400, columns=10)
    changed = data.copy()
    at = stream(3, "cells").integers(0, 10, 400)
    changed[np.arange(400), at] += 1_000.0
    assert share(changed, data) > 0.9


@pytest.mark.parametrize("seed", range(20))
def test_other_rows_of_the_same_distribution_are_not_known(seed):
    assert share(fine(300, seed=100 + seed), fine(300)) == 0.0


@pytest.mark.parametrize("other", ["wine", "breast-cancer", "diabetes"])
def test_bundled_sets_are_not_taken_for_each_other(other):
    assert known_again(row_keys(load(other).features), row_keys(load("iris").features)) is None


def test_rows_of_few_coarse_columns_have_no_keys():
    """All 3^5 answers to five questions: every one stands there once, and would in any other file."""
    grid = pd.DataFrame(np.indices((3,) * 5).reshape(5, -1).T + 1, columns=list("abcde"))
    assert row_keys(features_of(grid)).kinds == ()
    assert row_keys(None).kinds == ()


def test_words_without_fine_values_are_known_by_places_and_names():
    draw = stream(4, "words")
    data = pd.DataFrame({f"q{k}": draw.choice(list("abc"), 200) for k in range(30)})
    renamed = data.rename(columns=dict(zip(data.columns, data.columns[::-1], strict=True)))
    assert {keys.by for keys in row_keys(features_of(data)).kinds} >= {"places", "names"}
    assert share(renamed, data) == share(data[data.columns[::-1]], data) == 1.0


def test_chance_is_the_share_of_rows_that_others_equal():
    data = np.vstack([fine(90), fine(90)[:9]])
    whole = next(keys for keys in row_keys(features_of(data)).kinds if keys.digits == WHOLE)
    assert whole.chance == pytest.approx(18 / 99)


def test_keys_of_rows_apart_never_name_another_row_of_their_table():
    data, rows = np.round(fine(400), 0), np.arange(0, 400, 5)
    apart = keys_apart(features_of(data), rows)
    mask = known_mask(row_keys(features_of(data), most=None), apart)
    assert set(np.flatnonzero(mask)) <= set(rows)


def test_missing_values_and_single_rows_are_no_trouble():
    data = fine(60)
    data[::3, 1] = np.nan
    assert share(data[::-1], data) == 1.0
    assert isinstance(row_keys(features_of(fine(1))), RowKeys)


def test_the_largest_and_the_smallest_numbers_have_tokens():
    data = fine(60) * np.array([1e300, 1e-310, 5e-324, 1.0, 1e305, -1.0])
    assert share(data[::-1], data) == 1.0
