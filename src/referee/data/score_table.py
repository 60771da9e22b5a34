"""Scores of several models on several data sets, from a file, a frame or an array.

A row must be a data set. Repetitions on one data set (folds, runs, seeds) share rows and speak of that data set only,
so they are averaged where the data sets are named and refused where they are not. A missing score is named and
refused; it can be left out with its data set or its model, or kept as a gap, never filled in (`score_gaps`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.data.experimenter import experiment, is_experiment
from referee.data.reading import read_frame
from referee.data.score_gaps import complete
from referee.data.score_layout import Columns, Layout, find_layout, looks_like_a_fold, plain_name
from referee.data.scoreboard import Scoreboard
from referee.data.table import Table, as_table
from referee.data.wording import counted, listed, quoted
from referee.errors import BadInput, NotJustified, UnknownName
from referee.foreign_file import guarded_source
from referee.kinds import frozen_array

if TYPE_CHECKING:
    import pandas as pd

MISSING = ("refuse", "drop-data-sets", "drop-models", "keep")
ONE_DATA_SET = ("folds, runs and seeds of one data set share its rows and say nothing about other data sets; test them "
                "as trials with `referee trials`, compare models on one data set with `referee compare`, or add a "
                "column 'dataset'")


def scoreboard(source: Any, *, columns: Columns | None = None, metric: str = "", missing: str = "refuse",
               name: str | None = None) -> Scoreboard:
    """The scores in a file (.csv, .tsv, .parquet), a frame, a dict of columns, or an array with a column per model."""
    if missing not in MISSING:
        raise UnknownName("way with missing scores", missing, MISSING, hint=f"There are: {', '.join(MISSING)}")
    if isinstance(source, Scoreboard):
        return source
    with guarded_source(source):
        return _board(source, columns or Columns(), metric, missing=missing, name=name)


def _board(source: Any, columns: Columns, metric: str, *, missing: str, name: str | None) -> Scoreboard:
    table, notices = table_of(source, name)
    if is_experiment(table.names) and columns == Columns():
        table, metric, notice = experiment(table, metric)
        notices.append(notice)
    is_text = [not is_number(table.column(n)) for n in table.names]
    layout = find_layout(table, columns, is_text)
    _refuse_folds(table, layout)
    wide, metric = _wide(table, layout, metric)
    if not layout.data_sets and not layout.replicates:
        notices.append(f"{table.where} does not name its rows; each was taken to be another data set. If they are "
                       f"runs or trials of one, `referee trials` tests them as that.")
    _check_cells(wide, table.where)
    board = replace(_averaged(wide, layout, table.where), folds=_folds(table, layout))
    return complete(replace(board, metric=metric, notices=(*notices, *board.notices)), missing)


def table_of(source: Any, name: str | None = None) -> tuple[Table, list[str]]:
    """What was given as a frame with names, and what was noticed in reading it."""
    import pandas as pd

    if isinstance(source, str | Path):
        frame, notices = read_frame(Path(source))
        return as_table(frame, name or Path(source).name), notices
    if isinstance(source, pd.DataFrame):
        source = _with_its_index(source)
    table = as_table(source, name or "the table")
    frame = table.given if isinstance(table.given, pd.DataFrame) else pd.DataFrame(table.given, columns=table.names)
    return replace(table, given=frame), []


def _with_its_index(frame: pd.DataFrame) -> pd.DataFrame:
    """An index with a name, or of words, is a column; one that only counts rows is none."""
    named = [n for n in frame.index.names if n is not None]
    words = frame.index.nlevels == 1 and frame.index.dtype.kind not in "iuf"
    if named and not set(named) & set(frame.columns):
        return frame.reset_index()
    if words and "dataset" not in frame.columns:
        return frame.reset_index(names="dataset")
    return frame.reset_index(drop=True)


def is_number(column: Any) -> bool:
    """Whether a column holds numbers, or nothing at all."""
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    return bool(is_numeric_dtype(column) and not is_bool_dtype(column)) or bool(column.isna().all())


def _refuse_folds(table: Table, layout: Layout) -> None:
    if layout.data_sets:
        names = list(dict.fromkeys(table.column(layout.data_sets[0]).astype(str)))
        if len(layout.data_sets) > 1 or not all(looks_like_a_fold(name) for name in names):
            return
        raise NotJustified(f"{table.where}: the rows are called {listed(names)}, which are parts of one data set and "
                           f"no data sets: {ONE_DATA_SET}.")
    if layout.replicates:
        raise NotJustified(f"{table.where} has a column {layout.replicates[0]!r} and none that names the data set, so "
                           f"its rows are parts of one data set: {ONE_DATA_SET}.")
    if layout.model is not None:
        raise NotJustified(f"{table.where} names models but no data sets: {ONE_DATA_SET}.")


def _wide(table: Table, layout: Layout, metric: str) -> tuple[pd.DataFrame, str]:
    """A row per data set and repetition, labelled by the data set, and a column per model; and the metric."""
    import pandas as pd

    frame: pd.DataFrame = table.given
    if layout.metric is not None:
        frame, metric = _of_one_metric(frame, layout.metric, metric, table.where)
    keys = [*layout.data_sets, *layout.replicates]
    for key in [*keys, *([layout.model] if layout.model else [])]:
        if frame[key].isna().any():
            raise BadInput(f"{table.where}: column {key!r} has empty cells; every score needs its data set and model.")
    if layout.model is None:
        wide = frame[list(layout.scores)].copy()
        labels = frame[list(layout.data_sets)].astype(str).agg(" / ".join, axis=1) if layout.data_sets else [
            str(i + 1) for i in range(len(frame))]
        return wide.set_index(pd.Index(labels)), metric
    score, models = layout.scores[0], list(dict.fromkeys(frame[layout.model].astype(str)))
    copy = frame.groupby([*keys, layout.model], sort=False).cumcount()
    labels = frame[list(layout.data_sets)].astype(str).agg(" / ".join, axis=1)
    cells = frame.assign(**{layout.model: frame[layout.model].astype(str), "\0set": labels, "\0copy": copy})
    spread = cells.pivot(                                   # noqa: PD010 - nothing is to be aggregated
        index=["\0set", *layout.replicates, "\0copy"], columns=layout.model, values=score)
    spread = spread.set_index(spread.index.get_level_values(0))[models]
    order = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    spread = spread.iloc[np.argsort([order[label] for label in spread.index], kind="stable")]
    generic = plain_name(score) in {"score", "scores", "value", "result"}
    return spread, metric or ("" if generic else score)


def _of_one_metric(frame: pd.DataFrame, column: str, metric: str, where: str) -> tuple[pd.DataFrame, str]:
    found = list(dict.fromkeys(frame[column].astype(str)))
    if metric in found or (not metric and len(found) == 1):
        metric = metric or found[0]
        return frame[frame[column].astype(str) == metric], metric
    if not metric:
        raise BadInput(f"{where} has several metrics ({quoted(found, 5)}); say which one to rank by (metrics=…).")
    raise UnknownName(f"metric in {where}", metric, found)


def _check_cells(wide: pd.DataFrame, where: str) -> None:
    if wide.shape[1] < 2:
        raise BadInput(f"{where} has {counted(wide.shape[1], 'model')}; ranking needs two at least.")
    for name in wide.columns:
        if not is_number(wide[name]):
            bad = next(i for i, v in enumerate(wide[name]) if not isinstance(v, int | float | np.number))
            raise BadInput(f"{where}: the score of {name} on {wide.index[bad]} is {wide[name].iloc[bad]!r}, "
                           f"not a number.")
    infinite = np.argwhere(np.isinf(wide.to_numpy(float)))
    if len(infinite):
        i, j = infinite[0]
        raise BadInput(f"{where}: the score of {wide.columns[j]} on {wide.index[i]} is infinite.")


def _folds(table: Table, layout: Layout) -> int | None:
    """How many folds there are, where a column numbers them."""
    numbered = [name for name in layout.replicates if "fold" in plain_name(name)]
    return int(table.column(numbered[0]).nunique()) if numbered else None


def _averaged(wide: pd.DataFrame, layout: Layout, where: str) -> Scoreboard:
    names = tuple(dict.fromkeys(str(label) for label in wide.index))
    cells, labels = wide.to_numpy(float), np.array([str(label) for label in wide.index])
    parts = [cells[labels == name] for name in names]
    board = Scoreboard(data_sets=names, models=tuple(str(c) for c in wide.columns), where=where,
                       scores=frozen_array([part.mean(axis=0) for part in parts]))
    if len(names) < 2:
        raise NotJustified(f"{where} has one data set, {names[0]!r}: {ONE_DATA_SET}.")
    most, fewest = max(map(len, parts)), min(map(len, parts))
    if most == 1:
        return board
    what = f"over {listed(layout.replicates)}" if layout.replicates else "of the same name"
    rows = f"{most}" if most == fewest else f"{fewest} to {most}"
    notice = (f"{rows} rows of each data set ({what}) were averaged: the evidence is {len(names)} data sets, not "
              f"{len(wide):,} rows.")
    return replace(board, replicates=tuple(map(frozen_array, parts)), notices=(notice,))

