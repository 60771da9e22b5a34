"""Recognise a ledger, or make an empty one: in one transaction, and safely if two processes do it at once."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import sqlalchemy as sa
from sqlalchemy.schema import CreateIndex, CreateTable

from referee.errors import LedgerError, LedgerTooNew, LedgerUnreadable
from referee.ledger import schema
from referee.ledger.database import Database
from referee.ledger.ever_written import first_counts
from referee.ledger.migrations import take_a_step


def found(database: Database, *, create: bool) -> None:
    """See to it that there is a ledger that this version can read."""
    if not _recognised(database):
        if not create or database.read_only:
            raise LedgerError(f"there is no ledger in {database.where} yet; open it with create=True to make one.")
        _make(database)
        _recognised(database)
    while database.version < schema.VERSION and not database.read_only:
        take_a_step(database)
        _recognised(database)


def now() -> str:
    """The time, UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _recognised(database: Database) -> bool:
    """Whether there is a ledger; refuse what is something else, or newer than this code."""
    with database.reading() as connection:
        _require_still(connection, database)
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


def _require_still(connection: sa.Connection, database: Database) -> None:
    """Refuse a file with triggers, views or tables made by programs: it would act when it is read or written."""
    if not database.is_sqlite:
        return
    query = "SELECT type FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
    acting = connection.exec_driver_sql(query).scalars().first()
    if acting is not None:
        what = "virtual table" if acting == "table" else acting
        raise LedgerUnreadable(f"{database.where} has a {what}, which no ledger has; do not use it.")


def _facts(connection: sa.Connection) -> dict[str, str]:
    """What the table `meta` says, if it is ours."""
    columns = {column["name"] for column in sa.inspect(connection).get_columns(schema.meta.name)}
    if columns != set(schema.meta.c.keys()):
        return {}
    return {row.key: row.value for row in connection.execute(sa.select(schema.meta))}


def _require_known_version(facts: dict[str, str], where: str) -> None:
    written = facts.get("schema", "")
    if not (written.isascii() and written.isdigit() and len(written) < 9):
        raise LedgerUnreadable(f"the ledger {where} does not say which version it has; restore it from a copy.")
    if int(written) > schema.VERSION:
        raise LedgerTooNew(
            f"the ledger {where} has version {written}, written by referee {facts.get('referee', 'of a later date')}; "
            f"this referee reads up to version {schema.VERSION}: update referee."
        )


def _make(database: Database) -> None:
    """Write the tables and what the ledger says about itself, or nothing."""
    facts = {"format": schema.FORMAT, "schema": str(schema.VERSION), "referee": _referee(), "created": now()}
    with database.changing_tables() as connection:
        for statement in _statements(connection.dialect.name):
            connection.exec_driver_sql(statement)
        database.insert(connection, schema.meta, [{"key": k, "value": v} for k, v in facts.items()])
        database.insert(connection, schema.meta, first_counts(connection))


@cache
def _statements(name: str) -> tuple[str, ...]:
    """What makes the tables; those already there stay as they are. Every new ledger needs them, so they are kept."""
    dialect = sa.make_url(f"{name}://").get_dialect()()         # by name: each connection has one of its own
    made: list[CreateTable | CreateIndex] = []
    for table in schema.TABLES.sorted_tables:
        made.append(CreateTable(table, if_not_exists=True))
        made += [CreateIndex(index, if_not_exists=True) for index in sorted(table.indexes, key=lambda i: str(i.name))]
    return tuple(str(one.compile(dialect=dialect)) for one in made)


def _referee() -> str:
    try:
        return version("referee")
    except PackageNotFoundError:
        return "unknown"
