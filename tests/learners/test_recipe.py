"""Recipes: equal ones are equal learners, different ones differ, and none depends on a memory address."""

import functools
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse, stats
from sklearn.base import BaseEstimator
from sklearn.ensemble import RandomForestClassifier, VotingClassifier
from sklearn.gaussian_process.kernels import RBF, WhiteKernel
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, RandomizedSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC

from referee.errors import BadInput
from referee.fingerprint import fingerprint
from referee.learners.recipe import describe, recipe_of


def plus(amount):
    return lambda x: x + amount


def by_default(amount):
    return lambda x, more=amount: x + more


def by_keyword_default(amount):
    return lambda x, *, more=amount: x + more


def doubled(x, times=2):
    return x * times


def mine(threshold, shrink=lambda x: x):
    """A class that is made anew at each call, as in a notebook cell that is run again."""

    class Mine(BaseEstimator):
        cut = threshold

        def fit(self, X, y):  # noqa: ARG002
            return self

        def predict(self, X):
            return shrink(X)

    return Mine


def edited():
    class Mine(BaseEstimator):
        cut = 1

        def fit(self, X, y):  # noqa: ARG002
            return self

        def predict(self, X):
            return X + 1

    return Mine


class Kept:
    def __init__(self, value):
        self.value = value


A = np.arange(6.0)
PAIRS = {      # name: (a thing, the same again, another one)
    "parameter": (SVC(C=2), SVC(C=2), SVC(C=3)),
    "default": (SVC(), SVC(C=1.0), SVC(C=1)),
    "nested": (make_pipeline(StandardScaler(), SVC(C=2)), make_pipeline(StandardScaler(), SVC(C=2)),
               make_pipeline(StandardScaler(), SVC(C=3))),
    "step": (make_pipeline(StandardScaler(), SVC()), make_pipeline(StandardScaler(), SVC()), make_pipeline(SVC())),
    "list of pairs": tuple(VotingClassifier([(name, SVC())]) for name in "aab"),
    "class": (LogisticRegression(), LogisticRegression(), RandomForestClassifier()),
    "array": (A, A.copy(), A + 1),
    "array's shape": (A, A.copy(), A.reshape(2, 3)),
    "long array": (np.zeros(5000), np.zeros(5000), np.r_[np.zeros(2500), 1, np.zeros(2499)]),
    "text array": (np.array(["a", "b"], object), np.array(["a", "b"], object), np.array(["a", "c"], object)),
    "text array's shape": tuple(np.array(list("abcd"), object).reshape(shape) for shape in [(2, 2), (2, 2), (4, 1)]),
    "numpy number": (np.float64(2.0), 2.0, 3.0),
    "int and float": (1, np.int64(1), 1.0),
    "bool and int": (True, np.True_, 1),
    "text and number": ("1", "1", 1),
    "nan": (float("nan"), np.nan, float("inf")),
    "tuple and list": ((1, 2), (1, 2), [1, 2]),
    "dict": ({1: "a", "b": 2}, {"b": 2, 1: "a"}, {"1": "a", "b": 2}),
    "set": ({"a", "b", "c"}, {"c", "b", "a"}, {"a", "b"}),
    "long list": (list(range(9999)), list(range(9999)), [*range(9998), 0]),
    "lambdas on one line": (lambda x: x + 1, lambda x: x + 1, lambda x: x + 2),
    "function inside": tuple(FunctionTransformer(plus(k)) for k in (1, 1, 2)),
    "closure": (plus(1), plus(1), plus(2)),
    "default of a function": (by_default(1), by_default(1), by_default(2)),
    "keyword default": (by_keyword_default(1), by_keyword_default(1), by_keyword_default(2)),
    "function": (doubled, doubled, plus),
    "partial": tuple(functools.partial(doubled, times=k) for k in (3, 3, 4)),
    "ufunc": (np.log1p, np.log1p, np.log),
    "builtin": (len, len, max),
    "method": ("a".join, "a".join, "b".join),
    "kernel": (RBF(2.0) + WhiteKernel(), RBF(2.0) + WhiteKernel(), RBF(3.0) + WhiteKernel()),
    "splitter": (KFold(3), KFold(3), KFold(3, shuffle=True, random_state=1)),
    "law": (stats.loguniform(0.1, 1), stats.loguniform(0.1, 1), stats.loguniform(0.1, 2)),
    "sparse": (sparse.csr_array(np.eye(3)), sparse.csr_array(np.eye(3)), sparse.csr_array(2 * np.eye(3))),
    "plain object": (Kept([1, 2]), Kept([1, 2]), Kept([1, 3])),
    "own class": (mine(1)(), mine(1)(), mine(2)()),
    "edited class": (mine(1)(), mine(1)(), edited()()),
    "class itself": (mine(1), mine(1), mine(2)),
    "own class's set": tuple(mine(frozenset(words)) for words in ("abc", "cba", "abd")),
    "what a method closes over": (mine(1, plus(1)), mine(1, plus(1)), mine(1, plus(2))),
    "bytes": (b"ab", b"ab", b"ac"),
    "code": (doubled.__code__, doubled.__code__, plus.__code__),
}


