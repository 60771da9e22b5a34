"""From what an estimator returns to arrays fit for the ledger: class codes, aligned probabilities, checked shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.kinds import Array, Task
from referee.learners import Takes
from referee.running.bench import Bench


class BadOutput(Exception):
    """The estimator returned something that cannot be predictions."""


def outputs(estimator: Any, X: Any, bench: Bench, takes: Takes, n_rows: int) -> dict[str, Array]:
    """Everything the estimator can say about these rows."""
    if bench.task is Task.REGRESSION:
        shape = (n_rows, *bench.y.shape[1:])
        return {"values": _checked(estimator.predict(X), shape, "predict()")}
    said: dict[str, Array] = {}
    position = _class_positions(estimator, bench, takes)
    if hasattr(estimator, "predict_proba"):
        raw = _checked(estimator.predict_proba(X), (n_rows, position.size), "predict_proba()")
        said["probabilities"] = _spread(raw, position, len(bench.classes))
    elif hasattr(estimator, "decision_function"):
        said |= _scores(estimator.decision_function(X), position, n_rows, len(bench.classes))
    said["labels"] = _labels(estimator, X, bench, takes, said, n_rows)
    return said


def _labels(estimator: Any, X: Any, bench: Bench, takes: Takes, said: dict[str, Array], n_rows: int) -> Array:
    """Class codes. Trees and forests predict the class of largest probability by definition: not asked twice."""
    if type(estimator).__name__ in _ARGMAX_BY_DEFINITION and "probabilities" in said:
        return np.asarray(said["probabilities"].argmax(axis=1))
    labels = np.asarray(estimator.predict(X))
    if labels.shape == (n_rows, 1):
        labels = labels[:, 0]
    if labels.shape != (n_rows,):
        raise BadOutput(f"predict() returned shape {labels.shape} for {n_rows} rows")
    if takes is Takes.MATRIX:
        codes = labels.astype(np.int64)
        wrong = codes[(codes < 0) | (codes >= len(bench.classes))]
    else:
        code_of = {label: code for code, label in enumerate(bench.classes)}
        found = [code_of.get(label, -1) for label in labels.tolist()]
        codes = np.array(found, dtype=np.int64)
        wrong = labels[codes < 0]
    if len(wrong):
        raise BadOutput(f"predict() returned {wrong[0]!r}, which is not a class")
    return codes


_ARGMAX_BY_DEFINITION = {
    "DecisionTreeClassifier", "RandomForestClassifier", "ExtraTreesClassifier", "ExtraTreeClassifier",
}


def _class_positions(estimator: Any, bench: Bench, takes: Takes) -> Array:
    """Where each class the estimator knows stands among all classes: a training part may lack some."""
    known = getattr(estimator, "classes_", None)
    if known is None:
        return np.arange(len(bench.classes))
    if takes is Takes.MATRIX:
        return np.asarray(known, dtype=np.int64)
    code_of = {label: code for code, label in enumerate(bench.classes)}
    try:
        return np.array([code_of[label] for label in np.asarray(known).tolist()], dtype=np.int64)
    except KeyError as error:
        raise BadOutput(f"the estimator knows a class {error.args[0]!r} that the data do not have") from error


def _spread(raw: Array, position: Array, k: int) -> Array:
    """Probabilities over all classes; a class that was not in the training part has probability 0."""
    if position.size == k and (position == np.arange(k)).all():
        return raw
    wide = np.zeros((raw.shape[0], k))
    wide[:, position] = raw
    return wide


def _scores(raw: Any, position: Array, n_rows: int, k: int) -> dict[str, Array]:
    """Decision values: one a row for two classes, one a class otherwise; none where classes were missing."""
    scores = np.asarray(raw, dtype=float)
    if position.size != k:
        return {}
    shape = (n_rows,) if k == 2 else (n_rows, k)
    return {"scores": _checked(scores, shape, "decision_function()")}


def _checked(raw: Any, shape: tuple[int, ...], source: str) -> Array:
    """Floats of the shape expected, none missing or infinite."""
    values = np.asarray(raw, dtype=float)
    if values.shape != shape:
        if values.size != np.prod(shape):
            raise BadOutput(f"{source} returned shape {values.shape} where {shape} was expected")
        values = values.reshape(shape)
    bad = ~np.isfinite(values)
    if bad.any():
        rows = np.flatnonzero(bad.reshape(values.shape[0], -1).any(axis=1))
        raise BadOutput(f"{source} returned NaN or infinity for {rows.size} of {values.shape[0]} rows")
    return values
