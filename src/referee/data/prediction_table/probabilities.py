"""Probabilities and scores as arrays: of each class, or of one of two, whichever it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.data.prediction_table.block import Block
from referee.data.prediction_table.facts import plain
from referee.data.prediction_table.positive import PREDICTED, asked, told_by_labels, usual_positive
from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Array

EXACT, ROUNDED = 1e-6, 5e-4      # how far sums may be from 1; by rounding, a class


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The classes, the positive one where a person named it (it is then the last), and what becomes of other words."""

    classes: tuple[Any, ...]
    positive: Any = None
    strays_are_wrong: bool = False

    @property
    def code(self) -> dict[str, int]:
        """The number of each class, by its look."""
        return {plain(value): position for position, value in enumerate(self.classes)}


def probabilities(block: Block, known: Known, labels: Array | None) -> Array:
    """(rows, classes); the complement of a single column is that of the other class."""
    k, code = len(known.classes), known.code
    p = np.zeros((block.rows.size, k))
    if len(block.side.classes) == 1 and k == 2:
        (text, column), = block.side.classes
        p[:, code[plain(text)]] = block.numbers(column, "probability")
        p[:, 1 - code[plain(text)]] = 1 - p[:, code[plain(text)]]
    elif block.side.classes:
        for text, column in block.side.classes:
            p[:, code[plain(text)]] = block.numbers(column, "probability")
    else:
        single = block.side.probability
        if k != 2 or single is None:
            raise BadInput(f"{block.where}: one column of probabilities is for two classes; here are {k}: give one "
                           f"column for each class (prob_NAME).")
        numbers = block.numbers(single, "probability")
        of = _speaks_of(block, single, numbers, labels, known)
        one = np.where(labels == 1, numbers, 1 - numbers) if of == PREDICTED else numbers if of == 1 else 1 - numbers
        p[:, 1], p[:, 0] = one, 1 - one
    return _checked(p, block)


def scores(block: Block, known: Known, labels: Array | None) -> Array:
    """Numbers that are higher for the second of two classes."""
    column = block.side.score
    assert column is not None
    numbers = block.numbers(column, "score")
    of = _speaks_of(block, column, numbers, labels, known)
    if of == PREDICTED:
        return np.where(labels == 1, numbers, 1 - numbers)
    return numbers if of == 1 else -numbers


def _speaks_of(block: Block, column: str, numbers: Array, labels: Array | None, known: Known) -> int | str:
    """The class (0 or 1) a single column is of, or the predicted one: by the labels, what was said, the usual words."""
    told = None if labels is None or labels.max() > 1 or not np.isfinite(numbers).all() else told_by_labels(
        numbers, labels)
    usual = usual_positive(known.classes) if known.positive is None else known.classes[-1]
    if told is None:
        if usual is None:
            raise asked(block.where, column, known.classes)
        told = known.classes.index(usual)
    elif known.positive is not None and told == 0:
        raise BadInput(f"{block.where}: column {column!r} is high where {block.model} predicts "
                       f"{plain(known.classes[0])!r}, so it cannot be of {plain(known.positive)!r}; say --positive "
                       f"{plain(known.classes[0])!r}, or leave --positive out.")
    name = "the class that was predicted" if told == PREDICTED else f"class {plain(known.classes[int(told)])!r}"
    block.notices.append(f"{block.model}: {column!r} is read as of {name}.")
    return told


def _checked(p: Array, block: Block) -> Array:
    """Each row's probabilities are there, within [0, 1], and sum to 1: named with the first row where they do not.

    Probabilities rounded to three decimals may be off by half a thousandth each; they are made to sum to 1.
    """
    off = np.abs(p.sum(axis=1) - 1)
    if off.max() <= EXACT and p.min() >= 0:
        return p
    wrong = {
        "are missing": np.isnan(p).any(axis=1),
        "are outside 0 to 1": ((p < 0) | (p > 1)).any(axis=1),
        "do not sum to 1": off > ROUNDED * p.shape[1],
    }
    for what, where in wrong.items():
        rows = np.flatnonzero(where)
        if rows.size:
            total = f" (they sum to {p[rows[0]].sum():.4g})" if what.startswith("do not") else ""
            raise BadInput(f"{block.where}: the probabilities of {block.model} {what} in {counted(rows.size, 'row')}, "
                           f"first in "
                           f"row {block.rows[rows[0]] + 1}{total}.")
    block.notices.append(f"{block.model}: the probabilities are rounded; each row was made to sum to 1.")
    rescaled: Array = p / p.sum(axis=1, keepdims=True)
    return rescaled


