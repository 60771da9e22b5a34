"""What a ledger holds, counted by problem, without reading a record."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import sqlalchemy as sa

from referee.errors import LedgerCorrupt
from referee.ledger.database import Database
from referee.ledger.schema import blocks, looks, plans, problems, records
from referee.ledger.tally import BLOCKS_SINCE


def summary(database: Database) -> list[dict[str, Any]]:
    """One row a problem, oldest first: how many plans, learners, records, failures, looks."""
    by_problem = {
        "plans": _counted(database, plans),
        "looks": _counted(database, looks),
        "records": _counted(database, records),
        "failures": _counted(database, records, sa.func.sum(records.c.failed)),
        "learners": Counter(row["problem"] for row in database.rows(_learners(database))),
    }
    if database.version >= BLOCKS_SINCE:
        by_problem["records"] = Counter(by_problem["records"]) + Counter(
            _counted(database, blocks, sa.func.sum(blocks.c.many)))
    shown = sa.select(problems.c.fingerprint, problems.c.name, problems.c.task, problems.c.n_rows)
    return [
        {
            "problem": row["fingerprint"], "name": row["name"], "task": row["task"], "rows": row["n_rows"],
            **{what: by_problem[what].get(row["fingerprint"], 0)
               for what in ("plans", "learners", "records", "failures", "looks")},
        }
        for row in database.rows(shown.order_by(problems.c.created, problems.c.fingerprint))
    ]


def _learners(database: Database) -> sa.Executable:
    """Each learner once for each problem of which it has fits."""
    rows = sa.select(records.c.problem, records.c.learner)
    if database.version < BLOCKS_SINCE:
        return rows.distinct()
    return sa.union(rows, sa.select(blocks.c.problem, blocks.c.learner))


def _counted(database: Database, table: sa.Table, what: sa.ColumnElement[Any] | None = None) -> dict[str, int]:
    """A count for each problem that the table mentions."""
    count = (sa.func.count() if what is None else what).label("many")
    found = {row["problem"]: row["many"] for row in database.rows(
        sa.select(table.c.problem, count).group_by(table.c.problem))}
    if not all(isinstance(many, int | float | Decimal) for many in found.values()):
        raise LedgerCorrupt(f"the ledger is damaged: a number is missing in its table {table.name}; `referee ledger "
                            f"check` says where.")
    return {problem: int(many) for problem, many in found.items()}
