"""Recognise a ledger, or make an empty one: in one transaction, and safely if two processes do it at once."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

import sqlalchemy as sa

from referee.errors import LedgerError, LedgerTooNew, LedgerUnreadable
from referee.ledger import schema
from referee.ledger.database import Database

FOUNDING_LOCK = 0x7265_6665_7265_65      # "referee": one founder at a time in a PostgreSQL database


def found(database: Database, *, create: bool) -> None:
    """See to it that there is a ledger that this version can read."""
    if not _recognised(database):
        if not create or database.read_only:
            raise LedgerError(f"there is no ledger in {database.where} yet; open it with create=True to make one.")
        _make(database)
        _recognised(database)
    if database.version < schema.VERSION and not database.read_only:
        _bring_up_to_date(database)


def now() -> str:
    """The time, UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _recognised(database: Database) -> bool:
    """Whether there is a ledger; refuse what is something else, or newer than this code."""
    with database.reading() as connection:
        names = set(sa.inspect(connection).get_table_names())
        facts = _facts(connection) if schema.meta.name in names else {}
    if facts.get("format") == schema.FORMAT:
        _require_known_version(facts, database.where)
        database.version = int(facts["schema"])
        return True
    # A file belongs to one program; a server's database may hold tables of others as well.
    in_the_way = names if database.is_sqlite else names & set(schema.TABLES.tables)
    if in_the_way:
        some = ", ".join(repr(name) for name in sorted(in_the_way)[:3])
        raise LedgerUnreadable(
            f"{database.where} is a database, but not a ledger (it has the tables {some}); choose another place."
        )
    return False


def _facts(connection: sa.Connection) -> dict[str, str]:
    """What the table `meta` says, if it is ours."""
    columns = {column["name"] for column in sa.inspect(connection).get_columns(schema.meta.name)}
    if columns != set(schema.meta.c.keys()):
        return {}
    return {row.key: row.value for row in connection.execute(sa.select(schema.meta))}


def _require_known_version(facts: dict[str, str], where: str) -> None:
    written = facts.get("schema", "")
    if not written.isdigit():
        raise LedgerUnreadable(f"the ledger {where} does not say which version it has; restore it from a copy.")
    if int(written) > schema.VERSION:
        raise LedgerTooNew(
            f"the ledger {where} has version {written}, written by referee {facts.get('referee', 'of a later date')}; "
            f"this referee reads up to version {schema.VERSION}: update referee."
        )


def _make(database: Database) -> None:
    """Write the tables and what the ledger says about itself, or nothing."""
    facts = {"format": schema.FORMAT, "schema": str(schema.VERSION), "referee": _referee(), "created": now()}
    with database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(FOUNDING_LOCK)))
        schema.TABLES.create_all(connection)      # those already there stay as they are
        database.insert(connection, schema.meta, [{"key": k, "value": v} for k, v in facts.items()])


def _bring_up_to_date(database: Database) -> None:
    """Add to a ledger of version 1 what version 2 has; what it holds stays as it is."""
    with database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(FOUNDING_LOCK)))
        # Another process may have done it while this one waited.
        there = {column["name"] for column in sa.inspect(connection).get_columns(schema.looks.name)}
        for column in schema.SINCE_VERSION_2:
            if column.name not in there:
                connection.execute(sa.text(f"ALTER TABLE {schema.looks.name} ADD COLUMN {column.name} TEXT"))
        schema.TABLES.create_all(connection)
        schema.LOOKS_BY_ADDRESS.create(connection, checkfirst=True)
        connection.execute(sa.update(schema.meta).where(schema.meta.c.key == "schema")
                           .values(value=str(schema.VERSION)))
    database.version = schema.VERSION


def _referee() -> str:
    try:
        return version("referee")
    except PackageNotFoundError:
        return "unknown"
