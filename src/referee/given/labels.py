"""Labels, as a person gives them: one reader behind every function that takes classes.

Classes are the distinct labels, in sorted order, unless `classes` says which there are and in which order; so labels
1 and 2 are two classes, and 20000 is one. Of two classes the later one is the positive one, unless `positive` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.errors import BadInput, Undefined
from referee.given.columns import column
from referee.kinds import Array


def label_column(values: Any, name: str) -> Array:
    """One label a row: text, whole numbers or truth values; what is missing is refused with its place."""
    array = column(values, name)
    if array.ndim != 1:
        raise BadInput(f"{name} must be one label a row, not an array of shape {array.shape}.")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise BadInput(f"{name} is infinite at index {int(np.flatnonzero(~np.isfinite(array))[0])}; that is no label.")
    if array.dtype.kind not in "fiubUS":
        raise BadInput(f"{name} must hold labels, not {array.dtype}.")
    if array.dtype.kind != "f":
        return array.astype(str) if array.dtype.kind == "S" else array
    array = array.astype(float)
    whole = bool((array == np.floor(array)).all()) and bool((np.abs(array) < 2**53).all())
    return array.astype(np.int64) if whole else array


def label_table(values: Any, name: str) -> Array:
    """Labels of several models, one row each: a list of columns, or a table."""
    if isinstance(values, list | tuple) and values and np.ndim(values[0]) == 1:
        rows = one_kind({f"{name}[{i}]": label_column(row, f"{name}[{i}]") for i, row in enumerate(values)})
        if len({row.size for row in rows.values()}) > 1:
            raise BadInput(f"{name} must have as many cases for every model.")
        return np.stack(list(rows.values()))
    table = column(values, name)
    if table.ndim != 2:
        raise BadInput(f"{name} {table.shape} must be (models, cases).")
    return label_column(table.ravel(), name).reshape(table.shape)


def two_classes(truth: Any, positive: Any = None) -> Array:
    """Which rows are of the positive class: 1 of 0 and 1, the later of any other two labels, or the one named.

    >>> two_classes(["well", "ill", "well"], positive="ill").tolist()
    [False, True, False]
    """
    array = label_column(truth, "truth")
    found = np.unique(array)
    if found.size > 2:
        raise BadInput(f"truth holds {found.size} labels, and this is for two classes.")
    if positive is not None:
        if positive not in found:
            raise BadInput(f"positive is {positive!r}, and truth holds {', '.join(map(str, found.tolist()))}.")
        return np.asarray(array == positive)
    if array.dtype.kind in "iub" and np.isin(found, (0, 1)).all():
        return array.astype(bool)
    return np.asarray(array == found[-1]) if found.size == 2 else np.zeros(array.size, dtype=bool)


@dataclass(frozen=True, slots=True)
class Labels:
    """Codes 0 … k−1 of some columns of labels, and the labels that the codes stand for."""

    codes: tuple[Array, ...]
    classes: tuple[Any, ...]

    @staticmethod
    def of(columns: dict[str, Any], classes: Any = None, positive: Any = None) -> Labels:
        """Read columns of labels together.

        >>> read = Labels.of({"truth": [1, 2, 2], "labels": [1, 1, 2]})
        >>> [codes.tolist() for codes in read.codes], read.classes
        ([[0, 1, 1], [0, 0, 1]], (1, 2))
        """
        read = one_kind({name: label_column(values, name) for name, values in columns.items()})
        found = unique_of(list(read.values()))
        known = _known(found, classes, next(iter(columns)))
        known = _with_positive_last(known, positive)
        order = np.argsort(known, kind="stable")
        codes = tuple(_coded(array, known, order) for array in read.values())
        return Labels(codes, tuple(known.tolist()))


def one_kind(read: dict[str, Array]) -> dict[str, Array]:
    """Numbers of different kinds go together; numbers and text do not."""
    text = [array.dtype.kind in "US" for array in read.values()]
    if any(text) and not all(text):
        words, figures = (next(n for n, t in zip(read, text, strict=True) if t is kind) for kind in (True, False))
        raise BadInput(f"{words} holds text and {figures} holds numbers; write the labels alike in both.")
    if not any(text) and len({array.dtype.kind == "f" for array in read.values()}) > 1:
        return {name: array.astype(float) for name, array in read.items()}
    return read


def unique_of(arrays: list[Array]) -> Array:
    """The distinct labels of several columns, sorted."""
    return np.unique(np.concatenate([np.unique(array) for array in arrays])) if arrays else np.empty(0)


def _known(found: Array, classes: Any, name: str) -> Array:
    if classes is None:
        return found
    known = label_column(classes, "classes")
    if np.unique(known).size != known.size or known.size < 2:
        raise BadInput("classes must name two classes or more, each once.")
    one_kind({"classes": known, name: found} if found.size else {"classes": known})
    strange = np.setdiff1d(found, known)
    if strange.size:
        raise BadInput(f"{strange[0]} is among the labels and not among the classes {', '.join(map(str, known[:8]))}.")
    return known


def _with_positive_last(known: Array, positive: Any) -> Array:
    if positive is None:
        return known
    place = np.flatnonzero(known == positive)
    if not place.size:
        raise BadInput(f"positive is {positive!r}, and the classes are {', '.join(map(str, known[:8].tolist()))}.")
    if known.size > 2:
        raise Undefined(f"one of {known.size} classes cannot be the positive one; `positive` is for two.")
    return np.roll(known, known.size - 1 - int(place[0]))


def _coded(array: Array, known: Array, order: Array) -> Array:
    if not known.size:
        return np.empty(0, dtype=np.intp)
    sorted_known = known[order]
    at = np.clip(np.searchsorted(sorted_known, array), 0, known.size - 1)
    return np.asarray(order[at])
