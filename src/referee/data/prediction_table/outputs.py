"""What the models said, as arrays: class codes, probabilities, numbers, or marks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from referee.data.prediction_table.raw import Block, codes_of
from referee.data.wording import counted, quoted
from referee.errors import BadInput
from referee.kinds import Array, Task

EXACT, ROUNDED = 1e-6, 5e-4      # how far sums may be from 1; by rounding, a class
OTHER = "(other)"       # stands for answers that are no class at all, as a language model may give


@dataclass(frozen=True, kw_only=True, eq=False)
class Words:
    """The truth, the classes, and for each block a function from rows to what was said."""

    y: Array
    classes: tuple[Any, ...]
    blocks: list[dict[str, Array]]
    notices: list[str] = field(default_factory=list)

    def taken(self, block: int, rows: Array) -> dict[str, Array]:
        """What was said in these rows of a block."""
        whole = all(rows.size == values.shape[0] for values in self.blocks[block].values())
        straight = whole and rows.size and rows[0] == 0 and bool((rows[1:] > rows[:-1]).all())
        return {what: values if straight else values[rows] for what, values in self.blocks[block].items()}


def classes_of(blocks: list[Block], truth: Any, task: Task, positive: Any) -> tuple[Any, ...]:
    """The classes: those that occur as truth, and those that have a column of probabilities; the positive one last."""
    if task is Task.REGRESSION or truth is None:
        return ()
    found = {_plain(value): value for value in truth[1]}
    for block in blocks:
        for text, _ in block.side.classes:
            found.setdefault(text, text)
    classes = sorted(found.values(), key=lambda value: (isinstance(value, str), value))
    if positive is None:
        return tuple(classes)
    match = next((value for value in classes if _plain(value) == _plain(positive)), None)
    if match is None:
        raise BadInput(f"no class is called {positive!r}; the classes are {quoted(classes, 9)}.")
    return (*(value for value in classes if value is not match), match)


def words_of(blocks: list[Block], truth: Any, task: Task, classes: tuple[Any, ...], n_cases: int) -> Words:
    """Everything that was said, checked and in one form."""
    if truth is None:
        return _marked(blocks, n_cases)
    first, values = truth
    if task is Task.REGRESSION:
        try:
            y = np.array([float(value) for value in values])[first]
        except (TypeError, ValueError) as error:
            raise BadInput("the truth holds text, so this is classification; say task='classification'.") from error
        return Words(y=y, classes=(), blocks=[{"values": _values(block)} for block in blocks])
    code = {_plain(value): position for position, value in enumerate(classes)}
    y = np.array([code[_plain(value)] for value in values], dtype=np.int64)[first]
    said: list[dict[str, Array]] = []
    strangers: dict[str, int] = {}
    for block in blocks:
        words, odd = _class_words(block, code, len(classes))
        said.append(words)
        strangers |= {block.model: odd} if odd else {}
    notices = [notice for block in blocks for notice in block.notices]
    notices += [f"{model}: {counted(count, 'answer')} named none of the classes and count as wrong."
               for model, count in strangers.items()]
    return Words(y=y, classes=(*classes, OTHER) if strangers else classes, blocks=[
        _widened(words, len(classes) + 1) if strangers else words for words in said], notices=notices)


def _plain(value: Any) -> str:
    """One look for one class, whichever file it comes from: 1, 1.0 and "1" are one class."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def _values(block: Block) -> Array:
    name = block.side.prediction or block.side.score
    if name is None:
        raise BadInput(f"{block.where}: {block.model} gives no predicted numbers; say which column holds them "
                       f"(prediction=…).")
    values = block.numbers(name, "prediction")
    bad = np.flatnonzero(~np.isfinite(values))
    if bad.size:
        raise BadInput(f"{block.where}: {block.model} predicts no finite number in {counted(bad.size, 'row')} (first: "
                       f"row "
                       f"{block.rows[bad[0]] + 1}).")
    return values


def _class_words(block: Block, code: dict[str, int], k: int) -> tuple[dict[str, Array], int]:
    said: dict[str, Array] = {}
    odd = 0
    side = block.side
    if side.classes or side.probability:
        said["probabilities"] = _probabilities(block, code, k)
    if side.score is not None and k == 2:
        said["scores"] = block.numbers(side.score, "score")
    if side.prediction is not None:
        codes, values = codes_of(block.column(side.prediction))
        position = np.array([code.get(_plain(value), k) for value in values] or [k], dtype=np.int64)
        said["labels"] = np.where(codes < 0, k, position[codes])
        odd = int((said["labels"] == k).sum())
    elif "probabilities" in said:
        said["labels"] = said["probabilities"].argmax(axis=1)
    if not said:
        raise BadInput(f"{block.where}: {block.model} says nothing that can be held against a class; say which column "
                       f"is "
                       f"the prediction (prediction=…).")
    return said, odd


def _probabilities(block: Block, code: dict[str, int], k: int) -> Array:
    p = np.zeros((block.rows.size, k))
    if block.side.classes:
        for text, column in block.side.classes:
            p[:, code[_plain(text)]] = block.numbers(column, "probability")
    else:
        if k != 2 or block.side.probability is None:
            raise BadInput(f"{block.where}: one column of probabilities is for two classes; here are {k}: give one "
                           f"column "
                           f"for each class (prob_NAME).")
        p[:, 1] = block.numbers(block.side.probability, "probability")
        p[:, 0] = 1 - p[:, 1]
    return _checked_probabilities(p, block)


def _checked_probabilities(p: Array, block: Block) -> Array:
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


def _marked(blocks: list[Block], n_cases: int) -> Words:
    """Answers that come with marks only: the truth is the full mark."""
    said = []
    for block in blocks:
        name = block.side.correct or block.side.score
        if name is None:
            raise BadInput(f"{block.where} has neither a truth nor a mark for each answer; say which column it is "
                           f"(truth=… "
                           f"or correct=…).")
        marks = block.numbers(name, "mark")
        missing = np.flatnonzero(~np.isfinite(marks))
        if missing.size:
            raise BadInput(f"{block.where}: {block.model} has no mark in {counted(missing.size, 'row')} (first: row "
                           f"{block.rows[missing[0]] + 1}).")
        said.append({"marks": marks})
    return Words(y=np.ones(n_cases), classes=(), blocks=said)


def _widened(words: dict[str, Array], k: int) -> dict[str, Array]:
    """Room for answers that are no class: their probability is 0."""
    if "probabilities" in words:
        p = words["probabilities"]
        words["probabilities"] = np.column_stack([p, np.zeros(p.shape[0])]) if p.shape[1] < k else p
    return words
