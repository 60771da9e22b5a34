"""What predictions must look like before anything is computed from them.

One policy for every metric: NaN, codes out of range, weights below zero and rows of probabilities that are
no distribution are refused as `BadInput`, with how many rows are at fault and where the first ones stand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Array

SUM_TOLERANCE = 1e-6      # how far a row of probabilities may sum from 1
NAMED_ROWS = 5            # how many rows at fault a message names


def rows_at_fault(bad: Array) -> str:
    """Count and name rows.

    >>> rows_at_fault(np.array([False, True, False, True]))
    '2 rows (1, 3)'
    """
    rows = np.flatnonzero(bad)
    shown = ", ".join(str(row) for row in rows[:NAMED_ROWS])
    more = ", …" if rows.size > NAMED_ROWS else ""
    return f"{rows.size} row{'s' if rows.size > 1 else ''} ({shown}{more})"


def check_codes(codes: Any, n_classes: int, name: str) -> Array:
    """Class codes as whole numbers 0 … n_classes-1, refused when they are anything else.

    >>> check_codes([0.0, 1.0], 2, "truth")
    array([0, 1])
    >>> check_codes([0, 3], 2, "truth")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: truth has class codes outside 0 … 1 in 1 row (1).
    """
    array = np.asarray(codes)
    if array.ndim != 1:
        raise BadInput(f"{name} must be one class code a row, not an array of shape {array.shape}.")
    if array.dtype.kind not in "iub":
        array = _whole(array, name)
    array = array.astype(np.intp, copy=False)
    if array.size and (array.min() < 0 or array.max() >= n_classes):
        where = rows_at_fault((array < 0) | (array >= n_classes))
        raise BadInput(f"{name} has class codes outside 0 … {n_classes - 1} in {where}.")
    return array


def _whole(array: Array, name: str) -> Array:
    if array.dtype.kind != "f":
        raise BadInput(f"{name} must hold class codes 0, 1, 2, …, not {array.dtype}; encode the labels first.")
    check_no_nan(array, name)
    if (bad := array != np.floor(array)).any():
        raise BadInput(f"{name} has class codes that are no whole numbers in {rows_at_fault(bad)}.")
    return array


def check_no_nan(array: Array, name: str) -> Array:
    """The array, refused when a value in it is missing.

    >>> check_no_nan(np.array([0.1, np.nan]), "scores")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: scores are NaN in 1 row (1).
    """
    if array.dtype.kind == "f" and np.isnan(array.min(initial=0.0)):      # NaN wins every minimum: one cheap pass
        raise BadInput(f"{name} are NaN in {rows_at_fault(_any_in_row(np.isnan(array)))}.")
    return array


def check_finite(values: Any, name: str) -> Array:
    """Numbers as floats, refused when one is NaN or infinite."""
    array = np.asarray(values)
    if array.dtype.kind not in "fiub":
        raise BadInput(f"{name} must be numbers, not {array.dtype}.")
    array = array.astype(float, copy=False)
    bad = ~np.isfinite(array)
    if bad.any():
        raise BadInput(f"{name} are NaN or infinite in {rows_at_fault(_any_in_row(bad))}.")
    return array


def check_weights(weights: Any, n_rows: int) -> Array:
    """Weights, refused when there is not one finite number ≥ 0 a row; Undefined when they sum to 0."""
    array = check_finite(weights, "weights")
    if array.shape != (n_rows,):
        raise BadInput(f"weights have shape {array.shape}, but there are {n_rows} rows.")
    if array.min(initial=0.0) < 0:
        raise BadInput(f"weights are below 0 in {rows_at_fault(array < 0)}.")
    if not array.any():
        raise Undefined("every row has weight 0, so there is nothing to score.")
    return array


def check_repetitions(weights: Array) -> Array:
    """Weights as whole numbers: outcomes can be drawn for a row that stands there three times, not two and a half.

    >>> check_repetitions(np.array([1.0, 2.5]))
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: weights are no whole numbers in 1 row (1), and outcomes are drawn for each repetition.
    """
    if (bad := weights != np.floor(weights)).any():
        raise BadInput(f"weights are no whole numbers in {rows_at_fault(bad)}, and outcomes are drawn for each "
                       f"repetition.")
    return weights.astype(np.int64)


def check_probabilities(probabilities: Any, n_classes: int | None = None) -> Array:
    """Rows of probabilities as floats, refused when a row is no distribution.

    >>> check_probabilities([[0.2, 0.8], [0.5, 0.6]])
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: probabilities do not sum to 1 in 1 row (1); if they are rounded, divide each row by its
    sum.
    """
    array = _floats(probabilities)
    if array.ndim != 2 or (n_classes is not None and array.shape[1] != n_classes):
        wanted = "one column for each class" if n_classes is None else f"{n_classes} columns, one for each class"
        raise BadInput(f"probabilities must have {wanted}; their shape is {array.shape}.")
    if not array.size:
        return array
    check_no_nan(array, "probabilities")
    if array.min() < 0 or array.max() > 1:
        raise BadInput(f"probabilities lie outside 0 to 1 in {rows_at_fault(_any_in_row((array < 0) | (array > 1)))}.")
    off = np.abs(array @ np.ones(array.shape[1]) - 1)
    if off.max() > SUM_TOLERANCE:
        raise BadInput(f"probabilities do not sum to 1 in {rows_at_fault(off > SUM_TOLERANCE)}; if they are "
                       f"rounded, divide each row by its sum.")
    return array


def _floats(probabilities: Any) -> Array:
    try:
        return np.asarray(probabilities, dtype=float)
    except (TypeError, ValueError):
        raise BadInput("probabilities must be numbers.") from None


def check_prior(prior: Any, n_classes: int) -> Array:
    """Class shares as floats, refused unless each is above 0 and below 1 and they sum to 1."""
    array = check_finite(prior, "prior shares")
    if array.shape != (n_classes,) or abs(array.sum() - 1) > SUM_TOLERANCE:
        raise BadInput(f"the prior must be {n_classes} shares that sum to 1.")
    if array.min() <= 0 or array.max() >= 1:
        raise BadInput("the prior must be above 0 and below 1 for every class; smooth the counts (smoothed_prior).")
    return array


def _any_in_row(bad: Array) -> Array:
    return bad if bad.ndim == 1 else np.asarray(bad.any(axis=1))
