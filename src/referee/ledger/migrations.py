"""How a ledger of an older version becomes one of this version: a list of steps, each from one version to the next.

A step and the number of the version it leads to are one transaction: interrupted, the ledger is what it was before the
step. What is stored is never rewritten; a step only adds. What it adds may be there already, because tables that it
makes are made as they are today.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

import sqlalchemy as sa

from referee.errors import LedgerCorrupt
from referee.ledger import schema
from referee.ledger.database import Database
from referee.ledger.ever_written import first_counts
from referee.ledger.reader import Reader
from referee.ledger.rows import traits_row
from referee.ledger.tally import begin

TALLIED_FROM = "tallied from"          # in `meta` of a ledger that is older than its tallies
Step = Callable[[Database, sa.Connection], None]


def take_a_step(database: Database) -> None:
    """Bring a ledger to the next version, unless another process has done it while this one waited."""
    with database.changing_tables() as connection:
        version = int(connection.execute(sa.select(schema.meta.c.value).where(_SCHEMA)).scalar_one())
        if version == database.version:
            STEPS[version - 1](database, connection)
            connection.execute(sa.update(schema.meta).where(_SCHEMA).values(value=str(version + 1)))


def from_1_to_2(_database: Database, connection: sa.Connection) -> None:
    """Looks say who looked and have an address; there are vaults."""
    there = {column["name"] for column in sa.inspect(connection).get_columns(schema.looks.name)}
    for column in schema.SINCE_VERSION_2:
        if column.name not in there:
            connection.execute(sa.text(f"ALTER TABLE {schema.looks.name} ADD COLUMN {column.name} TEXT"))
    schema.LOOKS_BY_ADDRESS.create(connection, checkfirst=True)
    schema.TABLES.create_all(connection, tables=[schema.vaults, schema.vault_uses])


def from_2_to_3(database: Database, connection: sa.Connection) -> None:
    """Plans say what they are, by their splits; of one whose splits are damaged nothing is said."""
    schema.TABLES.create_all(connection, tables=[schema.plan_traits])
    reader = Reader(database)
    for plan in database.column(sa.select(schema.plans.c.fingerprint)):
        with suppress(LedgerCorrupt):
            database.insert(connection, schema.plan_traits, [traits_row(reader.plan(plan))])


def from_3_to_4(database: Database, connection: sa.Connection) -> None:
    """What is written of looks and of uses of vaults is counted, from what is there on."""
    database.insert(connection, schema.meta, first_counts(connection))


def from_4_to_5(_database: Database, connection: sa.Connection) -> None:
    """Rows are known again by their keys: those of data that come from now on."""
    schema.TABLES.create_all(connection, tables=[schema.row_keys])


def from_5_to_6(database: Database, connection: sa.Connection) -> None:
    """What is written is summed up, from what is there on; since when, the ledger says."""
    schema.TABLES.create_all(connection, tables=[schema.tallies])
    begin(connection)
    since = datetime.now(UTC).isoformat(timespec="seconds")
    database.insert(connection, schema.meta, [{"key": TALLIED_FROM, "value": since}])


def from_6_to_7(_database: Database, connection: sa.Connection) -> None:
    """Processes on one ledger can claim what they are going to fit."""
    schema.TABLES.create_all(connection, tables=[schema.claimants, schema.claims])


def from_7_to_8(_database: Database, connection: sa.Connection) -> None:
    """Small fits that come from now on are written in blocks; those that are there stay as they are."""
    schema.TABLES.create_all(connection, tables=[schema.blocks, schema.block_jobs])


def from_8_to_9(_database: Database, connection: sa.Connection) -> None:
    """Plans that leave out each row once are one row each, from now on; those that are there stay as they are."""
    schema.TABLES.create_all(connection, tables=[schema.plan_formulas])


# The first leads from version 1 to version 2.
STEPS: tuple[Step, ...] = (from_1_to_2, from_2_to_3, from_3_to_4, from_4_to_5, from_5_to_6, from_6_to_7,
                           from_7_to_8, from_8_to_9)
_SCHEMA = schema.meta.c.key == "schema"
