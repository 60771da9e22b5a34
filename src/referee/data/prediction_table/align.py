"""From rows as they stand in files to cases with one id, one truth, and every model's word on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from referee.data.prediction_table.block import Block, codes_of, give_back
from referee.data.prediction_table.cases import cases_of
from referee.data.prediction_table.data_sets import by_data_set
from referee.data.prediction_table.faults import Faults
from referee.data.prediction_table.in_time import in_time
from referee.data.prediction_table.of_cases import costs_of, mark_codes, truth_of, weights_of
from referee.data.prediction_table.outputs import classes_of, words_of
from referee.data.prediction_table.parts import parts_of
from referee.data.prediction_table.probabilities import Known
from referee.data.prediction_table.raw import Raw, read_raw
from referee.data.prediction_table.shared_cases import cut, on_shared_cases
from referee.data.prediction_table.table import PredictionTable
from referee.data.row_parts import TRAIN, TUNE, parts_of_rows
from referee.data.target import infer_task
from referee.data.task import as_task, stated
from referee.data.times import BY_ROWS
from referee.data.weights import COUNTS, SAMPLING, check_kind
from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Task


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How files are to be read and aligned.

    `columns` says which column has which role (id, truth, model, prediction, …) where the names do not tell; `common`
    keeps only the cases that every model speaks of, instead of refusing; `written_by` names the format; `names` are
    those of the models, one for each file; with `strays_are_wrong` answers that name no class count as wrong; with
    `faults_are_told` what a file says against itself is kept as its faults, instead of refused.
    """

    name: str = "predictions"
    task: Task | str | None = None
    positive: Any = None
    common: bool = False
    columns: Mapping[str, str | None] = field(default_factory=dict)
    written_by: str | None = None
    names: Sequence[str] = ()
    strays_are_wrong: bool = False
    faults_are_told: bool = False
    weights_are: str | None = None          # counts, if nobody says


def read_predictions(sources: Any, reading: Reading | None = None) -> PredictionTable:
    """Read one or several files (or frames) of predictions on one data set and align them by id.

    >>> table = read_predictions({"id": [1, 2, 3], "truth": ["a", "b", "a"], "lda": ["a", "b", "b"],
    ...                           "tree": ["a", "a", "a"]})
    >>> table.models, table.n_cases, table.said["lda"][0].labels
    (('lda', 'tree'), 3, array([0, 1, 1]))
    """
    sets = read_data_sets(sources, reading)
    if len(sets) > 1:
        raise BadInput(f"there are {len(sets)} data sets here ({', '.join(sets)}); read them by read_data_sets.")
    return next(iter(sets.values()))


def read_data_sets(sources: Any, reading: Reading | None = None) -> dict[str, PredictionTable]:
    """The same for predictions on several data sets, told apart by a column: one aligned table for each.

    >>> rows = {"dataset": list("uuvv"), "id": [1, 2, 1, 2], "truth": list("abab"), "lda": list("abbb")}
    >>> [(name, table.n_cases) for name, table in read_data_sets(rows).items()]
    [('u', 2), ('v', 2)]
    """
    reading = reading or Reading()
    many = isinstance(sources, Sequence) and not isinstance(sources, str)
    columns = {role: column for role, column in reading.columns.items() if not (role == "time" and column == BY_ROWS)}
    raw = read_raw(list(sources) if many else [sources], columns, name=reading.name,
                   written_by=reading.written_by, task=as_task(reading.task), names=reading.names,
                   common=reading.common)
    if not raw.blocks:
        raise BadInput(f"{reading.name}: there is nothing to judge.")
    sets = by_data_set([_tested_only(block, raw) for block in raw.blocks], reading.name)
    notices, scored = raw.notices, raw.scored
    del raw
    found = {}
    for name in list(sets):
        found[name] = _aligned(sets.pop(name), name, reading, notices)
        found[name] = replace(found[name], scored={m: n for m, n in scored.items() if m in found[name].said})
    give_back()
    return found


def _aligned(blocks: list[Block], name: str, reading: Reading, notices: list[str]) -> PredictionTable:
    cases = cases_of(blocks)
    faults: Faults | None = [] if reading.faults_are_told else None
    truth, torn = truth_of(blocks, cases, faults)
    said_so = stated(reading.task)
    found = _task(blocks, truth, said_so.task)
    classes, unseen = classes_of(blocks, truth, found, reading.positive, said_so)
    known = Known(classes=classes, positive=reading.positive,
                  strays_are_wrong=reading.strays_are_wrong, faults=faults)
    words = words_of(blocks, truth, found, known, cases.ids.size)
    said = parts_of(blocks, cases, words, faults)
    weights = weights_of(blocks, cases, reading.weights_are or COUNTS)
    if weights is None and reading.weights_are is not None:
        check_kind(None, reading.weights_are)           # a word for what is not there
    table = PredictionTable(
        name=name, ids=cases.ids, as_written=cases.as_written, task=found, y=words.y, classes=words.classes, said=said,
        scale=said_so.scale if words.classes == classes else None,
        target=blocks[0].roles.truth or "mark", clusters=mark_codes(blocks, cases, "cluster"),
        weights=weights, sampled=reading.weights_are == SAMPLING,
        costs=costs_of(blocks, cases),
        notices=(*notices, *unseen, *words.notices),
        scorer=blocks[0].scorer, by_row=all(block.numbered for block in blocks),
    )
    table = in_time(table, blocks, cases, rows=reading.columns.get("time") == BY_ROWS)
    if torn.size:
        table = cut(table, np.setdiff1d(np.arange(table.n_cases), torn),
                    f"{counted(torn.size, 'case')} with more than one truth are left out of everything else.")
    table = replace(table, faults=tuple(faults or ()))
    return on_shared_cases(table, common=reading.common)


def _tested_only(block: Block, raw: Raw) -> Block:
    """Rows marked as training or tuning are no test; they are left out, and that is said."""
    role = block.mark("role")
    if role is None:
        return block
    codes, names = codes_of(role)
    parts, _ = parts_of_rows(names, block.roles.role or "")
    trained = np.isin(codes, [code for code, part in enumerate(parts) if part in {TRAIN, TUNE}])
    if trained.any():
        raw.notices.append(f"{block.model}: {counted(int(trained.sum()), 'row')} marked as training or tuning are left "
                           f"out.")
        block.rows = block.rows[~trained]
    if not block.rows.size:
        raise BadInput(f"{block.where}: all rows of {block.model} are marked as training rows; there is nothing to "
                       f"test.")
    return block


def _task(blocks: list[Block], truth: Any, said: Task | None) -> Task:
    if truth is None:
        return Task.REGRESSION
    if said is not None:
        return said
    codes, values = truth
    if any(block.side.classes or block.side.probability for block in blocks) or \
            any(isinstance(value, str | bool) for value in values):
        return Task.CLASSIFICATION
    import pandas as pd

    return infer_task(pd.Series(np.array(values)[codes]))
