"""Files and frames of predictions, opened, looked at together, and divided into one block for each model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.prediction_table.block import Block, codes_of
from referee.data.prediction_table.ids_by_values import ids_by_values
from referee.data.prediction_table.marks import Look, classes_among, is_text, marks_of
from referee.data.prediction_table.naming import CLASS_COLUMN, GROUPS, NAMES, SIDE, TIME, Named, denied, named
from referee.data.prediction_table.opening import Opened, open_all
from referee.data.prediction_table.quantile_columns import QUANTILE, SAMPLE
from referee.data.prediction_table.resamples import with_repeats
from referee.data.prediction_table.roles import Roles
from referee.data.prediction_table.sides import Classes, called_like_classes, sides_of
from referee.data.prediction_table.truth_file import TRUTH, TruthFile, truth_file
from referee.data.prediction_table.unread_groups import unread_groups
from referee.data.prediction_table.unread_times import unread_times
from referee.data.score_layout import plain_name
from referee.data.wording import listed
from referee.data.written_numbers import with_numbers
from referee.errors import BadInput
from referee.foreign_file import guarded_source
from referee.kinds import Task

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]


@dataclass(kw_only=True, eq=False)
class Raw:
    """All blocks of all files, and sentences about how they were read."""

    blocks: list[Block] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    scored: dict[str, tuple[int, int]] = field(default_factory=dict)      # model → cases with a mark in its log, all


def read_raw(  # noqa: PLR0913 - all that a reading is told
        sources: Sequence[Any], said: Mapping[str, str | None], *, name: str = "predictions",
        written_by: str | None = None, task: Task | None = None, names: Sequence[str] = (), common: bool = False,
) -> Raw:
    """Read files or frames; a file without a model column is one model, called by its name (or as its format says)."""
    opened = open_all(sources, said, name=name, written_by=written_by, names=names, common=common)
    truth = truth_file(said, [one.names for one in opened])
    looks = [_looked_at(given, one, truth) for given, one in zip(sources, opened, strict=True)]
    classes = None if task is Task.REGRESSION else classes_among(looks, None if truth is None else truth.values)
    raw = Raw()
    roles = [_roles(look, marks, classes) for look, marks in looks]
    roles = [_named_by_time(look.table, found) for (look, _), found in zip(looks, roles, strict=True)]
    roles = _files_are_models(roles, named=bool(names))
    for one, (look, _), found in zip(opened, looks, roles, strict=True):
        several = len(opened) > 1
        if found.id is None and (several or found.model is not None):
            raise BadInput(f"{one.where} has no column of ids ({listed(one.names)}); cases are aligned by id, never "
                           f"by order: add one, or say which column it is (--ids).")
        if names and (found.model is not None or len(found.sides) > 1):
            raise BadInput(f"{one.where} names its models itself, in its columns; --names is for files of one model "
                           f"each.")
        raw.notices += [*one.notices, *look.notices]
        if one.imported is not None and one.imported.scored is not None:
            raw.scored[one.called] = one.imported.scored
        if one.imported is None:                # the format of another program says it all
            told = found.describe(one.names, {} if truth is None else {TRUTH: f"{truth.column!r} of {truth.path.name}"})
            raw.notices.append(f"{one.where}: {told}" if several else told)
        without = denied(one.names, said)
        raw.notices += [] if GROUPS in without else unread_groups(one, look.table, found)
        raw.notices += [] if TIME in without else unread_times(one, look.table, found)
        raw.blocks += _blocks(look.table, one, found)
    return raw


def _named_by_time(table: pa.Table, found: Roles) -> Roles:
    """With the time as the name of the cases, where they have none and it says, with model and part, which each is."""
    if found.id is not None or found.time is None or found.model is None:
        return found
    columns = [name for name in (found.time, found.model, found.fold, found.repeat, found.seed, found.dataset) if name]
    alone = table.group_by(columns).aggregate([]).num_rows == table.num_rows
    return replace(found, id=found.time) if alone else found


def _looked_at(given: Any, one: Opened, truth: TruthFile | None) -> tuple[Look, dict[str, str]]:
    """What is needed of a source, and which of its columns mark the cases."""
    elsewhere = frozenset() if truth is None else frozenset({"truth"})
    proposed = named(one.names, one.where, one.said, but=elsewhere)
    with guarded_source(given):
        table = one.table if one.table is not None else _read(one, proposed)
        table, written = (table, []) if one.imported is not None else _numbers(table, one, proposed)
    if one.imported is None and (strangers := _labels_called_numbers(table, proposed)):
        proposed = named(one.names, one.where, one.said, but=elsewhere, strangers=strangers)
    look = Look(where=one.where, table=table, named=proposed, notices=written)
    marks = marks_of(look, truth_elsewhere=truth is not None)
    if truth is None and (ids := ids_by_values(look, marks)) is not None:
        marks["id"] = ids
    if truth is not None:
        ids = marks.get("id") or (truth.id if truth.id in one.names else None)
        if ids is None:
            raise BadInput(f"{one.where} has no column of ids ({listed(one.names)}) to find its truth by; say which it "
                           f"is (--ids).")
        look.table = truth.beside(table, ids, one.where)
        marks |= {"id": ids, "truth": TRUTH}
    look.table, marks = with_repeats(look.table, marks)
    return look, marks


def _read(one: Opened, proposed: Named) -> pa.Table:
    """The columns with a known name; the others only where those do not say it all, or are called like a class."""
    assert one.source is not None
    if not proposed.complete:
        return one.source.read(list(one.names))
    wanted = [column for role in NAMES for column in proposed.candidates(role)]
    wanted += [name for name in proposed.rest if CLASS_COLUMN.fullmatch(name)
               or QUANTILE.fullmatch(name) or SAMPLE.fullmatch(name) or plain_name(name) in {"id2", "id3"}]
    table = one.source.read(list(dict.fromkeys(wanted)))         # one may have two roles: the hour is the case too
    more = called_like_classes(table, proposed)
    if more:
        for name, column in zip(more, one.source.read(more).columns, strict=True):
            table = table.append_column(name, column)
    return table


def _numbers(table: pa.Table, one: Opened, proposed: Named) -> tuple[pa.Table, list[str]]:
    """Numbers that a program wrote in its own way, where a column may hold numbers."""
    marking = [column for role in NAMES if role not in (*SIDE, "truth", "weight")
               for column in proposed.candidates(role)]
    return with_numbers(table, one.where, but=marking,
                        comma_divides=one.source is not None and one.source.comma_divides)


def _labels_called_numbers(table: pa.Table, proposed: Named) -> frozenset[str]:
    """Columns called as scores or probabilities are that hold classes in words: `logit` beside `forest` is a model."""
    truths = [table.column(name) for name in proposed.candidates("truth") if name in table.column_names]
    if len(truths) != 1 or not is_text(truths[0]):
        return frozenset()
    classes = set(truths[0].unique().to_pylist())
    called = [name for role in ("score", "probability") for name in proposed.known.get(role, ())
              if name in table.column_names and is_text(table.column(name))]
    return frozenset(name for name in called if set(table.column(name).unique().to_pylist()) <= classes)


def _roles(look: Look, marks: dict[str, str], classes: Classes) -> Roles:
    sides = sides_of(look, marks, classes)
    if sides[0][0] is not None or "model" not in marks:
        marks = {role: column for role, column in marks.items() if role != "model"}
    return Roles(sides=sides, **marks)


def _files_are_models(roles: list[Roles], *, named: bool) -> list[Roles]:
    """Several files with one column of answers each, called alike: then the files are the models, not the columns."""
    alone = [found.sides[0][0] for found in roles if len(found.sides) == 1]
    alike = len(roles) > 1 and len(set(alone)) == 1
    submitted = all(found.truth == TRUTH for found in roles)
    if len(alone) < len(roles) or not (alike or submitted or named):
        return roles
    return [replace(found, sides=((None, found.sides[0][1]),)) for found in roles]


def _blocks(table: pa.Table, one: Opened, roles: Roles) -> list[Block]:
    everyone = np.arange(table.num_rows)
    numbered = roles.id is None
    if roles.model is None:
        return [Block(where=one.where, source=one.given, model=model if model is not None else one.called,
                      rows=everyone, table=table, roles=roles, side=side, numbered=numbered)
                for model, side in roles.sides]
    codes, models = codes_of(table.column(roles.model))
    missing = np.flatnonzero(codes < 0)
    if missing.size:
        raise BadInput(f"{one.where}: no model is named in row {missing[0] + 1} (column {roles.model!r}).")
    side = roles.sides[0][1]
    return [Block(where=one.where, source=one.given, model=str(model), rows=np.flatnonzero(codes == code), table=table,
                  roles=roles, side=side, numbered=numbered)
            for code, model in enumerate(models)]
