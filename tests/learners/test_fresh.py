"""Seeds, threads and copies."""

import pickle

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

from learners.problems import TABLES, classes_from, problem
from referee.errors import BadInput
from referee.learners import resolve
from referee.learners.fresh import Fresh

X, KINDS = TABLES["numeric"]()
P = problem(X, classes_from(X, 2), kinds=KINDS)


class Guess:
    """Not made in the way of scikit-learn: no get_params."""

    def __init__(self, shift):
        self.shift, self.random_state, self.n_jobs = shift, None, 8

    def fit(self, X, y):  # noqa: ARG002
        self.share_ = float(np.mean(y)) + self.shift
        return self

    def predict(self, X):
        return np.full(len(X), int(self.share_ > 0.5))


class Rewrites(BaseEstimator):
    """Breaks the protocol: its constructor changes what it is given."""

    def __init__(self, size=1):
        self.size = size + 1

    def fit(self, X, y):  # noqa: ARG002
        return self

    def predict(self, X):
        return np.zeros(len(X))


def only(model):
    (learner,) = resolve(model, P)
    return learner


def test_every_open_random_state_is_set_however_deep_it_sits():
    inner = Pipeline([("forest", RandomForestClassifier(n_estimators=3))])
    grid = {"forest": [DecisionTreeClassifier(), RandomForestClassifier(5)], "forest__max_depth": [1, 2]}
    search = GridSearchCV(BaggingClassifier(inner), {"estimator": [inner]}, cv=StratifiedKFold(3, shuffle=True))
    made = only(search).make(3)
    states = {k: v for k, v in made.get_params(deep=True).items() if k.endswith("random_state")}
    assert len(states) == 2
    assert None not in states.values()
    assert made.cv.random_state is not None
    assert made.param_grid["estimator"][0]["forest"].random_state is not None
    tried = only(GridSearchCV(inner, grid, cv=2)).make(3).param_grid["forest"]
    assert len({estimator.random_state for estimator in tried} | {None}) == 3


def test_seeds_follow_the_seed_given_and_differ_from_place_to_place():
    model = BaggingClassifier(RandomForestClassifier())
    one, again, other = (only(model).make(seed).get_params() for seed in (1, 1, 2))
    assert one["random_state"] == again["random_state"] != other["random_state"]
    assert one["random_state"] != one["estimator__random_state"]


class Shelf:
    """Has its own way with parameters, and one tree in two places."""

    def __init__(self, parts, random_state=None):
        self.parts, self.random_state = parts, random_state

    def get_params(self, deep=True):  # noqa: ARG002
        return {"parts": self.parts, "random_state": self.random_state}

    def set_params(self, **new):
        vars(self).update(new)
        return self


def test_seeds_are_those_that_older_ledgers_hold():
    grid = {"bag": [RandomForestClassifier(), {3: ExtraTreeClassifier()}]}
    search = GridSearchCV(Pipeline([("scale", StandardScaler()), ("bag", BaggingClassifier(DecisionTreeClassifier()))]),
                          grid, cv=StratifiedKFold(shuffle=True))
    made = Fresh(search)(5)
    tree = DecisionTreeClassifier()
    shelf = Fresh(Shelf({1: tree, "b": [tree]}))(5)
    # Recorded when each copy was looked through.
    assert [made.estimator[-1].random_state, made.estimator[-1].estimator.random_state, made.cv.random_state,
            made.param_grid["bag"][0].random_state, made.param_grid["bag"][1][3].random_state,
            ] == [1363639558, 1997012121, 1102176852, 1003301863, 1187439800]
    assert [shelf.random_state, shelf.parts[1].random_state, shelf.parts["b"][0].random_state] == [
        638876683, 791362599, 1231969530]


def test_a_random_state_that_the_user_fixed_is_left_alone():
    model = BaggingClassifier(RandomForestClassifier(random_state=7))
    made = only(model).make(1)
    assert made.estimator.random_state == 7
    assert made.random_state is not None
    assert only("forest:random_state=3").make(1).random_state == 3


def test_everything_keeps_to_one_thread():
    bag = BaggingClassifier(RandomForestClassifier(n_jobs=-1), n_jobs=4)
    model = GridSearchCV(bag, {"n_estimators": [2]}, n_jobs=2)
    made = only(model).make(1)
    threads = {k: v for k, v in made.get_params().items() if k.split("__")[-1] == "n_jobs"}
    assert threads == {"n_jobs": 1, "estimator__n_jobs": 1, "estimator__estimator__n_jobs": 1}
    assert only("knn").make(1)["model"].n_jobs == 1
    assert model.n_jobs == 2                                   # the user's own object is not touched
    assert only(KNeighborsClassifier(n_jobs=2)).recipe == only(KNeighborsClassifier()).recipe


def test_a_fitted_object_gives_unfitted_copies():
    model = DecisionTreeClassifier().fit(X, P.y)
    learner = only(model)
    made = learner.make(0)
    assert not hasattr(made, "tree_")
    assert made is not learner.make(0)
    model.set_params(max_depth=1)                              # what the user does later changes nothing
    assert learner.make(0).max_depth is None


def test_an_object_without_parameters_is_copied_whole():
    mine = Guess(0.3)
    learner = only(mine)
    made = learner.make(4)
    assert made is not mine
    assert (made.shift, made.n_jobs) == (0.3, 1)
    assert made.random_state == learner.make(4).random_state != learner.make(5).random_state
    assert mine.random_state is None
    assert made.fit(X, P.y).predict(X).shape == (120,)


def test_an_object_that_cannot_be_copied_is_refused():
    with pytest.raises(BadInput, match="Rewrites cannot be copied without its fit"):
        only(Rewrites(3))


def test_a_search_object_works_as_any_other():
    made = only(GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 3]}, cv=3)).make(0).fit(X, P.y)
    assert made.best_params_["max_depth"] in {1, 3}
    assert made.predict_proba(X).shape == (120, 2)


def test_learners_can_be_sent_to_another_process():
    for model in ("svm-linear", "forest:max_depth=2", LinearSVC()):
        learner = only(model)
        sent = pickle.loads(pickle.dumps(learner))
        assert sent.fingerprint(3) == learner.fingerprint(3)
        assert np.array_equal(sent.make(3).fit(X, P.y).predict(X), learner.make(3).fit(X, P.y).predict(X))
