"""Tables put to the numbers checker, as a file would be."""

from __future__ import annotations

from audit.numbers.correct_tables import Table
from referee.audit.numbers import Contradiction, contradictions
from referee.audit.numbers.of_table import sheet


def wrong(table: Table) -> tuple[Contradiction, ...]:
    """What the checker says of a table."""
    return contradictions(sheet(list(table.rows[0]), table.rows, comma=table.style.comma).rows)


def of(**cells: str) -> list[str]:
    """What it says of one row; an underscore stands for a blank in a column's name."""
    row = {name.replace("_", " "): cell for name, cell in cells.items()}
    return [str(one) for one in contradictions(sheet(list(row), [row]).rows)]
