"""Data that no study has used yet, as the source of an audit: a table that holds the target that was named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from referee.api.data_words import OF_DATA
from referee.audit import Bundle
from referee.audit.reading.divided import SplitColumn, split_column
from referee.audit.reading.from_data import bundle_of_data
from referee.data import load
from referee.data.prediction_table.files import ENDINGS, open_source
from referee.data.prediction_table.opening import beside_answers, frame_of
from referee.data.reading import is_table_file, read_frame
from referee.data.row_marks import NONE
from referee.errors import BadInput, UnknownName
from referee.foreign_file import guarded_source

TRAINED, TESTED = re.compile("train|fit|devel", re.IGNORECASE), re.compile("test|eval|hold", re.IGNORECASE)


def holds(source: Any, target: Any) -> bool:
    """Whether a source is a table with the columns of the target: a file of rows, a frame, or columns by name."""
    if target is None or isinstance(source, Bundle):
        return False
    if isinstance(source, str | Path):
        if not Path(source).is_file() or not str(source).lower().endswith(ENDINGS):
            return False
        with guarded_source(source):
            names = {str(name) for name in open_source(Path(source)).names}
    else:
        names = {str(name) for name in getattr(source, "columns", source if isinstance(source, Mapping) else ())}
    asked = [target] if isinstance(target, str) else [str(name) for name in target]
    return bool(asked) and all(name in names or set(name.split(",")) <= names for name in asked)


def train_and_test(source: Any, data: Any, target: Any) -> tuple[Any, str] | None:
    """Two tables with the same columns, the target among them, as one, and the column that says which rows are whose.

    The first are the rows trained on, the second those tested on, unless their names say otherwise. None where they are
    no such pair.
    """
    import pandas as pd

    if not isinstance(source, str | Path) or not isinstance(data, str | Path) or not (
            holds(source, target) and holds(data, target)):
        return None
    (first, named), (second, beside) = frame_at(source), frame_at(data)
    if first is None or second is None or set(map(str, first.columns)) != set(map(str, second.columns)):
        return None
    if TESTED.search(Path(named).stem) and TRAINED.search(Path(beside).stem):
        first, second = second, first
    part = next(name for name in ("part", "part of the two files", "which of the two files") if name not in first)
    return pd.concat([first.assign(**{part: "train"}), second[list(first.columns)].assign(**{part: "test"})],
                     ignore_index=True), part


def bundle_of_table(source: Any, options: Mapping[str, Any], split: str | None = None) -> Bundle:
    """The table as evidence; what says how predictions are read is refused."""
    said = {word: value for word, value in options.items() if value is not None}
    strange = [word for word in said if word not in OF_DATA]
    if strange:
        raise BadInput(f"{strange[0]} says what is what in predictions, and with a target and no other data {source!s} "
                       f"is read as data; leave one of the two out.")
    with guarded_source(source):
        column = column_of_split(source, split, said, folds=True)
        if column is None:
            return bundle_of_data(load(source, **said))
        problem = load(source, **without(said, column.name))
        order = places_in_file(source, without(said, column.name), column.parts.size)
        return bundle_of_data(problem, *column.divisions(order), notice=column.sentence)


def table_and_places(source: Any, options: Mapping[str, Any]) -> tuple[Any, Any]:
    """The table as it stands in the file, and where each row of its problem stands there."""
    frame = frame_at(source)[0]
    if frame is None:
        raise BadInput(f"questions are asked of data in one table, and {source} is none.")
    said = {word: value for word, value in options.items() if value is not None}
    return frame, places_in_file(source, said, len(frame))


def column_of_split(source: Any, split: str | None, said: Mapping[str, Any], *, folds: bool = False
                    ) -> SplitColumn | None:
    """The column of a table that says which rows are trained on: as named, or by its values; None: there is none."""
    frame, where = frame_at(source)
    if frame is None:
        if split not in {None, NONE}:
            raise BadInput("split names a column of a table; give a file or a frame.")
        return None
    marks = [said.get(word) for word in ("target", "groups", "ids", "time", "weights")]
    taken = [name for name in marks if isinstance(name, str)] + ([] if split is not None else _dropped(said))
    return split_column(frame, split, where, taken=taken, folds=folds)


def without(said: Mapping[str, Any], column: str) -> dict[str, Any]:
    """What is said of the data, and that a column is no feature."""
    return {**said, "drop": list(dict.fromkeys([*_dropped(said), column]))}


def shortened(source: Any, said: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """A table of predictions without the columns to drop, and what else is said."""
    drop, rest = _dropped(said), {word: value for word, value in said.items() if word != "drop"}
    if not drop:
        return source, rest
    name = Path(source).name if isinstance(source, str | Path) else "predictions"
    frame = beside_answers(source, name)
    if frame is None:
        raise BadInput(f"columns are dropped from tables; {name} is a log of another program, of which only answers "
                       f"are read. Leave drop out.")
    for column in drop:
        if column not in frame.columns:
            raise UnknownName("column", column, [str(one) for one in frame.columns])
    return frame.drop(columns=drop), rest


def _dropped(said: Mapping[str, Any]) -> list[str]:
    drop = said.get("drop") or []
    return [name.strip() for name in drop.split(",")] if isinstance(drop, str) else list(drop)


def places_in_file(source: Any, said: Mapping[str, Any], n: int) -> Any:
    """Where each row of the problem stands in the file: time puts rows in order, missing targets leave some out."""
    if said.get("time") is None and not said.get("drop_missing_target"):
        return np.arange(n)
    numbered = load(frame_at(source)[0], **dict(said) | {"ids": np.arange(n)})
    return np.arange(n) if numbered.ids is None else np.asarray(numbered.ids, dtype=np.int64)


def frame_at(source: Any) -> tuple[Any, str]:
    """The frame that a source is or holds, and what it is called; None where it is no table."""
    if isinstance(source, str | Path):
        path = Path(source)
        return (read_frame(path)[0], path.name) if path.is_file() and is_table_file(path.name) else (None, str(source))
    if hasattr(source, "columns") or isinstance(source, Mapping):
        return frame_of(dict(source) if isinstance(source, Mapping) else source, "data"), "data"
    return None, "data"
