"""How the facts of a plan are found: each split is looked at once, in memory that does not grow with their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb, sqrt
from typing import Any

import numpy as np

from referee.designs.arrangements import HalvedSplits, NestedFolds, Passes
from referee.designs.split import Split
from referee.designs.traits import Seen, Training, Traits
from referee.errors import BadInput
from referee.kinds import Array

RARE = 1e-4             # chance of a repeated split, below which it was given twice
FEW_UNITS = 5           # of which a test part may consist without a pattern being told from chance
SEEN_AT_ONCE = 1_000    # splits that leave out one row each
UNLIKELY = 5.0          # standard errors from what parts drawn at random share, beyond which it was not chance


def traits_of(splits: Iterable[Split], *, n_rows: int, groups: Array | None = None,
              time: Array | None = None) -> Traits:
    """Look at every split once, and say what they are together.

    >>> halves = [Split(label="0/0", n_rows=4, test=[0, 1]), Split(label="0/1", n_rows=4, test=[2, 3])]
    >>> print(traits_of(halves, n_rows=4))
    one pass of 2 parts
    >>> later = [Split(label="0/0", n_rows=6, test=[2, 3], train=[0, 1]), Split(label="0/1", n_rows=6, test=[4, 5])]
    >>> print(traits_of(later, n_rows=6))
    2 splits in order, each tested on rows after those it was trained on
    """
    return traits_of_lots(in_lots(splits), n_rows=n_rows, groups=groups, time=time)


def traits_of_lots(lots: Iterable[Sequence[Split]], *, n_rows: int, groups: Array | None = None,
                   time: Array | None = None) -> Traits:
    """The same of splits that come one by one, or many at once where each leaves out one row."""
    tallies = _Tallies(n_rows, groups, time)
    passes, nested, halves = Passes(n_rows), NestedFolds(n_rows), HalvedSplits(n_rows)
    for some in lots:
        test = rows_judged_on(some[0]) if len(some) == 1 else np.concatenate([split.test for split in some])
        for watcher in (tallies, passes, nested, halves):
            if len(some) == 1:
                watcher.see(some[0], test)
            else:
                watcher.see_single_rows(some, test)
    if not tallies.splits:
        raise BadInput("a plan needs at least one split, and there is none.")
    found = tallies.facts()
    full_passes, full_parts, halvings = passes.folds_then_halves
    plain = not nested.folds and not halves.halvings and not halvings
    in_passes = plain and passes.whole
    overlapping = plain and not in_passes and tallies.splits > 1 and not found["one_test_set"]
    return Traits(**found | {
        "passes": passes.passes if in_passes else 0, "parts": passes.parts if in_passes else 0,
        "repeated": (passes.repeated if in_passes else overlapping and not tallies.repeats_by_chance()),
        "nested_folds": nested.folds, "splits_of_all": halves.splits_of_all, "halvings": halves.halvings,
        "full_passes": full_passes, "full_parts": full_parts, "halves": halvings,
        "kept_together": passes.kept_together if groups is None and (halvings or passes.parts == 2) else 0,
        "every_set": overlapping and tallies.every_set(),
        "by_chance": overlapping and not tallies.every_set() and tallies.by_chance(),
    })


def in_lots(splits: Iterable[Split]) -> Iterator[list[Split]]:
    """One by one; but those that leave out one row each, of which there may be thousands, many at once."""
    lot: list[Split] = []
    for split in splits:
        alone = split.train is None and split.test.size == 1
        if lot and (not alone or len(lot) == SEEN_AT_ONCE):
            yield lot
            lot = []
        if alone:
            lot.append(split)
        else:
            yield [split]
    if lot:
        yield lot


def rows_judged_on(split: Split) -> Array:
    """The rows tested that the model was not trained on; all of them where it was trained on every one."""
    if split.train is None or not split.train.size:
        return split.test
    trained = np.zeros(split.n_rows, dtype=bool)
    trained[split.train] = True
    others = split.test[~trained[split.test]]
    return others if others.size else split.test


class _Tallies:
    """Counts over rows and splits."""

    def __init__(self, n_rows: int, groups: Array | None, time: Array | None = None) -> None:
        self.n_rows, self.groups, self.time = n_rows, groups, time
        self.successive = time is not None
        self.group_sizes: Array | None = None if groups is None else np.bincount(groups)
        self.splits = self.rest = 0
        self.tested, self.trained = np.zeros(n_rows, dtype=np.int64), np.zeros(n_rows, dtype=np.int64)
        self.prints: set[str] = set()
        self.train_sizes: list[int] = []
        self.test_sizes: list[int] = []
        self.training: set[Training] = set()
        self.seen: set[Seen] = set()
        self.first_test: Array | None = None
        self.same_test = self.in_order = self.single = self.runs = True
        self.whole_groups = groups is not None
        # Groups are what is drawn where they are kept whole: overlaps are counted in units.
        self.unit_tested = self.tested if self.group_sizes is None else np.zeros(self.group_sizes.size, dtype=np.int64)
        self.unit_sizes: list[int] = []

    def see(self, split: Split, test: Array) -> None:
        """Take one split in."""
        self.splits += 1
        self.prints.add(split.fingerprint)
        self.train_sizes.append(split.n_train)
        self.test_sizes.append(int(test.size))
        self.tested[_place(test)] += 1
        self._see_training(split)
        self._see_units(split, test)
        if self.first_test is None:
            self.first_test = test
        self.same_test = self.same_test and np.array_equal(self.first_test, test)
        self.in_order = self.in_order and _in_order(split, test, self.time)
        self.successive = self.successive and self.time is not None and _is_run_of_times(self.time, test)
        self.runs = self.runs and _is_run(test)

    def see_single_rows(self, splits: Sequence[Split], rows: Array) -> None:
        """Take splits in that leave out one row each."""
        first = 0
        while first < len(splits) and (self.groups is not None or self.same_test or self.in_order or self.successive):
            self.see(splits[first], splits[first].test)          # one of these facts may end with any split
            first += 1
        left, times = splits[first:], np.bincount(rows[first:], minlength=self.n_rows)
        if not left:
            return
        self.splits += len(left)
        self.rest += len(left)
        self.prints.update([split.fingerprint for split in left])
        self.train_sizes += [split.n_rows - 1 for split in left]
        self.test_sizes += [1] * len(left)
        self.unit_sizes += [1] * len(left)
        self.tested += times
        self.trained -= times
        self.training.add(Training.REST)
        self.seen.add(Seen.NEVER)
        self.runs = False

    def _see_training(self, split: Split) -> None:
        if split.train is None:
            self.rest += 1
            self.trained[_place(split.test)] -= 1         # of the splits that train on all others
            self.training.add(Training.REST)
            self.seen.add(Seen.NEVER)
            return
        counts = np.bincount(split.train, minlength=self.n_rows)
        self.trained += counts > 0
        shared = int((counts[split.test] > 0).sum())
        self.seen.add(Seen.NEVER if not shared else Seen.ALL if shared == split.n_test else Seen.SOME)
        self.training.add(_training(counts, shared, split))

    def _see_units(self, split: Split, test: Array) -> None:
        if self.groups is None or self.group_sizes is None:
            self.single = self.single and test.size == 1
            self.unit_sizes.append(int(test.size))
            return
        inside = np.bincount(self.groups[test], minlength=self.group_sizes.size)
        touched = inside > 0
        self.unit_tested[touched] += 1
        self.unit_sizes.append(int(touched.sum()))
        self.single = self.single and bool(touched.sum() == 1 and inside[touched] == self.group_sizes[touched])
        if split.train is None:
            apart = bool((inside[touched] == self.group_sizes[touched]).all())
        else:
            apart = not bool(touched[self.groups[split.train]].any())
        self.whole_groups = self.whole_groups and apart

    def facts(self) -> dict[str, Any]:
        """What the counts say by themselves."""
        several = self.splits > 1
        return {
            "rows": self.n_rows, "splits": self.splits, "different": len(self.prints),
            "train_sizes": (min(self.train_sizes), max(self.train_sizes)),
            "test_sizes": (min(self.test_sizes), max(self.test_sizes)),
            "tested": (int(self.tested.min()), int(self.tested.max())),
            "never_tested": int((self.tested == 0).sum()),
            "training": next(iter(self.training)) if len(self.training) == 1 else _mixed(self.training),
            "seen": next(iter(self.seen)) if len(self.seen) == 1 else Seen.SOME,
            "training_overlap": self._training_overlap(),
            "one_test_set": several and self.same_test,
            "single_units": several and self.single,
            "in_order": self.in_order,
            "successive": self.successive,
            "whole_groups": None if self.groups is None else self.whole_groups,
        }

    def _training_overlap(self) -> float:
        pairs = self.splits * (self.splits - 1) / 2
        times = (self.trained + self.rest).astype(float)
        size = float(times.sum()) / self.splits
        if not pairs or not size:
            return 0.0
        shared = float((times * (times - 1)).sum()) / 2
        return round(shared / pairs / size, 6)

    def every_set(self) -> bool:
        """Whether every test set of one size is there, once."""
        sizes = set(self.unit_sizes)
        if len(sizes) != 1 or len(self.prints) != self.splits:
            return False
        return comb(self.unit_tested.size, sizes.pop()) == self.splits

    def by_chance(self) -> bool:
        """Whether test parts share as many units as parts drawn at random would (a sum of hypergeometric counts)."""
        if self.runs or not self.repeats_by_chance():
            return False
        if max(self.unit_sizes) < FEW_UNITS:          # strata alone make some rows of so small parts commoner
            return True
        n, m = self.unit_tested.size, np.array(self.unit_sizes, dtype=float)
        shared = float((self.unit_tested * (self.unit_tested - 1.0)).sum()) / 2
        expected = (m.sum() ** 2 - (m**2).sum()) / (2 * n)
        spread = m * (n - m)
        variance = (spread.sum() ** 2 - (spread**2).sum()) / 2 / (n**2 * max(n - 1, 1))
        return bool(abs(shared - expected) <= UNLIKELY * sqrt(max(variance, 0.0)) + 1)


    def repeats_by_chance(self) -> bool:
        """Whether no more splits are the same than small parts drawn again and again would be.

        Strata leave fewer possible parts than C(n, m): ten times the expected number of equal pairs is allowed for.
        """
        repeated = self.splits - len(self.prints)
        if not repeated:
            return True
        possible = comb(self.unit_tested.size, min(self.unit_sizes))
        expected = 10 * self.splits * (self.splits - 1) / 2 / possible
        return expected > RARE and repeated <= expected + UNLIKELY * sqrt(expected) + 1


def _training(counts: Array, shared: int, split: Split) -> Training:
    if not split.n_train:
        return Training.UNKNOWN
    if counts.max() > 1:
        return Training.DRAWN
    if shared == split.n_test == split.n_train:
        return Training.TESTED
    return Training.REST if not shared and split.n_train + split.n_test == split.n_rows else Training.SAMPLE


def _mixed(kinds: set[Training]) -> Training:
    """What several kinds of training parts amount to: the one of which least can be said."""
    for kind in (Training.UNKNOWN, Training.DRAWN, Training.TESTED, Training.SAMPLE):
        if kind in kinds:
            return kind
    return Training.REST


def _place(rows: Array) -> Any:
    """The rows, or the number of the one there is, which is much faster found."""
    return rows if rows.size != 1 else int(rows[0])


def _in_order(split: Split, test: Array, time: Array | None) -> bool:
    """Whether every row trained on stands before every row tested on, and was measured before it."""
    train = split.train_rows if split.train is None else split.train
    if not train.size or train.max() >= test.min():
        return False
    return time is None or bool(time[train].max() < time[test].min())


def _is_run_of_times(time: Array, test: Array) -> bool:
    """Whether the rows tested are all those of some times that follow each other."""
    first, last = int(time[test].min()), int(time[test].max())
    return int(test.size) == int(np.searchsorted(time, last, "right") - np.searchsorted(time, first, "left"))


def _is_run(test: Array) -> bool:
    """Whether three rows or more, all neighbours: no random draw gives such parts one after the other."""
    return bool(test.size > 2 and test.max() - test.min() == test.size - 1)