@pytest.mark.parametrize("name", PAIRS)
def test_equal_things_have_equal_recipes_and_others_do_not(name):
    thing, same, other = (json.dumps(describe(x), sort_keys=True) for x in PAIRS[name])
    assert thing == same
    assert thing != other
    assert "0x" not in thing


values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner)
    | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.slow
@given(a=values, b=values)
def test_values_have_equal_recipes_exactly_when_they_print_alike(a, b):
    """Printing tells types, signs and NaN apart, as a recipe must; dicts here are compared in sorted order."""
    assert (json.dumps(describe(a)) == json.dumps(describe(b))) == (printed(a) == printed(b))


def printed(value):
    if isinstance(value, dict):
        return "{" + ",".join(sorted(f"{k!r}:{printed(v)}" for k, v in value.items())) + "}"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({','.join(map(printed, value))})"
    return repr(value)


@pytest.mark.slow
def test_a_recipe_is_the_same_in_another_process():
    code = ("from referee.learners.recipe import describe\n"
            "class Own:\n"
            "    words = frozenset('abcdef')\n"
            "    def fit(self, x): return x in {'a', 'b', 2.5, None}\n"
            "own = Own(); own.names = {'x', 'y', 'z'}; own.f = lambda x: x in {'p', 'q', 'r'}\n"
            "print(describe([own, {'b': 1, 'a': 2}]))")
    where = os.pathsep.join(sys.path)
    said = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                           env={"PYTHONHASHSEED": seed, "PYTHONPATH": where}).stdout for seed in "1234"}
    assert len(said) == 1
    assert "Own" in said.pop()


def test_the_generator_inside_a_search_space_is_not_part_of_what_it_is():
    search = RandomizedSearchCV(SVC(), {"C": stats.loguniform(0.1, 10)})
    before = fingerprint(recipe_of(search))
    stats.loguniform(0.1, 10).rvs()
    assert fingerprint(recipe_of(search)) == before


def test_an_object_that_holds_itself_can_be_described():
    one, two = Kept(None), Kept(None)
    one.value, two.value = one, [two]
    assert describe(one) != describe(two)


def test_what_cannot_be_told_apart_is_refused():
    with pytest.raises(BadInput, match="generator cannot be told apart"):
        describe(x for x in [1])
    with pytest.raises(BadInput, match="does not show its contents"):
        describe(np.frompyfunc(plus(1), 1, 1))


def test_recipes_are_plain_json():
    for thing, _, other in PAIRS.values():
        for x in (thing, other):
            assert json.loads(json.dumps(describe(x), allow_nan=False)) == describe(x)


def test_a_class_that_was_pickled_is_the_class_it_was():
    """The first pickling of an object writes `__slotnames__` into its class."""
    import pickle

    class Mine:
        def fit(self, X, y):
            """Learn nothing."""

    before = recipe_of(Mine())
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(Mine())
    Mine().__reduce_ex__(2)
    assert "__slotnames__" in vars(Mine)
    assert recipe_of(Mine()) == before
