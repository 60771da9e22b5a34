"""What another ledger holds taken into this one: checked first, nothing of ours changed, what disagrees is named.

The other ledger is a stranger's file: nothing in it is run, all of it is verified before the first row is taken, and
each row once more when it is. Rows are taken as they are sealed, a few hundred in a transaction, and what is there
stays; so a merge that was killed is finished by merging again, and one done twice changes nothing. Looks come before
the records they are of: at no moment are fewer counted than were made. Only a fit that failed here gives way to one
that did not.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import sqlalchemy as sa

from referee.designs.card import PlanCard
from referee.discreet import masked
from referee.errors import BadInput
from referee.ledger import schema
from referee.ledger.blobs import digest_of, pack
from referee.ledger.block import Block
from referee.ledger.checking import complaints
from referee.ledger.database import Database
from referee.ledger.filing import write
from referee.ledger.fits import Fits
from referee.ledger.formulas import formula_row
from referee.ledger.plan_filing import write_plan
from referee.ledger.reader import Reader
from referee.ledger.rows import FAILED_BEFORE, SAID, Row, as_json, record_row
from referee.ledger.scrubbing import without_secrets
from referee.ledger.seals import sealed

AT_ONCE = 500
KEPT = 20                # conflicts of one kind that are named; the rest are counted
SAME_PROBLEM = ("task", "n_rows", "targets", "classes")
BLOBS = ("y", "groups", "ids")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What was taken from another ledger, and what was not, and why."""

    taken: dict[str, int]            # rows by table
    there: int                       # records that were there already
    conflicts: tuple[str, ...]       # a sentence each

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"taken": self.taken, "records already there": self.there, "conflicts": list(self.conflicts)}


def merge(ours: Database, theirs: Reader) -> Merged:
    """Take in what another ledger holds; refuse one that is damaged."""
    where = theirs.database.where
    for fault in complaints(theirs, secrets=False):
        raise BadInput(f"nothing was taken from {where}, which is not whole: {masked(fault)}")
    return _Merging(ours, theirs).all()


