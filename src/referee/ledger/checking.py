"""Is everything in the ledger as it was written? Reads all of it, a little at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import sqlalchemy as sa

from referee.errors import LedgerCorrupt, LedgerUnreadable
from referee.fingerprint import LENGTH as FINGERPRINT
from referee.ledger.reader import Reader
from referee.ledger.schema import learners, plan_entries, plans, problems, records, splits
from referee.ledger.scrubbing import secrets_in

KEPT = 20      # sentences about one kind of fault; the rest are counted


def complaints(reader: Reader) -> Iterator[str]:
    """A sentence for each thing that is damaged or has lost what it refers to."""
    yield from _file(reader)
    for read, table in ((reader.problem, problems), (reader.plan, plans), (reader.split, splits),
                        (reader.learner, learners)):
        yield from _guarded(partial(reader.database.column, sa.select(table.c.fingerprint)), read)
    yield from _guarded(reader.study_rows, reader.study)
    yield from _guarded(reader.look_rows, reader.look)
    yield from _guarded(reader.vault_rows, reader.vault)
    yield from _guarded(reader.use_rows, reader.use)
    yield from _guarded(lambda: reader.record_rows(_jobs(reader)), reader.record)
    yield from _orphans(reader)
    yield from secrets_in(reader.database)


def _guarded(find: Callable[[], Iterable[Any]], read: Callable[[Any], object]) -> Iterator[str]:
    """The sentence of everything that cannot be read; pages that SQLite itself cannot read end the list."""
    try:
        for thing in find():
            try:
                read(thing)
            except LedgerCorrupt as error:
                yield str(error)
    except LedgerUnreadable as error:
        yield str(error)


def _file(reader: Reader) -> Iterator[str]:
    """What SQLite says about its own pages."""
    if not reader.database.is_sqlite:
        return
    try:
        with reader.database.reading() as connection:
            said = connection.exec_driver_sql(f"PRAGMA quick_check({KEPT})").scalars().all()
    except LedgerUnreadable as error:
        yield str(error)
        return
    yield from (f"in the ledger {reader.database.where}, SQLite found: {line}." for line in said if line != "ok")


def _jobs(reader: Reader) -> list[str]:
    return reader.database.column(sa.select(records.c.job).order_by(records.c.job))


def _orphans(reader: Reader) -> Iterator[str]:
    """Records whose problem, learner or split, and plans whose splits, are not in the ledger."""
    for column, parent in ((records.c.problem, problems), (records.c.learner, learners)):
        yield from _without(reader, column, parent, "records name")
    # A record of a shuffle holds a whole plan, and begins with its name: "plan/shuffle/number".
    yield from _without(reader, records.c.split, splits, "records name", where=records.c.split.not_like("%/%"))
    plan = sa.func.substr(records.c.split, 1, FINGERPRINT).label("plan")
    yield from _without(reader, plan, plans, "records of shuffles name", where=records.c.split.like("%/%"))
    yield from _without(reader, plan_entries.c.split, splits, "entries of plans name")


def _without(
    reader: Reader, column: Any, parent: sa.Table, who: str, *, where: sa.ColumnElement[bool] | None = None,
) -> Iterator[str]:
    """One sentence for each parent that is missing, with the number of rows that name it."""
    count = sa.func.count().label("many")
    table = column.table if isinstance(column, sa.Column) else records
    query = (
        sa.select(column.label("lost"), count)
        .outerjoin_from(table, parent, parent.c.fingerprint == column)
        .where(parent.c.fingerprint.is_(None), *([] if where is None else [where]))
        .group_by(column)
        .order_by(column)
    )
    try:
        found = reader.database.rows(query)
    except LedgerUnreadable as error:
        yield str(error)
        return
    for row in found:
        yield (
            f"in the ledger {reader.database.where}, {row['many']} {who} the {column.name} {row['lost']}, "
            f"which is not there; add it, or restore the ledger from a copy."
        )
