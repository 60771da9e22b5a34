"""How many rows were ever written to the tables whose rows are a promise: one that goes missing is noticed.

Each row is sealed by its checksum, but nothing about a row tells that there was another. Looks and uses of a vault say
how often rows were looked at, so the ledger counts what it writes, in the transaction that writes it. It is no lock:
who changes a row of `meta` as well has covered the trace.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from referee.ledger.schema import looks, meta, vault_uses

COUNTING_SINCE = 4              # the version of the format
COUNTED = {looks: ("look", "looks"), vault_uses: ("use of a vault", "uses of vaults")}
KEYS = {table: f"{table.name} written" for table in COUNTED}
COUNTS = sa.select(*(column for table, key in KEYS.items() for column in (
    sa.select(meta.c.value).where(meta.c.key == key).scalar_subquery().label(key),
    sa.select(sa.func.count()).select_from(table).scalar_subquery().label(f"{table.name} there"),
)))
"""What was written and what is there, of each table: in one statement, so that nobody writes between the two."""


def count_in(connection: sa.Connection, table: sa.Table, many: int) -> None:
    """Count rows that this transaction has written."""
    written = sa.cast(meta.c.value, sa.Integer) + many
    connection.execute(sa.update(meta).where(meta.c.key == KEYS[table]).values(value=sa.cast(written, sa.Text)))


def first_counts(connection: sa.Connection) -> list[dict[str, str]]:
    """The rows of `meta` with which counting begins: what is there."""
    return [{"key": KEYS[table], "value": str(_there(connection, table))} for table in COUNTED]


def missing(counts: Sequence[Any]) -> Iterator[str]:
    """What is wrong with the number of rows, as the beginning of a sentence."""
    for (one, several), written, there in zip(COUNTED.values(), counts[::2], counts[1::2], strict=True):
        if written is None or not written.isdigit():
            yield f"nothing tells how many {several} were written"
            continue
        gone = int(written) - int(there)
        if gone:
            what = one if abs(gone) == 1 else several
            told = "written here and gone" if gone > 0 else "there that referee did not write"
            yield f"{abs(gone)} {what} {'was' if abs(gone) == 1 else 'were'} {told}"


def _there(connection: sa.Connection, table: sa.Table) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())