@dataclass(slots=True)
class _Merging:
    ours: Database
    theirs: Reader
    taken: Counter[str] = field(default_factory=Counter)
    there: int = 0
    refused: set[str] = field(default_factory=set)                   # problems of which nothing is taken
    sentences: dict[str, list[str]] = field(default_factory=dict)    # by kind of conflict
    unnamed: Counter[str] = field(default_factory=Counter)

    def all(self) -> Merged:
        self._problems()
        self._learners()
        self._row_keys()
        self._plans()
        self._looks()
        self._vaults()
        self._records()
        self._blocks()
        self._studies()
        said = [sentence for some in self.sentences.values() for sentence in some]
        said += [f"{many} more {kind}." for kind, many in self.unnamed.items()]
        return Merged(taken=dict(self.taken), there=self.there, conflicts=tuple(said))

    # ---- table by table

    def _problems(self) -> None:
        for row in self._rows(schema.problems):
            self.theirs.problem(row["fingerprint"])
            mine = self.ours.row(schema.problems.c.fingerprint, row["fingerprint"])
            if mine is not None and _facts(mine) != _facts(row):
                self.refused.add(row["fingerprint"])
                self._name("problems of which nothing was taken", f"the problem {row['name']!r} has other targets, "
                           f"classes or groups there than here, under one fingerprint; nothing of it was taken.")
            elif mine is None:
                self._add(schema.problems, [row])

    def _row_keys(self) -> None:
        mine = set(self.ours.column(sa.select(schema.row_keys.c.of)))
        for row in self.theirs.key_rows():
            if row["of"] not in mine and row["of"] not in self.refused:
                self.theirs.keys_from(row)
                self._add(schema.row_keys, [row])

    def _learners(self) -> None:
        mine = {row["fingerprint"]: row["name"] for row in self.ours.rows(sa.select(schema.learners))}
        for row in self._rows(schema.learners):
            self.theirs.learner(row["fingerprint"])
            name = mine.get(row["fingerprint"])
            if name is None:
                self._add(schema.learners, [row])
            elif name != row["name"]:
                self._name("learners under two names", f"the learner {name!r} is called {row['name']!r} there; it "
                           f"keeps its name.")

    def _plans(self) -> None:
        mine = set(self.ours.column(sa.select(schema.plans.c.fingerprint)))
        splits = set(self.ours.column(sa.select(schema.splits.c.fingerprint)))
        for row in self._rows(schema.plans):
            if row["fingerprint"] in mine or row["problem"] in self.refused:
                continue
            card = self.theirs.plan(row["fingerprint"])
            formula = formula_row(card, row["created"])
            missing = sorted({entry.split for entry in card.entries} - splits) if formula is None else []
            for some in batched(self.theirs.split_rows(missing), AT_ONCE):
                for one in some:
                    self.theirs.split_from(one)
                self._add(schema.splits, some)
            splits.update(missing)
            self.ours.transact(partial(self._add_plan, card, without_secrets(row), formula))
            self.taken["plans"] += 1

    def _add_plan(self, card: PlanCard, row: Row, formula: Row | None, connection: sa.Connection) -> None:
        write_plan(self.ours, connection, card, row=row, formula=formula)

    def _looks(self) -> None:
        mine = {(row["address"], row["checksum"]) for row in self.ours.rows(sa.select(schema.looks))}
        addresses = {address for address, _ in mine if address is not None}
        rows = [row for row in self.theirs.look_rows() if row["problem"] not in self.refused]
        new = [row for row in rows if (row.get("address") not in addresses if row.get("address") is not None
                                       else (None, row["checksum"]) not in mine)]
        for some in batched(new, AT_ONCE):
            for row in some:
                self.theirs.look(row)
            self._add(schema.looks, [_unnumbered(row) for row in some])

    def _vaults(self) -> None:
        mine = set(self.ours.column(sa.select(schema.vaults.c.fingerprint)))
        for row in self.theirs.vault_rows():
            self.theirs.vault(row)
            if row["fingerprint"] not in mine:
                self._add(schema.vaults, [row])
        uses = self.ours.rows(sa.select(schema.vault_uses))
        known = {_use(row) for row in uses}
        numbers = Counter(row["vault"] for row in uses)
        for row in self.theirs.use_rows():
            if _use(row) in known:
                continue
            self.theirs.use(row)
            numbers[row["vault"]] += 1
            number = numbers[row["vault"]]
            if number != row["number"]:
                self._name("uses of vaults under another number", f"use number {row['number']} of a vault there is "
                           f"number {number} here: that number was taken.")
            self._add(schema.vault_uses, [sealed(without_secrets(row) | {"number": number})])

    def _records(self) -> None:
        jobs = self.theirs.database.column(sa.select(schema.records.c.job).order_by(schema.records.c.job))
        for some in batched(jobs, AT_ONCE):
            mine = self._mine(some)
            rows = [row for row in self.theirs.record_rows(some) if row["problem"] not in self.refused]
            for row in rows:
                self.theirs.record(row)
            self._take([], [row for row in rows if row["job"] not in mine])
            self._meet([row for row in rows if row["job"] in mine], mine)

    def _blocks(self) -> None:
        fits = Fits(self.theirs)
        for row in fits.block_rows():
            if row["problem"] in self.refused:
                continue
            block = fits.block(row)
            mine = self._mine(block.jobs)
            new = [i for i, job in enumerate(block.jobs) if job not in mine]
            if new:
                self._take([(block.some(new), block.created)], [])
            self._meet([record_row(block.record(i), block.created) for i, job in enumerate(block.jobs) if job in mine],
                       mine)

    def _take(self, blocks: Sequence[tuple[Block, str]], rows: Sequence[Row]) -> None:
        """Fits that are not here."""
        many = len(rows) + sum(len(block) for block, _ in blocks)
        if many:
            self.ours.transact(partial(write, self.ours, blocks, [without_secrets(row) for row in rows]))
            self.taken["records"] += many

    def _meet(self, rows: Sequence[Row], mine: Mapping[str, Row]) -> None:
        """Fits that are here too: good ones take the place of failed ones, and what differs is named."""
        self.there += len(rows)
        better = [row for row in rows if mine[row["job"]]["failed"] and not row["failed"]]
        if better:
            self._replace(better, mine)
        for row in rows:
            self._compare(row, mine[row["job"]])

    def _mine(self, jobs: Sequence[str]) -> dict[str, Row]:
        """Of records that are here too: whether they failed, how, and the checksum of their predictions."""
        r = schema.records.c
        query = sa.select(r.job, r.failed, r.error, r.notes, sa.func.substr(r.predictions, 5, 16).label("digest"))
        rows = {row["job"]: row for row in self.ours.rows(query.where(r.job.in_(jobs)))}
        fits = Fits(Reader(self.ours))
        for record in fits.read([job for job in fits.places(jobs) if job not in rows]):
            said = pack({name: array for name in SAID if (array := getattr(record, name)) is not None})
            rows[record.job] = {"failed": 0, "digest": bytes.fromhex(digest_of(said))}
        return rows

    def _compare(self, row: Row, mine: Row) -> None:
        if mine["failed"]:
            return
        name = partial(self.theirs.job_name, row)
        if row["failed"]:
            self._name("fits that failed there and not here", f"the fit of {name()} failed there and not here; ours "
                       f"stays.")
        elif bytes(mine["digest"]).hex() != digest_of(row["predictions"]):
            self._name("fits with other predictions", f"the fit of {name()} has other predictions there than here; "
                       f"ours stays.")

    def _replace(self, rows: list[Row], mine: Mapping[str, Row]) -> None:
        """Good fits in the place of failed ones, whose errors they keep in their notes."""
        told = [sealed(without_secrets(row) | {"notes": _with_failures(row, mine[row["job"]])}) for row in rows]
        failed = schema.records.c.job.in_([row["job"] for row in rows]) & (schema.records.c.failed == 1)

        def write(connection: sa.Connection) -> None:
            self.ours.remove(connection, schema.records, failed)
            self.ours.insert(connection, schema.records, told)

        self.ours.transact(write)
        self.taken["fits that had failed here"] += len(rows)

    def _studies(self) -> None:
        mine = set(self.ours.column(sa.select(schema.studies.c.fingerprint)))
        for row in self.theirs.study_rows():
            self.theirs.study(row)
            if row["fingerprint"] not in mine and row["problem"] not in self.refused:
                self._add(schema.studies, [_unnumbered(row)])

    # ---- for all tables

    def _rows(self, table: sa.Table) -> Iterable[Row]:
        return self.theirs.database.rows(sa.select(table).order_by(table.c.created, *table.primary_key))

    def _add(self, table: sa.Table, rows: Sequence[Row]) -> None:
        self.ours.add(table, [without_secrets(row) for row in rows])
        if rows:
            self.taken[table.name] += len(rows)

    def _name(self, kind: str, sentence: str) -> None:
        said = self.sentences.setdefault(kind, [])
        if len(said) < KEPT:
            said.append(sentence)
        else:
            self.unnamed[kind] += 1


def batched(things: Iterable[T], n: int) -> Iterator[tuple[T, ...]]:
    """So many at a time."""
    left = iter(things)
    while some := tuple(islice(left, n)):
        yield some


def _facts(row: Mapping[str, Any]) -> list[Any]:
    """What makes a problem the one it is, besides its fingerprint."""
    return [*(row[name] for name in SAME_PROBLEM),
            *(None if row[name] is None else digest_of(row[name]) for name in BLOBS)]


def _use(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in ("vault", "kind", "content", "created", "who"))


def _unnumbered(row: Row) -> Row:
    """Without the number that the other database gave it."""
    return {name: value for name, value in row.items() if name != "id"}


def _with_failures(row: Row, mine: Row) -> str:
    before = [*json.loads(mine["notes"]).get(FAILED_BEFORE, []), mine["error"]]
    return as_json(json.loads(row["notes"]) | {FAILED_BEFORE: before})
