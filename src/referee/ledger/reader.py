"""Verified values out of a database; what is damaged is named by learner, problem and split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from typing import Any, TypeVar

import numpy as np
import sqlalchemy as sa

from referee.data.problem import Problem
from referee.data.row_keys import RowKeys
from referee.designs.card import Entry, PlanCard
from referee.designs.observing import traits_of
from referee.designs.split import Split, names_left_out
from referee.designs.split import rows_left_out as splits_left_out
from referee.designs.traits import Traits
from referee.errors import LedgerCorrupt, LedgerError, RefereeError
from referee.ledger import key_rows, rows, vault_rows
from referee.ledger._base import LearnerCard, Look, Record, StudyCard, VaultCard, VaultUse
from referee.ledger.database import Database
from referee.ledger.ever_written import COUNTING_SINCE, COUNTS, missing
from referee.ledger.formulas import FORMULAS_SINCE, entries_left_out, row_left_out, rows_of
from referee.ledger.rows import Row
from referee.ledger.schema import (
    SINCE_VERSION_2,
    learners,
    looks,
    plan_entries,
    plan_formulas,
    plan_traits,
    plans,
    problems,
    records,
    row_keys,
    splits,
    studies,
    vault_uses,
    vaults,
)
from referee.ledger.tally import BLOCKS_SINCE, OF_A_PROBLEM, TALLIED, TALLIED_SINCE, disagreements

JOBS_AT_ONCE = 500
BYTES_AT_ONCE = 32_000_000
KEYS_SINCE = 5            # the version of the format
T = TypeVar("T")


class Reader:
    """Reads from one database, keeps nothing."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def problem(self, fingerprint: str) -> Problem:
        """A problem without its features."""
        row = self._required(problems, fingerprint, "problem")
        return self.verified(lambda: rows.problem_of(row), lambda: f"the problem {row['name']!r}")

    def plan(self, fingerprint: str) -> PlanCard:
        """A plan's card."""
        row = self._required(plans, fingerprint, "plan")
        query = sa.select(plan_entries).where(plan_entries.c.plan == fingerprint).order_by(plan_entries.c.position)
        stored = self.database.rows(query)
        formula = None if stored else next(iter(self.formula_rows(fingerprint)), None)

        def made() -> PlanCard:
            entries = rows.entries_of(stored) if formula is None else entries_left_out(rows_of(formula))
            return rows.plan_of(row, entries, self._traits(row, entries))

        return self.verified(made, lambda: f"the plan {fingerprint} ({row['design']})")

    def formula_rows(self, plan: str | None = None) -> list[Row]:
        """The rows of plans that follow from a formula: all, or that of one plan; older versions have none."""
        query = sa.select(plan_formulas).order_by(plan_formulas.c.plan)
        query = query if plan is None else query.where(plan_formulas.c.plan == plan)
        return self.database.rows(query) if self.database.version >= FORMULAS_SINCE else []

    def formula(self, row: Row) -> int:
        """How many rows a plan leaves out, each once, from the row of its formula."""
        return self.verified(lambda: rows_of(row), lambda: f"the formula of the plan {row['plan']}")

    def rows_left_out(self) -> dict[int, Row]:
        """The numbers of rows that plans leave out one by one, each with a formula that is as it was written."""
        found: dict[int, Row] = {}
        for row in self.formula_rows():
            with suppress(LedgerCorrupt):
                found[self.formula(row)] = row
        return found

    def _traits(self, row: Row, entries: tuple[Entry, ...]) -> Traits:
        """What a plan is: as stored, or computed from its splits if a version before 3 has written it."""
        stored = self.database.row(plan_traits.c.plan, row["fingerprint"]) if self.database.version > 2 else None
        if stored is not None:
            return rows.traits_of(stored)
        try:
            each = map(self.split_from, self.split_rows([entry.split for entry in entries]))
            known = self.database.row(problems.c.fingerprint, row["problem"])
            problem = None if known is None else rows.problem_of(known)
            groups = None if problem is None else problem.groups
            first = next(each)
            return traits_of(chain([first], each), n_rows=first.n_rows,
                             groups=None if groups is None else np.unique(groups, return_inverse=True)[1],
                             time=None if problem is None else problem.time)
        except (RefereeError, StopIteration):
            raise LedgerCorrupt("the splits of the plan are not what was written, or are not there.") from None

    def split(self, fingerprint: str) -> Split:
        """The row numbers of a split, under the label with which it was first written."""
        (row,) = self.split_rows([fingerprint])
        return self.split_from(row)

    def split_from(self, row: Row) -> Split:
        """A split from its row."""
        return self.verified(lambda: rows.split_of(row), lambda: f"the split {row['label']} ({row['fingerprint']})")

    def split_rows(self, fingerprints: list[str]) -> Iterator[Row]:
        """The rows of splits in the order asked for; of those that follow from a formula, as they would be written."""
        for some in batches(fingerprints):
            query = sa.select(splits).where(splits.c.fingerprint.in_(set(some)))
            found = {row["fingerprint"]: row for row in self.database.rows(query)}
            if lost := [fingerprint for fingerprint in some if fingerprint not in found]:
                found |= {row["fingerprint"]: row for row in self._follow(lost)}
            for fingerprint in some:
                yield found[fingerprint] if fingerprint in found else self._required(splits, fingerprint, "split")

    def _follow(self, fingerprints: list[str]) -> Iterator[Row]:
        """The rows of those splits that follow from a formula."""
        for n_rows, formula in self.rows_left_out().items():
            row_of = row_left_out(n_rows)
            mine = [row_of[fingerprint] for fingerprint in fingerprints if fingerprint in row_of]
            yield from rows.split_rows(splits_left_out(n_rows, mine), formula["created"])

    def split_names(self) -> list[str]:
        """The fingerprints of all splits, those that follow from a formula too, in order."""
        stored = self.database.column(sa.select(splits.c.fingerprint))
        return sorted({*stored, *(name for n_rows in self.rows_left_out() for name in names_left_out(n_rows))})

    def learner(self, fingerprint: str) -> LearnerCard:
        """A learner's card."""
        return self.learner_from(self._required(learners, fingerprint, "learner"))

    def learner_from(self, row: Row) -> LearnerCard:
        """A learner's card from its row."""
        return self.verified(lambda: rows.learner_of(row), lambda: f"the learner {row['name']!r}")

    def study(self, row: Row) -> StudyCard:
        """A declared analysis from its row."""
        return self.verified(lambda: rows.study_of(row), lambda: f"the study {row['name']!r}")

    def study_rows(self) -> list[Row]:
        """The rows of the declared analyses, oldest first."""
        return self.database.rows(sa.select(studies).order_by(studies.c.created, studies.c.id))

    def look(self, row: Row) -> Look:
        """A reading from its row."""
        return self.verified(lambda: rows.look_of(row), lambda: f"the look number {row['id']}")

    def look_rows(self, problem: str | None = None) -> list[Row]:
        """The rows of the readings, oldest first."""
        there = [c for c in looks.c if self.database.version > 1 or c not in SINCE_VERSION_2]
        query = sa.select(*there).order_by(looks.c.created, looks.c.id)
        return self.database.rows(query if problem is None else query.where(looks.c.problem == problem))

    def rows_missing(self) -> list[str]:
        """A sentence on looks and uses of vaults that were counted and are not there; older versions counted none."""
        if self.database.version < COUNTING_SINCE:
            return []
        (counts,) = self.database.rows(COUNTS)
        return [f"in the ledger {self.database.where}, {what}: how often rows were looked at cannot be known any "
                f"more; restore it from a copy." for what in missing(list(counts.values()))]

    def not_as_written(self, problem: str | None = None) -> list[str]:
        """A sentence on each table whose rows are not those that were written; of fits, perhaps of one problem only."""
        if self.database.version < TALLIED_SINCE:
            return []

        def ask() -> list[str]:
            with self.database.at_one_moment() as connection:
                fits = [table for table in OF_A_PROBLEM if table is records or self.database.version >= BLOCKS_SINCE]
                small = [table for table in TALLIED if table not in OF_A_PROBLEM]
                return [*disagreements(connection, fits, problem), *disagreements(connection, small)]

        return [f"in the ledger {self.database.where}, {what}; restore it from a copy."
                for what in self.database.patiently(ask)]

    def vault(self, row: Row) -> VaultCard:
        """A vault from its row."""
        return self.verified(lambda: vault_rows.vault_of(row), lambda: f"the vault {row['name']!r}")

    def vault_rows(self) -> list[Row]:
        """The rows of the vaults, oldest first; a ledger of version 1 has none."""
        query = sa.select(vaults).order_by(vaults.c.created, vaults.c.fingerprint)
        return self.database.rows(query) if self.database.version > 1 else []

    def use(self, row: Row) -> VaultUse:
        """What was learned from a vault, from its row."""
        return self.verified(lambda: vault_rows.use_of(row), lambda: f"use number {row['number']} of a vault")

    def use_rows(self, vault: str | None = None) -> list[Row]:
        """The rows of what was learned from a vault, or from any, in order."""
        query = sa.select(vault_uses).order_by(vault_uses.c.vault, vault_uses.c.number)
        query = query if vault is None else query.where(vault_uses.c.vault == vault)
        return self.database.rows(query) if self.database.version > 1 else []

    def keys_of_rows(self, of: str) -> RowKeys | None:
        """By what the rows of a problem or a vault are known again; None where nothing was written of it."""
        row = self.database.row(row_keys.c.of, of) if self.database.version >= KEYS_SINCE else None
        return None if row is None else self.keys_from(row)

    def keys_from(self, row: Row) -> RowKeys:
        """Keys of rows from their row."""
        return self.verified(lambda: key_rows.keys_of(row), lambda: f"the keys of the rows of {row['of']}")

    def key_rows(self) -> list[Row]:
        """The rows that hold keys of rows."""
        query = sa.select(row_keys).order_by(row_keys.c.of)
        return self.database.rows(query) if self.database.version >= KEYS_SINCE else []

    def record(self, row: Row) -> Record:
        """A record from its row."""
        return self.verified(lambda: rows.record_of(row), lambda: f"the record of {self.job_name(row)}")

    def record_rows(self, jobs: Iterable[str]) -> Iterator[Row]:
        """The rows of records in the order asked for; no more than a few megabytes of them in memory."""
        for some in batches(jobs):
            if len(some) == 1:              # then there is nothing to divide
                if not (found := self._rows_of(some)):
                    raise self._no_record(some[0])
                yield found[0]
                continue
            for part in _portions(some, self._sizes(some)):
                by_job = {row["job"]: row for row in self._rows_of(part)}
                yield from (by_job[job] for job in part)

    def _rows_of(self, jobs: list[str]) -> list[Row]:
        return self.database.rows(sa.select(records).where(records.c.job.in_(set(jobs))))

    def job_name(self, row: Mapping[str, Any]) -> str:
        """How people would speak of a job: by names where the ledger knows them."""
        learner = self._label(learners.c.name, learners.c.fingerprint, row["learner"])
        problem = self._label(problems.c.name, problems.c.fingerprint, row["problem"])
        label = self._label(splits.c.label, splits.c.fingerprint, row["split"])
        if label == row["split"]:
            label = next((str(split["label"]) for split in self._follow([label])), label)
        return f"learner {learner!r} on problem {problem!r}, split {label}"

    def _sizes(self, jobs: list[str]) -> dict[str, int]:
        """The bytes of each record's predictions; refuse a job that is not recorded."""
        query = sa.select(records.c.job, records.c.size).where(records.c.job.in_(set(jobs)))
        sizes = {row["job"]: row["size"] if isinstance(row["size"], int) else 0 for row in self.database.rows(query)}
        missing = [job for job in jobs if job not in sizes]
        if missing:
            raise self._no_record(missing[0])
        return sizes

    def _no_record(self, job: str) -> LedgerError:
        return LedgerError(f"the ledger {self.database.where} has no record of job {job}; run the study to fill it in.")

    def _required(self, table: sa.Table, fingerprint: str, kind: str) -> Row:
        row = self.database.row(table.c.fingerprint, fingerprint)
        if row is None:
            raise LedgerError(
                f"the ledger {self.database.where} has no {kind} {fingerprint}; "
                f"check the fingerprint, or that this is the right ledger."
            )
        return row

    def verified(self, make: Callable[[], T], name: Callable[[], str]) -> T:
        """What was stored; if it is not what was written, say which thing it is."""
        try:
            return make()
        except Exception:  # noqa: BLE001 - whatever a stranger's row does when it is read, it is not what was written
            raise LedgerCorrupt(
                f"in the ledger {self.database.where}, {name()}, does not match its checksum; "
                f"restore the ledger from a copy, or run into a new one."
            ) from None

    def _label(self, shown: sa.Column[str], key: sa.Column[str], value: str) -> str:
        """A name to show, or the fingerprint if there is none."""
        found = self.database.column(sa.select(shown).where(key == value))
        return str(found[0]) if found else str(value)


def batches(jobs: Iterable[str]) -> Iterator[list[str]]:
    """A few hundred at a time: a database limits how many parameters a query has."""
    remaining = iter(jobs)
    while some := list(islice(remaining, JOBS_AT_ONCE)):
        yield some


def _portions(jobs: list[str], sizes: dict[str, int]) -> Iterator[list[str]]:
    """Pieces, in order, whose records fit into the memory allowed; a bigger record goes alone."""
    portion: list[str] = []
    total = 0
    for job in jobs:
        if portion and total + sizes[job] > BYTES_AT_ONCE:
            yield portion
            portion, total = [], 0
        portion.append(job)
        total += sizes[job]
    if portion:
        yield portion
