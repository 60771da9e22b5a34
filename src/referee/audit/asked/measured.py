"""What the rows say of what a reader points at: how much a score owes to it, and who wins where.

A reader may be right that a column is late and wrong that it matters. So small fits with and without it are made, as
for what the program suspects by itself; of predictions the scores in the rows that are pointed at stand beside those in
the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.audit.asked.answers import Measured, ReaderAnswer, Reading, Word
from referee.audit.asked.conditions import rows_where
from referee.audit.bundle import ModelPredictions
from referee.audit.leaks.owing import Owing, owed_to_columns, owed_to_order, owed_to_rows, owed_to_units
from referee.audit.leaks.rows import Rows, tables_of
from referee.data.problem import Problem
from referee.data.times import instants_of
from referee.errors import BadInput, RefereeError
from referee.kinds import Array
from referee.metrics import metric

if TYPE_CHECKING:
    import pandas as pd

LATE = "F-24"               # about columns to which a score must owe something, or they do no harm
OTHERS = 3                  # models that are told beside those pointed at
Answers = Callable[["pd.DataFrame"], Iterable[ModelPredictions]]


def measured_in_data(reading: Reading, frame: pd.DataFrame, problem: Problem, order: Array) -> Reading:
    """With what small fits lose without the columns and rows that are pointed at.

    `order` is where each row of the problem stands in the file.
    """
    if problem.features is None or problem.features.form:
        return reading
    rows = tables_of(problem)[0]
    return _each(reading, lambda one: _of_data(one, frame, rows, order))


def measured_in_predictions(reading: Reading, frame: pd.DataFrame, answers: Answers, name: str) -> Reading:
    """With the scores by a metric in the rows that are pointed at and in the others, as `answers` reads them."""
    return _each(reading, lambda one: _of_predictions(one, frame, answers, name))


def _each(reading: Reading, look: Callable[[ReaderAnswer], Measured | None]) -> Reading:
    return replace(reading, answers=tuple(
        replace(one, measured=look(one)) if one.word is Word.YES else one for one in reading.answers))


def _of_data(one: ReaderAnswer, frame: pd.DataFrame, rows: Rows, order: Array) -> Measured | None:
    pointed = one.pointed
    assert pointed is not None
    meant = rows_where(frame, pointed.rows)[order] if pointed.rows else None
    beside = _target_there(rows, meant)
    what, owed = _owed(one, frame, rows, order, meant)
    if owed is None:
        return Measured(sentence=beside) if beside else None
    idle = one.asked.code == LATE and not owed.matters
    return Measured(sentence=" ".join(filter(None, [beside, owed.sentence(what)])), evidence=owed.to_dict(), idle=idle)


def _owed(one: ReaderAnswer, frame: pd.DataFrame, rows: Rows, order: Array, meant: Array | None
          ) -> tuple[str, Owing | None]:
    """Which way of leaving it out fits the question, in words, and what goes with it."""
    assert one.pointed is not None
    columns = one.pointed.columns
    if columns and meant is None and one.question in {"groups", "copies"}:
        units = frame.groupby(list(columns), sort=False, dropna=False).ngroup().to_numpy()[order]
        if 1 < np.unique(units).size < units.size:
            return f"With rows that agree in {' and '.join(columns)} on one side", owed_to_units(rows, units)
        return "", None
    if columns and meant is None and one.question == "time" and len(columns) == 1:
        places = _places(frame[columns[0]])
        return "Of rows that come later", None if places is None else owed_to_order(rows, places[order])
    features = tuple(name for name in columns if name in rows.names)
    if features:
        return f"Without {'it' if len(features) == 1 else 'them'}", owed_to_columns(rows, features)
    return ("", None) if meant is None or meant.all() else ("Without these rows", owed_to_rows(rows, meant))


def _places(column: pd.Series[Any]) -> Array | None:
    """Numbers or dates as numbers; None where they are neither, or some are missing."""
    import pandas as pd

    number = pd.to_numeric(column, errors="coerce")
    if number.isna().any():
        try:
            date = instants_of(column, "data")
        except BadInput:
            return None
        if date.isna().any():
            return None
        number = date.astype("int64")
    return number.to_numpy(dtype=float)


def _target_there(rows: Rows, meant: Array | None) -> str:
    """How the target of some rows differs from that of the others."""
    if meant is None or meant.all() or not meant.any():
        return ""
    if rows.n_classes is None:
        return f"Their mean target is {rows.y[meant].mean():.4g}, that of the others {rows.y[~meant].mean():.4g}."
    largest = int(np.bincount(rows.y[meant]).argmax())
    there, elsewhere = (float(np.mean(rows.y[side] == largest)) for side in (meant, ~meant))
    return f"The class most frequent there has {there:.0%} of these rows, and {elsewhere:.0%} of the others."


def _of_predictions(one: ReaderAnswer, frame: pd.DataFrame, answers: Answers, name: str) -> Measured | None:
    pointed = one.pointed
    assert pointed is not None
    if not pointed.rows:
        return None
    meant = rows_where(frame, pointed.rows)
    if meant.all():
        return None
    there, elsewhere = (_scores(answers, frame.loc[side], name) for side in (meant, ~meant))
    both = [model for model in (*pointed.models, *(m for m in there if m not in pointed.models))
            if model in there and model in elsewhere][:len(pointed.models) + OTHERS]
    if not both:
        return None
    said = "; ".join(f"{model} {there[model]:.3g} and {elsewhere[model]:.3g}" for model in both)
    evidence = {"metric": name, "there": {m: round(there[m], 4) for m in both},
                "elsewhere": {m: round(elsewhere[m], 4) for m in both}}
    return Measured(sentence=f"By {name} there and elsewhere: {said}.", evidence=evidence)


def _scores(answers: Answers, some: pd.DataFrame, name: str) -> dict[str, float]:
    """The score of each model over some rows of the file, parts weighed by their size; none where it has none."""
    try:
        said = list(answers(some.reset_index(drop=True)))
    except RefereeError:
        return {}
    found: dict[str, list[tuple[float, int]]] = {}
    for part in said:
        try:
            found.setdefault(part.model, []).append((float(metric(name).score(part.predictions)), part.rows.size))
        except RefereeError:
            continue
    return {model: float(np.average([value for value, _ in parts], weights=[n for _, n in parts]))
            for model, parts in found.items()}
