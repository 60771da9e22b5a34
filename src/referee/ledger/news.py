"""Whether anything was written to a ledger since one last looked, and when the last fit was; no fit is read."""

from __future__ import annotations

from collections import defaultdict

import sqlalchemy as sa

from referee.ledger.database import Database
from referee.ledger.schema import blocks, records, tallies
from referee.ledger.tally import BLOCKS_SINCE, TALLIED_SINCE

Marks = dict[str, frozenset[tuple[str, str, int, str]]]      # by problem; under "" those of all else


def marks(database: Database) -> Marks | None:
    """What changes when something is written, problem by problem; None for a ledger that is older than its tallies."""
    if database.version < TALLIED_SINCE:
        return None
    found: dict[str, set[tuple[str, str, int, str]]] = defaultdict(set)
    for row in database.rows(sa.select(tallies)):
        found[row["part"]].add((row["writer"], row["rows_of"], row["many"], row["digest"]))
    return {part: frozenset(said) for part, said in found.items()}


def last_written(database: Database, problem: str) -> str:
    """When the last fit on a problem was written (UTC, ISO 8601); empty where there is none."""
    tables = (records, blocks) if database.version >= BLOCKS_SINCE else (records,)
    found = [database.column(sa.select(sa.func.max(table.c.created)).where(table.c.problem == problem))[0]
             for table in tables]
    return max((str(when) for when in found if when is not None), default="")
