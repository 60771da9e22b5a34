"""Fits out of a database, verified, wherever they stand: in rows of their own or in blocks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from referee.ledger._base import Record
from referee.ledger.block import Block
from referee.ledger.block_rows import JOB, block_of, jobs_in
from referee.ledger.filing import LISTED
from referee.ledger.reader import Reader, batches
from referee.ledger.schema import blocks, records
from referee.ledger.tally import BLOCKS_SINCE

BYTES_KEPT = 32_000_000
WHERE = ("SELECT j.block AS block, b.checksum AS checksum, {joined}(j.job, '') AS jobs FROM block_jobs j JOIN blocks b "
         "ON b.block = j.block WHERE j.job IN (SELECT value FROM {listed}) GROUP BY j.block, b.checksum")
LISTED_AS = "SELECT block, {joined}(job, '') AS jobs FROM block_jobs GROUP BY block"
JOINED = {True: "group_concat", False: "string_agg"}
Address = tuple[str, str]          # the name of a block, and its checksum


class Fits:
    """Reads fits from one database; the last blocks are kept, since their fits are asked for one after the other."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.database = reader, reader.database
        self._kept: dict[Address, tuple[Block, dict[str, int]]] = {}

    @property
    def has_blocks(self) -> bool:
        """Whether the ledger is of a version that has any."""
        return self.database.version >= BLOCKS_SINCE

    def keys(self, *, problem: str | None = None, failed: bool = True) -> set[str]:
        """The jobs recorded; without the failed ones if asked."""
        query, whole = sa.select(records.c.job), sa.select(blocks.c.jobs)
        if problem is not None:
            query, whole = query.where(records.c.problem == problem), whole.where(blocks.c.problem == problem)
        if not failed:
            query = query.where(records.c.failed == 0)
        single, *together = self.database.columns(query, *([whole] if self.has_blocks else []))
        found = set(single)
        for jobs in (jobs for column in together for jobs in column):
            found.update(jobs_in(jobs))
        return found

    def ordered(self) -> list[str]:
        """All jobs, by problem, learner and address."""
        rows = self.database.rows(sa.select(records.c.problem, records.c.learner, records.c.job))
        found = [(row["problem"], row["learner"], row["job"]) for row in rows]
        if self.has_blocks:
            for row in self.database.rows(sa.select(blocks.c.problem, blocks.c.learner, blocks.c.jobs)):
                found += [(row["problem"], row["learner"], job) for job in jobs_in(row["jobs"])]
        return [job for _, _, job in sorted(found)]

    def read(self, jobs: Iterable[str]) -> Iterator[Record]:
        """Records in the order asked for, a few at a time in memory."""
        for some in batches(jobs):
            where = self.places(some)
            rows = map(self.reader.record, self.reader.record_rows([job for job in some if job not in where]))
            for job in some:
                if job in where:
                    block, position = self._block(where[job])
                    yield block.record(position[job])
                else:
                    yield next(rows)

    def together(self, jobs: Sequence[str]) -> Iterator[Block | Record]:
        """The same fits in any order, those of a block together."""
        left = dict.fromkeys(jobs)
        for some in (jobs[-1:], jobs):                  # most are in one block, which one of them finds sooner than all
            for address, _ in self._blocks_with([job for job in some if job in left]):
                block, position = self._block(address)
                mine = [job for job in left if job in position]
                yield block.some(sorted([position[job] for job in mine]))
                for job in mine:
                    del left[job]
        yield from map(self.reader.record, self.reader.record_rows([*left]))

    def places(self, jobs: Sequence[str]) -> dict[str, Address]:
        """The blocks in which some of the jobs are."""
        return {job: address for address, mine in self._blocks_with(jobs) for job in mine}

    def _blocks_with(self, jobs: Sequence[str]) -> list[tuple[Address, tuple[str, ...]]]:
        """The blocks in which some of the jobs are, and which jobs these are."""
        if not self.has_blocks or not jobs:
            return []
        sqlite = self.database.is_sqlite
        query = sa.text(WHERE.format(listed=LISTED[sqlite], joined=JOINED[sqlite])).bindparams(
            jobs=json.dumps(list(jobs)))
        return [((row["block"], row["checksum"]), jobs_in(row["jobs"])) for row in self.database.rows(query)]

    def misplaced(self) -> tuple[list[str], int, int]:
        """Blocks whose fits are not listed as theirs; how many fits are listed, and how many are in blocks."""
        if not self.has_blocks:
            return [], 0, 0
        query = sa.text(LISTED_AS.format(joined=JOINED[self.database.is_sqlite]))
        listed = {row["block"]: row["jobs"] for row in self.database.rows(query)}
        wrong, many = [], 0
        for row in self.database.rows(sa.select(blocks.c.block, blocks.c.jobs)):
            jobs = jobs_in(row["jobs"])
            many += len(jobs)
            if sorted(jobs) != sorted(jobs_in(listed.get(row["block"], ""))):
                wrong.append(row["block"])
        return wrong, sum(map(len, listed.values())) // JOB, many

    def block_rows(self, names: Iterable[str] | None = None) -> Iterator[Mapping[str, Any]]:
        """The rows of blocks, one at a time: all, or those of some names."""
        if not self.has_blocks:
            return
        wanted = self.database.column(sa.select(blocks.c.block).order_by(blocks.c.block)) if names is None else names
        for name in wanted:
            yield from self.database.rows(sa.select(blocks).where(blocks.c.block == name))

    def block(self, row: Mapping[str, Any]) -> Block:
        """A block from its row."""
        return self.reader.verified(lambda: block_of(row), lambda: self.name(row))

    def name(self, row: Mapping[str, Any]) -> str:
        """How people would speak of a block."""
        first = str(row["splits"]).split(" ", maxsplit=1)[0]
        return f"the block of {row['many']} records of {self.reader.job_name({**row, 'split': first})} and others"

    def _block(self, address: Address) -> tuple[Block, dict[str, int]]:
        if address not in self._kept:
            (row,) = self.block_rows([address[0]])
            block = self.block(row)
            while self._kept and sum(kept.nbytes for kept, _ in self._kept.values()) + block.nbytes > BYTES_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[address] = block, {job: i for i, job in enumerate(block.jobs)}
        return self._kept[address]
