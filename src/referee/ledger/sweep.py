"""All records of a ledger looked through, a large file by several processes at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from referee.errors import LedgerUnreadable
from referee.ledger import intact
from referee.ledger.database import Database
from referee.ledger.schema import records

WORTH_A_PROCESS = 5_000        # records; about a fifth of a second
MOST_PROCESSES = 8
AT_ONCE = 1_000


def swept(database: Database) -> intact.Seen:
    """What is seen of all records; LedgerUnreadable if the database cannot give them."""
    if not database.is_sqlite:
        return _streamed(database)
    with database.reading() as connection:
        low, high = connection.execute(sa.text("SELECT min(rowid), max(rowid) FROM records")).one()
        file = connection.execute(sa.text("PRAGMA database_list")).all()[0][2]
        if low is None:
            return intact.Seen()
        if not file or high - low < 2 * WORTH_A_PROCESS:
            return _read_here(connection, low, high)
    return _in_processes(_address(file), low, high, database.where)


def _read_here(connection: sa.Connection, low: int, high: int) -> intact.Seen:
    seen = intact.Seen()
    driver: Any = connection.connection.dbapi_connection
    with closing(driver.cursor()) as cursor:
        lenient, driver.text_factory = driver.text_factory, str       # text that is none ends the sweep
        try:
            intact.look_through(cursor.execute(intact.QUERY, (low, high)), seen)
        finally:
            driver.text_factory = lenient
    return seen


def _streamed(database: Database) -> intact.Seen:
    """From a server, a thousand at a time."""
    seen = intact.Seen()
    columns = [records.c[name] for name in intact.COLUMNS]
    with database.reading() as connection:
        rows = connection.execution_options(yield_per=AT_ONCE).execute(sa.select(*columns))
        intact.look_through(map(tuple, rows), seen)
    return seen


def _in_processes(address: str, low: int, high: int, where: str) -> intact.Seen:
    """A process for each core, each with as many numbers as another."""
    many = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
               MOST_PROCESSES, (high - low) // WORTH_A_PROCESS)
    begun = [subprocess.Popen([sys.executable, "-I", "-S", intact.__file__, address, str(first), str(last)],  # noqa: S603
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
             for first, last in _shares(low, high, many)]
    seen = intact.Seen()
    said = [process.communicate()[0] for process in begun]
    if any(process.returncode for process in begun):
        raise LedgerUnreadable(f"the ledger {where} cannot be read to its end.")
    for one in said:
        seen.add(intact.Seen.from_json(one.decode()))
    return seen


def _shares(low: int, high: int, many: int) -> Iterator[tuple[int, int]]:
    width = (high - low) // many + 1
    for first in range(low, high + 1, width):
        yield first, min(first + width - 1, high)


def _address(file: str) -> str:
    """The file as it may be read: where its folder cannot be written, without a lock."""
    path = Path(file)
    waiting = path.with_name(path.name + "-wal").exists()
    return f"{path.as_uri()}?mode=ro{'' if waiting or os.access(path.parent, os.W_OK) else '&immutable=1'}"
