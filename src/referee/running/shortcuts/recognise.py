"""Which learners have a shortcut: by their exact class, behind nothing or behind a StandardScaler."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from referee.data.forms import form_of
from referee.kinds import Array, Task
from referee.learners import Learner, Takes
from referee.learners.fresh import Fresh
from referee.running.bench import Bench
from referee.running.shortcuts._base import Case, Shortcut
from referee.running.shortcuts.baselines import baseline
from referee.running.shortcuts.gaussian_bayes import gaussian_bayes
from referee.running.shortcuts.kernel_ridge import kernel_ridge
from referee.running.shortcuts.least_squares import least_squares
from referee.running.shortcuts.linear_discriminant import linear_discriminant
from referee.running.shortcuts.neighbours import nearest_neighbours
from referee.running.shortcuts.quadratic_discriminant import quadratic_discriminant

SHORTCUTS: dict[str, Callable[[Case], Shortcut | None]] = {
    "sklearn.linear_model._base.LinearRegression": least_squares,
    "sklearn.linear_model._ridge.Ridge": least_squares,
    "sklearn.kernel_ridge.KernelRidge": kernel_ridge,
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": linear_discriminant,
    "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis": quadratic_discriminant,
    "sklearn.naive_bayes.GaussianNB": gaussian_bayes,
    "sklearn.neighbors._classification.KNeighborsClassifier": nearest_neighbours,
    "sklearn.neighbors._regression.KNeighborsRegressor": nearest_neighbours,
}
BASELINES = {f"sklearn.dummy.Dummy{kind}" for kind in ("Classifier", "Regressor")}


def recognise(bench: Bench, learner: Learner) -> Shortcut | None:
    """The learner's shortcut on these data, or None where there is none that would be exact."""
    found = case_of(bench, learner, BASELINES | SHORTCUTS.keys())
    if found is None:
        return None
    path, case = found
    with np.errstate(all="ignore"):
        return (baseline if path in BASELINES else SHORTCUTS[path])(case)


def case_of(bench: Bench, learner: Learner, known: Collection[str]) -> tuple[str, Case] | None:
    """The class of a model, by its path, if that is known, and the rows in the form it is fitted on."""
    if bench.fit_parameters or not isinstance(learner.make, Fresh):         # what it makes may depend on the seed
        return None
    if bench.task is Task.CLASSIFICATION and bench.y.ndim > 1:
        return None
    model, scaled = _inside(learner.make(0))
    path = f"{type(model).__module__}.{type(model).__qualname__}"
    if path not in known:
        return None
    X = np.zeros((len(bench.y), 1)) if path in BASELINES else _numbers(bench, learner.takes)
    if X is None:
        return None
    y = bench.y if bench.y.ndim > 1 or bench.task is Task.CLASSIFICATION else bench.y[:, None]
    if bench.task is Task.CLASSIFICATION:
        y = model_order(bench, learner.takes)[y]
    return path, Case(model=model, scaled=scaled, X=X, y=y, n_classes=len(bench.classes))


def model_order(bench: Bench, takes: Takes) -> Array:
    """Where each class code stands among the classes as the model sorts them."""
    k = len(bench.classes)
    if takes is Takes.MATRIX:
        return np.arange(k)
    return np.unique(np.asarray(bench.classes), return_inverse=True)[1]


def _inside(estimator: Any) -> tuple[Any, bool]:
    """The model, and whether its features are standardised before it; anything else is left as it is."""
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler

    if type(estimator) is not Pipeline or len(estimator.steps) != 2 or estimator.memory is not None:
        return estimator, False
    first, model = estimator.steps[0][1], estimator.steps[1][1]
    if type(first) is not StandardScaler or not (first.with_mean and first.with_std):
        return estimator, False
    return model, True


def _numbers(bench: Bench, takes: Takes) -> Array | None:
    """The features as the model sees them, in double precision; None where they are not plain finite numbers."""
    table = bench.matrix if takes is Takes.MATRIX else bench.given
    if table is None or form_of(table) or (takes is Takes.MATRIX and not bench.finite):
        return None
    kinds = {table.dtype} if isinstance(table, np.ndarray) else set(table.dtypes)
    if not all(isinstance(kind, np.dtype) and (kind == np.float64 or kind.kind in "iub") for kind in kinds):
        return None             # single precision would be computed in single precision
    X = np.ascontiguousarray(table, dtype=np.float64)
    return X if X.ndim == 2 and X.shape[1] and np.isfinite(X).all() else None
