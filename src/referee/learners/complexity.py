"""How large a fitted model is: leaves, coefficients, support vectors, weights, stored rows.

A model is known by what fitting leaves behind, not by its class, so that models of other packages that
keep to scikit-learn's attributes are counted as well. Numbers of members are summed; depth is the deepest.
Known weakness: the units differ between families, so these numbers describe, they do not rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any

import numpy as np

Size = Mapping[str, float]
Counter = Callable[[Any], Size | None]
COUNTERS: list[Counter] = []


def counter(function: Counter) -> Counter:
    """Register a way to measure; the latest is asked first, and says None about what it does not know."""
    COUNTERS.insert(0, function)
    return function


def complexity(estimator: Any) -> dict[str, float]:
    """What is known about the size of a fitted model; empty when nothing is.

    >>> from sklearn.tree import DecisionTreeRegressor
    >>> complexity(DecisionTreeRegressor().fit([[0], [1], [2], [3]], [0, 0, 1, 1]))
    {'leaves': 2.0, 'depth': 1.0}
    """
    for measure in COUNTERS:
        size = measure(estimator)
        if size is not None:
            return {name: float(value) for name, value in size.items() if isfinite(value)}
    return {}


def together(sizes: Iterable[Size]) -> dict[str, float]:
    """The size of several models taken as one."""
    total: dict[str, float] = {}
    for size in sizes:
        for name, value in size.items():
            total[name] = max(total.get(name, 0), value) if name == "depth" else total.get(name, 0) + value
    return total


@counter
def _discriminants(model: Any) -> Size | None:
    """Means, covariances and tables of classes or of their features."""
    if hasattr(model, "theta_") and hasattr(model, "var_"):
        return {"parameters": model.theta_.size + model.var_.size}
    if hasattr(model, "table_entries_"):
        return {"parameters": model.table_entries_}
    if hasattr(model, "feature_log_prob_"):
        return {"parameters": model.feature_log_prob_.size}
    if hasattr(model, "rotations_") and hasattr(model, "means_"):
        classes, width = model.means_.shape
        return {"parameters": model.means_.size + classes * width * (width + 1) / 2}
    return None


@counter
def _coefficients(model: Any) -> Size | None:
    weights = getattr(model, "coef_", None)
    if weights is None:
        return None
    weights = weights.toarray() if hasattr(weights, "toarray") else np.asarray(weights)
    return {"nonzero_coefficients": int(np.count_nonzero(weights))}


@counter
def _stored_rows(model: Any) -> Size | None:
    if hasattr(model, "n_samples_fit_"):
        return {"stored_rows": model.n_samples_fit_}
    return {"stored_rows": len(model.X_train_)} if hasattr(model, "X_train_") else None


@counter
def _support_vectors(model: Any) -> Size | None:
    if not (hasattr(model, "dual_coef_") and hasattr(model, "support_")):
        return None
    return {"support_vectors": len(model.support_)}


@counter
def _net(model: Any) -> Size | None:
    if not (hasattr(model, "coefs_") and hasattr(model, "intercepts_")):
        return None
    return {"parameters": sum(weights.size for weights in [*model.coefs_, *model.intercepts_])}


@counter
def _tree(model: Any) -> Size | None:
    tree: Any = getattr(model, "tree_", None)
    return {"leaves": tree.n_leaves, "depth": tree.max_depth} if hasattr(tree, "n_leaves") else None


@counter
def _boosted_histograms(model: Any) -> Size | None:
    rounds = getattr(model, "_predictors", None)
    if rounds is None:
        return None
    trees = [tree for trees in rounds for tree in trees]
    depths = [int(tree.get_max_depth()) for tree in trees]
    return {"leaves": sum(tree.get_n_leaf_nodes() for tree in trees), "depth": max(depths, default=0),
            "members": len(trees)}


@counter
def _members(model: Any) -> Size | None:
    """Forests, bagging, boosting, voting, one-against-rest, one model a target."""
    members = getattr(model, "estimators_", None)
    if members is None:
        return None
    flat = [member for member in np.ravel(np.asarray(members, dtype=object)) if hasattr(member, "get_params")]
    last = [model.final_estimator_] if hasattr(model, "final_estimator_") else []
    return together(complexity(member) for member in [*flat, *last]) | {"members": len(flat)}


@counter
def _booster(model: Any) -> Size | None:
    """XGBoost: every line of a dumped tree that ends in a leaf."""
    if not hasattr(model, "get_booster") or not hasattr(model, "n_features_in_"):
        return None
    trees = model.get_booster().get_dump()
    return {"leaves": sum(tree.count("leaf=") for tree in trees), "members": len(trees)}


@counter
def _inside(model: Any) -> Size | None:
    """Pipelines, searches, scaled targets and calibrated models are as large as what is inside."""
    if isinstance(steps := getattr(model, "steps", None), list) and steps:
        return complexity(steps[-1][1])
    for name in ("best_estimator_", "regressor_"):
        if hasattr(model, name):
            return complexity(getattr(model, name))
    calibrated = getattr(model, "calibrated_classifiers_", None)
    return together(complexity(part.estimator) for part in calibrated) if calibrated else None
