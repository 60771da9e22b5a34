"""What is known of a kind of learner before it is fitted: its habits, read from its recipe.

Reich & Barai (1999), section 2.2.5, collect which estimators fail on which learners; Schulz-Kümpel et al. (2024) found
intervals to be too narrow for trees. A class that nobody knows has no habits, and no rule about it fires.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any


class Habit(StrEnum):
    """Something a kind of learner does that matters to whoever evaluates it."""

    TREES = "splits on thresholds, so that a few rows change much"
    MEMORISES = "has about no error on its training rows"
    NEIGHBOURS = "says what the nearest rows say, so that a row's copy gives it away"
    DIVERGES = "may fail to converge, above all on rows drawn twice"
    STOCHASTIC = "depends on random numbers of its own"
    LINEAR = "is a linear model"
    TUNED = "chooses its own settings"
    KEEPS = "may answer from single training rows, so that its errors stick to cases"


TREES = ("DecisionTree", "ExtraTree", "RandomForest", "GradientBoosting", "XGB", "LGBM", "CatBoost", "AdaBoost")
CHANCE = ("MLP", "RandomForest", "ExtraTree", "SGD", "XGB", "LGBM", "CatBoost", "Bagging", "Perceptron")
NETS = ("MLP", "SGD", "Perceptron", "Torch", "Keras", "Net")
STRAIGHT = ("LinearRegression", "LogisticRegression", "Ridge", "Lasso", "ElasticNet", "LinearDiscriminantAnalysis",
            "LinearSV", "SGD", "Lars")
SEARCHES = ("GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV", "HalvingRandomSearchCV", "BayesSearchCV",
            "RidgeCV", "LassoCV", "ElasticNetCV", "LogisticRegressionCV", "RidgeClassifierCV")


def habits_of(recipe: Any) -> frozenset[Habit]:
    """The habits of a learner, from its recipe; those of all steps of a pipeline together.

    >>> from referee.learners.recipe import recipe_of
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> sorted(h.name for h in habits_of(recipe_of(DecisionTreeClassifier())))
    ['MEMORISES', 'TREES']
    >>> sorted(h.name for h in habits_of(recipe_of(DecisionTreeClassifier(max_depth=3))))
    ['TREES']
    """
    return frozenset(habit for name, parameters in _estimators(recipe) for habit in _habits(name, parameters))


def _habits(name: str, parameters: dict[str, Any]) -> Iterator[Habit]:
    if name.startswith(TREES) or "GradientBoosting" in name:
        yield Habit.TREES
    if name.startswith(CHANCE):
        yield Habit.STOCHASTIC
    if name.startswith(NETS):
        yield Habit.DIVERGES
    if name.startswith(STRAIGHT):
        yield Habit.LINEAR
    if name in SEARCHES:
        yield Habit.TUNED
    if "Neighbors" in name:
        yield Habit.NEIGHBOURS
    if _remembers(name, parameters):
        yield Habit.MEMORISES


def _remembers(name: str, parameters: dict[str, Any]) -> bool:
    """Nearest neighbour, trees grown until their leaves are pure, interpolating kernels."""
    if name.startswith("KNeighbors"):
        return parameters.get("n_neighbors") == 1 or parameters.get("weights") == "distance"
    if name.startswith(("DecisionTree", "ExtraTree", "RandomForest")):
        full = parameters.get("max_depth", 1) is None and parameters.get("max_leaf_nodes") is None
        return full and parameters.get("min_samples_leaf") == 1 and parameters.get("min_samples_split") == 2
    return name.startswith("GaussianProcessRegressor")


def _estimators(recipe: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every class in a recipe by its bare name, with its parameters."""
    if isinstance(recipe, dict):
        if isinstance(recipe.get("class"), str):
            yield recipe["class"].rpartition(".")[2], recipe.get("parameters", {})
        for value in recipe.values():
            yield from _estimators(value)
    elif isinstance(recipe, list | tuple):
        for value in recipe:
            yield from _estimators(value)
