"""Tables with a row for each model, which sum up its answers: "acc" is then an accuracy, and no mark of an answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from referee.audit.numbers.naming import EXACT, WHOSE, named
from referee.data.prediction_table.files import Source, open_source
from referee.data.prediction_table.marks import is_text
from referee.data.prediction_table.naming import NAMES
from referee.data.score_layout import plain_name

MOST, MOST_BYTES = 200, 1_000_000      # rows, and size, of a table that somebody printed
FEWER = 20              # rows of a model: with more of them they may be cases
FIGURE = re.compile(r"\d\.\d|\d,\d|±|\\pm|\d\s*%")      # of a text that is a score, and no mark of one answer
FIGURES = 2             # columns of scores or counts, beside the one that may be a mark


def sums_up(path: Path) -> bool:
    """Whether the rows of a file are models (on data sets) with their figures, and no cases.

    Without a column of ids, words name each row; and either the models stand in rows of their own, beside a figure
    that is no mark of one answer, or scores or counts of several kinds stand beside them.
    """
    if path.stat().st_size > MOST_BYTES:
        return False
    source = open_source(path)
    if any(plain_name(name) in NAMES["id"] for name in source.names):
        return False
    table = source.read(list(source.names))
    words = [name for name in source.names if is_text(table.column(name)) and named(name) is None]
    if not 1 < table.num_rows <= MOST or not words:
        return False
    if table.group_by(words).aggregate([]).num_rows < table.num_rows:
        return False
    others = [name for name in source.names if name not in words and plain_name(name) not in NAMES["correct"]]
    known = [kind.kind.partition("_")[0] for name in others if (kind := named(name)) is not None]
    return sum(kind in WHOSE | EXACT for kind in known) >= FIGURES or _of_models(table)


def words_alone(source: Source) -> bool:
    """Whether what may be marks of answers by its name is text, which no mark is, and no column names cases."""
    if any(plain_name(name) in NAMES["id"] for name in source.names):
        return False
    marks = [name for name in source.names if plain_name(name) in NAMES["correct"]]
    table = source.read(marks)
    return bool(marks) and all(is_text(table.column(name)) for name in marks)


def _of_models(table: Any) -> bool:
    """Whether a column names a model in each of its few rows, and what may be marks are other numbers than 0 and 1."""
    models = [name for name in table.column_names if plain_name(name) in NAMES["model"]]
    marks = [name for name in table.column_names if plain_name(name) in NAMES["correct"]]
    if not models or not marks or table.num_rows >= FEWER * len(table.column(models[0]).unique()):
        return False
    return any(value not in (0, 1, None) if not isinstance(value, str) else FIGURE.search(value) is not None
               for name in marks for value in table.column(name).to_pylist())
