"""What a ledger holds, counted by problem, without reading a record."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from referee.ledger.database import Database
from referee.ledger.schema import looks, plans, problems, records


def summary(database: Database) -> list[dict[str, Any]]:
    """One row a problem, oldest first: how many plans, learners, records, failures, looks."""
    by_problem = {
        "plans": _counted(database, plans),
        "looks": _counted(database, looks),
        "records": _counted(database, records),
        "failures": _counted(database, records, sa.func.sum(records.c.failed)),
        "learners": _counted(database, records, sa.func.count(records.c.learner.distinct())),
    }
    shown = sa.select(problems.c.fingerprint, problems.c.name, problems.c.task, problems.c.n_rows)
    return [
        {
            "problem": row["fingerprint"], "name": row["name"], "task": row["task"], "rows": row["n_rows"],
            **{what: by_problem[what].get(row["fingerprint"], 0)
               for what in ("plans", "learners", "records", "failures", "looks")},
        }
        for row in database.rows(shown.order_by(problems.c.created, problems.c.fingerprint))
    ]


def _counted(database: Database, table: sa.Table, what: sa.ColumnElement[Any] | None = None) -> dict[str, int]:
    """A count for each problem that the table mentions."""
    count = (sa.func.count() if what is None else what).label("many")
    found = database.rows(sa.select(table.c.problem, count).group_by(table.c.problem))
    return {row["problem"]: int(row["many"]) for row in found}
