"""One row: what is so, and what every model said of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.errors import BadInput, Undefined
from referee.kinds import Task
from referee.metrics import Predictions
from referee.reading.pictures.seen import seen
from referee.report.document import Cell, Page, Row, Section, Table, Text
from referee.report.wording import count, number, plain
from referee.study import Analysis

SHOWN_CLASSES = 8
ONCE = "What was said of the row once, in the first pass over the data, by a model that was not trained on it."


def row_page(analysis: Analysis, asked: str) -> Page:
    """The answers of all models about one row, by its id or its number."""
    problem = analysis.problem
    if problem.has_several:
        raise BadInput("there is no list of rows for several targets; compare by one of them.")
    row = _found(analysis, asked)
    name = f"row {row}" if problem.ids is None else f"{problem.ids[row]} (row {row})"
    rows = list(_rows(analysis, row))
    if not rows:
        raise Undefined(f"there is no answer of any model about {name}: it was not tested, or not once in each pass.")
    classes = problem.task is Task.CLASSIFICATION
    truth = str(problem.classes[problem.y[row]]) if classes else plain(float(problem.y[row]))
    shown = [f"P({name})" for name in problem.classes[:SHOWN_CLASSES]] if classes else []
    wrong = sum(isinstance(cells[1], Cell) for cells in rows) if classes else 0
    told = f" {count(wrong, 'model')} of {len(rows)} {'is' if wrong == 1 else 'are'} wrong." if classes else ""
    table = Table(header=["model", "said", *(shown or ["truth − said"])], rows=rows)
    return Page(kind="row", about=problem.name, title=f"{problem.name}: {name}", question=f"{problem.name}, {name}",
                lead=f"The truth is {truth}.{told}",
                sections=[Section(key="said", title="What each model said", blocks=[table, Text(ONCE, "note")])])


def _found(analysis: Analysis, asked: str) -> int:
    """The row that goes by this id or, where rows have none, by this number."""
    ids, n = analysis.problem.ids, analysis.problem.n_rows
    if ids is not None:
        places = np.flatnonzero(np.asarray(ids).astype(str) == asked)
        if places.size:
            return int(places[0])
    if asked.isascii() and asked.isdigit() and len(asked) < 12 and int(asked) < n:
        return int(asked)
    more = "an id of the data, or " if ids is not None else ""
    raise BadInput(f"there is no row {asked[:60]!r} in {analysis.problem.name}; name {more}a number from 0 to {n - 1}.")


def _rows(analysis: Analysis, row: int) -> Iterator[Row]:
    for name, card in analysis.learners.items():
        try:
            one = seen(analysis.table, name)
        except Undefined:
            continue
        places = np.flatnonzero(one.row == row)
        if places.size:
            label = f"{name} (baseline)" if card.baseline else name
            yield [label, *_said(analysis, one.predictions, int(places[0]))]


def _said(analysis: Analysis, said: Predictions, place: int) -> Iterator[str | Cell]:
    truth = said.truth[place]
    if analysis.problem.task is not Task.CLASSIFICATION:
        if said.values is not None:
            value = float(said.values[place])
            yield plain(value)
            yield f"{float(truth) - value:+.3g}".replace("-", "−")
        return
    label = None if said.labels is None else said.labels[place]
    text = "—" if label is None else str(analysis.problem.classes[label])
    yield text if label is None or label == truth else Cell(word=text, kind="worse", title="wrong")
    for k in range(min(SHOWN_CLASSES, len(analysis.problem.classes))):
        yield "—" if said.probabilities is None else number(float(said.probabilities[place, k]), 3)
