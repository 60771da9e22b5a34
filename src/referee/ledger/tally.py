"""What was written to the tables that are evidence, summed up: a row that is gone, added or changed is noticed.

Each row is sealed by its checksum; the tally is a sum, modulo 2^256, of hashes of these checksums (an incremental hash
of a multiset: Bellare & Micciancio 1997), kept up in the transaction that writes. A sum does not ask in which order
rows came: on a server each writer keeps a sum of its own, and nobody waits for anybody; a file has one writer at a time
anyway. What a prune, a retried fit or a scrub takes out is subtracted. Whoever can write the file can write
the sums anew: this finds rows that were meddled with, not a ledger that was made anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any

import sqlalchemy as sa

from referee.ledger.ever_written import COUNTED, KEYS
from referee.ledger.schema import blocks, looks, meta, records, studies, tallies, vault_uses, vaults

TALLIED_SINCE = 6                  # the version of the format
BLOCKS_SINCE = 8
TALLIED = {records: "fits", blocks: "blocks of fits", studies: "studies", looks: "looks", vaults: "vaults",
           vault_uses: "uses of vaults"}
OF_A_PROBLEM = (records, blocks)   # are summed up for each problem
MODULUS = 2**256
Totals = dict[str, tuple[int, int]]          # by part: how many, and the sum


def returned(table: sa.Table) -> tuple[sa.ColumnElement[str], sa.ColumnElement[str]]:
    """What is needed of a row to tally it: the part it belongs to, and its checksum."""
    return _part(table), table.c.checksum


def book(connection: sa.Connection, table: sa.Table, rows: Iterable[Any], *, writer: str, out: bool = False) -> None:
    """Add rows to a writer's sums, or take them out, in the transaction that writes or removes them."""
    for part, (many, digest) in sorted(totals(table, rows).items()):     # in one order: threads cannot block each other
        sign = -1 if out else 1
        row = {"writer": writer, "rows_of": table.name, "part": part}
        while not _booked(connection, row, sign * many, sign * digest):
            pass                                      # a thread of the same writer wrote the first row meanwhile


def _booked(connection: sa.Connection, row: dict[str, str], many: int, digest: int) -> bool:
    """Whether it is in the sums now; not where a row that was absent is there when it is to be written."""
    mine = sa.and_(*(tallies.c[name] == value for name, value in row.items()))
    there = connection.execute(sa.select(tallies.c.many, tallies.c.digest).where(mine).with_for_update()).one_or_none()
    if there is None:
        first = row | {"many": many, "digest": _text(digest)}
        insert = _insert(connection)(tallies).on_conflict_do_nothing().returning(tallies.c.part)
        return connection.execute(insert, [first]).first() is not None
    connection.execute(sa.update(tallies).where(mine).values(
        many=there.many + many, digest=_text(int(there.digest, 16) + digest)))
    return True


def _insert(connection: sa.Connection) -> Callable[[sa.Table], Any]:
    """The dialect's own insert; that of a server is loaded where there is one."""
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects import sqlite

        return sqlite.insert
    from sqlalchemy.dialects import postgresql

    return postgresql.insert


def totals(table: sa.Table, rows: Iterable[Any]) -> Totals:
    """Rows by part: how many, and the sum of their hashes."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for part, checksum in rows:
        found[part][0] += 1
        found[part][1] += int.from_bytes(sha256(f"{table.name} {checksum}".encode()).digest(), "big")
    return {part: (many, digest % MODULUS) for part, (many, digest) in found.items()}


def begin(connection: sa.Connection) -> None:
    """The first sums of a ledger: of what is there."""
    for table in TALLIED.keys() - {blocks}:           # there were none yet
        book(connection, table, connection.execute(sa.select(*returned(table))), writer="")


def disagreements(connection: sa.Connection, tables: Iterable[sa.Table], part: str | None = None) -> Iterator[str]:
    """What is there and was not written so, or was and is not: the beginning of a sentence for each table."""
    tables = [*tables]
    said = sa.select(tallies).where(tallies.c.rows_of.in_([table.name for table in tables]))
    rows = connection.execute(said if part is None else said.where(tallies.c.part == part)).all()
    for table in tables:
        query = sa.select(*returned(table))
        there = totals(table, connection.execute(query if part is None else query.where(_part(table) == part)))
        written: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for row in rows:
            if row.rows_of == table.name:
                written[row.part][0] += row.many
                written[row.part][1] += int(row.digest, 16)
        wrong = [one for one in {*there, *written}
                 if there.get(one, (0, 0)) != (written[one][0], written[one][1] % MODULUS)]
        if wrong and not _told_by_counts(connection, table):
            many, now = sum(written[one][0] for one in wrong), sum(there.get(one, (0, 0))[0] for one in wrong)
            yield (f"{TALLIED[table]} are not those that referee wrote ({many:,} written, {now:,} there): some were "
                   f"removed, added or changed by other means")


def _told_by_counts(connection: sa.Connection, table: sa.Table) -> bool:
    """Whether the number of rows is wrong already (ever_written.py): that is not told twice."""
    if table not in COUNTED:
        return False
    said = connection.execute(sa.select(meta.c.value).where(meta.c.key == KEYS[table])).scalar()
    return str(said) != str(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def _part(table: sa.Table) -> sa.ColumnElement[str]:
    """Fits are told apart by problem, so that an answer need not read those of others."""
    return table.c.problem if table in OF_A_PROBLEM else sa.literal("").label("part")


def _text(number: int) -> str:
    return f"{number % MODULUS:064x}"
