"""How a plan is written: its entries, or the formula they follow from, what it is, and its own row, all at once."""

from __future__ import annotations

import sqlalchemy as sa

from referee.designs.card import PlanCard
from referee.ledger import schema
from referee.ledger.database import Database
from referee.ledger.rows import Row, entry_rows, traits_row


def write_plan(database: Database, connection: sa.Connection, card: PlanCard, *, row: Row, formula: Row | None) -> None:
    """Write a plan in the transaction of a connection; splits that follow from no formula are there before."""
    if formula is not None:
        database.insert(connection, schema.plan_formulas, [formula])
    elif card.entries:
        database.insert(connection, schema.plan_entries, entry_rows(card))
    database.insert(connection, schema.plan_traits, [traits_row(card)])
    database.insert(connection, schema.plans, [row])
