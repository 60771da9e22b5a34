"""A file of predictions that holds rows to train on too, by a column that says so: the division it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from referee.audit.bundle import Bundle, Division
from referee.audit.reading.divided import SplitColumn, split_column
from referee.data.prediction_table import PredictionTable, Reading, read_predictions
from referee.data.prediction_table.naming import NAMES, PART
from referee.data.prediction_table.opening import beside_answers
from referee.data.problem import Problem
from referee.data.row_parts import TEST, TRAIN
from referee.data.score_layout import plain_name
from referee.errors import RefereeError
from referee.kinds import Array
from referee.ledger.judged import problem_of

ROW = "row of the file"
MOSTLY = 0.8            # of the rows predicted are marked as tested on: else a column that nobody named is another's


@dataclass(frozen=True, kw_only=True, eq=False)
class Parted:
    """The rows of a file by their part: those that are judged, and all that were trained or tested on."""

    column: SplitColumn
    problem: Problem | None             # training and test rows; None: they cannot be read as one table
    rows: Array                         # of the problem, that are tested on
    division: Division | None


def named_part(source: Any, columns: Mapping[str, str | None], name: str) -> SplitColumn | None:
    """The column of a file of predictions that was named as its parts, or is known by its values; None: there is none.

    Columns that go by a name of parts are looked at first, and read as parts only if their values are.
    """
    if not (isinstance(source, str | Path | dict) or hasattr(source, "columns")):
        return None
    said = columns.get(PART)
    try:
        frame = beside_answers(source, name)
    except RefereeError:
        frame = None
    if frame is None:
        return None
    taken = {column for role, column in columns.items() if column is not None and role != PART}
    called = [str(one) for one in frame.columns if plain_name(str(one)) in NAMES["truth"] | NAMES["prediction"]]
    return split_column(frame, said, name, taken={*taken, *called})


def parted(source: Any, column: SplitColumn, table: PredictionTable, reading: Reading) -> Parted | None:
    """What the training rows of the file tell beside those that are judged; None where there are no such rows."""
    frame = beside_answers(source, reading.name)
    trained, tested = column.parts == TRAIN, column.parts == TEST
    if frame is None or not trained.any() or not tested.any():
        return None
    shared = _shared(frame, table, trained, tested)
    if shared.size:                     # the same cases on both sides: as one table they would be cases given twice
        return Parted(column=column, problem=None, rows=np.arange(table.n_cases),
                      division=Division(label="0/0", test=np.arange(table.n_cases), train=shared))
    kept = frame.loc[trained | tested].drop(columns=[column.name])
    told = {role: name for role, name in reading.columns.items() if role != PART}
    if table.by_row:
        kept[ROW], told["id"] = np.flatnonzero(trained | tested), ROW
    try:
        whole = read_predictions(kept.reset_index(drop=True), replace(reading, columns=told))
    except RefereeError:
        return None
    ids = np.flatnonzero(tested).astype(str) if table.by_row else table.ids.astype(str)
    place = {str(case): row for row, case in enumerate(whole.ids)}
    if whole.classes != table.classes or not set(ids.tolist()) <= place.keys():
        return None
    rows = np.array([place[case] for case in ids.tolist()])
    others = np.setdiff1d(np.arange(whole.n_cases), rows)
    return Parted(column=column, problem=problem_of(whole), rows=rows,
                  division=Division(label="0/0", test=rows, train=others))


def _shared(frame: Any, table: PredictionTable, trained: Array, tested: Array) -> Array:
    """The judged cases whose ids stand among the training rows too."""
    if table.by_row:
        return np.array([], dtype=np.int64)
    ids = table.ids.astype(str)
    for name in frame.columns:
        named = frame[name].astype(str).to_numpy()
        if set(named[tested]) == set(ids):
            return np.flatnonzero(np.isin(ids, named[trained]))
    return np.array([], dtype=np.int64)


def divided_by(bundle: Bundle, column: SplitColumn) -> Bundle:
    """Predictions of one test part beside data whose column says which rows were trained on."""
    if bundle.divisions is None or len(bundle.divisions) != 1 or bundle.divisions[0].train is not None:
        return bundle
    tested = bundle.divisions[0].test
    found = column.division(np.arange(column.parts.size))
    if not column.asked and np.isin(tested, found.test).mean() < MOSTLY:
        return bundle
    return replace(bundle, divisions=(replace(found, label=bundle.divisions[0].label, test=tested),),
                   notices=(*bundle.notices, column.sentence))
