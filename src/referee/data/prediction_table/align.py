"""From rows as they stand in files to cases with one id, one truth, and every model's word on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from referee.data.prediction_table.block import Block, codes_of, give_back, under_one_another
from referee.data.prediction_table.data_sets import by_data_set
from referee.data.prediction_table.names import same_name
from referee.data.prediction_table.outputs import Words, classes_of, words_of
from referee.data.prediction_table.probabilities import Known
from referee.data.prediction_table.raw import Raw, read_raw
from referee.data.prediction_table.table import Part, PredictionTable
from referee.data.target import as_task, infer_task
from referee.data.wording import counted
from referee.errors import BadInput
from referee.kinds import Array, Task

TRAINING = {"train", "training", "fit", "tune", "tuning", "validation", "valid", "val", "dev"}


@dataclass(frozen=True, kw_only=True, eq=False)
class Cases:
    """All cases of all blocks: their ids, and which of them each row of each block is about."""

    ids: Array
    of_block: list[Array]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How files are to be read and aligned.

    `columns` says which column has which role (id, truth, model, prediction, …) where the names do not tell; `common`
    keeps only the cases that every model speaks of, instead of refusing; `written_by` names the format; `names` are
    those of the models, one for each file; with `strays_are_wrong` answers that name no class count as wrong.
    """

    name: str = "predictions"
    task: Task | str | None = None
    positive: Any = None
    common: bool = False
    columns: Mapping[str, str | None] = field(default_factory=dict)
    written_by: str | None = None
    names: Sequence[str] = ()
    strays_are_wrong: bool = False


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
    raw = read_raw(list(sources) if many else [sources], reading.columns, name=reading.name,
                   written_by=reading.written_by, task=as_task(reading.task), names=reading.names,
                   common=reading.common)
    if not raw.blocks:
        raise BadInput(f"{reading.name}: there is nothing to judge.")
    sets = by_data_set([_tested_only(block, raw) for block in raw.blocks], reading.name)
    notices = raw.notices
    del raw
    found = {}
    for name in list(sets):
        found[name] = _aligned(sets.pop(name), name, reading, notices)
    give_back()
    return found


def _aligned(blocks: list[Block], name: str, reading: Reading, notices: list[str]) -> PredictionTable:
    cases = _cases(blocks)
    truth = _truth(blocks, cases)
    found = _task(blocks, truth, as_task(reading.task))
    known = Known(classes=classes_of(blocks, truth, found, reading.positive), positive=reading.positive,
                  strays_are_wrong=reading.strays_are_wrong)
    words = words_of(blocks, truth, found, known, cases.ids.size)
    said = _parts(blocks, cases, words)
    table = PredictionTable(
        name=name, ids=cases.ids, task=found, y=words.y, classes=words.classes, said=said,
        target=blocks[0].roles.truth or "mark", clusters=_mark_codes(blocks, cases, "cluster"),
        weights=_weights(blocks, cases), scorer=blocks[0].scorer, notices=tuple(notices + words.notices),
    )
    return _same_cases(table, common=reading.common)


def _tested_only(block: Block, raw: Raw) -> Block:
    """Rows marked as training or tuning are no test; they are left out, and that is said."""
    role = block.mark("role")
    if role is None:
        return block
    codes, names = codes_of(role)
    trained = np.isin(codes, [code for code, text in enumerate(names) if str(text).lower() in TRAINING])
    if trained.any():
        raw.notices.append(f"{block.model}: {counted(int(trained.sum()), 'row')} marked as training or tuning are left "
                           f"out.")
        block.rows = block.rows[~trained]
    if not block.rows.size:
        raise BadInput(f"{block.where}: all rows of {block.model} are marked as training rows; there is nothing to "
                       f"test.")
    return block


