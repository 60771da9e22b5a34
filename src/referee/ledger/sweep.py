"""All records of a ledger looked through, a large file by several processes at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import sqlalchemy as sa

from referee.errors import LedgerError, LedgerUnreadable
from referee.ledger import intact
from referee.ledger.database import Database
from referee.ledger.schema import records

WORTH_A_PROCESS = 5_000        # records; about a fifth of a second
MOST_PROCESSES = 8
AT_ONCE = 1_000


@contextmanager
def sweeping(database: Database) -> Iterator[Callable[[], intact.Seen]]:
    """Have the records looked through while other things are done; what is given says what was seen.

    It raises LedgerUnreadable if the database cannot give its records. Processes that nobody asked are ended.
    """
    begun: list[subprocess.Popen[bytes]] = []
    try:
        yield _begin(database, begun)
    finally:
        for process in begun:
            with process:
                process.kill()          # nothing, to one that has ended


def _begin(database: Database, begun: list[subprocess.Popen[bytes]]) -> Callable[[], intact.Seen]:
    """Begin in processes, where that is worth their start."""
    if not database.is_sqlite:
        return lambda: _streamed(database)
    try:
        with database.reading() as connection:
            low, high = connection.execute(sa.text("SELECT min(rowid), max(rowid) FROM records")).one()
            file = connection.execute(sa.text("PRAGMA database_list")).all()[0][2]
    except LedgerError as error:
        return partial(_refused, error)
    if low is None:
        return intact.Seen
    if not file or high - low < 2 * WORTH_A_PROCESS:
        return lambda: _read_here(database, low, high)
    begun += _in_processes(_address(file), low, high)
    return lambda: _heard(begun, database.where)


def _refused(error: LedgerError) -> NoReturn:
    raise error


def _read_here(database: Database, low: int, high: int) -> intact.Seen:
    seen = intact.Seen()
    with database.reading() as connection:
        driver: Any = connection.connection.dbapi_connection
        lenient, driver.text_factory = driver.text_factory, str       # text that is none ends the sweep
        try:
            with closing(driver.cursor()) as cursor:
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


def _in_processes(address: str, low: int, high: int) -> list[subprocess.Popen[bytes]]:
    """A process for each core, each with as many numbers as another."""
    many = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
               MOST_PROCESSES, (high - low) // WORTH_A_PROCESS)
    return [subprocess.Popen([sys.executable, "-I", "-S", intact.__file__, address, str(first), str(last)],  # noqa: S603
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            for first, last in _shares(low, high, many)]


def _heard(begun: list[subprocess.Popen[bytes]], where: str) -> intact.Seen:
    """What the processes have seen together."""
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
