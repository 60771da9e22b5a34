"""Passwords that an older version wrote into a ledger: found, and masked on request.

A row that holds one is masked and sealed anew, under the key and the fingerprint it has; one that does not match its
checksum is left as it is, for `check` to name. What the database keeps of the old text in rows it no longer uses is
overwritten; what a server wrote into its log is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from referee.discreet import holds_secret, masked
from referee.errors import LedgerCorrupt, LedgerUnreadable
from referee.ledger.database import Database
from referee.ledger.schema import TABLES, blocks, records
from referee.ledger.seals import require_intact, sealed

WHAT = {"studies": "the study {name!r}", "records": "the record {job}", "blocks": "the block of fits {block}",
        "looks": "a look", "problems": "the problem {name!r}", "learners": "the learner {name!r}",
        "plans": "the plan {fingerprint}"}
ADDRESSES = (blocks.c.jobs, blocks.c.splits)      # long, and no words
JOBS_AT_ONCE = 500
Row = dict[str, Any]


def secrets_in(database: Database, *, among: Sequence[str] | None = None) -> Iterator[str]:
    """A sentence for each row that keeps a password; of records only those of these jobs are suspected, if given."""
    for table, row, names in _found(database, among):
        what = WHAT.get(table.name, f"a row of {table.name}").format_map(_Said(row))
        yield (f"in the ledger {database.where}, {what} keeps a password ({', '.join(names)}); mask it with `referee "
               f"ledger check {database.where} --scrub`, and change the password.")


def scrub(database: Database) -> int:
    """Mask every password; how many rows were changed."""
    changed = 0
    for table, row, names in list(_found(database)):
        new = _sealed_anew(row, names)
        if new is None:
            continue
        key = sa.and_(*(column == row[column.name] for column in table.primary_key))
        masking = sa.update(table).where(key).values({name: new[name] for name in (*names, "checksum")})
        database.transact(partial(database.replace, change=masking, old=row, new=new))
        changed += 1
    if changed:
        database.compact()
    return changed


def without_secrets(row: Row) -> Row:
    """A row that is intact as it may be kept: as it is, or masked and sealed anew."""
    texts = {name: value for name, value in row.items() if isinstance(value, str) and name != "checksum"}
    names = [name for name, value in texts.items() if holds_secret(value)]
    return (_sealed_anew(row, names) or row) if names else row


def _found(database: Database, among: Sequence[str] | None = None) -> Iterator[tuple[sa.Table, Row, list[str]]]:
    """Every row that keeps a password, with the columns in which it stands; blobs are left where they are."""
    for table in TABLES.sorted_tables:
        try:
            there = _there(database, table)
            texts = [column for column in there if isinstance(column.type, sa.Text) and column not in ADDRESSES]
            if "checksum" not in {column.name for column in there}:
                continue
            found = _suspected(database, there, texts) if table is not records or among is None else _of(
                database, there, among)
        except LedgerUnreadable:          # `check` names it
            continue
        for row in found:
            names = [column.name for column in texts if isinstance(row[column.name], str)
                     and column.name != "checksum" and holds_secret(row[column.name])]
            if names:
                yield table, row, names


def _suspected(database: Database, there: list[sa.Column[Any]], texts: list[sa.Column[Any]]) -> list[Row]:
    """The rows with text in which a password could stand."""
    suspected = [column.like(pattern) for column in texts for pattern in ("%://%@%", "%=%")]
    return database.rows(sa.select(*there).where(sa.or_(*suspected)))


def _of(database: Database, there: list[sa.Column[Any]], jobs: Sequence[str]) -> Iterator[Row]:
    """The records of these jobs."""
    for i in range(0, len(jobs), JOBS_AT_ONCE):
        yield from database.rows(sa.select(*there).where(records.c.job.in_(jobs[i:i + JOBS_AT_ONCE])))


def _there(database: Database, table: sa.Table) -> list[sa.Column[Any]]:
    """The columns that the ledger has of a table: one of an older version, opened to be read, lacks some or all."""
    with database.reading() as connection:
        look = sa.inspect(connection)
        names = {one["name"] for one in look.get_columns(table.name)} if look.has_table(table.name) else set()
    return [column for column in table.columns if column.name in names]


def _sealed_anew(row: Row, names: list[str]) -> Row | None:
    """The row masked and sealed, as it was sealed before: with its empty columns, or (looks of old) without."""
    for form in (row, {name: value for name, value in row.items() if value is not None}):
        try:
            require_intact(form)
        except LedgerCorrupt:
            continue
        return sealed(form | {name: masked(form[name]) for name in names})
    return None


class _Said(dict[str, Any]):
    """A row to put into a sentence."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        super().__init__({name: masked(value) if isinstance(value, str) else value for name, value in row.items()})

    def __missing__(self, name: str) -> str:
        return name