def _cases(blocks: list[Block]) -> Cases:
    """One number for each id; text and whole numbers of the same look are the same id."""
    import pyarrow as pa  # type: ignore[import-untyped]

    if all(block.numbered for block in blocks):
        size = blocks[0].rows.size
        return Cases(ids=np.arange(1, size + 1), of_block=[np.arange(block.rows.size) for block in blocks])
    columns = []
    apart = _apart(blocks)
    for block in apart.values():
        ids = block.mark("id")
        if ids is None or ids.null_count:
            row = 0 if ids is None else int(np.flatnonzero(ids.is_null().to_numpy())[0])
            raise BadInput(f"{block.where}: row {row + 1} has no id; every row needs one.")
        columns.append(ids)
    if len({str(column.type) for column in columns}) > 1 or not pa.types.is_integer(columns[0].type):
        columns = [column.cast(pa.string()) for column in columns]
    codes, ids = codes_of(under_one_another(columns), as_list=False)
    known = ids.to_numpy(zero_copy_only=False) if pa.types.is_integer(columns[0].type) else \
        np.array(ids.to_pylist(), dtype=str)
    if not _ascending(known):       # one order of the cases, whatever the order of the rows
        order = np.argsort(known)
        place = np.empty(order.size, dtype=np.int64)
        place[order] = np.arange(order.size)
        known, codes = known[order], place[codes]
    parts = dict(zip(apart, np.split(codes, np.cumsum([len(column) for column in columns])[:-1]), strict=True))
    return Cases(ids=known, of_block=[parts[_rows_of(block)] for block in blocks])


def _rows_of(block: Block) -> tuple[int, int]:
    """Blocks of the same rows have the same key: the models of a wide table."""
    return id(block.table), id(block.rows)


def _apart(blocks: list[Block]) -> dict[tuple[int, int], Block]:
    """One block for each set of rows."""
    found: dict[tuple[int, int], Block] = {}
    for block in blocks:
        found.setdefault(_rows_of(block), block)
    return found


def _truth(blocks: list[Block], cases: Cases) -> Any:
    """The truth of each case, as given: an object array, a float array, or None where answers only have marks."""
    import pyarrow as pa

    where_of = {_rows_of(block): where for block, where in zip(blocks, cases.of_block, strict=True)}
    given = [(block.mark("truth"), where_of[key]) for key, block in _apart(blocks).items()]
    known = [(_nan_is_missing(column), where) for column, where in given if column is not None]
    if not known:
        return None
    kinds = {str(column.type) for column, _ in known}
    columns = [column if len(kinds) == 1 else column.cast(pa.string()) for column, _ in known]
    codes, values = codes_of(under_one_another(columns))
    where = np.concatenate([w for _, w in known])
    first = np.full(cases.ids.size, -1, dtype=np.int64)
    there = codes >= 0
    first[where[there][::-1]] = codes[there][::-1]
    conflicts = np.flatnonzero(there & (first[where] != codes))
    if conflicts.size:
        case, row = where[conflicts[0]], conflicts[0]
        raise BadInput(f"case {cases.ids[case]!s} has two truths ({values[first[case]]!r} and {values[codes[row]]!r}); "
                       f"{counted(np.unique(where[conflicts]).size, 'case')} contradict like this: ids must mean the "
                       f"same "
                       f"case everywhere.")
    missing = np.flatnonzero(first < 0)
    if missing.size:
        raise BadInput(f"no truth is given for {counted(missing.size, 'case')}, such as id {cases.ids[missing[0]]!s}; "
                       f"fill it, or leave the case out.")
    return first, values


def _nan_is_missing(column: Any) -> Any:
    import pyarrow as pa
    from pyarrow import compute

    return compute.if_else(compute.is_nan(column), None, column) if pa.types.is_floating(column.type) else column


def _task(blocks: list[Block], truth: Any, said: Task | None) -> Task:
    import pandas as pd

    if truth is None:
        return Task.REGRESSION
    if said is not None:
        return said
    codes, values = truth
    if any(block.side.classes or block.side.probability for block in blocks) or \
            any(isinstance(value, str | bool) for value in values):
        return Task.CLASSIFICATION
    return infer_task(pd.Series(np.array(values)[codes]))


