"""Predictions that are no longer wanted, removed: by learner, by problem, or by age; in one transaction.

Only records go. What was declared, what was looked at and what a learner was stay, so that nothing that was tried is
forgotten where tries are counted; and the ledger keeps a note of what was removed, and when. A study whose fits are
gone can be run again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from referee.errors import BadInput
from referee.ledger.database import Database
from referee.ledger.filing import remove_blocks
from referee.ledger.founding import now
from referee.ledger.schema import blocks, learners, meta, problems, records

NOTE = "pruned "         # the beginning of a key in `meta`, before the time


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwanted:
    """Which records: all that meet every demand made."""

    learner: str | None = None       # by name
    problem: str | None = None       # by name
    before: str | None = None        # written before this time, ISO 8601

    def __post_init__(self) -> None:
        if not any((self.learner, self.problem, self.before)):
            raise BadInput("nothing says which fits are to go; name a learner, a problem or a date.")

    def said(self) -> dict[str, str]:
        """For the note that the ledger keeps."""
        named = {"learner": self.learner, "problem": self.problem, "before": self.before}
        return {name: value for name, value in named.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """How much is unwanted."""

    fits: int
    size: int                        # bytes of predictions


def prune(database: Database, unwanted: Unwanted, *, only_count: bool) -> Pruned:
    """Remove records, or only count them."""
    where, of_blocks = (_where(database, unwanted, table) for table in (records, blocks))
    if only_count:
        with database.reading() as connection:
            return _counted(connection, where, of_blocks)
    with database.writing() as connection:
        pruned = _counted(connection, where, of_blocks)
        if pruned.fits:
            database.remove(connection, records, where)
            remove_blocks(database, connection, of_blocks)
            note = {"fits": pruned.fits, **unwanted.said()}
            database.insert(connection, meta, [{"key": f"{NOTE}{now()}", "value": json.dumps(note)}])
    return pruned


def _counted(connection: sa.Connection, where: sa.ColumnElement[bool], of_blocks: sa.ColumnElement[bool]) -> Pruned:
    counts = [connection.execute(sa.select(sa.func.count(), _sum(records.c.size)).where(where)).one()]
    if sa.inspect(connection).has_table(blocks.name):
        counts.append(connection.execute(sa.select(_sum(blocks.c.many), _sum(blocks.c.size)).where(of_blocks)).one())
    return Pruned(fits=sum(int(fits) for fits, _ in counts), size=sum(int(size) for _, size in counts))


def _sum(column: sa.Column[int]) -> sa.ColumnElement[int]:
    return sa.func.coalesce(sa.func.sum(column), 0)


def prunings(database: Database) -> list[dict[str, Any]]:
    """What was removed from a ledger, oldest first."""
    rows = database.rows(sa.select(meta).where(meta.c.key.like(f"{NOTE}%")).order_by(meta.c.key))
    return [{"when": row["key"].removeprefix(NOTE)} | _note(row) for row in rows]


def _note(row: Mapping[str, Any]) -> dict[str, Any]:
    try:
        said = json.loads(row["value"])
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _where(database: Database, unwanted: Unwanted, fits: sa.Table) -> sa.ColumnElement[bool]:
    """Those of a table with fits that are unwanted."""
    demands: list[sa.ColumnElement[bool]] = []
    for name, column, table in ((unwanted.learner, fits.c.learner, learners),
                                (unwanted.problem, fits.c.problem, problems)):
        if name:
            found = database.column(sa.select(table.c.fingerprint).where(table.c.name == name))
            if not found:
                raise BadInput(f"the ledger {database.where} has no {table.name.removesuffix('s')} {name!r}; `referee "
                               f"ledger ls {database.where}` shows what it has.")
            demands.append(column.in_(found))
    if unwanted.before:
        demands.append(fits.c.created < unwanted.before)
    return sa.and_(*demands)
