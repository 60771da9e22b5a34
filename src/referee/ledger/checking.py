"""Is everything in the ledger as it was written? Reads all of it, a little at a time.

Records, which are many, are swept through; those that look wrong are read as everybody reads them, and named by that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any

import sqlalchemy as sa

from referee.errors import LedgerCorrupt, LedgerError, LedgerUnreadable
from referee.fingerprint import LENGTH as FINGERPRINT
from referee.ledger.fits import Fits
from referee.ledger.intact import Seen
from referee.ledger.reader import Reader
from referee.ledger.schema import learners, plan_entries, plans, problems, records, splits
from referee.ledger.scrubbing import secrets_in
from referee.ledger.sweep import sweeping

KEPT = 20      # sentences about one kind of fault; the rest are counted


def complaints(reader: Reader, *, secrets: bool = True) -> Iterator[str]:
    """A sentence for each thing that is damaged or has lost what it refers to, or keeps a password."""
    with sweeping(reader.database) as swept:
        yield from _file(reader)
        seen = _seen(swept)
    yield from _faults(reader, seen)
    if secrets:
        yield from secrets_in(reader.database, among=None if seen is None else seen.tellers)


def _faults(reader: Reader, seen: Seen | None) -> Iterator[str]:
    for read, table in ((reader.problem, problems), (reader.plan, plans)):
        yield from _guarded(partial(reader.database.column, sa.select(table.c.fingerprint)), read)
    yield from _guarded(reader.formula_rows, reader.formula)
    yield from _guarded(partial(reader.database.rows, sa.select(learners)), reader.learner_from)
    yield from _guarded(lambda: reader.split_rows(_all(reader, splits.c.fingerprint)), reader.split_from)
    yield from _guarded(reader.study_rows, reader.study)
    yield from _guarded(reader.look_rows, reader.look)
    yield from _missing(reader.rows_missing)
    yield from _missing(reader.not_as_written)
    yield from _guarded(reader.vault_rows, reader.vault)
    yield from _guarded(reader.use_rows, reader.use)
    yield from _guarded(reader.key_rows, reader.keys_from)
    suspects = _all(reader, records.c.job) if seen is None else seen.suspects
    yield from _guarded(lambda: reader.record_rows(suspects), reader.record)
    fits = Fits(reader)
    yield from _guarded(lambda: fits.block_rows(None if seen is None else seen.blocks), fits.block)
    yield from _misplaced(fits)
    yield from _orphans(reader, seen)


def _misplaced(fits: Fits) -> Iterator[str]:
    """Blocks whose fits are not listed as theirs, and fits that are listed and in no block."""
    begin, end = f"in the ledger {fits.database.where}, ", "restore the ledger from a copy."
    try:
        wrong, listed, many = fits.misplaced()
        for row in fits.block_rows(wrong):
            yield f"{begin}{fits.name(row)}, is not listed under their addresses; {end}"
    except LedgerUnreadable:        # what the file says of its pages was told
        return
    if many != listed:
        yield f"{begin}{listed:,} fits are listed as being in blocks, and {many:,} are in them; {end}"


def _missing(ask: Callable[[], list[str]]) -> Iterator[str]:
    try:
        yield from ask()
    except LedgerUnreadable:        # what the file says of its pages was told
        return


def _seen(swept: Callable[[], Seen]) -> Seen | None:
    """What a sweep saw; None where the file does not give its records, or not their text."""
    try:
        return swept()
    except LedgerError:
        return None


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
    """What SQLite says about its own pages, and about indexes and the tables they belong to."""
    if not reader.database.is_sqlite:
        return
    try:
        with reader.database.reading() as connection:
            said = connection.exec_driver_sql(f"PRAGMA integrity_check({KEPT})").scalars().all()
    except LedgerUnreadable as error:
        yield str(error)
        return
    yield from (f"in the ledger {reader.database.where}, SQLite found: {line}." for line in said if line != "ok")


def _all(reader: Reader, column: sa.Column[str]) -> list[str]:
    return reader.database.column(sa.select(column).order_by(column))


def _orphans(reader: Reader, seen: Seen | None) -> Iterator[str]:
    """Records whose problem, learner or split, plans whose splits, and formulas whose plan, are not in the ledger."""
    try:
        named = _named(reader) if seen is None else (seen.problems, seen.learners, seen.splits)
        there = [set(_all(reader, table.c.fingerprint)) for table in (problems, learners, plans)]
        known_splits = set(reader.split_names())
        entries = _counted(reader, plan_entries.c.split)
        formulas = {str(row["plan"]): 1 for row in reader.formula_rows()}
    except LedgerUnreadable as error:
        yield str(error)
        return
    for many, parents, what in zip(named[:2], there, ("problem", "learner"), strict=False):
        yield from _lost(reader, many, parents, f"records name the {what}")
    # A record of a shuffle holds a whole plan, and begins with its name: "plan/shuffle/number".
    shuffles: Counter[str] = Counter()
    for split, many_of_it in named[2].items():
        if "/" in split:
            shuffles[split[:FINGERPRINT]] += many_of_it
    yield from _lost(reader, {split: many for split, many in named[2].items() if "/" not in split}, known_splits,
                     "records name the split")
    yield from _lost(reader, shuffles, there[2], "records of shuffles name the plan")
    yield from _lost(reader, entries, known_splits, "entries of plans name the split")
    yield from _lost(reader, formulas, there[2], "formulas name the plan")


def _named(reader: Reader) -> tuple[Mapping[str, int], ...]:
    found = tuple(Counter(_counted(reader, column))
                  for column in (records.c.problem, records.c.learner, records.c.split))
    for row in Fits(reader).block_rows():
        for count, names in zip(found, ([row["problem"]], [row["learner"]], str(row["splits"]).split(" ")),
                                strict=True):
            count.update(dict.fromkeys(names, row["many"] if len(names) == 1 else 1))
    return found


def _counted(reader: Reader, column: sa.Column[str]) -> dict[str, int]:
    found = reader.database.rows(sa.select(column.label("one"), sa.func.count().label("many")).group_by(column))
    return {str(row["one"]): int(row["many"]) for row in found}


def _lost(reader: Reader, named: Mapping[str, int], there: AbstractSet[str], who: str) -> Iterator[str]:
    """A sentence for each of the first parents that are missing, with the number of rows that name it."""
    lost = sorted(named.keys() - there)
    begin = f"in the ledger {reader.database.where}, "
    for one in lost[:KEPT]:
        yield f"{begin}{named[one]} {who} {one}, which is not there; add it, or restore the ledger from a copy."
    if more := lost[KEPT:]:
        yield f"{begin}{sum(named[one] for one in more)} {who} of {len(more)} more that are not there."