def _parts(blocks: list[Block], cases: Cases, words: Words) -> dict[str, tuple[Part, ...]]:
    said: dict[str, dict[tuple[str, str, str], Part]] = {}
    first: dict[tuple[str, tuple[str, str, str]], Block] = {}
    for number, block in enumerate(blocks):
        where = cases.of_block[number]
        for key, rows in _by_part(block):
            order = rows if _ascending(where[rows]) else rows[np.argsort(where[rows], kind="stable")]
            at = where[order]
            twice = np.flatnonzero(at[1:] == at[:-1])
            if twice.size:
                raise _given_twice(block, str(cases.ids[at[twice[0]]]), twice.size)
            repeat, fold, seed = key
            part = Part(repeat=repeat, fold=fold, seed=seed, cases=at, **words.taken(number, order))
            before = said.setdefault(block.model, {}).get(key)
            if before is not None:
                shared = np.intersect1d(before.cases, at)
                if shared.size:
                    raise same_name(blocks, first[block.model, key], block, str(cases.ids[shared[0]]))
                part = _joined(before, part, block)
            said[block.model][key] = part
            first.setdefault((block.model, key), block)
    return {model: tuple(sorted(parts.values(), key=lambda p: (p.repeat, p.fold, p.seed)))
            for model, parts in said.items()}


def _joined(one: Part, other: Part, block: Block) -> Part:
    """Two files of one model with different cases are one part."""
    cases = np.concatenate([one.cases, other.cases])
    order = np.argsort(cases, kind="stable")
    arrays: dict[str, Array] = {}
    for what in ("labels", "probabilities", "scores", "values", "marks"):
        left, right = getattr(one, what), getattr(other, what)
        if (left is None) != (right is None):
            raise BadInput(f"{block.where}: {block.model} gives {what} in one file and not in another; give the same "
                           f"columns in all.")
        if left is not None:
            arrays[what] = np.concatenate([left, right])[order]
    return Part(repeat=one.repeat, fold=one.fold, seed=one.seed, cases=cases[order], **arrays)


def _given_twice(block: Block, case: str, times: int) -> BadInput:
    """The refusal of a case that one model is asked twice, with the columns that may tell the repetitions apart."""
    return BadInput(f"{block.model}: case {case} is given more than once ({counted(times, 'repetition')} in all); "
                    f"give each case once, or say in a column what tells the repetitions apart (--model, --fold, "
                    f"--repeat or --run).")


def _by_part(block: Block) -> list[tuple[tuple[str, str, str], Array]]:
    """The rows of each test part: by repeat, fold and seed, where there are such columns."""
    marks = [block.mark(role) for role in ("repeat", "fold", "seed")]
    if all(mark is None for mark in marks):
        return [(("0", "0", ""), np.arange(block.rows.size))]
    coded = [(np.zeros(block.rows.size, dtype=np.int64), [blank]) if mark is None else codes_of(mark)
             for mark, blank in zip(marks, ("0", "0", ""), strict=True)]
    keys = np.ravel_multi_index([codes + 1 for codes, _ in coded], [len(names) + 1 for _, names in coded])
    found = []
    for key in np.unique(keys):
        rows = np.flatnonzero(keys == key)
        repeat, fold, seed = (str(names[codes[rows[0]]]) if codes[rows[0]] >= 0 else "" for codes, names in coded)
        found.append(((repeat, fold, seed), rows))
    return found


def _ascending(values: Array) -> bool:
    return bool((values[1:] > values[:-1]).all())


