"""From what an estimator returns to arrays fit for the ledger, by the contract that all of it meets first."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.given.quantiles import LEVELS, packed
from referee.kinds import Array, Task
from referee.learners import Takes
from referee.learners.laws import quantiles_said, says_quantiles
from referee.running.bench import Bench
from referee.running.contract import BadOutput, answers, class_positions, codes_of, distributions, numbers, spread
from referee.running.outputs_of_targets import outputs_of_targets


def outputs(estimator: Any, X: Any, bench: Bench, takes: Takes, n_rows: int) -> dict[str, Array]:
    """Everything the estimator can say about these rows."""
    if bench.task is Task.REGRESSION:
        shape = (n_rows, *bench.y.shape[1:])
        return {"values": numbers(estimator.predict(X), shape, "predict()")} | (
            _quantiles(estimator, X, n_rows) if bench.y.ndim == 1 and says_quantiles(estimator) else {})
    if bench.y.ndim > 1:
        return outputs_of_targets(estimator, X, bench.names(takes), n_rows)
    estimator, X = _at_its_end(estimator, X)
    said: dict[str, Array] = {}
    names = range(len(bench.classes)) if takes is Takes.MATRIX else bench.classes
    position = class_positions(getattr(estimator, "classes_", None), names)
    if hasattr(estimator, "predict_proba"):
        raw = numbers(estimator.predict_proba(X), (n_rows, position.size), "predict_proba()")
        said["probabilities"] = spread(distributions(raw), position, len(names))
    elif hasattr(estimator, "decision_function"):
        said |= _scores(estimator.decision_function(X), position, n_rows, len(names))
    said["labels"] = _labels(estimator, X, names, said, n_rows)
    return said


def _at_its_end(model: Any, X: Any) -> tuple[Any, Any]:
    """The last model of a pipeline and what its steps make of the rows: made once, for probabilities and labels."""
    if type(model).__name__ != "Pipeline" or not type(model).__module__.startswith("sklearn."):
        return model, X
    for _, step in model.steps[:-1]:
        if step is not None and not isinstance(step, str):         # "passthrough"
            X = step.transform(X)
    return _at_its_end(model.steps[-1][1], X)


def _quantiles(estimator: Any, X: Any, n_rows: int) -> dict[str, Array]:
    """What the model says beside its number, at the levels that all models say here."""
    said = numbers(quantiles_said(estimator, X), (n_rows, len(LEVELS)), "what it says of quantiles")
    if (np.diff(said, axis=1) < 0).any():
        warnings.warn("quantiles crossed, and were put in order", stacklevel=2)
    return {"quantiles": packed(said, LEVELS)}


def _labels(estimator: Any, X: Any, names: Sequence[Any], said: dict[str, Array], n_rows: int) -> Array:
    """Class codes. Trees and forests predict the class of largest probability by definition: not asked twice."""
    if _says_the_likeliest(type(estimator)) and "probabilities" in said:
        return np.asarray(said["probabilities"].argmax(axis=1))
    labels = answers(estimator.predict(X))
    if labels.shape == (n_rows, 1):
        labels = labels[:, 0]
    if labels.shape != (n_rows,):
        raise BadOutput(f"predict() returned shape {labels.shape} for {n_rows} rows")
    return codes_of(labels, names, "predict() returned {}, which is not a class")


_ARGMAX_BY_DEFINITION = {
    "DecisionTreeClassifier", "RandomForestClassifier", "ExtraTreesClassifier", "ExtraTreeClassifier",
}


def _says_the_likeliest(kind: type) -> bool:
    """Whether it is one of scikit-learn's own; a class of that name elsewhere may say what it likes."""
    return kind.__name__ in _ARGMAX_BY_DEFINITION and kind.__module__.startswith("sklearn.")


def _scores(raw: Any, position: Array, n_rows: int, k: int) -> dict[str, Array]:
    """Decision values: one a row for two classes, one a class otherwise; none where classes were missing."""
    if position.size != k:
        return {}
    shape = (n_rows,) if k == 2 else (n_rows, k)
    return {"scores": numbers(raw, shape, "decision_function()")}
