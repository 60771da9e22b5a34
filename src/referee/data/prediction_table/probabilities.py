"""Probabilities and scores as arrays: of each class, or of one of two, whichever it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from referee.data.prediction_table.block import Block
from referee.data.prediction_table.facts import plain
from referee.data.prediction_table.faults import Against, Fault, Faults
from referee.data.prediction_table.positive import PREDICTED, asked, told_by_labels, usual_positive
from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Array

IN_DOUBT = ("if they are meant as probabilities they are none; if they are scores of each class, only the highest of "
            "each row was read")
EXACT, ROUNDED = 1e-6, 5e-4      # how far sums may be from 1; by rounding, a class


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The classes, the positive one where a person named it (it is then the last), and what becomes of other words."""

    classes: tuple[Any, ...]
    positive: Any = None
    strays_are_wrong: bool = False
    faults: Faults | None = None            # where what a file says against itself is told; None: it is refused
    of_columns: Mapping[str, int | str] = field(default_factory=dict)       # which class most models' numbers are of

    @property
    def code(self) -> dict[str, int]:
        """The number of each class, by its look."""
        return {plain(value): position for position, value in enumerate(self.classes)}


def probabilities(block: Block, known: Known, labels: Array | None) -> dict[str, Array]:
    """(rows, classes); the complement of a single column is that of the other class.

    What are none is refused, or told where faults are: then two classes keep their numbers as scores.
    """
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
    wrong = _wrong(p)
    if wrong and known.faults is not None:
        known.faults.append(Fault(against=Against.PROBABILITIES, model=block.model, cases=wrong[1].size, sentence=(
            f"The {'probabilities' if block.side.meant else 'numbers'} of {block.model} {wrong[0]} in "
            f"{counted(wrong[1].size, 'row')} of {p.shape[0]:,}{_example(p, wrong)}: "
            f"{'they are none' if block.side.meant else IN_DOUBT}."), grave=block.side.meant))
        if labels is None:
            return {"labels": np.nan_to_num(p, nan=-np.inf).argmax(axis=1)}
        return {"scores": p[:, 1]} if k == 2 and np.isfinite(p).all() else {}
    return {"probabilities": _checked(p, block)}


def columns_speak_of(blocks: Sequence[Block], known: Known, labels: Sequence[Array | None]) -> dict[str, int | str]:
    """The class that a column of numbers is of, by most of the models that speak in it and by their labels.

    A model whose numbers are of the other class is then seen by them.
    """
    votes: dict[str, Counter[int | str]] = {}
    for block, said in zip(blocks, labels, strict=True):
        column = block.side.probability or block.side.score
        if column is None or block.side.classes or len(known.classes) != 2 or said is None or said.max() > 1:
            continue
        numbers = block.numbers(column, "probability")
        told = told_by_labels(numbers, said) if np.isfinite(numbers).all() else None
        votes.setdefault(column, Counter()).update([told] if told is not None else [])
    return {column: count.most_common(1)[0][0] for column, count in votes.items() if count.total() > 1}


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
    if known.faults is not None and known.positive is not None:
        told = PREDICTED if told == PREDICTED else 1
    elif known.faults is not None:
        told = known.of_columns.get(column, told)
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


def _wrong(p: Array) -> tuple[str, Array] | None:
    """What is wrong with probabilities, and in which rows; None where they are there, within [0, 1] and sum to 1.

    Rounded ones may be off by half a unit of their last place each.
    """
    off = np.abs(p.sum(axis=1) - 1)
    if off.max() <= EXACT and p.min() >= 0:
        return None
    wrong = {
        "are missing": np.isnan(p).any(axis=1),
        "are outside 0 to 1": ((p < 0) | (p > 1)).any(axis=1),
        "do not sum to 1": off > max(ROUNDED, _unit(p) / 2) * p.shape[1] + EXACT,
    }
    return next(((what, np.flatnonzero(where)) for what, where in wrong.items() if where.any()), None)


def _unit(p: Array) -> float:
    """The unit of the last place that probabilities are written with; that of three places where they have more.

    >>> _unit(np.array([[0.25, 0.7]])), _unit(np.array([[0.2511, 0.7]]))
    (0.01, 0.001)
    """
    known = p[np.isfinite(p)]
    return next((10.0 ** -places for places in (1, 2) if np.abs(known - known.round(places)).max(initial=0) < 1e-9),
                0.001)


def _example(p: Array, wrong: tuple[str, Array]) -> str:
    what, rows = wrong
    if what == "are missing":
        return ""
    first = p[rows[0]]
    return f" (the first sum to {first.sum():.4g})" if what.startswith("do not") else (
        f" (from {np.nanmin(p[:, -1]):.4g} to {np.nanmax(p[:, -1]):.4g})")


def _checked(p: Array, block: Block) -> Array:
    """Each row's probabilities are there, within [0, 1], and sum to 1: named with the first row where they do not.

    Rounded probabilities are made to sum to 1.
    """
    wrong = _wrong(p)
    if wrong is not None:
        what, rows = wrong
        total = f" (they sum to {p[rows[0]].sum():.4g})" if what.startswith("do not") else ""
        raise BadInput(f"{block.where}: the probabilities of {block.model} {what} in {counted(rows.size, 'row')}, "
                       f"first in row {block.rows[rows[0]] + 1}{total}.")
    off = np.abs(p.sum(axis=1) - 1)
    if off.max() <= EXACT:
        return p
    block.notices.append(f"{block.model}: the probabilities are rounded; each row was made to sum to 1.")
    rescaled: Array = p / p.sum(axis=1, keepdims=True)
    return rescaled
