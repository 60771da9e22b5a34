"""One division of the rows into those trained on and those tested on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from referee.fingerprint import LENGTH, fingerprint
from referee.kinds import Array, frozen_array

if TYPE_CHECKING:
    from hashlib import _Hash

FEW = 10        # times as many rows as are left out at once: beyond, the names of all rows are not made for these


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Rows to train on and rows to test on; `train` is None for "all the others".

    Row numbers may repeat in `train` (a bootstrap sample), never in `test`.

    >>> split = Split(label="0/1", n_rows=5, test=[1, 4])
    >>> split.train_rows, split.n_train, split.n_test
    (array([0, 2, 3]), 3, 2)
    """

    label: str                  # "repeat/fold"
    n_rows: int
    test: Array
    train: Array | None = None
    fingerprint: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "test", frozen_array(self.test, np.int64))
        if self.train is not None:
            object.__setattr__(self, "train", frozen_array(self.train, np.int64))
        named = _of_the_others(self.n_rows, self.test) if self.train is None else fingerprint(
            self.n_rows, self.train, self.test)
        object.__setattr__(self, "fingerprint", named)

    @property
    def train_rows(self) -> Array:
        """The row numbers to train on, with repetitions."""
        if self.train is not None:
            return self.train
        keep = np.ones(self.n_rows, dtype=bool)
        keep[self.test] = False
        return np.flatnonzero(keep)

    @property
    def n_train(self) -> int:
        """How many rows are trained on, repetitions counted."""
        return int(self.n_rows - self.test.size if self.train is None else self.train.size)

    @property
    def n_test(self) -> int:
        """How many rows are tested on."""
        return int(self.test.size)

    @property
    def repeat(self) -> int:
        """The number before the slash of the label."""
        return int(self.label.split("/")[0])


def single_row_splits(n_rows: int, tests: Iterable[Array], labels: Iterable[str]) -> Iterator[Split]:
    """Splits that test one row each and train on all the others; leave-one-out has as many as rows, so made in short.

    >>> (split,) = single_row_splits(5, [np.array([3])], ["0/3"])
    >>> split.fingerprint == Split(label="0/3", n_rows=5, test=[3]).fingerprint
    True
    """
    rows = np.concatenate([*tests])
    if rows.size * FEW < n_rows:
        return _single(n_rows, rows, labels, _names(n_rows, rows))
    return _single(n_rows, rows, labels, map(names_left_out(n_rows).__getitem__, rows.tolist()))


def rows_left_out(n_rows: int, rows: Sequence[int]) -> Iterator[Split]:
    """The splits of leave-one-out that test these rows, one each, labelled as its only pass.

    >>> [split.label for split in rows_left_out(5, [0, 3])]
    ['0/0', '0/3']
    """
    names = names_left_out(n_rows)
    return _single(n_rows, np.array(rows, dtype=np.int64), map("0/{}".format, rows), map(names.__getitem__, rows))


@lru_cache(maxsize=2)       # asked for when a plan is written, and by whoever reads it
def names_left_out(n_rows: int) -> tuple[str, ...]:
    """The fingerprints of the splits that test one row each and train on all the others, row by row."""
    return tuple(_names(n_rows, np.arange(n_rows)))


def _names(n_rows: int, rows: Array) -> Iterator[str]:
    numbers, begun = rows.astype("<i8").tobytes(), _begun(n_rows).copy()
    begun.update(b"i8(1,)")
    for i in range(0, len(numbers), 8):
        digest = begun.copy()
        digest.update(numbers[i : i + 8] + b"\0")
        yield digest.hexdigest()[:LENGTH]


def _single(n_rows: int, rows: Array, labels: Iterable[str], names: Iterable[str]) -> Iterator[Split]:
    """Splits that test one row each, under names that are theirs."""
    new, put = object.__new__, object.__setattr__
    column = frozen_array(rows.reshape(-1, 1), np.int64)
    for label, test, name in zip(labels, column, names, strict=True):
        split = new(Split)
        put(split, "label", label)
        put(split, "n_rows", n_rows)
        put(split, "test", test)
        put(split, "train", None)
        put(split, "fingerprint", name)
        yield split


@lru_cache(maxsize=64)
def _begun(n_rows: int) -> _Hash:
    """A hash of what all splits of so many rows share that train on all the others."""
    return sha256(f'json{n_rows}\0json"the others"\0'.encode())


def _of_the_others(n_rows: int, test: Array) -> str:
    """The fingerprint of (n_rows, "the others", test); leave-one-out has as many as rows, so it is made in short.

    >>> _of_the_others(5, np.array([1, 4])) == fingerprint(5, "the others", np.array([1, 4]))
    True
    """
    digest = _begun(n_rows).copy()
    digest.update(f"i8{test.shape}".encode() + test.astype("<i8", copy=False).tobytes() + b"\0")
    return digest.hexdigest()[:LENGTH]
