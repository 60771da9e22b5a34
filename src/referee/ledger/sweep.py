"""All records of a ledger looked through, a large file by several processes at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, NoReturn

import sqlalchemy as sa

from referee.errors import LedgerError, LedgerUnreadable
from referee.ledger import intact
from referee.ledger.database import Database
from referee.ledger.schema import blocks, records
from referee.ledger.tally import BLOCKS_SINCE

WORTH_A_PROCESS = 5_000        # records; about a fifth of a second
MOST_PROCESSES = 8
AT_ONCE = 1_000
BLOCKS_AT_ONCE = 10
NONE = (0, -1, 0)               # no numbers, no fits


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
            rows = _numbers(connection, "SELECT min(rowid), max(rowid), count(*) FROM records")
            of_blocks = NONE if database.version < BLOCKS_SINCE else _numbers(
                connection, "SELECT min(rowid), max(rowid), sum(many) FROM blocks")
            file = connection.execute(sa.text("PRAGMA database_list")).all()[0][2]
    except LedgerError as error:
        return partial(_refused, error)
    fits = rows[2] + of_blocks[2]
    if not fits:
        return intact.Seen
    if not file or fits < 2 * WORTH_A_PROCESS:
        return lambda: _read_here(database, rows[:2], of_blocks[:2])
    begun += _in_processes(_address(file), rows[:2], of_blocks[:2], fits // WORTH_A_PROCESS)
    return lambda: _heard(begun, database.where)


def _numbers(connection: sa.Connection, query: str) -> tuple[int, int, int]:
    """The first and the last number of a table's rows, and how many fits they hold."""
    low, high, many = connection.execute(sa.text(query)).one()
    return NONE if low is None else (low, high, many if isinstance(many, int) else 0)


def _refused(error: LedgerError) -> NoReturn:
    raise error


def _read_here(database: Database, rows: tuple[int, int], of_blocks: tuple[int, int]) -> intact.Seen:
    seen = intact.Seen()
    with database.reading() as connection:
        driver: Any = connection.connection.dbapi_connection
        lenient, driver.text_factory = driver.text_factory, str       # text that is none ends the sweep
        try:
            with closing(driver.cursor()) as cursor:
                intact.look_through(cursor.execute(intact.QUERY, rows), seen)
                if of_blocks[1] >= of_blocks[0]:
                    intact.look_through_blocks(cursor.execute(intact.BLOCK_QUERY, of_blocks), seen)
        finally:
            driver.text_factory = lenient
    return seen


def _streamed(database: Database) -> intact.Seen:
    """From a server, a thousand at a time."""
    seen = intact.Seen()
    with database.reading() as connection:
        columns = [records.c[name] for name in intact.COLUMNS]
        rows = connection.execution_options(yield_per=AT_ONCE).execute(sa.select(*columns))
        intact.look_through(map(tuple, rows), seen)
        if database.version >= BLOCKS_SINCE:
            columns = [blocks.c[name] for name in intact.OF_BLOCKS]
            found = connection.execution_options(yield_per=BLOCKS_AT_ONCE).execute(sa.select(*columns))
            intact.look_through_blocks(map(tuple, found), seen)
    return seen


def _in_processes(address: str, rows: tuple[int, int], of_blocks: tuple[int, int], worth: int,
                  ) -> list[subprocess.Popen[bytes]]:
    """A process for each core, each with as many numbers as another."""
    many = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
               MOST_PROCESSES, worth)
    shares = zip_longest(_shares(*rows, many), _shares(*of_blocks, many), fillvalue=NONE[:2])
    return [subprocess.Popen([sys.executable, "-I", "-S", intact.__file__, address, *map(str, (*mine, *more))],  # noqa: S603
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            for mine, more in shares]


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
    width = max(1, (high - low) // many + 1)          # where there are none, none are shared
    for first in range(low, high + 1, width):
        yield first, min(first + width - 1, high)


def _address(file: str) -> str:
    """The file as it may be read: where its folder cannot be written, without a lock."""
    path = Path(file)
    waiting = path.with_name(path.name + "-wal").exists()
    return f"{path.as_uri()}?mode=ro{'' if waiting or os.access(path.parent, os.W_OK) else '&immutable=1'}"
