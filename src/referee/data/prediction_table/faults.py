"""What a file of predictions says against itself: told where faults are looked for, refused everywhere else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.prediction_table.facts import plain
from referee.kinds import Array

if TYPE_CHECKING:
    from referee.data.prediction_table.block import Block

MOSTLY = 0.5            # of a model's cases given twice: more, and something tells the repetitions apart


class Against(Enum):
    """What is contradicted."""

    TRUTH = "truth"                     # a case has one truth for one model and another for another
    TWICE = "twice"                     # a model has two answers to a case
    PROBABILITIES = "probabilities"     # they leave 0 to 1, or do not sum to 1
    WRITING = "writing"                 # answers that are classes in other letters
    MARKS = "marks"                     # a mark says right where the answer is not the truth, or wrong where it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One sentence on what a file says against itself, of a model where it is of one."""

    against: Against
    sentence: str
    model: str = ""
    cases: int = 0
    grave: bool = True                  # False: the numbers may be meant otherwise, and it is asked


Faults = list[Fault]


def on_conflicts(block: Block, rows: Array) -> tuple[int, int]:
    """Of rows of a block, in how many the truth given there is what the model answered, and how many have an answer."""
    name, truth = block.side.prediction, block.mark("truth")
    if name is None or truth is None:
        return 0, 0
    said, true = block.column(name).take(rows).to_pylist(), truth.take(rows).to_pylist()
    known = [(plain(a), plain(b)) for a, b in zip(said, true, strict=True) if a is not None and b is not None]
    return sum(a == b for a, b in known), len(known)


def marks_against_answers(block: Block) -> Fault | None:
    """Marks that contradict whether the answers are the truth beside them; None where there are none, or all agree.

    Marks that nobody gave (of a refusal, say) and grades between wrong and right are left out.
    """
    truth = block.mark("truth")
    if block.side.correct is None or block.side.prediction is None or truth is None:
        return None
    said = block.column(block.side.prediction).to_pylist()
    right = np.array([plain(a) == plain(b) for a, b in zip(said, truth.to_pylist(), strict=True)])
    marks = np.array([_mark(value) for value in block.column(block.side.correct).to_pylist()])
    for_free, denied = int(((marks == 1) & ~right).sum()), int(((marks == 0) & right).sum())
    judged = int(np.isin(marks, (0, 1)).sum())
    if not for_free + denied or judged < marks.size / 2:
        return None
    return Fault(against=Against.MARKS, model=block.model, cases=for_free + denied, sentence=(
        f"{for_free + denied:,} of {judged:,} marks of {block.model} contradict its answers: {for_free:,} answers that "
        f"are not the truth are marked as right, {denied:,} that are it as wrong. By its marks it is right in "
        f"{float((marks == 1).sum() / judged):.1%}, by its answers in {float(right[np.isin(marks, (0, 1))].mean()):.1%}"
        f"."))


def _mark(value: Any) -> float:
    if isinstance(value, bool | int | float):
        return float(value)
    return {"true": 1.0, "false": 0.0, "1": 1.0, "0": 0.0}.get(str(value).strip().lower(), np.nan)
