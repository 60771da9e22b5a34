"""How large fitted models are: counts against what can be counted by hand."""

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import GradientBoostingClassifier, StackingClassifier, VotingClassifier
from sklearn.linear_model import Lasso
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from learners.problems import TABLES, classes_from, problem, targets_from
from referee.kinds import Task
from referee.learners import LEARNERS, complexity, resolve
from referee.learners.complexity import COUNTERS, counter

X, KINDS = TABLES["numeric"]()
P = problem(X, classes_from(X, 2), kinds=KINDS)
R3 = problem(X, targets_from(X, 3), kinds=KINDS, task=Task.REGRESSION)


def size(spec, p=P):
    (learner,) = resolve(spec, p)
    return complexity(learner.make(0).fit(X, p.y))


def test_a_forest_is_the_sum_of_its_trees_and_as_deep_as_the_deepest():
    forest = resolve("forest:n_estimators=7", P)[0].make(0).fit(X, P.y)
    leaves = [tree.get_n_leaves() for tree in forest.estimators_]
    depths = [tree.get_depth() for tree in forest.estimators_]
    assert complexity(forest) == {"leaves": sum(leaves), "depth": max(depths), "members": 7}


def test_counts_that_are_known_beforehand():
    assert size("tree:max_depth=1") == {"leaves": 2, "depth": 1}
    assert size("logistic") == {"nonzero_coefficients": 4}
    assert size("knn") == {"stored_rows": 120}
    assert size("gaussian-nb") == {"parameters": 2 * 4 * 2}
    assert size("qda") == {"parameters": 2 * (4 + 10)}
    assert size("complement-nb") == {"parameters": 2 * 4}
    assert size("boosting:max_iter=3,max_leaf_nodes=2") == {"leaves": 6, "depth": 1, "members": 3}
    assert size("mlp:hidden_layer_sizes=(5,),max_iter=2000,tol=0.01", R3) == {"parameters": (4 + 1) * 5 + (5 + 1) * 3}
    assert size("svr-linear", R3) == {"nonzero_coefficients": 12, "members": 3}
    assert size("prior") == {}


def test_zeros_of_the_lasso_are_not_counted():
    model = Lasso(alpha=0.5).fit(X, X[:, 0])
    assert complexity(model) == {"nonzero_coefficients": 1}


def test_support_vectors_are_found_behind_scaling_and_calibration():
    model = resolve("svm-rbf", P)[0].make(0).fit(X, P.y)
    inner = model["model"].calibrated_classifiers_[0].estimator
    assert complexity(model) == {"support_vectors": len(inner.support_)}
    several = CalibratedClassifierCV(SVC(), ensemble=True, cv=3).fit(X, P.y)
    assert complexity(several) == {"support_vectors": sum(
        len(part.estimator.support_) for part in several.calibrated_classifiers_)}


def test_searches_votes_and_stacks_are_looked_into():
    search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1]}, cv=2).fit(X, P.y)
    assert complexity(search) == {"leaves": 2, "depth": 1}
    vote = VotingClassifier([("a", DecisionTreeClassifier(max_depth=1)), ("b", KNeighborsClassifier())]).fit(X, P.y)
    assert complexity(vote) == {"leaves": 2, "depth": 1, "stored_rows": 120, "members": 2}
    stack = StackingClassifier([("a", DecisionTreeClassifier(max_depth=1))], KNeighborsClassifier(), cv=2).fit(X, P.y)
    assert complexity(stack) == {"leaves": 2, "depth": 1, "stored_rows": 120, "members": 1}
    boosted = GradientBoostingClassifier(n_estimators=4, max_depth=1).fit(X, P.y)
    assert complexity(boosted) == {"leaves": 8, "depth": 1, "members": 4}


def test_xgboost_is_counted():
    xgboost = pytest.importorskip("xgboost", reason="xgboost, which nothing here needs, is not installed")
    model = xgboost.XGBClassifier(n_estimators=4, max_depth=1).fit(X, P.y)
    assert complexity(model) == {"leaves": 8, "members": 4}


@pytest.mark.slow
def test_every_named_learner_that_looks_at_features_is_counted():
    for entry in LEARNERS:
        if P.task in entry.tasks and not entry.baseline:
            spec = f"{entry.name}:max_iter=2000,tol=0.01" if entry.name == "mlp" else entry.name
            assert size(spec), entry.name


def test_others_can_add_their_own():
    class Rules:
        rules_ = ("a", "b", "c")

    assert complexity(Rules()) == {}
    measure = counter(lambda model: {"rules": len(model.rules_)} if hasattr(model, "rules_") else None)
    try:
        assert complexity(Rules()) == {"rules": 3}
        assert complexity(DecisionTreeClassifier(max_depth=1).fit(X, np.arange(120) % 2))["leaves"] == 2
    finally:
        COUNTERS.remove(measure)
