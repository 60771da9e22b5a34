"""A connection to SQLite or PostgreSQL: transactions, insert-if-absent, rows by key.

SQLite is in WAL mode: readers and one writer at a time do not wait for each other, and what is committed
outlives a killed process. With synchronous=NORMAL a power failure can take back the last commits, never
damage the file. Writers begin with BEGIN IMMEDIATE, so they wait their turn instead of failing half-way.
"""

from __future__ import annotations

import sqlite3
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy.pool import QueuePool, StaticPool
from sqlalchemy.util import LRUCache

from referee.errors import LedgerError, LedgerReadOnly, LedgerUnreachable, Waiting
from referee.ledger.ever_written import COUNTED, count_in
from referee.ledger.faults import as_sentences, result_code
from referee.ledger.schema import TABLES
from referee.ledger.tally import OF_A_PROBLEM, TALLIED, book, returned

MEMORY = ":memory:"
BUSY_SECONDS = 15.0
CONNECT_SECONDS = 10
MANY_ROWS = 50
PATIENCE_SECONDS = 120.0               # for a server that restarts
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
Done = TypeVar("Done")
COMPILED: LRUCache[Any, Any] = LRUCache(500)
TABLES_LOCK = 0x7265_6665_7265_65      # "referee": one process at a time changes the tables of a PostgreSQL database


