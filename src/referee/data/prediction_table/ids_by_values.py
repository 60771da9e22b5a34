"""The column that names the cases where its own name does not say so: every row has another value in it.

Words that differ from row to row, and that no other column has, are no model's answers: they name the rows, whatever
the column is called (customer, parcel, Aktenzeichen). Whole numbers do so where none comes twice though hardly more
would fit between the least and the most: scores would meet; or where the column is called a number or an id of
something (record_id), which no score is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from referee.data.prediction_table.dates import is_date
from referee.data.prediction_table.marks import Look, is_text
from referee.data.score_layout import plain_name

FEWEST = 20             # rows, of which words tell that they name them
FEWEST_NUMBERS = 30     # … and numbers
MOSTLY = 0.5            # of the rows, other cases: of words that come twice, in rows that are the same throughout
DENSE = 2               # times as many numbers would fit between the least and the most
PERCENT = 100           # a number that ranks and percentages may have
CLASSES = 20            # of a truth beside which whole numbers are no answers
NUMBERED = re.compile(r"\w(?:id|nr|num|number|nummer)$")           # as a column is called that numbers something
TELLING = ("model", "seed", "repeat", "dataset", "scorer")      # what tells the rows of one case apart


def ids_by_values(look: Look, marks: Mapping[str, str]) -> str | None:
    """The column that names the cases by what it holds; None where none does.

    Of several the first without blanks: names of cases seldom have them, texts do.
    """
    if "id" in look.named.said or "id" in marks:
        return None
    beside = [marks[role] for role in TELLING if role in marks]
    found = [*_words(look, marks, beside), *_numbers(look, marks, beside)]
    return min(found, key=lambda name: _has_blanks(look, name)) if found else None


def names_rows(look: Look, name: str) -> bool:
    """Whether a column of words has another one in each row."""
    column = look.table.column(name)
    return is_text(column) and len(column) >= FEWEST and not column.null_count and len(column.unique()) == len(column)


def _words(look: Look, marks: Mapping[str, str], beside: list[str]) -> Iterator[str]:
    texts = {name for name in (*look.rest, *marks.values()) if is_text(look.table.column(name))}
    for name in look.rest:
        if name not in texts or name in marks.values() or look.facts(name).number:
            continue
        if not _alone(look, name, beside, FEWEST) or is_date(look.table.column(name)[0].as_py()):
            continue
        own = set(look.table.column(name).unique().to_pylist())
        if all(own.isdisjoint(look.table.column(other).unique().to_pylist()) for other in texts - {name}):
            yield name


def _numbers(look: Look, marks: Mapping[str, str], beside: list[str]) -> Iterator[str]:
    """Whole numbers that name the cases; only beside classes, where they are no answers."""
    if "truth" not in marks or not 2 <= len(look.facts(marks["truth"]).values or ()) <= CLASSES:
        return
    for name in look.rest:
        facts = look.facts(name)
        numbered = NUMBERED.search(plain_name(name)) is not None
        if name in marks.values() or not facts.whole or (facts.low <= PERCENT and not numbered):
            continue
        many = len(look.table.column(name).unique())
        if (numbered or facts.high - facts.low < DENSE * many) and _alone(look, name, beside, FEWEST_NUMBERS):
            yield name


def _alone(look: Look, name: str, beside: list[str], fewest: int) -> bool:
    """Whether a column, with those that tell the rows of one case apart, names every row."""
    column = look.table.column(name)
    if column.null_count or len(column.unique()) < fewest:
        return False
    cases = look.table.group_by([name, *beside]).aggregate([]).num_rows
    if cases == look.table.num_rows or not is_text(column) or cases <= MOSTLY * look.table.num_rows:
        return bool(cases == look.table.num_rows)
    # A case that stands there twice, the same in every column, is still one case.
    return bool(cases == look.table.group_by(look.table.column_names).aggregate([]).num_rows)


def _has_blanks(look: Look, name: str) -> bool:
    column = look.table.column(name)
    return is_text(column) and any(" " in str(value) for value in column.unique().to_pylist())
