"""The ledger over SQLAlchemy: writes each thing once, reads it verified."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from referee.data.problem import Problem
from referee.data.row_keys import RowKeys, row_keys
from referee.designs.card import PlanCard
from referee.designs.split import Split, rows_left_out
from referee.errors import BadInput, LedgerError, LooksMissing
from referee.ledger import key_rows, rows, schema, vault_rows
from referee.ledger._base import LearnerCard, Look, Record, StudyCard, VaultCard, VaultUse
from referee.ledger.backing_up import back_up
from referee.ledger.block import Block
from referee.ledger.checking import complaints
from referee.ledger.claims import Claims
from referee.ledger.contract import Ledger
from referee.ledger.database import MEMORY, Database, sqlite_file
from referee.ledger.exporting import Table, export
from referee.ledger.filing import LISTED, file_fits
from referee.ledger.fits import Fits
from referee.ledger.formulas import formula_row, row_left_out
from referee.ledger.founding import found, now
from referee.ledger.importing import fill
from referee.ledger.merging import Merged, merge
from referee.ledger.migrations import TALLIED_FROM
from referee.ledger.news import Marks, last_written, marks
from referee.ledger.plan_filing import write_plan
from referee.ledger.pruning import Pruned, Unwanted, prune, prunings
from referee.ledger.reader import Reader
from referee.ledger.remembered import Remembered
from referee.ledger.scrubbing import scrub
from referee.ledger.summing import summary

ROWS_AT_ONCE = 1_000
BYTES_AT_ONCE = 16_000_000
SPLITS_KEPT = 8
SPLITS_THERE = "SELECT fingerprint FROM splits WHERE fingerprint IN (SELECT value FROM {listed})"
SMALL_SPLIT = 100          # row numbers of one that is remembered when it is written, …
NUMBERS_KEPT = 200_000     # … and of them all
ROWS_KEPT = 500_000        # of problems, and of keys
STUDIES_KEPT = 2_000


class SqlLedger:
    """A ledger in SQLite or PostgreSQL; see `referee.ledger.Ledger` for what its methods promise."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reader = Reader(database)
        self._fits = Fits(self._reader)
        self._seen: set[tuple[str, str]] = set()          # what was found to be there
        self._plans: dict[str, PlanCard] = {}
        self._written_splits: dict[str, Split] = {}       # by this process, small ones: asked for soon
        self._numbers = 0                                 # that they hold
        self._left_out: set[int] = set()                  # how many rows the plans met leave out, each once
        self._split = lru_cache(maxsize=SPLITS_KEPT)(self._reader.split)
        # Every study of a ledger is held against the rows of all others, and against what they declared.
        self._problems: Remembered[Problem] = Remembered(most=ROWS_KEPT)
        self._keys: Remembered[RowKeys | None] = Remembered(most=ROWS_KEPT)
        self._studies: Remembered[StudyCard] = Remembered(most=STUDIES_KEPT)

    def __repr__(self) -> str:
        return f"<ledger {self._database.where}>"

    def add_problem(self, problem: Problem) -> None:
        """Write the rows' targets, groups and ids (not the features)."""
        if not self._has(schema.problems.c.fingerprint, problem.fingerprint):
            self._database.add(schema.problems, [rows.problem_row(problem, now())])
        if problem.features is not None and not self._has(schema.row_keys.c.of, problem.fingerprint):
            self.add_row_keys(problem.fingerprint, row_keys(problem.features))

    def add_row_keys(self, of: str, keys: RowKeys) -> None:
        """Write by what the rows of a problem, or of a vault, are known again."""
        self._database.add(schema.row_keys, [key_rows.key_row(of, keys, now())])

    def row_keys(self, of: str) -> RowKeys | None:
        """By what they are known again; None where nothing was written of it."""
        return self._keys.get(of, lambda: self._reader.keys_of_rows(of), size=lambda keys: keys.n_rows if keys else 0)

    def add_plan(self, card: PlanCard, splits: Iterable[Split]) -> None:
        """Write a plan with its splits, a few at a time and the plan last: a plan that is there is whole.

        Of a plan that leaves out each row once, nothing else is written: its splits follow.
        """
        if self._has(schema.plans.c.fingerprint, card.fingerprint):
            return
        formula = formula_row(card, now())
        if formula is None:
            self._add_splits(card, splits)
        row = rows.plan_row(card, now())
        self._database.transact(lambda connection: write_plan(self._database, connection, card, row=row,
                                                              formula=formula))
        self._plans[card.fingerprint] = replace(card, parameters=json.loads(rows.as_json(card.parameters)))
        if formula is not None:
            self._note(formula)
            self._keep_followed(len(card.entries), splits)

    def add_learner(self, card: LearnerCard) -> None:
        """Write what a learner is."""
        if not self._has(schema.learners.c.fingerprint, card.fingerprint):
            self._database.add(schema.learners, [rows.learner_row(card, now())])

    def add_study(self, card: StudyCard) -> None:
        """Write a declared analysis, with the time."""
        if not self._has(schema.studies.c.fingerprint, card.fingerprint):
            self._database.add(schema.studies, [rows.study_row(card, now())])

    def append(self, records: Iterable[Record]) -> None:
        """Write records, each whole or not at all; a job already recorded is left as it is."""
        file_fits(self._database, records, created=now())

    def append_blocks(self, blocks: Iterable[Block]) -> None:
        """Write fits by the block; a job already recorded is left as it is."""
        file_fits(self._database, blocks, created=now())

    def read_together(self, jobs: Sequence[str]) -> Iterator[Block | Record]:
        """Fits, verified, in any order, those that were written together in one piece."""
        return self._fits.together(jobs)

    def retrying(self) -> RetryingLedger:
        """The same ledger for one run: failed fits count as missing, and give way to what comes of them now."""
        return RetryingLedger(self._database)

    def sharing(self, *, waits: bool = True) -> SharingLedger:
        """The same ledger for one run: what is going to be fitted is claimed, so that no other fits it meanwhile."""
        if self._database.where == MEMORY:
            raise BadInput("work is shared by processes that reach one ledger; one in memory is reached by no other: "
                           "name a file, or on several machines a PostgreSQL database.")
        return SharingLedger(self._database, waits=waits)

    def add_looks(self, looks: Iterable[Look]) -> None:
        """Count readings; one whose address is there already is left as it is."""
        said = [rows.look_row(look, now()) for look in looks]
        # In the order of addresses, as in `append`; numbers follow the order given where addresses are fresh.
        self._database.add(schema.looks, sorted(said, key=lambda row: str(row["address"])))

    def add_vault(self, card: VaultCard) -> None:
        """Write which rows are set aside."""
        self._database.add(schema.vaults, [vault_rows.vault_row(card, now())])

    def vaults(self) -> list[VaultCard]:
        """The vaults, oldest first."""
        return [self._reader.vault(row) for row in self._reader.vault_rows()]

    def add_use(self, use: VaultUse) -> bool:
        """Write what was learned from a vault; False, and nothing written, if its number is taken."""
        return self._database.claim(schema.vault_uses, vault_rows.use_row(use, now()))

    def uses(self, vault: str) -> list[VaultUse]:
        """What was learned from a vault, in order."""
        return [self._reader.use(row) for row in self._reader.use_rows(vault)]

    def keys(self, *, problem: str | None = None, failed: bool = True) -> set[str]:
        """The jobs recorded; without the failed ones if asked."""
        return self._fits.keys(problem=problem, failed=failed)

    def read(self, job: str) -> Record:
        """One record, verified."""
        return next(self.read_many([job]))

    def read_many(self, jobs: Iterable[str]) -> Iterator[Record]:
        """Records in the order asked for, verified, a few at a time in memory."""
        return self._fits.read(jobs)

    def problem(self, fingerprint: str) -> Problem:
        """A problem without its features."""
        return self._problems.get(fingerprint, lambda: self._reader.problem(fingerprint), size=lambda p: p.n_rows)

    def plan(self, fingerprint: str) -> PlanCard:
        """A plan's card; kept, because every analysis asks for it."""
        if fingerprint not in self._plans:
            self._plans[fingerprint] = self._reader.plan(fingerprint)
            for formula in self._reader.formula_rows(fingerprint):
                self._note(formula)
        return self._plans[fingerprint]

    def split(self, fingerprint: str) -> Split:
        """The row numbers of one split; the last few are kept."""
        followed = self._followed([fingerprint])
        return self._split(fingerprint) if followed is None else next(followed)

    def splits(self, fingerprints: Iterable[str]) -> Iterator[Split]:
        """Splits in the order asked for; all of those asked for may be in memory at once."""
        fingerprints = list(fingerprints)
        if all(fingerprint in self._written_splits for fingerprint in fingerprints):
            return map(self._written_splits.__getitem__, fingerprints)
        return self._followed(fingerprints) or map(self._reader.split_from, self._reader.split_rows(fingerprints))

    def _note(self, formula: rows.Row) -> None:
        """Remember from which formula splits follow that will be asked for."""
        self._left_out.add(self._reader.formula(formula))

    def _keep_followed(self, n_rows: int, given: Iterable[Split]) -> None:
        """Remember the splits themselves, as those that are written, if there are not too many."""
        if self._numbers + n_rows <= NUMBERS_KEPT:
            followed = {split.fingerprint: split for split in given if split.fingerprint in row_left_out(n_rows)}
            self._numbers += len(followed)
            self._written_splits |= followed

    def _followed(self, fingerprints: list[str]) -> Iterator[Split] | None:
        """The splits, where all of them follow from one formula that was met."""
        for n_rows in self._left_out:
            row_of = row_left_out(n_rows)
            if all(map(row_of.__contains__, fingerprints)):
                return rows_left_out(n_rows, [row_of[fingerprint] for fingerprint in fingerprints])
        return None

    def learner(self, fingerprint: str) -> LearnerCard:
        """A learner's card."""
        return self._reader.learner(fingerprint)

    def studies(self) -> list[StudyCard]:
        """The declared analyses, oldest first; one whose row has not changed is not read again."""
        return [self._studies.get(frozenset(row.items()), partial(self._reader.study, row), size=lambda _: 1)
                for row in self._reader.study_rows()]

    def looks(self, *, problem: str | None = None) -> list[Look]:
        """The readings, oldest first; some that are gone are warned of."""
        for sentence in self.rows_missing():
            warnings.warn(sentence, LooksMissing, stacklevel=2)
        return [self._reader.look(row) for row in self._reader.look_rows(problem)]

    def rows_missing(self) -> list[str]:
        """A sentence on looks, or uses of vaults, that were written and are gone."""
        return self._reader.rows_missing()

    def not_as_written(self, problem: str | None = None) -> list[str]:
        """A sentence on rows that were removed, added or changed by other means; of fits, those of a problem."""
        return self._reader.not_as_written(problem)

    def tallied_from(self) -> str:
        """Since when, for a ledger that is older than its tallies; empty where they are as old."""
        since = schema.meta.c.key == TALLIED_FROM
        return str(next(iter(self._database.column(sa.select(schema.meta.c.value).where(since))), ""))

    def marks(self) -> Marks | None:
        """What changes when something is written, problem by problem; None for a ledger that keeps no such thing."""
        return marks(self._database)

    def last_written(self, problem: str) -> str:
        """When the last fit on a problem was written; empty where there is none."""
        return last_written(self._database, problem)

    def summary(self) -> list[dict[str, Any]]:
        """One row a problem: how many plans, learners, records, failures, looks."""
        return summary(self._database)

    def check(self) -> list[str]:
        """A sentence for everything stored that does not match its checksum; empty when all is well."""
        return list(complaints(self._reader))

    def scrub(self) -> int:
        """Mask the passwords that an older version wrote; how many rows were changed."""
        self._plans.clear()
        return scrub(self._database)

    def take_in(self, other: Ledger) -> Merged:
        """Take in what another ledger holds, checked; what is there stays, what disagrees is named."""
        if not isinstance(other, SqlLedger):
            raise LedgerError(f"{other!r} cannot be merged; a file or a PostgreSQL ledger can.")
        return merge(self._database, other._reader)  # noqa: SLF001 - of one kind with this one

    def back_up(self, file: Path) -> None:
        """Copy it into a new file, while others write."""
        back_up(self._database, file)

    def export(self, folder: Path, kind: str, more: Iterable[Table] = ()) -> None:
        """Write everything but vaults as tables into a folder."""
        export(self._reader, folder, kind, more)

    def take_export(self, folder: Path) -> Merged:
        """Take in what was exported, checked as another ledger is."""
        with TemporaryDirectory(prefix="referee-import-") as draft:
            made = Database(sqlite_file(Path(draft) / "import.db", mode="rwc"), where=str(folder))
            try:
                found(made, create=True)
                fill(made, folder)
                return merge(self._database, Reader(made))
            finally:
                made.close()

    def prune(self, unwanted: Unwanted, *, only_count: bool = False) -> Pruned:
        """Remove records, or only count them."""
        return prune(self._database, unwanted, only_count=only_count)

    def prunings(self) -> list[dict[str, Any]]:
        """What was removed, and when."""
        return prunings(self._database)

    def compact(self) -> None:
        """Give back the room of what was removed."""
        self._database.compact()

    def close(self) -> None:
        """Let go of the file or the connection."""
        self._database.close()
        self._plans.clear()
        self._written_splits.clear()
        self._left_out.clear()
        self._split.cache_clear()

    def _has(self, column: sa.Column[str], value: str) -> bool:
        """Whether there is a row of this name; nothing that has one is ever removed, so it is asked for once."""
        name = (str(column.table), value)
        if name not in self._seen and self._database.column(sa.select(column).where(column == value)):
            self._seen.add(name)
        return name in self._seen

    def _add_splits(self, card: PlanCard, given: Iterable[Split]) -> None:
        """Write the splits that no earlier plan has brought, then see that none is missing."""
        there = self._splits_there(card)
        wanted = {entry.split for entry in card.entries}
        new = (self._kept(split) for split in given if split.fingerprint not in there)
        for some in _together(rows.split_rows(new, now())):
            self._database.add(schema.splits, some)
            there.update(row["fingerprint"] for row in some)
        missing = wanted - there
        if missing:
            raise BadInput(
                f"the plan {card.fingerprint} ({card.design}) names {len(wanted)} splits, of which {len(missing)} "
                f"were not given; give all of its splits."
            )

    def _kept(self, split: Split) -> Split:
        """The split, remembered if it is small and there are not too many."""
        size = split.test.size + (0 if split.train is None else split.train.size)
        if size <= SMALL_SPLIT and self._numbers + size <= NUMBERS_KEPT:
            self._numbers += size
            self._written_splits[split.fingerprint] = split
        return split

    def _splits_there(self, card: PlanCard) -> set[str]:
        """Which of a plan's splits are stored already."""
        wanted = json.dumps(sorted({entry.split for entry in card.entries}))
        query = SPLITS_THERE.format(listed=LISTED[self._database.is_sqlite])
        return set(self._database.column(sa.text(query).bindparams(jobs=wanted)))


