"""Shuffles of a problem: labels dealt anew to the rows, or every column dealt anew within each class.

Ojala, M. and Garriga, G. C. (2010). Permutation tests for studying classifier performance. JMLR 11, 1833-1863: test 1
(labels) and test 2 (columns within classes); Jensen's randomization testing in Salzberg (1997), section 3.1.

A shuffle is known by its number: stream(seed, …, number) gives it again on any machine, so no copy of the data is kept.
Dealing labels to rows is the same as dealing rows to labels. The second is done here, because then the target and the
groups stay where they are, and so does every stratified split. Only where whole groups change their label, and
groups differ in size, does the target itself change.

What may change places: rows of the same block. Where there are groups and each has one label, whole groups exchange
labels; where labels differ within groups, rows do so within their group. Strata, if given, are never crossed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from referee.data.problem import Problem
from referee.errors import BadInput
from referee.fingerprint import fingerprint
from referee.kinds import Array, Task
from referee.seeds import stream

LABELS, COLUMNS = "labels", "columns"


@dataclass(frozen=True, kw_only=True, eq=False)
class Shuffle:
    """All shuffles of one kind of one problem, by number from 1 on; number 0 is the data as they are.

    >>> shuffle = Shuffle(kind="labels", seed=0, blocks=np.array([0, 0, 1, 1, 1]), y=np.array([0, 1, 0, 1, 1]), count=9)
    >>> shuffle.order(1)
    array([0, 1, 3, 2, 4])
    >>> sorted(shuffle.order(2)[:2].tolist())        # the first two rows are a block of their own
    [0, 1]
    """

    kind: str
    seed: int
    blocks: Array                      # a code for each unit (row, or group): places are changed within a block
    y: Array                           # the target as it is
    count: int                         # shuffles to be made
    groups: Array | None = None        # the group of each row, where whole groups exchange labels
    exhaustive: bool = False           # every possible order is made, each once
    words: str = "labels shuffled"
    salt: str = ""                     # what is done to the shuffled table before anything else, by fingerprint

    @cached_property
    def fingerprint(self) -> str:
        """Name of the numbering: the same problem, number and fingerprint give the same shuffle."""
        blocks = "all" if not self.blocks.any() else self.blocks
        return fingerprint("shuffle", self.kind, self.seed, blocks, self.groups is not None, self.exhaustive,
                           self.salt)

    @property
    def relabels(self) -> bool:
        """Whether the target itself changes, and with it the strata of a design."""
        return self.groups is not None

    @cached_property
    def _one_block(self) -> bool:
        return bool((self.blocks == self.blocks[0]).all())

    @cached_property
    def _slots(self) -> Array:
        """The places, block after block."""
        return np.argsort(self.blocks, kind="stable")

    def order(self, number: int) -> Array:
        """Which unit comes to each place."""
        if number == 0:
            return np.arange(self.blocks.size)
        if self.exhaustive:
            return _unranked(number, self.blocks)
        draw = stream(self.seed, "shuffle", self.kind, number)
        return draw.permutation(self.blocks.size) if self._one_block else self._dealt(draw.random(self.blocks.size))

    def orders(self, number: int, columns: int) -> Array:
        """Which row's value comes to each row, (columns, rows); columns are dealt independently."""
        if number == 0:
            return np.tile(np.arange(self.blocks.size), (columns, 1))
        draw = stream(self.seed, "shuffle", self.kind, number)
        return np.stack([self._dealt(keys) for keys in draw.random((columns, self.blocks.size))])

    def _dealt(self, keys: Array) -> Array:
        order = np.empty(keys.size, dtype=np.int64)
        order[self._slots] = np.argsort(self.blocks + keys)      # keys are below 1: blocks stay apart
        return order

    def group_labels(self, number: int) -> Array:
        """The target of each group, where whole groups exchange labels."""
        assert self.groups is not None
        first = np.unique(self.groups, return_index=True)[1]
        return np.asarray(self.y[first][self.order(number)])

    def target(self, number: int) -> Array:
        """The target of each row; as it was, except where whole groups exchange labels."""
        return self.y if self.groups is None else self.group_labels(number)[self.groups]


