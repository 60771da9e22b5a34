"""TAN and AODE against WEKA, and on what WEKA does not take: numbers, gaps, values never seen."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone

from referee.learners.aode import AveragedOneDependence
from referee.learners.complexity import complexity
from referee.learners.states import column_states
from referee.learners.tan import TreeAugmentedBayes, spanning_parents

WEKA = json.loads((Path(__file__).parents[1] / "reference" / "weka-tan-aode.json").read_text(encoding="utf-8"))
TRAIN, CLASSES, TEST = (np.array(WEKA[name]) for name in ("train", "classes", "test"))
COLUMNS = list(range(TRAIN.shape[1]))


def test_aode_says_what_weka_says():
    said = AveragedOneDependence(categorical_features=COLUMNS).fit(TRAIN, CLASSES).predict_proba(TEST)
    assert said == pytest.approx(np.array(WEKA["aode"]), abs=1e-12)


def test_tan_finds_the_tree_of_weka_and_says_what_it_says():
    root = WEKA["tan_parents"].index(None)
    model = TreeAugmentedBayes(categorical_features=COLUMNS, root=root).fit(TRAIN, CLASSES)
    assert list(model.parents_) == WEKA["tan_parents"]
    assert model.predict_proba(TEST) == pytest.approx(np.array(WEKA["tan"]), abs=1e-12)


def test_the_root_turns_the_tree_and_hardly_moves_the_probabilities():
    """Counts without anything added are those of the tree, whichever way it points."""
    ways = [TreeAugmentedBayes(alpha=1e-9, categorical_features=COLUMNS, root=root).fit(TRAIN, CLASSES)
            for root in (0, 3)]
    edges = [{frozenset((j, p)) for j, p in enumerate(way.parents_) if p is not None} for way in ways]
    assert edges[0] == edges[1]
    a, b = (way.predict_proba(TRAIN[:40]) for way in ways)
    assert a == pytest.approx(b, abs=1e-6)


def test_information_of_two_features_given_the_class_by_hand():
    """In class 0 the second column repeats the first (log 2), in class 1 they are independent (0)."""
    rows = np.array([[0, 0], [1, 1]] * 4 + list(product([0, 1], [0, 1])) * 2, float)
    model = TreeAugmentedBayes().fit(rows, [0] * 8 + [1] * 8)
    assert model.information_[0, 1] == pytest.approx(0.5 * np.log(2))
    assert model.information_[0, 0] == 0


def test_the_tree_is_the_heaviest():
    draw = np.random.default_rng(5)
    for _ in range(20):
        w = draw.random((5, 5))
        w = w + w.T
        found = sum(w[j, p] for j, p in enumerate(spanning_parents(w, 2)) if p is not None)
        best = max(_weight(w, code) for code in product(range(5), repeat=3))
        assert found == pytest.approx(best)


def _weight(w, code):
    """Of the tree with this Prüfer sequence: all trees on five nodes are 125."""
    degree = [1 + code.count(node) for node in range(5)]
    total = 0.0
    for node in code:
        leaf = next(j for j in range(5) if degree[j] == 1)
        total += w[leaf, node]
        degree[leaf] -= 1
        degree[node] -= 1
    last = [j for j in range(5) if degree[j] == 1]
    return total + w[last[0], last[1]]


def test_aode_of_one_feature_is_the_smoothed_joint_count():
    model = AveragedOneDependence().fit([[0], [0], [1], [1]], ["a", "b", "b", "b"])
    assert model.predict_proba([[0], [1]]) == pytest.approx(np.array([[2 / 4, 2 / 4], [1 / 4, 3 / 4]]))


def test_where_no_value_is_frequent_enough_naive_bayes_answers():
    model = AveragedOneDependence(least=1000, categorical_features=COLUMNS).fit(TRAIN, CLASSES)
    naive = np.ones((len(TEST), 3))
    for c in range(3):
        own = TRAIN[c == CLASSES]
        naive[:, c] = (len(own) + 1) / (len(TRAIN) + 3)
        for j in COLUMNS:
            states = len(set(TRAIN[:, j]))
            naive[:, c] *= [((own[:, j] == v).sum() + 1) / (len(own) + states) for v in TEST[:, j]]
    assert model.predict_proba(TEST) == pytest.approx(naive / naive.sum(axis=1, keepdims=True))


def test_states_of_numbers_gaps_and_values_never_seen():
    few = column_states(np.array([2.0, 2, 9, np.nan]), bins=5, as_it_is=False)
    assert few.count == 3
    assert few.codes(np.array([9.0, 4, np.nan])).tolist() == [1, 0, 2]          # 4 was never seen: the commonest
    no_gaps = column_states(np.array([2.0, 9, 9]), bins=5, as_it_is=False)
    assert no_gaps.codes(np.array([np.nan])).tolist() == [1]
    many = column_states(np.arange(50.0), bins=5, as_it_is=False)
    assert np.bincount(many.codes(np.arange(50.0))).tolist() == [10] * 5
    assert column_states(np.arange(50.0), bins=5, as_it_is=True).count == 50
    assert column_states(np.full(3, np.nan), bins=5, as_it_is=False).codes(np.array([1.0])).tolist() == [1]


@pytest.mark.parametrize("model", [TreeAugmentedBayes(), AveragedOneDependence()])
def test_numbers_gaps_and_strings_as_classes(model):
    draw = np.random.default_rng(0)
    X = draw.normal(size=(300, 3))
    y = np.where(X[:, 0] * X[:, 1] > 0, "same", "other")
    X[::17, 2] = np.nan
    made = clone(model).fit(X[:200], y[:200])
    assert (made.predict(X[200:]) == y[200:]).mean() > 0.8           # naive Bayes: a coin
    assert made.predict_proba(np.full((1, 3), np.nan)).sum() == pytest.approx(1)
    assert complexity(made)["parameters"] > 10
    assert made.predict_proba(X[:0]).shape == (0, 2)