class RetryingLedger(SqlLedger):
    """A ledger as a run sees it that tries failed fits again; what failed before this run is not recorded for it."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._written: set[str] = set()       # in this run, failed again or not

    def keys(self, *, problem: str | None = None, failed: bool = True) -> set[str]:
        """The jobs recorded, without those that failed before this run."""
        good = super().keys(problem=problem, failed=False)
        return good | (self._written & super().keys(problem=problem)) if failed else good

    def append(self, records: Iterable[Record]) -> None:
        """Write records over failed ones of the same jobs, with the errors these had; any other is left as it is."""
        given = list(records)
        before = self._failures({record.job for record in given})
        super().append(record for record in given if record.job not in before)
        told = (replace(record, notes=record.notes | {rows.FAILED_BEFORE: before[record.job]})
                for record in given if record.job in before)
        for some in _together(rows.record_row(record, now()) for record in told):
            ordered = sorted(some, key=lambda row: str(row["job"]))
            give_way = schema.records.c.job.in_([row["job"] for row in ordered]) & (schema.records.c.failed == 1)
            self._database.transact(partial(self._replace, give_way, ordered))
        self._written |= {record.job for record in given}

    def append_blocks(self, blocks: Iterable[Block]) -> None:
        """Write fits, record by record: some may take the place of failed ones."""
        for block in blocks:
            self.append(block.records())

    def _replace(self, give_way: sa.ColumnElement[bool], by: list[rows.Row], connection: sa.Connection) -> None:
        self._database.remove(connection, schema.records, give_way)
        self._database.insert(connection, schema.records, by)

    def _failures(self, jobs: set[str]) -> dict[str, list[str]]:
        """The errors of failed jobs, oldest first."""
        failed = jobs & (super().keys() - super().keys(failed=False))
        return {old.job: [*old.notes.get(rows.FAILED_BEFORE, []), old.error] for old in self.read_many(sorted(failed))}


class SharingLedger(SqlLedger):
    """A ledger as a run sees it that shares its work with other processes."""

    def __init__(self, database: Database, *, waits: bool) -> None:
        super().__init__(database)
        self.waits = waits

    def claims(self) -> Claims:
        """The claims of one process."""
        return Claims(database=self._database)


def _together(given: Iterable[rows.Row]) -> Iterator[list[rows.Row]]:
    """Rows for one transaction each: not so many that memory would grow with their number."""
    some: list[rows.Row] = []
    size = 0
    for row in given:
        some.append(row)
        for value in row.values():
            if type(value) is bytes:
                size += len(value)
        if len(some) >= ROWS_AT_ONCE or size >= BYTES_AT_ONCE:
            yield some
            some, size = [], 0
    if some:
        yield some