class Database:
    """One place where a ledger is kept."""

    def __init__(self, engine: sa.Engine, *, where: str, read_only: bool = False) -> None:
        self.where = where
        self.read_only = read_only
        self.patience = PATIENCE_SECONDS   # seconds for a server that answered before and is gone
        self.version = 0                   # of the tables; known once the ledger is recognised
        self.is_sqlite = engine.dialect.name == "sqlite"
        self.writer = "" if self.is_sqlite else uuid4().hex      # a file has one writer at a time
        self._reader = engine
        self._writer = engine.execution_options(referee_writes=True)
        self.reached = False               # whether it has ever answered
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to read with."""
        self._require_open()
        with as_sentences(self.where), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A connection inside one transaction: all that is done in it is kept, or nothing."""
        self._require_open()
        if self.read_only:
            raise LedgerReadOnly(f"the ledger {self.where} was opened to be read only; open it without read_only.")
        with as_sentences(self.where), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def changing_tables(self) -> Iterator[sa.Connection]:
        """The same, while no other process makes or changes the tables; a file has one writer anyway."""
        with self.writing() as connection:
            if not self.is_sqlite:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TABLES_LOCK)))
            yield connection

    @contextmanager
    def at_one_moment(self) -> Iterator[sa.Connection]:
        """A connection to which several questions can be put about the same state."""
        self._require_open()
        engine = self._reader if self.is_sqlite else self._reader.execution_options(isolation_level="REPEATABLE READ")
        with as_sentences(self.where), engine.begin() as connection:
            yield connection

    def transact(self, do: Callable[[sa.Connection], Done]) -> Done:
        """Do in one transaction what can be done twice: if the server went as it was committed, nobody knows."""
        def write() -> Done:
            with self.writing() as connection:
                return do(connection)

        return self.patiently(write)

    def add(self, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write rows in one transaction; those already there are left as they are."""
        if rows:
            self.transact(lambda connection: self.insert(connection, table, rows))

    def insert(self, connection: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert if absent, decided by the database itself: two processes cannot both win."""
        insert = self._insert(table).on_conflict_do_nothing()
        if table not in TALLIED:
            if self.is_sqlite and len(rows) >= MANY_ROWS:
                self._insert_many(connection, table, rows)
            else:
                connection.execute(insert, list(rows))
            return
        written = connection.execute(insert.returning(*returned(table)), list(rows)).all()
        book(connection, table, written, writer=self.writer)
        if table in COUNTED:
            count_in(connection, table, len(written))

    def _insert_many(self, connection: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Many rows by the driver itself: what SQLAlchemy does for each of them takes longer than SQLite."""
        names = list(rows[0])
        statement = (f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))}) "  # noqa: S608
                     f"ON CONFLICT DO NOTHING")
        connection.exec_driver_sql(statement, list(map(itemgetter(*names), rows)))

    def remove(self, connection: sa.Connection, table: sa.Table, where: sa.ColumnElement[bool]) -> None:
        """Delete rows that are tallied, and take them out of the sums."""
        gone = connection.execute(sa.delete(table).where(where).returning(*returned(table))).all()
        book(connection, table, gone, writer=self.writer, out=True)

    def replace(self, connection: sa.Connection, change: sa.Update, old: Mapping[str, Any], new: Mapping[str, Any],
                ) -> None:
        """Change one row, in the sums too."""
        connection.execute(change)
        table = change.table
        if isinstance(table, sa.Table) and table in TALLIED:
            part = str(old["problem"]) if table in OF_A_PROBLEM else ""
            book(connection, table, [(part, old["checksum"])], writer=self.writer, out=True)
            book(connection, table, [(part, new["checksum"])], writer=self.writer)

    def _insert(self, table: sa.Table) -> Any:
        """The statement of this kind of database; that of the other kind is not loaded."""
        if self.is_sqlite:
            from sqlalchemy.dialects import sqlite

            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)

    def claim(self, table: sa.Table, row: Mapping[str, Any]) -> bool:
        """Write one row in a transaction of its own; False if its key was taken, by another row than this one."""
        mine = sa.and_(*(table.c[name] == value for name, value in row.items()))

        def write(connection: sa.Connection) -> bool:
            self.insert(connection, table, [row])
            return connection.execute(sa.select(*table.primary_key).where(mine)).first() is not None

        return self.transact(write)

    def row(self, column: sa.Column[str], value: str) -> dict[str, Any] | None:
        """The row of the column's table where the column has this value."""
        found = self.rows(sa.select(column.table).where(column == value))
        return found[0] if found else None

    def rows(self, query: sa.Executable) -> list[dict[str, Any]]:
        """All rows of a query, as dicts."""
        def read() -> list[dict[str, Any]]:
            with self.reading() as connection:
                result = connection.execute(query)
                names = tuple(result.keys())
                return [dict(zip(names, row, strict=True)) for row in result]

        return self.patiently(read)

    def column(self, query: sa.Executable) -> list[Any]:
        """The first column of a query."""
        (found,) = self.columns(query)
        return found

    def columns(self, *queries: sa.Executable) -> list[list[Any]]:
        """The first column of each of some queries, put at one moment."""
        def read() -> list[list[Any]]:
            with self.reading() as connection:
                return [list(connection.execute(query).scalars()) for query in queries]

        return self.patiently(read)

    def patiently(self, do: Callable[[], Done]) -> Done:
        """Do what can be done twice; a server that answered before and is gone is waited for, with a word."""
        until, pause = 0.0, FIRST_PAUSE
        while True:
            try:
                done = do()
            except LedgerUnreachable as error:
                until = until or time.monotonic() + self.patience
                if not self.reached or time.monotonic() + pause > until:
                    raise
                warnings.warn(f"{str(error).rstrip('.')}. Waiting for it, up to {self.patience:g} s.", Waiting,
                              stacklevel=2)
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                self.reached = True
                return done

    def use_write_ahead_log(self) -> None:
        """Turn WAL on for good; the switch does not wait for a busy file of its own accord, so we do."""
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                with self._reader.connect() as connection:
                    connection.connection.cursor().execute("PRAGMA journal_mode=WAL")
            except (sa.exc.DBAPIError, sqlite3.Error) as error:
                if result_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            else:
                return

    def compact(self) -> None:
        """Give back the room of rows that were removed or changed, and overwrite what they held.

        SQLite writes the file anew beside it and puts it in place in one transaction; a server writes each of our
        tables anew. Interrupted, either is as it was.
        """
        if self.read_only:
            raise LedgerReadOnly(f"the ledger {self.where} was opened to be read only; open it without read_only.")
        with as_sentences(self.where), self._reader.connect() as connection:
            if self.is_sqlite:
                cursor = connection.connection.cursor()
                cursor.execute("VACUUM")
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                cursor.close()
                return
            alone = connection.execution_options(isolation_level="AUTOCOMMIT")
            for table in TABLES.sorted_tables:
                alone.execute(sa.text(f"VACUUM (FULL, ANALYZE) {table.name}"))

    def close(self) -> None:
        """Let go of the file or the connection; closing twice does nothing."""
        self._closed = True
        self._reader.dispose()

    def _require_open(self) -> None:
        if self._closed:
            raise LedgerError(f"the ledger {self.where} is closed; open it again.")


def sqlite_file(path: Path, *, mode: str) -> sa.Engine:
    """An engine on a file; the mode is SQLite's: rw, rwc (create), ro, or "ro&immutable=1"."""
    return _sqlite(f"{path.absolute().as_uri()}?mode={mode}", QueuePool)


def sqlite_memory() -> sa.Engine:
    """An engine on memory of this process: one connection, gone when it closes."""
    return _sqlite(MEMORY, StaticPool)


def server(url: sa.URL, *, read_only: bool = False) -> sa.Engine:
    """An engine on a PostgreSQL server, which is given some seconds to answer; it can be held to reading by itself."""
    patience = {} if "connect_timeout" in url.query else {"connect_timeout": CONNECT_SECONDS}
    held = {"postgresql_readonly": True} if read_only else {}
    return sa.create_engine(url, connect_args=patience, pool_pre_ping=True, execution_options=held)


def _sqlite(name: str, pool: type[sa.Pool]) -> sa.Engine:
    def connect() -> Any:
        connection = sqlite3.connect(
            name, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=name != MEMORY
        )
        # Damaged text is to reach the checksum that names its row, not to fail while it is fetched.
        connection.text_factory = lambda data: str(data, "utf-8", "replace")
        try:
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute("PRAGMA trusted_schema=OFF")       # sqlite.org/security.html: for files of others
        except BaseException:
            connection.close()
            raise
        return connection

    dialect = _one_dialect()
    engine = sa.Engine(pool(connect, dialect=dialect), dialect, sa.URL.create("sqlite"), execution_options={
        "compiled_cache": COMPILED})
    sa.event.listen(engine, "begin", _begin)
    return engine


@cache
def _one_dialect() -> sa.Dialect:
    """The one that all SQLite ledgers share: a compiled statement is known again by its dialect.

    Compiled anew for each ledger, the statements were a third of the time of a small study.
    """
    first = sa.create_engine("sqlite://", poolclass=StaticPool)
    first.connect().close()                # it learns what this SQLite can do
    first.dispose()
    return first.dialect


def _begin(connection: sa.Connection) -> None:
    """The driver begins nothing by itself (isolation_level=None); writers take the lock at once."""
    writes = connection.get_execution_options().get("referee_writes", False)
    driver: Any = connection.connection.driver_connection      # a study has a hundred small transactions
    driver.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