def _mark_codes(blocks: list[Block], cases: Cases, role: str) -> Array | None:
    """A code for each case by what marks it, the same in all files."""
    import pyarrow as pa

    found = np.full(cases.ids.size, -1, dtype=np.int64)
    seen: dict[Any, int] = {}
    for block, where in zip(blocks, cases.of_block, strict=True):
        column = block.mark(role)
        if column is None:
            continue
        codes, names = codes_of(column)
        number = np.array([seen.setdefault(name, len(seen)) for name in names] or [-1])
        mine = np.where(codes < 0, -1, number[codes])
        clash = np.flatnonzero((found[where] >= 0) & (found[where] != mine))
        if clash.size:
            raise BadInput(f"case {cases.ids[where[clash[0]]]!s} is in two {role}s; a case belongs to one.")
        found[where] = mine
    if not seen:
        return None
    missing = np.flatnonzero(found < 0)
    if missing.size:
        raise BadInput(f"no {role} is given for {counted(missing.size, 'case')}, such as id {cases.ids[missing[0]]!s}.")
    return codes_of(pa.array(found))[0]         # numbered by the order of the cases


def _weights(blocks: list[Block], cases: Cases) -> Array | None:
    weights = np.full(cases.ids.size, np.nan)
    for block, where in zip(blocks, cases.of_block, strict=True):
        name = block.roles.weight
        if name is not None:
            weights[where] = block.numbers(name, "weight")
    if np.isnan(weights).all():
        return None
    whole = np.isfinite(weights) & (weights >= 1) & (weights == np.trunc(weights))
    if not whole.all():
        case = np.flatnonzero(~whole)[0]
        raise BadInput(f"the weight of case {cases.ids[case]!s} is {weights[case]:g}; a weight says how often a case "
                       f"stands "
                       f"there, so it is a whole number from 1 on.")
    return weights.astype(np.int64)


def _same_cases(table: PredictionTable, *, common: bool) -> PredictionTable:
    """Every model speaks of the same cases in the same parts, or the table is refused, or cut."""
    spoken = {}
    for model, parts in table.said.items():
        spoken[model] = np.zeros(table.n_cases, dtype=bool)
        for part in parts:
            spoken[model][part.cases] = True
    everywhere = np.logical_and.reduce(list(spoken.values()))
    shared = np.flatnonzero(everywhere)
    if shared.size == table.n_cases:
        return table
    if not shared.size:
        raise BadInput(f"the models of {table.name} have no case in common; check that ids mean the same in all files.")
    counts = ", ".join(f"{model} {int(cases.sum()):,}" for model, cases in spoken.items())
    odd = np.flatnonzero(~everywhere)[0]
    lacking = next(model for model, cases in spoken.items() if not cases[odd])
    if not common:
        raise BadInput(f"the models were not given the same cases ({counts}; all have {shared.size:,}; id "
                       f"{table.ids[odd]!s} is missing from {lacking}): complete them, or say --common-cases to "
                       f"judge on the shared ones.")
    return cut(table, shared, f"{counted(table.n_cases - shared.size, 'case')} that not every model has are left out "
                              f"({counts}; {shared.size:,} shared).")


def cut(table: PredictionTable, keep: Array, notice: str) -> PredictionTable:
    """The table with only some of its cases."""
    position = np.full(table.n_cases, -1, dtype=np.int64)
    position[keep] = np.arange(keep.size)
    return PredictionTable(
        name=table.name, ids=table.ids[keep], task=table.task, y=table.y[keep], classes=table.classes,
        target=table.target, scorer=table.scorer, clusters=None if table.clusters is None else table.clusters[keep],
        weights=None if table.weights is None else table.weights[keep], notices=(*table.notices, notice),
        said={model: tuple(_cut_part(part, position) for part in parts) for model, parts in table.said.items()},
    )


def _cut_part(part: Part, position: Array) -> Part:
    stays = position[part.cases] >= 0

    def kept(values: Array | None) -> Array | None:
        return None if values is None else values[stays]

    return Part(repeat=part.repeat, fold=part.fold, seed=part.seed, cases=position[part.cases[stays]],
                labels=kept(part.labels), probabilities=kept(part.probabilities), scores=kept(part.scores),
                values=kept(part.values), marks=kept(part.marks))


__all__ = ["Reading", "cut", "read_data_sets", "read_predictions"]
