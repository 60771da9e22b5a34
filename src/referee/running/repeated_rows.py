"""Fit a sample with repeated rows as distinct rows with weights, where that is the same model to 1e-8.

About 63 % of the rows of a bootstrap sample are distinct. A weight equals a repetition for ridge regression and,
on standardised columns, least squares; for naive Bayes on counts; and for classification trees without limits on
the number of rows in a node: their counts are whole numbers, so even ties fall alike. It does not for Gaussian
naive Bayes (scikit-learn takes its smoothing from the unweighted rows), for regression trees (sums in another
order break ties otherwise), for forests (they draw rows, not weights), nor, to 1e-8, for solvers that iterate.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.data.fit_parameters import of_rows
from referee.designs.split import Split
from referee.kinds import Array
from referee.learners import Takes
from referee.learners.calibration import keep_groups, successive
from referee.learners.fit_parameters import handed
from referee.learners.inner_folds import Rows, tell
from referee.learners.routing import routing
from referee.running.bench import Bench

NOTE = "distinct rows with weights"
COUNTING = frozenset({"MultinomialNB", "ComplementNB", "BernoulliNB"})
LOSS = 1e6          # how much a system may amplify rounding errors
STEEPEST = 1e3      # ratio of singular values up to which least squares is safe; errors grow with its square


def fit_rows(estimator: Any, bench: Bench, takes: Takes, split: Split) -> bool:
    """Fit on the training rows of a split; whether as distinct rows with weights."""
    train = split.train_rows
    if split.train is not None and not bench.fit_parameters:
        rows, times = np.unique(train, return_counts=True)
        if rows.size < train.size:
            X = bench.rows(takes, rows)
            parameters = _as_weights(estimator, X, times.astype(float))
            if parameters is not None:
                with routing(on=False):         # weights that are ours go straight to their steps
                    estimator.fit(X, bench.targets(takes, rows), **parameters)
                if _well_posed(estimator):
                    return True
    if takes is Takes.MATRIX and bench.groups is not None:
        keep_groups(estimator, bench.groups[train])
    elif takes is Takes.MATRIX and bench.times is not None:
        keep_groups(estimator, successive(bench.times[train]))
    if bench.groups is not None or bench.times is not None:
        tell(estimator, Rows.of(bench.groups, bench.times, split))
    beside = of_rows(bench.fit_parameters, train, len(bench.y))
    asked = bench.routed and takes is Takes.GIVEN
    with routing(on=asked):
        estimator.fit(bench.rows(takes, train), bench.targets(takes, train),
                      **handed(estimator, beside, takes, routed=asked))
    return False


def _as_weights(estimator: Any, X: Any, times: Array) -> dict[str, Array] | None:
    """What to pass to `fit` so that rows count as often as they were drawn; None where that is not exact."""
    if not isinstance(X, np.ndarray) or X.ndim != 2 or not (X.dtype == np.float64 or X.dtype.kind in "iub"):
        return None
    scaler, model, names = None, estimator, ("", "sample_weight")
    if _is(estimator, "sklearn.pipeline", "Pipeline"):
        if len(estimator.steps) != 2 or estimator.memory is not None:
            return None
        (before, scaler), (after, model) = estimator.steps
        names = (f"{before}__sample_weight", f"{after}__sample_weight")
    standard = scaler is not None and _is(scaler, "sklearn.preprocessing", "StandardScaler")
    ranged = scaler is not None and _is(scaler, "sklearn.preprocessing", "MinMaxScaler")
    if (scaler is not None and not (standard or ranged)) or not _counts_alike(model, X, times, standard=standard):
        return None
    return {names[1]: times} | ({names[0]: times} if standard else {})


def _counts_alike(model: Any, X: Array, times: Array, *, standard: bool) -> bool:
    """Whether a weight is a repetition for this model, in exact arithmetic and in ours."""
    if _is(model, "sklearn.linear_model", "LinearRegression"):
        return standard and bool(model.fit_intercept) and not model.positive
    if _is(model, "sklearn.linear_model", "Ridge"):
        if model.solver not in {"auto", "cholesky"} or model.positive or np.ndim(model.alpha) != 0:
            return False
        spread = X.shape[1] * times.sum() if standard else float(times @ (X.astype(float) ** 2).sum(axis=1))
        return bool(spread < LOSS * model.alpha)
    if _is(model, "sklearn.tree", "DecisionTreeClassifier"):
        kept = {"min_samples_split": 2, "min_samples_leaf": 1, "min_weight_fraction_leaf": 0.0, "class_weight": None,
                "splitter": "best"}
        return all(getattr(model, name) == value for name, value in kept.items())
    return any(_is(model, "sklearn.naive_bayes", name) for name in COUNTING)


def _well_posed(estimator: Any) -> bool:
    """Whether least squares had one clear answer; what other models leave behind does not ask for it."""
    model = estimator.steps[-1][1] if hasattr(estimator, "steps") else estimator
    singular = getattr(model, "singular_", None)
    return singular is None or bool(singular.size == model.n_features_in_ and singular[0] < STEEPEST * singular[-1])


def _is(thing: Any, package: str, name: str) -> bool:
    """Whether it is of this very class of scikit-learn, not of one derived from it."""
    return type(thing).__name__ == name and type(thing).__module__.startswith(package)
