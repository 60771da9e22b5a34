"""Arrangements of splits, seen as they go by: passes over the rows, folds followed by their pairs, paired halves.

Each takes one split after the other, with the rows it is judged on, in memory that does not grow with their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from referee.designs.split import Split
from referee.kinds import Array

_ODD = np.uint64(6364136223846793005)


class Passes:
    """Runs of splits that together test every row once."""

    def __init__(self, n_rows: int) -> None:
        self.covered, self.count = np.zeros(n_rows, dtype=bool), 0
        self.broken = False
        self.sizes: list[int] = []                      # parts of each pass
        self.at_hand: set[str] = set()                  # the splits of the pass that is not finished
        self.seen_before: set[frozenset[str]] = set()
        self.repeated = False                           # a whole pass stands there again
        self.first: Array = np.empty(0, dtype=np.int64)     # the first part of the pass that is not finished
        self.sides = np.zeros(n_rows, dtype=np.uint64)      # a mark of which half each row stood in, in all halvings

    def see(self, split: Split, test: Array) -> None:
        """Put the part beside the others of its pass."""
        if self.broken:
            return
        rows = test if test.size != 1 else int(test[0])        # one row is much faster found by its number
        if np.any(self.covered[rows]) if test.size != 1 else self.covered[rows]:
            self.broken = True
            return
        self.covered[rows] = True
        self.count += test.size
        if not self.at_hand:
            self.first = test
        self.at_hand.add(split.fingerprint)
        if self.count == self.covered.size:
            self._close()

    def see_single_rows(self, splits: Sequence[Split], rows: Array) -> None:
        """Put parts of one row each beside the others of their passes."""
        while splits and not self.broken:
            room = self.covered.size - self.count                # what is left of the pass at hand
            mine, test = splits[:room], rows[:room]
            splits, rows = splits[room:], rows[room:]
            self.covered[test] = True
            self.count += len(mine)
            self.broken = int(np.count_nonzero(self.covered)) != self.count
            if not self.at_hand:
                self.first = mine[0].test
            self.at_hand.update([split.fingerprint for split in mine])
            if not self.broken and self.count == self.covered.size:
                self._close()

    def _close(self) -> None:
        whole = frozenset(self.at_hand)
        self.repeated = self.repeated or whole in self.seen_before
        self.seen_before.add(whole)
        self.sizes.append(len(whole))
        if len(whole) == 2:
            self.sides *= _ODD
            self.sides[self.first] += np.uint64(1)
        self.covered[:], self.count, self.at_hand = False, 0, set()

    @property
    def passes(self) -> int:
        """How many there are."""
        return len(self.sizes)

    @property
    def parts(self) -> int:
        """How many parts each pass has; 0 where they differ."""
        return self.sizes[0] if len(set(self.sizes)) == 1 else 0

    @property
    def finished(self) -> bool:
        """Whether all splits stand in passes, and no pass is left unfinished."""
        return not self.broken and not self.at_hand and len(self.sizes) > 0

    @property
    def whole(self) -> bool:
        """Whether all splits stand in passes of as many parts."""
        return self.finished and self.parts > 0

    @property
    def folds_then_halves(self) -> tuple[int, int, int]:
        """So many passes, of so many folds each, then so many of two halves; zeros where they are not arranged so."""
        halves = len(self.sizes) - next((i for i, size in enumerate(self.sizes) if size == 2), len(self.sizes))
        before, after = self.sizes[: len(self.sizes) - halves], self.sizes[len(self.sizes) - halves :]
        if not self.finished or len(set(before)) != 1 or set(after) != {2}:
            return 0, 0, 0
        return len(before), before[0], halves

    @property
    def kept_together(self) -> int:
        """How many sets of rows no halving parts; 0 where rows meet as by chance.

        R random halvings leave about M(1 − exp(−n/M)) sets of n rows, M = 2^R: each row by itself, or as many as there
        are patterns of sides. Half of that is no chance.
        """
        n, patterns = self.sides.size, 2.0 ** min(self.sizes.count(2), 60)
        sets = int(np.unique(self.sides).size)
        return sets if 2 * sets <= -patterns * np.expm1(-n / patterns) else 0


class NestedFolds:
    """Passes that are followed by all pairs of their folds, in the order of the folds."""

    def __init__(self, n_rows: int) -> None:
        self.n_rows, self.k, self.blocks, self.possible = n_rows, 0, 0, True
        self._begin()

    def _begin(self) -> None:
        self.heaps: list[Array] = []
        self.count = 0
        self.pairs: Iterator[tuple[int, ...]] = iter(())
        self.due: tuple[int, ...] | None = None

    def see(self, split: Split, test: Array) -> None:
        """A fold of the pass, or the pair that is due."""
        if not self.possible:
            return
        if self.count < self.n_rows:
            self._add_fold(split, test)
            return
        assert self.due is not None
        both = np.sort(np.concatenate([self.heaps[f] for f in self.due]))
        self.possible = split.train is None and np.array_equal(both, np.sort(split.test))
        self.due = next(self.pairs, None)
        if self.due is None:
            self.blocks += 1
            self._begin()

    def see_single_rows(self, splits: Sequence[Split], _rows: Array) -> None:
        """Folds of one row each; with the last of a pass more is decided than that it is there."""
        while splits and self.possible:
            plain = splits[: max(0, self.n_rows - self.count - 1)]
            self.heaps += [split.test for split in plain]
            self.count += len(plain)
            splits = splits[len(plain) :]
            if not plain:
                self.see(splits[0], splits[0].test)
                splits = splits[1:]

    def _add_fold(self, split: Split, test: Array) -> None:
        self.heaps.append(test)
        self.count += test.size
        self.possible = split.train is None and self.count <= self.n_rows
        if self.possible and self.count == self.n_rows:
            disjoint = np.unique(np.concatenate(self.heaps)).size == self.n_rows
            self.possible = disjoint and len(self.heaps) > 2 and self.k in {0, len(self.heaps)}
            self.k = len(self.heaps)
            self.pairs = combinations(range(self.k), 2)
            self.due = next(self.pairs, None)

    @property
    def folds(self) -> int:
        """How many folds, where all splits are arranged so; else 0."""
        return self.k if self.possible and self.blocks and not self.heaps else 0


class HalvedSplits:
    """Some splits of all rows, then as many of each of two complementary halves, again and again."""

    def __init__(self, n_rows: int) -> None:
        self.n_rows, self.whole, self.possible = n_rows, 0, True
        self.sizes: list[int] = []          # splits of each half so far
        self.inside: Array | None = None    # the rows of the half at hand

    def see(self, split: Split, test: Array) -> None:
        """A split of all rows, or of the half that is due."""
        if not self.possible:
            return
        if split.train is None:
            self.whole += 1
            self.possible = not self.sizes
            return
        part = np.zeros(self.n_rows, dtype=bool)
        part[split.train] = part[test] = True
        if self.inside is not None and np.array_equal(part, self.inside):
            self.sizes[-1] += 1
            return
        if len(self.sizes) % 2 == 1:
            self.possible = self.inside is not None and np.array_equal(part, ~self.inside)
        self.inside = part
        self.sizes.append(1)

    def see_single_rows(self, splits: Sequence[Split], _rows: Array) -> None:
        """Splits of all rows."""
        if self.possible:
            self.whole += len(splits)
            self.possible = not self.sizes

    @property
    def _arranged(self) -> bool:
        return self.possible and self.whole > 0 and len(self.sizes) > 0 and len(self.sizes) % 2 == 0 \
            and set(self.sizes) == {self.whole}

    @property
    def splits_of_all(self) -> int:
        """How many splits of all rows, where all splits are arranged so; else 0."""
        return self.whole if self._arranged else 0

    @property
    def halvings(self) -> int:
        """How many times the rows were halved."""
        return len(self.sizes) // 2 if self._arranged else 0
