"""Shuffles: what changes places, and what never does."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.data import make_problem
from referee.data.shuffle import Shuffle, shuffle_columns, shuffle_labels
from referee.errors import BadInput


def problem(y, **more):
    y = np.asarray(y)
    return make_problem(np.arange(2.0 * len(y)).reshape(-1, 2) + 0.5, y, **more)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=30), st.integers(1, 50))
def test_a_shuffle_is_a_permutation_that_leaves_every_unit_in_its_block(blocks, number):
    blocks = np.array(blocks)
    shuffle = Shuffle(kind="labels", seed=3, blocks=blocks, y=blocks, count=50)
    order = shuffle.order(number)
    assert sorted(order.tolist()) == list(range(blocks.size))
    assert np.array_equal(blocks[order], blocks)
    assert np.array_equal(order, shuffle.order(number))
    assert np.array_equal(shuffle.order(0), np.arange(blocks.size))


def test_numbers_give_different_shuffles_and_seeds_too():
    one = shuffle_labels(problem([0, 1] * 20), seed=0, count=99)
    other = shuffle_labels(problem([0, 1] * 20), seed=1, count=99)
    assert len({tuple(one.order(b)) for b in range(1, 50)}) == 49
    assert one.fingerprint != other.fingerprint
    assert not np.array_equal(one.order(1), other.order(1))


def test_all_orders_are_made_once_where_there_are_few():
    shuffle = shuffle_labels(problem([0, 1, 0, 1]), seed=0, count=999)
    assert shuffle.exhaustive
    assert shuffle.count == 23
    assert {tuple(shuffle.order(b)) for b in range(24)} == set(permutations(range(4)))
    assert not shuffle_labels(problem([0, 1, 0, 1]), seed=0, count=22).exhaustive


def test_all_orders_within_blocks():
    shuffle = shuffle_labels(problem([0, 1, 0, 1, 1]), seed=0, count=99, strata=np.array([0, 0, 1, 1, 1]))
    assert (shuffle.count, shuffle.words) == (11, "labels shuffled within strata")
    assert len({tuple(shuffle.order(b)) for b in range(12)}) == 12


def test_groups_with_one_label_exchange_it_whole():
    shuffle = shuffle_labels(problem([0, 0, 0, 1, 1, 0, 1, 1], groups=[5, 5, 5, 6, 6, 7, 8, 8]), seed=0, count=10)
    assert shuffle.relabels
    for number in range(1, 11):
        y = shuffle.target(number)
        assert {len(set(y[rows])) for rows in ([0, 1, 2], [3, 4], [5], [6, 7])} == {1}
        assert sorted(y[[0, 3, 5, 6]]) == [0, 0, 1, 1]      # as many groups of each label as before
    assert len({tuple(shuffle.target(b)) for b in range(1, 11)}) > 2


def test_labels_that_differ_within_groups_stay_in_them():
    groups = np.array([0, 0, 0, 1, 1, 1])
    shuffle = shuffle_labels(problem([0, 1, 1, 0, 0, 1], groups=groups), seed=0, count=10)
    assert (shuffle.relabels, shuffle.words) == (False, "labels shuffled within groups")
    assert all(np.array_equal(groups[shuffle.order(b)], groups) for b in range(1, 11))


def test_columns_are_dealt_within_classes_each_by_itself():
    made = problem([0, 1] * 10)
    orders = shuffle_columns(made, seed=0, count=9).orders(1, 2)
    assert all(np.array_equal(made.y[order], made.y) for order in orders)
    assert not np.array_equal(orders[0], orders[1])


@pytest.mark.parametrize(("make", "said"), [
    (lambda: shuffle_labels(problem([0, 1] * 3), seed=0, count=0), "from 1 on"),
    (lambda: shuffle_labels(problem([0, 1] * 3), seed=0, count=9, strata=np.array([0, 1] * 3)), "nothing would change"),
    (lambda: shuffle_labels(problem([0, 1] * 3), seed=0, count=9, strata=np.zeros(3)), "6 rows but 3 strata"),
    (lambda: shuffle_labels(problem([0, 0, 1, 1], groups=[1, 1, 2, 2]), seed=0, count=9, strata=np.array([0, 1, 0, 1])),
     "in two strata"),
    (lambda: shuffle_columns(problem([0.5, 1.2, 3.4, 7.1]), seed=0, count=9), "regression"),
    (lambda: shuffle_columns(problem([0, 1, 0, 1], groups=[1, 1, 2, 2]), seed=0, count=9), "has groups"),
    (lambda: shuffle_columns(make_problem(np.arange(4.0)[:, None], [0, 1, 0, 1]), seed=0, count=9), "one feature"),
])
def test_what_cannot_be_shuffled_is_refused_in_a_sentence(make, said):
    with pytest.raises(BadInput, match=said):
        make()
