"""Many fits of one learner in one piece: what they said, one fit behind the other.

Where test parts are small a record costs more than what it says. Fits that went well, of one learner, with arrays of
one kind, are written and read together, and scored as arrays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from referee.kinds import Array, Json
from referee.ledger._base import Record, job_keys
from referee.ledger.rows import SAID, as_json

FEWEST = 8                  # fits that are worth a block
MOST = 4_096                # fits of a block: what one damaged byte can cost
MOST_BYTES = 2_000_000
SMALL = 32_000              # bytes of arrays beyond which a record stands by itself
Told = tuple[Json, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Block:
    """What came of some fits that went well."""

    problem: str
    learner: str
    splits: tuple[str, ...]
    sizes: Array                     # test rows of each fit
    said: dict[str, Array]           # by the names of `SAID`: of all fits, one behind the other
    fit_seconds: Array
    predict_seconds: Array
    told: tuple[Told, ...]           # notes and warnings, each pair once
    told_by: Array                   # which of them each fit has
    created: str = ""                # UTC, ISO 8601; set by the ledger

    def __len__(self) -> int:
        return len(self.splits)

    @cached_property
    def jobs(self) -> tuple[str, ...]:
        """The addresses of the fits."""
        return job_keys(self.problem, self.learner, self.splits)

    @cached_property
    def ends(self) -> Array:
        """Where each fit ends among the rows."""
        return np.cumsum(self.sizes)

    @property
    def nbytes(self) -> int:
        """How much its arrays hold."""
        return sum(array.nbytes for array in self.said.values())

    def record(self, i: int) -> Record:
        """One of the fits."""
        notes, warnings = self.told[int(self.told_by[i])]
        end = int(self.ends[i])
        span = slice(end - int(self.sizes[i]), end)
        said: dict[str, Any] = {name: array[span] for name, array in self.said.items()}
        return Record(
            problem=self.problem, learner=self.learner, split=self.splits[i],
            fit_seconds=float(self.fit_seconds[i]), predict_seconds=float(self.predict_seconds[i]),
            notes=dict(notes), warnings=warnings, created=self.created, **said)

    def records(self) -> Iterator[Record]:
        """Fit by fit."""
        return map(self.record, range(len(self)))

    def pieces(self) -> Iterator[Block | Record]:
        """As it is stored: in blocks that are not too large, or record by record where these are few or large."""
        each = max(1, self.nbytes // max(1, len(self)))
        if len(self) < FEWEST or each > SMALL:
            yield from self.records()
            return
        most = max(FEWEST, min(MOST, MOST_BYTES // each))
        for i in range(0, len(self), most):
            yield self.some(range(i, min(i + most, len(self))))

    def some(self, chosen: Sequence[int]) -> Block:
        """Of some of the fits, in the order given."""
        if len(chosen) == len(self) and list(chosen) == list(range(len(self))):
            return self
        where = np.asarray(chosen, dtype=np.int64)
        rows = _rows_of(self.ends - self.sizes, self.sizes, where)
        return replace(
            self, splits=tuple(self.splits[i] for i in chosen), sizes=self.sizes[where],
            said={name: array[rows] for name, array in self.said.items()}, told_by=self.told_by[where],
            fit_seconds=self.fit_seconds[where], predict_seconds=self.predict_seconds[where])


def _rows_of(begin: Array, sizes: Array, where: Array) -> Array:
    """The rows of some parts, one part behind the other."""
    many = sizes[where]
    first = np.repeat(begin[where] - (np.cumsum(many) - many), many)
    rows: Array = first + np.arange(int(many.sum()))
    return rows


def jobs_of(pieces: Iterable[Record | Block]) -> Iterator[str]:
    """The addresses of fits, whether they stand alone or together."""
    for piece in pieces:
        if isinstance(piece, Block):
            yield from piece.jobs
        else:
            yield piece.job


def records_in(pieces: Iterable[Record | Block]) -> Iterator[Record]:
    """Fit by fit, whether they stand alone or together."""
    for piece in pieces:
        if isinstance(piece, Block):
            yield from piece.records()
        else:
            yield piece


def stacked(records: Iterable[Record], *, fewest: int = FEWEST) -> Iterator[Block | Record]:
    """Records that may stand together as blocks, the others as they are."""
    alike: dict[tuple[Any, ...], dict[str, Record]] = defaultdict(dict)
    for record in records:
        kind = _kind(record)
        if kind is None:
            yield record
        else:
            alike[kind].setdefault(record.split, record)
    for group in map(list, map(dict.values, alike.values())):
        largest = max(record.nbytes for record in group)
        most = max(1, min(MOST, MOST_BYTES // max(1, largest)))
        for i in range(0, len(group), most):
            some = group[i : i + most]
            if len(some) >= fewest:
                yield block_of_records(some)
            else:
                yield from some


def block_of_records(records: Sequence[Record]) -> Block:
    """Records of one kind as one block."""
    first = records[0]
    names = [name for name in SAID if getattr(first, name) is not None]
    said = {name: np.concatenate([getattr(record, name) for record in records]) for name in names}
    sizes = [len(getattr(record, names[0])) for record in records] if names else [0] * len(records)
    told, told_by = _told(records)
    return Block(
        problem=first.problem, learner=first.learner, splits=tuple(record.split for record in records),
        sizes=np.array(sizes, dtype=np.int64), said=said, told=told, told_by=told_by, created=first.created,
        fit_seconds=np.array([record.fit_seconds for record in records], dtype=float),
        predict_seconds=np.array([record.predict_seconds for record in records], dtype=float))


def _told(records: Sequence[Record]) -> tuple[tuple[Told, ...], Array]:
    """Notes and warnings, each pair once, and which one each record has."""
    known: dict[tuple[str, tuple[str, ...]], int] = {}
    texts: dict[int, str] = {}                    # of notes that several records share
    pairs: list[Told] = []
    by = []
    for record in records:
        if id(record.notes) not in texts:
            texts[id(record.notes)] = as_json(record.notes)
        key = (texts[id(record.notes)], record.warnings)
        if key not in known:
            known[key] = len(pairs)
            pairs.append((record.notes, record.warnings))
        by.append(known[key])
    return tuple(pairs), np.array(by, dtype=np.int64)


def _kind(record: Record) -> tuple[Any, ...] | None:
    """What records must share to stand together; None for one that stands by itself."""
    if record.error or record.traceback or " " in record.split:
        return None
    kind: list[Any] = [record.problem, record.learner, record.created]
    size, rows = 0, -1
    for name in SAID:
        array = getattr(record, name)
        if array is None:
            continue
        if not array.shape or rows not in {-1, array.shape[0]}:
            return None
        rows = array.shape[0]
        size += array.nbytes
        kind += (name, array.dtype, array.shape[1:])
    return None if rows < 0 or size > SMALL else tuple(kind)