def shuffle_labels(problem: Problem, *, seed: int, count: int, strata: Array | None = None) -> Shuffle:
    """Deal labels anew, as groups and strata allow; all orders where there are no more than asked for.

    >>> from referee.data import make_problem
    >>> problem = make_problem(np.arange(6.0)[:, None], ["a", "a", "b", "b", "a", "a"], groups=[1, 1, 2, 2, 3, 3])
    >>> shuffle = shuffle_labels(problem, seed=0, count=999)
    >>> shuffle.words, shuffle.count
    ('labels of whole groups shuffled', 5)
    """
    _check(count, strata, problem)
    whole = problem.groups is not None and _constant_within(problem.y, problem.groups)
    blocks, words = np.zeros(problem.n_rows, dtype=np.int64), "labels shuffled"
    if problem.groups is not None:
        blocks = np.unique(problem.groups, return_inverse=True)[1].reshape(-1)
        words = "labels of whole groups shuffled" if whole else "labels shuffled within groups"
    if strata is not None:
        words += " and strata" if problem.groups is not None and not whole else " within strata"
    groups = blocks if whole else None
    if whole:
        assert groups is not None
        if strata is not None and not _constant_within(strata, groups):
            raise BadInput(f"{problem.name}: whole groups exchange labels, and some group lies in two strata.")
        first = np.unique(groups, return_index=True)[1]
        blocks = np.zeros(first.size, dtype=np.int64) if strata is None else strata[first]
        settled = _constant_within(problem.y[first], blocks)
    else:
        blocks = blocks if strata is None else _crossed(blocks, strata)
        settled = _constant_within(problem.y, blocks)
    if settled:
        raise BadInput(f"{problem.name}: {words}, nothing would change, because all labels that may change places are "
                       f"equal.")
    possible = _orders(blocks, most=count + 1)
    return Shuffle(kind=LABELS, seed=seed, blocks=blocks, y=problem.y, groups=groups, words=words,
                   count=count if possible is None else possible - 1, exhaustive=possible is not None)


def shuffle_columns(problem: Problem, *, seed: int, count: int, strata: Array | None = None) -> Shuffle:
    """Deal the values of every column anew within each class, each column by itself."""
    _check(count, strata, problem)
    if problem.task is not Task.CLASSIFICATION:
        raise BadInput(f"columns are shuffled within classes, and {problem.name} is a regression problem; shuffle the "
                       f"labels.")
    if problem.groups is not None:
        raise BadInput(f"columns are shuffled between rows as if rows were independent, and {problem.name} has groups; "
                       f"shuffle the labels.")
    if problem.n_features < 2:
        raise BadInput(f"{problem.name} has one feature, so there is no dependence between features to test.")
    blocks = problem.y if strata is None else _crossed(problem.y, strata)
    words = "each column shuffled within each class" + (" and stratum" if strata is not None else "")
    return Shuffle(kind=COLUMNS, seed=seed, blocks=blocks, y=problem.y, count=count, words=words)


def check_count(count: int) -> None:
    """Refuse what is no number of shuffles."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise BadInput(f"shuffles is a whole number from 1 on, not {count!r}.")


def _check(count: int, strata: Array | None, problem: Problem) -> None:
    check_count(count)
    if strata is not None and strata.shape != (problem.n_rows,):
        raise BadInput(f"{problem.name} has {problem.n_rows:,} rows but {len(strata):,} strata.")


def _constant_within(values: Array, blocks: Array) -> bool:
    first = np.unique(blocks, return_index=True)[1]
    return bool((values == values[first][np.unique(blocks, return_inverse=True)[1].reshape(-1)]).all())


def _crossed(one: Array, other: Array) -> Array:
    return np.unique(np.stack([one, other]), axis=1, return_inverse=True)[1].reshape(-1)


def _orders(blocks: Array, *, most: int) -> int | None:
    """How many orders there are; None where they are more than `most`."""
    total = 1
    for size in np.bincount(blocks).tolist():
        for i in range(2, size + 1):
            total *= i
            if total > most:
                return None
    return total


def _unranked(number: int, blocks: Array) -> Array:
    """The order with this number among all, 0 being the one as it is (factorial number system)."""
    order = np.arange(blocks.size)
    for block in np.unique(blocks):
        slots = np.flatnonzero(blocks == block)
        pool = slots.tolist()
        number, rest = divmod(number, math.factorial(len(pool)))
        for place, left in zip(slots.tolist(), range(len(pool) - 1, -1, -1), strict=True):
            position, rest = divmod(rest, math.factorial(left))
            order[place] = pool.pop(position)
    return order
