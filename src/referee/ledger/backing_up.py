"""A copy of a ledger while others write into it: of one moment, whole, in one file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from referee.ledger.database import Database, sqlite_file
from referee.ledger.faults import as_sentences
from referee.ledger.founding import found
from referee.ledger.merging import merge
from referee.ledger.reader import Reader


def back_up(database: Database, file: Path) -> None:
    """Copy a ledger into a new file: SQLite's pages as they are at one moment; of a server, what it holds."""
    if not database.is_sqlite:
        _gathered(database, file)
        return
    with database.reading() as connection, closing(sqlite3.connect(file)) as copy, as_sentences(str(file)):
        source: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")        # one file, with nothing waiting beside it


def _gathered(database: Database, file: Path) -> None:
    copy = Database(sqlite_file(file, mode="rwc"), where=str(file))
    try:
        found(copy, create=True)
        merge(copy, Reader(database))
    finally:
        copy.close()
