"""Fits on their way into the tables: small ones that went well in blocks, the others a row each.

A fit is recorded once. A file has one writer at a time; on a server who writes fits of a learner keeps others who write
fits of that learner waiting, for as long as the transaction takes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256

import sqlalchemy as sa

from referee.ledger import schema
from referee.ledger._base import Record
from referee.ledger.block import Block, stacked
from referee.ledger.block_rows import JOB, block_row
from referee.ledger.database import Database
from referee.ledger.founding import now
from referee.ledger.rows import Row, record_row

FITS_AT_ONCE = 4_096
BYTES_AT_ONCE = 8_000_000

# The texts of a JSON list as rows, by either kind of database.
LISTED = {True: "json_each(:jobs) AS listed", False: "json_array_elements_text(CAST(:jobs AS json)) AS listed(value)"}
IN_BLOCKS = ("SELECT j.job FROM block_jobs j JOIN blocks b ON b.block = j.block "
             "WHERE j.job IN (SELECT value FROM {listed})")
IN_ROWS = "SELECT job FROM records WHERE job IN (SELECT value FROM {listed})"
# An address and the name of a block are of one length, and come as one text.
PLACED = ("INSERT INTO block_jobs (job, block) SELECT substr(value, 1, :job), substr(value, 1 + :job) FROM {listed} "
          "WHERE true ON CONFLICT (job) DO UPDATE SET block = excluded.block")       # of a block that is gone


def file_fits(database: Database, given: Iterable[Record | Block], *, created: str | None = None) -> None:
    """Write fits, each whole or not at all, at the time given or their own; one already recorded is left as it is."""
    for some in _together(given):
        when = created or ""
        blocks, rows = [], []
        for one in _arranged(some):
            if isinstance(one, Block):
                blocks.append((one, when or one.created or now()))
            else:
                rows.append(record_row(one, when or one.created or now()))
        database.transact(partial(write, database, blocks, rows))


def write(database: Database, blocks: Sequence[tuple[Block, str]], rows: Sequence[Row],
          connection: sa.Connection) -> None:
    """Write them in a transaction."""
    _keep_others_out(database, connection, {(block.problem, block.learner) for block, _ in blocks}
                     | {(row["problem"], row["learner"]) for row in rows})
    if blocks:
        there = _there(database, connection, [job for block, _ in blocks for job in block.jobs], (IN_BLOCKS, IN_ROWS))
        place(database, connection, list(_absent(blocks, there)))
    if rows:
        there = _there(database, connection, [row["job"] for row in rows], (IN_BLOCKS,))
        # In the order of addresses: two writers in one order cannot block each other for ever.
        new = sorted((row for row in rows if row["job"] not in there), key=lambda row: str(row["job"]))
        if new:
            database.insert(connection, schema.records, new)


def _absent(blocks: Iterable[tuple[Block, str]], there: set[str]) -> Iterator[tuple[Row, Sequence[str]]]:
    """The rows of blocks with their fits, but for fits that are there, or in a block before."""
    seen = set(there)
    for block, created in blocks:
        left = block if seen.isdisjoint(block.jobs) else block.some(
            [i for i, job in enumerate(block.jobs) if job not in seen])
        if len(left):
            seen.update(left.jobs)
            yield block_row(left, created), left.jobs


def place(database: Database, connection: sa.Connection, blocks: Sequence[tuple[Row, Sequence[str]]]) -> None:
    """Write blocks, and where their fits are; none of them is there yet."""
    if blocks:
        database.insert(connection, schema.blocks, [row for row, _ in blocks])
        # In the order in which the table stands: neighbours are on one page.
        pairs = sorted(f"{job}{row['block']}" for row, jobs in blocks for job in jobs)
        connection.execute(_text(database, PLACED), {"jobs": json.dumps(pairs), "job": JOB})


def remove_blocks(database: Database, connection: sa.Connection, where: sa.ColumnElement[bool]) -> None:
    """Remove blocks with all their fits."""
    gone = sa.select(schema.blocks.c.block).where(where)
    connection.execute(sa.delete(schema.block_jobs).where(schema.block_jobs.c.block.in_(gone)))
    database.remove(connection, schema.blocks, where)


def _there(database: Database, connection: sa.Connection, jobs: Sequence[str], where: Iterable[str]) -> set[str]:
    """Which of some jobs are recorded already."""
    query = " UNION ALL ".join(where)
    return set(connection.execute(_text(database, query), {"jobs": json.dumps(sorted(jobs))}).scalars())


def _text(database: Database, query: str) -> sa.TextClause:
    return sa.text(query.format(listed=LISTED[database.is_sqlite]))


def _keep_others_out(database: Database, connection: sa.Connection, learners: set[tuple[str, str]]) -> None:
    if database.is_sqlite:
        return
    numbers = sorted(int.from_bytes(sha256(f"{problem} {learner}".encode()).digest()[:8], "big", signed=True)
                     for problem, learner in learners)
    for number in numbers:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))


def _arranged(given: Sequence[Record | Block]) -> Iterator[Record | Block]:
    yield from (piece for one in given if isinstance(one, Block) for piece in one.pieces())
    yield from stacked(one for one in given if isinstance(one, Record))


def _together(given: Iterable[Record | Block]) -> Iterator[list[Record | Block]]:
    """Fits for one transaction each: not so many that memory would grow with their number."""
    some: list[Record | Block] = []
    fits = size = 0
    for one in given:
        some.append(one)
        fits += len(one) if isinstance(one, Block) else 1
        size += one.nbytes
        if fits >= FITS_AT_ONCE or size >= BYTES_AT_ONCE:
            yield some
            some, fits, size = [], 0, 0
    if some:
        yield some
