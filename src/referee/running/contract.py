"""What may be recorded of what an estimator returns: one strict contract.

Labels are classes of the data, nothing near them. Numbers are finite, and small enough to be squared. Probabilities lie
between 0 and 1 and sum to one; those that were rounded on the way (to two decimals, or to 16 bits) are divided by their
sum, which is told as a warning of that fit. Whatever breaks the contract is a failed fit of that learner.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.kinds import Array

EXACT = 1e-6            # how far probabilities may be from 0, 1 and their sum without a word: errors of rounding
A_CLASS = 0.005         # for each class, what rounding to two decimals can take from their sum …
ROUNDED = 0.02          # … and how much that may be in all
LARGEST = 1e150         # the largest number whose square is one


class BadOutput(Exception):
    """The estimator returned something that cannot be predictions."""


def class_positions(known: Any, names: Sequence[Any]) -> Array:
    """Where each class an estimator knows (its `classes_`) stands among all classes: a training part may lack some."""
    if known is None:
        return np.arange(len(names))
    position = codes_of(np.ravel(known), names, "the estimator knows a class {} that the data do not have")
    if len(set(position.tolist())) != position.size:
        raise BadOutput("the estimator's classes_ name a class twice")
    return position


def answers(said: Any) -> Array:
    """Labels as an array, a sparse one as a dense one; what is masked was not answered."""
    if np.ma.isMaskedArray(said) and (lost := np.ma.getmaskarray(said)).any():
        rows = lost.reshape(len(lost), -1).any(axis=1)
        raise BadOutput(f"predict() returned no class for {rows.sum()} of {rows.size} rows: they are masked")
    return np.asarray(said.toarray() if hasattr(said, "toarray") else said)


def codes_of(labels: Array, names: Sequence[Any], complaint: str) -> Array:
    """Where labels stand among the classes; one that is none of them is named."""
    if labels.dtype.kind in "biuf" and _are_codes(names):
        known = (labels >= 0) & (labels < len(names))
        if labels.dtype.kind == "f":
            known &= labels == np.floor(labels)
        if known.all():
            return labels.astype(np.int64)
        wrong = labels[~known].tolist()[0]
    elif (codes := _among_numbers(labels, names)) is not None and (codes >= 0).all():
        return codes
    else:
        code_of = {label: code for code, label in enumerate(names)}
        codes = np.array([_code(code_of, label) for label in labels.tolist()], dtype=np.int64)
        if (codes >= 0).all():
            return codes
        wrong = labels[codes < 0].tolist()[0]
    raise BadOutput(complaint.format(repr(wrong)))


def _are_codes(names: Sequence[Any]) -> bool:
    """Whether the classes are called 0, 1, 2, … themselves."""
    return isinstance(names, range) or tuple(names) == tuple(range(len(names)))


def _among_numbers(labels: Array, names: Sequence[Any]) -> Array | None:
    """Where numbers stand among classes that are numbers, −1 where nowhere; None where either are something else."""
    known = np.asarray(names)
    if labels.dtype.kind not in "iuf" or known.dtype.kind not in "iuf":
        return None
    order = np.argsort(known)
    place = order[np.minimum(np.searchsorted(known, labels, sorter=order), known.size - 1)]
    return np.where(known[place] == labels, place, -1)


def _code(code_of: dict[Any, int], label: Any) -> int:
    try:
        return code_of.get(label, -1)
    except TypeError:           # a list or the like, which is no class
        return -1


def distributions(raw: Array) -> Array:
    """Rows that are probabilities: as they are, or divided by their sum where they were rounded."""
    if not raw.size:
        return raw
    off = np.abs(raw @ np.ones(raw.shape[1]) - 1)
    low, high, most = raw.min(), raw.max(), off.max()
    if most <= EXACT and low >= 0 and high <= 1:
        return raw
    if low < -EXACT or high > 1 + max(EXACT, _room(raw)):
        raise BadOutput(f"predict_proba() returned {low if low < -EXACT else high:.6g}, "
                        f"where probabilities lie between 0 and 1")
    if most > max(EXACT, _room(raw)):
        worst = float(raw[off.argmax()].sum())
        raise BadOutput(f"predict_proba() returned rows that sum to {worst:.6g}, where probabilities sum to 1")
    if most > EXACT:
        warnings.warn(f"probabilities were rounded, their sums up to {most:.2g} from 1; each row was divided by "
                      f"its sum", stacklevel=2)
    within = np.clip(raw, 0, None)
    return np.asarray(np.clip(within / within.sum(axis=1, keepdims=True), 0, 1))


def _room(raw: Array) -> float:
    """How far rounding can take the sum of so many classes from one."""
    return min(A_CLASS * float(raw.shape[1]), ROUNDED)


def spread(raw: Array, position: Array, k: int) -> Array:
    """Probabilities over all classes; a class that was not in the training part has probability 0."""
    if position.size == k and (position == np.arange(k)).all():
        return raw
    wide = np.zeros((raw.shape[0], k))
    wide[:, position] = raw
    return wide


def numbers(raw: Any, shape: tuple[int, ...], source: str) -> Array:
    """Floats of the shape expected, none missing, infinite or too large to be squared."""
    given = np.ma.filled(np.ma.asarray(raw, dtype=float), np.nan) if np.ma.isMaskedArray(raw) else np.asarray(raw)
    if given.dtype.kind not in "biufO":
        raise BadOutput(f"{source} returned {given.dtype.name} where numbers were expected")
    values = np.asarray(given, dtype=float)
    if values.shape != shape:
        if tuple(n for n in values.shape[1:] if n != 1) != tuple(n for n in shape[1:] if n != 1) or (
                values.shape[:1] != shape[:1]):
            raise BadOutput(f"{source} returned shape {values.shape} where {shape} was expected")
        values = values.reshape(shape)
    if not values.size or np.abs(values).max() <= LARGEST:         # false of NaN and infinity too
        return values
    bad = ~np.isfinite(values)
    if bad.any():
        rows = np.flatnonzero(bad.reshape(values.shape[0], -1).any(axis=1))
        raise BadOutput(f"{source} returned NaN or infinity for {rows.size} of {values.shape[0]} rows")
    largest = values.flat[np.abs(values).argmax()]
    raise BadOutput(f"{source} returned {largest:.3g}, too large a number to be scored")
