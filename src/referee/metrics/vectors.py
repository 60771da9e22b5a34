"""From two plain vectors to `Predictions`: the door through which a person with a notebook comes in.

Labels may be anything that sorts. Whole numbers from 0 up are class codes as they stand; other labels are
coded in sorted order, so that of two classes the later one is class 1, the positive class.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput
from referee.kinds import Array
from referee.metrics.checks import check_no_nan
from referee.metrics.predictions import Predictions


def labelled(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Predictions:
    """Predictions from true and predicted labels.

    >>> labelled(["no", "yes", "yes"], ["no", "no", "yes"]).confusion
    array([[1., 0.],
           [1., 1.]])
    """
    true, told = _vector(truth, "truth"), _vector(said, "labels")
    if true.size != told.size:
        raise BadInput(f"there are {told.size} labels for {true.size} rows of truth.")
    codes, k, classes = _coded(np.concatenate([true, told]) if true.dtype.kind == told.dtype.kind
                               else _mixed(true, told))
    return Predictions(truth=codes[: true.size], labels=codes[true.size:], n_classes=k, weights=_array(weights),
                       classes=classes)


def scored(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Predictions:
    """Predictions from true labels and scores: (n,), higher for class 1, or (n, k) with classes in sorted order."""
    told = np.asarray(scores, dtype=float)
    k = 2 if told.ndim == 1 else told.shape[1]
    if told.ndim == 2 and k == 2:
        told = told[:, 1]
    codes, classes = _coded_as(truth, k)
    return Predictions(truth=codes, scores=told, n_classes=k, weights=_array(weights), classes=classes)


def forecast(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None,
             prior: npt.ArrayLike | None = None) -> Predictions:
    """Predictions from true labels and probabilities: (n,) for class 1 of two, or (n, k) in sorted order of classes."""
    told = np.asarray(probabilities, dtype=float)
    if told.ndim == 1:
        told = np.column_stack([1 - told, told])
    codes, classes = _coded_as(truth, told.shape[1])
    return Predictions(truth=codes, probabilities=told, n_classes=told.shape[1], weights=_array(weights),
                       prior=None if prior is None else np.asarray(prior, dtype=float), classes=classes)


def valued(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Predictions:
    """Predictions from true and predicted numbers, (n,) or (n, targets)."""
    return Predictions(truth=np.asarray(truth), values=np.asarray(said), weights=_array(weights))


def _array(weights: npt.ArrayLike | None) -> Array | None:
    return None if weights is None else np.asarray(weights, dtype=float)


def _vector(labels: npt.ArrayLike, name: str) -> Array:
    array = np.asarray(labels)
    if array.ndim != 1:
        raise BadInput(f"{name} must be one label a row, not an array of shape {array.shape}.")
    return check_no_nan(array, name)


def _mixed(true: Array, told: Array) -> Array:
    """Numbers of different kinds go together; numbers and text do not."""
    if {true.dtype.kind, told.dtype.kind} <= set("iubf"):
        return np.concatenate([true.astype(float), told.astype(float)])
    raise BadInput(f"truth holds {true.dtype} and labels hold {told.dtype}; they must be of one kind.")


def _coded(labels: Array) -> tuple[Array, int, tuple[Any, ...]]:
    """Codes, the number of classes, at least two, and their labels where they are not the codes."""
    if labels.dtype.kind == "f" and (labels == np.floor(labels)).all():
        labels = labels.astype(np.intp)
    if labels.dtype.kind in "iub" and labels.size and labels.min() >= 0:
        return labels.astype(np.intp), max(int(labels.max()) + 1, 2), ()
    classes, codes = np.unique(labels, return_inverse=True)
    return codes, max(classes.size, 2), tuple(classes.tolist()) if classes.size > 1 else ()


def _coded_as(truth: npt.ArrayLike, k: int) -> tuple[Any, tuple[Any, ...]]:
    """Codes as they stand, or any k labels in sorted order."""
    array = _vector(truth, "truth")
    codes, *_ = _coded(array)
    if array.dtype.kind in "iubf" and codes.size and codes.max() < k and (codes == array).all():
        return codes, ()
    classes = np.unique(array)
    if classes.size != k:
        raise BadInput(f"truth holds {classes.size} labels but {k} classes were scored; "
                       f"give truth as codes 0 … {k - 1}, in the order of the columns.")
    return np.searchsorted(classes, array), tuple(classes.tolist())
