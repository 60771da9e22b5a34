"""Of which kind a learner is, by the class that its recipe names: what is measured of one kind is told of its like."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from referee.kinds import Json


class Kind(StrEnum):
    """Kinds of learners, as a sentence names them."""

    LINEAR = "linear models"
    NAIVE_BAYES = "naive Bayes"
    NEIGHBOURS = "nearest neighbours"
    KERNEL = "kernel machines"
    TREE = "single trees"
    FOREST = "forests"
    BOOSTING = "boosting"
    NETWORK = "neural nets"


BY_CLASS = {                    # the beginning of a class's path
    "sklearn.linear_model.": Kind.LINEAR, "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": Kind.LINEAR,
    "sklearn.naive_bayes.": Kind.NAIVE_BAYES, "sklearn.neighbors.": Kind.NEIGHBOURS,
    "sklearn.gaussian_process.": Kind.KERNEL, "sklearn.kernel_ridge.": Kind.KERNEL, "sklearn.svm.": Kind.KERNEL,
    "sklearn.tree.": Kind.TREE, "sklearn.ensemble._forest.": Kind.FOREST, "sklearn.ensemble._bagging.": Kind.FOREST,
    "sklearn.ensemble._gb.": Kind.BOOSTING, "sklearn.ensemble._hist_gradient_boosting.": Kind.BOOSTING,
    "sklearn.ensemble._weight_boosting.": Kind.BOOSTING, "xgboost.": Kind.BOOSTING, "lightgbm.": Kind.BOOSTING,
    "catboost.": Kind.BOOSTING, "sklearn.neural_network.": Kind.NETWORK,
}
AROUND = ("sklearn.pipeline.", "sklearn.calibration.", "sklearn.compose.", "sklearn.multiclass.",
          "sklearn.multioutput.", "sklearn.preprocessing.", "sklearn.impute.")        # they hold others, or prepare


def kind_of(recipe: Json) -> Kind | None:
    """The kind of a learner by its recipe; None for a class of which nothing is known, and for several in one.

    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from sklearn.svm import SVC
    >>> from referee.learners.recipe import recipe_of
    >>> [kind_of(recipe_of(make_pipeline(StandardScaler(), SVC(kernel=kernel)))).value for kernel in ("rbf", "linear")]
    ['kernel machines', 'linear models']
    """
    found = set(_kinds(recipe))
    return found.pop() if len(found) == 1 else None


def _kinds(recipe: Any) -> Iterator[Kind | None]:
    """The kinds of the innermost classes that learn."""
    if isinstance(recipe, list):
        for part in recipe:
            yield from _kinds(part)
        return
    if not isinstance(recipe, dict):
        return
    path, parameters = recipe.get("class"), recipe.get("parameters")
    if not isinstance(path, str) or not isinstance(parameters, dict):
        for part in recipe.values():
            yield from _kinds(part)
    elif path.startswith(AROUND):
        yield from _kinds(list(parameters.values()))
    else:
        yield _of_class(path, parameters)


def _of_class(path: str, parameters: Json) -> Kind | None:
    kind = next((kind for start, kind in BY_CLASS.items() if path.startswith(start)), None)
    if kind is Kind.KERNEL and (parameters.get("kernel") == "linear" or ".Linear" in path):
        return Kind.LINEAR
    return kind
