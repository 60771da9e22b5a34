"""What the models said, as arrays: class codes, probabilities, numbers, or marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from referee.data.prediction_table.block import Block, codes_of
from referee.data.prediction_table.facts import plain
from referee.data.prediction_table.faults import Against, Fault, marks_against_answers
from referee.data.prediction_table.marks import no_truth
from referee.data.prediction_table.probabilities import Known, columns_speak_of, probabilities, scores
from referee.data.prediction_table.quantile_columns import one_grid, quantiles_of
from referee.data.task import Stated, places
from referee.data.too_small import require_large_enough
from referee.data.wording import counted, quoted
from referee.errors import BadInput
from referee.given.quantiles import parted
from referee.kinds import Array, Scale, Task

LARGEST = 1e150         # the largest number whose square is one
OTHER = "(other)"       # stands for answers that are no class at all, as a language model may give


@dataclass(frozen=True, kw_only=True, eq=False)
class Words:
    """The truth, the classes, and for each block a function from rows to what was said."""

    y: Array
    classes: tuple[Any, ...]
    blocks: list[dict[str, Array]]
    notices: list[str] = field(default_factory=list)

    def right(self, block: int, rows: Array, cases: Array) -> Array | None:
        """Whether the answers in these rows of a block are the truth of their cases; None where there are no labels."""
        labels = self.blocks[block].get("labels")
        return None if labels is None else labels[rows] == self.y[cases]

    def taken(self, block: int, rows: Array) -> dict[str, Array]:
        """What was said in these rows of a block."""
        whole = all(rows.size == values.shape[0] for values in self.blocks[block].values())
        straight = whole and rows.size and rows[0] == 0 and bool((rows[1:] > rows[:-1]).all())
        return {what: values if straight else values[rows] for what, values in self.blocks[block].items()}


def classes_of(blocks: list[Block], truth: Any, task: Task, positive: Any, said: Stated,
               ) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """The classes, and what is to be said of their order.

    They are those that occur as truth, and those that have a column of probabilities, sorted or in the stated order,
    the positive one last.
    """
    if task is Task.REGRESSION or truth is None:
        return (), ()
    found = {plain(value): value for value in truth[1]}
    for block in blocks:
        for text, _ in block.side.classes:
            found.setdefault(text, text)
    classes = sorted(found.values(), key=lambda value: (isinstance(value, str), value))
    if said.scale is Scale.ORDINAL:
        return _in_order(classes, said)
    if positive is None:
        return tuple(classes), ()
    match = next((value for value in classes if plain(value) == plain(positive)), None)
    if match is None:
        raise BadInput(f"no class is called {positive!r}; the classes are {quoted(classes, 9)}.")
    return (*(value for value in classes if value is not match), match), ()


def _in_order(classes: list[Any], said: Stated) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    if not said.order:
        if len(classes) > 2 and any(isinstance(value, str) for value in classes):
            guess = "<".join(map(str, classes))
            raise BadInput(f"say the order of the classes: task='ordinal:{guess}', put right.")
        return tuple(classes), ()
    ranked, notices = places(classes, said.order, "the truth")
    return tuple(classes[i] for i in ranked), notices


def words_of(blocks: list[Block], truth: Any, task: Task, known: Known, n_cases: int) -> Words:
    """Everything that was said, checked and in one form."""
    if truth is None:
        return _marked(blocks, n_cases)
    first, values = truth
    if task is Task.REGRESSION:
        try:
            y = np.array([float(value) for value in values])[first]
        except (TypeError, ValueError) as error:
            raise BadInput("the truth holds text, so this is classification; say task='classification'.") from error
        require_large_enough(y, "the truth")
        levels = one_grid(blocks)
        said_so = [_number_words(block, levels) for block in blocks]
        return Words(y=y, classes=(), blocks=said_so, notices=[notice for block in blocks for notice in block.notices])
    classes = known.classes
    code = known.code
    y = np.array([code[plain(value)] for value in values], dtype=np.int64)[first]
    said: list[dict[str, Array]] = []
    strays: dict[str, int] = {}
    known = replace(known, of_columns=columns_speak_of(blocks, known, [_labels(block, known)[0] for block in blocks]
                                                       ) if known.faults is not None else {})
    for block in blocks:
        words, odd = _class_words(block, known)
        said.append(words)
        strays |= {block.model: odd + strays.get(block.model, 0)} if odd else {}
        if known.faults is not None and (wrong := marks_against_answers(block)) is not None:
            known.faults.append(wrong)
    notices = [notice for block in blocks for notice in block.notices]
    notices += [f"{model}: {counted(count, 'answer')} named none of the classes and count as wrong."
               for model, count in strays.items()]
    return Words(y=y, classes=(*classes, OTHER) if strays else classes, blocks=[
        _widened(words, len(classes) + 1) if strays else words for words in said], notices=notices)


def _number_words(block: Block, levels: Sequence[float]) -> dict[str, Array]:
    """Numbers, and quantiles where there are any; of quantiles alone the number is the median, or near it."""
    quantiles = quantiles_of(block, levels)
    if quantiles is None:
        return {"values": _values(block)}
    if block.side.prediction or block.side.score:
        return {"values": _values(block), "quantiles": quantiles}
    said, at = parted(quantiles, quantiles.shape[0])
    return {"values": np.array([np.interp(0.5, at[0], row) for row in said]), "quantiles": quantiles}


def _values(block: Block) -> Array:
    name = block.side.prediction or block.side.score
    if name is None:
        raise BadInput(f"{block.where}: {block.model} gives no predicted numbers; say which column holds them "
                       f"(prediction=…).")
    values = block.numbers(name, "prediction")
    bad = np.flatnonzero(~(np.abs(values) <= LARGEST))
    if bad.size:
        what = "no number that can be squared" if np.isfinite(values).all() else "no finite number"
        raise BadInput(f"{block.where}: {block.model} predicts {what} in {counted(bad.size, 'row')} (first: row "
                       f"{block.rows[bad[0]] + 1}).")
    return values


def _class_words(block: Block, known: Known) -> tuple[dict[str, Array], int]:
    said: dict[str, Array] = {}
    side, k, odd = block.side, len(known.classes), 0
    labels, codes, values = _labels(block, known)
    if labels is not None:
        said["labels"] = labels
        odd = _strays(block, labels, codes, values, known)
    if side.classes or side.probability:
        said |= probabilities(block, known, said.get("labels"))
    if side.score is not None and k == 2:
        said["scores"] = scores(block, known, said.get("labels"))
    if side.prediction is None and "probabilities" in said:
        said["labels"] = said["probabilities"].argmax(axis=1)
    if not said:
        raise BadInput(f"{block.where}: {block.model} says nothing that can be held against a class; say which column "
                       f"is the prediction (--prediction).")
    return said, odd


def _labels(block: Block, known: Known) -> tuple[Array | None, Array, list[Any]]:
    """The class of each answer, the number of classes where it names none; and the answers as codes of values.

    Where faults are told, classes in other letters (case, blanks at the ends) are read as what they are, and told.
    """
    if block.side.prediction is None:
        return None, np.empty(0, dtype=np.int64), []
    codes, values = codes_of(block.column(block.side.prediction))
    code, k = known.code, len(known.classes)
    position = np.array([code.get(plain(value), k) for value in values] or [k], dtype=np.int64)
    if known.faults is not None:
        folded = {plain(value).strip().casefold(): at for at, value in enumerate(known.classes)}
        other = {at: folded[look] for at, value in enumerate(values)
                 if position[at] == k and (look := plain(value).strip().casefold()) in folded}
        many = int(np.isin(codes, list(other)).sum())
        if other and len(folded) == k and not any(fault.model == block.model and fault.against is Against.WRITING
                                                  for fault in known.faults):
            first = next(iter(other))
            known.faults.append(Fault(against=Against.WRITING, model=block.model, cases=many, sentence=(
                f"{many:,} of {codes.size:,} answers of {block.model} are written otherwise than the classes "
                f"({str(values[first])!r} for {str(known.classes[other[first]])!r}): compared letter by letter they "
                f"all count as wrong. Here they are read as the classes that they name.")))
        for at, meant in other.items() if len(folded) == k else ():
            position[at] = meant
    return np.where(codes < 0, k, position[codes]), codes, values


def _strays(block: Block, labels: Array, codes: Array, values: list[Any], known: Known) -> int:
    """How many answers name no class; any stops the run, unless they are to count as wrong, and not if all do."""
    rows = np.flatnonzero(labels == len(known.classes))
    if not rows.size:
        return 0
    said = "nothing" if codes[rows[0]] < 0 else repr(str(values[codes[rows[0]]]))
    every = rows.size == labels.size
    if every or not known.strays_are_wrong:
        many = "all answers" if every else f"{counted(rows.size, 'answer')} of {labels.size:,}"
        remedy = "say which column is the prediction (--prediction), or which is the truth (--truth)" if every else \
            "mend them, or say --strays-are-wrong to count them as wrong"
        raise BadInput(f"{block.where}: {many} of {block.model} name none of the classes ({quoted(known.classes, 5)}), "
                       f"the first is {said} in row {block.rows[rows[0]] + 1}; {remedy}.")
    return int(rows.size)


def _marked(blocks: list[Block], n_cases: int) -> Words:
    """Answers that come with marks only: the truth is the full mark."""
    said = []
    for block in blocks:
        name = block.side.correct or block.side.score
        if name is None:
            raise no_truth(block.where, block.table.column_names)
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
