"""What a user says a target is: its task, its scale, and the order of its classes.

Four words: `classification` (classes without order), `ordinal` (classes in order), `regression` (quantities) and
`count` (whole numbers from 0). Behind a colon stands the order of classes that are texts: `ordinal:low<medium<high`, or
with commas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.data.wording import quoted
from referee.errors import BadInput, did_you_mean
from referee.kinds import Scale, Task

WORDS = {
    "classification": (Task.CLASSIFICATION, Scale.NOMINAL), "ordinal": (Task.CLASSIFICATION, Scale.ORDINAL),
    "regression": (Task.REGRESSION, Scale.QUANTITY), "count": (Task.REGRESSION, Scale.COUNT),
}


@dataclass(frozen=True, slots=True)
class Stated:
    """What was said; nothing is None."""

    task: Task | None = None
    scale: Scale | None = None
    order: tuple[str, ...] = ()


def stated(said: Task | str | None) -> Stated:
    """What a word, or a task, says of the target.

    >>> stated("ordinal:low<medium<high").order
    ('low', 'medium', 'high')
    >>> stated("regresion")
    Traceback (most recent call last):
    ...
    referee.errors.BadInput: no task is called 'regresion'; did you mean 'regression'?
    """
    if said is None:
        return Stated()
    word, colon, order = str(said).partition(":")
    if word not in WORDS:
        raise BadInput(f"no task is called {said!r}{did_you_mean(word, WORDS)}")
    if colon and word != "ordinal":
        raise BadInput(f"{word} takes no order; say task='ordinal:{order}' if classes are in that order.")
    places = tuple(part.strip() for part in order.split("<" if "<" in order else ","))
    return Stated(*WORDS[word], order=places if colon else ())


def as_task(said: Task | str | None) -> Task | None:
    """The task by its name, or by that of a scale.

    >>> as_task("ordinal")
    <Task.CLASSIFICATION: 'classification'>
    """
    return stated(said).task


def places(classes: Sequence[Any], order: tuple[str, ...], what: str) -> tuple[list[int], tuple[str, ...]]:
    """Where classes stand by a stated order, the first first; places that nobody has are left out, and that is said.

    >>> places(("high", "low"), ("low", "high"), "target 'dose'")
    ([1, 0], ())
    """
    place = {text: i for i, text in enumerate(order)}
    said = ", ".join(order)
    if len(place) < len(order):
        twice = next(text for i, text in enumerate(order) if place[text] != i)
        raise BadInput(f"the order {said} names {twice!r} twice.")
    missing = [str(label) for label in classes if str(label) not in place]
    if missing:
        raise BadInput(f"the order {said} leaves out class {missing[0]!r} of {what}.")
    empty = [text for text in order if text not in {str(label) for label in classes}]
    notice = f"no row has {what} = {quoted(empty)}, which the stated order names: steps are counted without."
    return sorted(range(len(classes)), key=lambda i: place[str(classes[i])]), (notice,) if empty else ()
