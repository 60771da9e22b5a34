"""From two plain vectors to `Predictions`: the door through which a person with a notebook comes in.

Labels may be text, whole numbers or truth values, in anything that holds a column. Classes are the distinct labels in
sorted order, so that of two the later one is class 1, the positive class; `classes` names them, those that do not occur
too, in the order of the columns, and `positive` the positive one of two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from referee.errors import BadInput, Undefined, UnknownName
from referee.given import Labels, label_column, numbers
from referee.given.columns import same_rows
from referee.kinds import Array
from referee.metrics.checks import SUM_TOLERANCE
from referee.metrics.predictions import Predictions

ROUNDED = 0.002         # three columns of three decimals miss the sum by 0.0015 at most


class Coding(TypedDict, total=False):
    """How labels are to be read, where they do not say so themselves."""

    classes: Any        # all classes, in the order of the columns of scores and probabilities
    positive: Any       # the positive one of two classes


def _only_known(unknown: Mapping[str, Any]) -> None:
    """Refuse a keyword that no function on labels, scores or probabilities has."""
    for word in unknown:
        raise UnknownName("keyword of a metric", word, ("weights", *Coding.__annotations__), hint=(
            f"It takes: weights, {', '.join(Coding.__annotations__)}, and what it says itself"))


def labelled(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
             classes: Any = None, positive: Any = None, **unknown: Any) -> Predictions:
    """Predictions from true and predicted labels.

    >>> labelled(["no", "yes", "yes"], ["no", "no", "yes"]).confusion
    array([[1., 0.],
           [1., 1.]])
    """
    _only_known(unknown)
    same_rows({"truth": truth, "labels": said, "weights": weights})
    read = Labels.of({"truth": truth, "labels": said}, classes, positive)
    true, told = read.codes
    if true.size != told.size:
        raise BadInput(f"there are {told.size} labels for {true.size} rows of truth.")
    return Predictions(truth=true, labels=told, n_classes=max(len(read.classes), 2), weights=_weights(weights),
                       classes=read.classes if len(read.classes) > 1 else ())


def scored(truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None, *,
           classes: Any = None, positive: Any = None, **unknown: Any) -> Predictions:
    """Predictions from true labels and scores: (n,), higher for the positive class, or (n, k), a column a class."""
    _only_known(unknown)
    same_rows({"truth": truth, "scores": scores, "weights": weights})
    told = numbers(scores, "scores", finite=False)
    if told.ndim not in {1, 2}:
        raise BadInput(f"scores must be one number a row or one a class, not an array of shape {told.shape}.")
    k = 2 if told.ndim == 1 else told.shape[1]
    if told.ndim == 2 and k == 2:
        told = _positive_last(told, truth, classes, positive)[:, 1]
    codes, known = _coded_as(truth, k, classes, positive)
    return Predictions(truth=codes, scores=told, n_classes=k, weights=_weights(weights), classes=known)


def forecast(truth: npt.ArrayLike, probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None,
             prior: npt.ArrayLike | None = None, *, classes: Any = None, positive: Any = None,
             **unknown: Any) -> Predictions:
    """Predictions from true labels and probabilities: (n,) for the positive of two classes, or (n, k), a class each."""
    _only_known(unknown)
    same_rows({"truth": truth, "probabilities": probabilities, "weights": weights})
    told = numbers(probabilities, "probabilities")
    if told.ndim not in {1, 2}:
        raise BadInput(f"probabilities must be one number a row or one a class, not an array of shape {told.shape}.")
    told = np.column_stack([1 - told, told]) if told.ndim == 1 else _positive_last(told, truth, classes, positive)
    codes, known = _coded_as(truth, told.shape[1], classes, positive)
    return Predictions(truth=codes, probabilities=_scaled(told), n_classes=told.shape[1], weights=_weights(weights),
                       prior=None if prior is None else numbers(prior, "prior"), classes=known)


def valued(truth: npt.ArrayLike, said: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Predictions:
    """Predictions from true and predicted numbers, (n,) or (n, targets)."""
    same_rows({"truth": truth, "values": said, "weights": weights})
    true = numbers(truth, "truth")
    if true.ndim not in {1, 2}:
        raise BadInput(f"truth must be one number a row or one a target, not an array of shape {true.shape}.")
    if true.ndim == 2 and not true.shape[1]:
        raise Undefined("there are no targets to score.")
    return Predictions(truth=true, values=numbers(said, "values"), weights=_weights(weights))


def _scaled(told: Array) -> Array:
    """Rows that miss the sum 1 by the rounding of three decimals, or of half precision, divided by their sum."""
    if told.size == 0 or told.min() < 0 or told.max() > 1:
        return told
    sums = told.sum(axis=1)
    off = np.abs(sums - 1)
    rounded = (off > SUM_TOLERANCE) & (off <= ROUNDED)
    return np.where(rounded[:, None], told / np.where(rounded, sums, 1.0)[:, None], told) if rounded.any() else told


def _weights(weights: npt.ArrayLike | None) -> Array | None:
    return None if weights is None else numbers(weights, "weights")


def _positive_last(told: Array, truth: npt.ArrayLike, classes: Any, positive: Any) -> Array:
    """Columns for two classes, that of the positive one last; they stand as `classes`, or sorted labels, do."""
    if positive is None or told.shape[1] != 2:
        return told
    known = Labels.of({"truth": truth}, classes).classes
    return told[:, ::-1] if len(known) == 2 and known[0] == positive else told


def _coded_as(truth: npt.ArrayLike, k: int, classes: Any, positive: Any) -> tuple[Array, tuple[Any, ...]]:
    """Codes of the true labels: any k labels in sorted order, or codes 0 … k−1 as they stand."""
    array = label_column(truth, "truth")
    found = np.unique(array)
    if classes is None and array.dtype.kind in "iub" and found.size and _are_codes(found, k):
        classes = np.arange(k, dtype=np.int64)
        array = array.astype(np.int64)
    read = Labels.of({"truth": array}, classes, positive)
    if len(read.classes) != k and found.size:
        raise BadInput(f"truth holds {found.size} label{'s' * (found.size != 1)} but {k} classes were scored; say "
                       f"which they are, in the order of the columns: classes=[…].")
    return read.codes[0], read.classes if len(read.classes) == k else ()


def _are_codes(found: Array, k: int) -> bool:
    """Whether whole numbers can only be codes 0 … k−1; 1 and 2 of three classes might be 1 and 2 of 1, 2, 3."""
    low, high = int(found[0]), int(found[-1])
    return low >= 0 and high < k and (low == 0 or k == 2)
