"""What a plan is, whatever it was called: facts computed from its splits, stored and hashed with it.

What may be said of a result follows from how the rows were divided: whether each was tested once, whether training
parts overlap, whether time or groups were kept. Everything right of the ledger asks these facts, never the name of a
design, so that folds made by a stranger's splitter are judged as the same folds made here.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from referee.kinds import Json


class Training(StrEnum):
    """What the models were trained on."""

    REST = "all rows beside the test part"
    SAMPLE = "some of the rows beside the test part"
    DRAWN = "rows drawn with replacement"
    TESTED = "the tested rows themselves"
    UNKNOWN = "rows that are not known"


class Seen(StrEnum):
    """Whether models were tested on rows they were trained on."""

    NEVER = "never"
    SOME = "some of them"
    ALL = "all of them"


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What a plan is, by its splits.

    Rows are tested where the model was not trained on them (`seen` says whether others were predicted beside them). A
    pass is a run of splits that together test every row once. `by_chance` says that test parts overlap as parts
    drawn at random do; `in_order` that every model was trained on rows before all the rows it was tested on.
    """

    rows: int
    splits: int
    different: int                  # splits that differ from each other
    train_sizes: tuple[int, int]    # the smallest and the largest part trained on, repetitions counted
    test_sizes: tuple[int, int]
    tested: tuple[int, int]         # how often the least and the most tested row are tested
    never_tested: int               # rows
    passes: int = 0                 # 0: the splits are not arranged in passes
    parts: int = 0                  # test parts in each pass; 0: passes differ
    training: Training = Training.REST
    seen: Seen = Seen.NEVER
    training_overlap: float = 0.0   # the mean share of training rows that two splits have in common
    one_test_set: bool = False      # all splits, two or more, test the same rows
    single_units: bool = False      # every test part is one row, or one whole group
    every_set: bool = False         # every possible test set of its size, once
    by_chance: bool = False
    repeated: bool = False          # splits, or a whole pass, stand there again, more often than by chance
    in_order: bool = False
    successive: bool = False        # rows are a series, and each test part is all rows of times that follow each other
    whole_groups: bool | None = None    # no group is on both sides of a split; None: no groups are known
    nested_folds: int = 0           # folds of each pass that is followed by all pairs of its folds
    splits_of_all: int = 0          # splits of all rows, followed by as many of each half of …
    halvings: int = 0               # … so many complementary halves
    full_passes: int = 0            # passes of …
    full_parts: int = 0             # … so many folds, followed by …
    halves: int = 0                 # … so many passes of two halves
    kept_together: int = 0          # blocks of rows that no halving parts; 0: single rows, or groups

    @property
    def of_a_series(self) -> bool:
        """Test parts are stretches of a series: what was lost at one time tells of the next."""
        return self.successive or (self.in_order and not self.alone)

    @property
    def learned_later(self) -> bool:
        """Models of a series that also learned from times after those they were tested on, as those of blocks do."""
        return self.of_a_series and not self.in_order and self.training is not Training.UNKNOWN

    @property
    def of_a_panel(self) -> bool:
        """Later times of groups that were not trained on."""
        return self.of_a_series and not self.successive and self.whole_groups is True and self.tests_each_case_once

    @property
    def alone(self) -> bool:
        """One split."""
        return self.splits == 1

    @property
    def tests_each_case_once(self) -> bool:
        """No row is tested twice."""
        return self.tested[1] == 1

    @property
    def in_passes(self) -> bool:
        """Two test parts or more in each pass, all passes with as many: folds."""
        return self.passes > 0 and self.parts > 1

    @property
    def complementary_halves(self) -> int:
        """How many times all rows were dealt into two halves, each tested on a model of the other."""
        return self.halves or (self.passes if self.parts == 2 and not self.single_units else 0)

    @property
    def leaves_groups_out(self) -> bool:
        """One pass in which each group is tested by a model of all the others."""
        return (self.single_units and self.passes == 1 and self.whole_groups is True and self.test_sizes[1] > 1
                and self.training is Training.REST)

    @property
    def leaves_rows_out(self) -> bool:
        """One pass of parts that cannot be scored by themselves: single rows, or groups tested in some other way."""
        return self.single_units and self.passes == 1 and not self.leaves_groups_out

    @property
    def full_folds(self) -> int:
        """How many splits stand before the halves."""
        return self.full_passes * self.full_parts

    @property
    def opens_with_a_pass(self) -> bool:
        """The first splits test every row once, or the first one can be looked at by itself."""
        return self.first_pass > 0

    @property
    def first_pass(self) -> int:
        """How many splits, from the first on, can be put together without testing a row twice."""
        if self.nested_folds or self.halvings:
            return 0
        if self.tests_each_case_once:
            return self.splits
        if self.passes or self.halves:
            return self.parts or self.full_parts
        return 0 if self.one_test_set or self.every_set else 1

    @property
    def folds_of_the_first_pass(self) -> int:
        """How many splits, from the first on, are folds of the first pass over all rows."""
        return self.nested_folds or self.full_parts or (self.parts if self.in_passes and not self.single_units else 0)

    def to_dict(self) -> Json:
        """For storing; what is the default is left out, so that new facts leave old fingerprints alone."""
        usual = {f.name: f.default for f in self.__dataclass_fields__.values()}
        told = {name: value for name, value in asdict(self).items() if name not in usual or value != usual[name]}
        return {k: list(v) if isinstance(v, tuple) else str(v) if isinstance(v, StrEnum) else v
                for k, v in told.items()}

    @classmethod
    def from_dict(cls, said: Json) -> Traits:
        """As stored."""
        read: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in said.items()}
        for name, kind in (("training", Training), ("seen", Seen)):
            if name in read:
                read[name] = kind(read[name])
        return cls(**read)

    def __str__(self) -> str:
        return _words(self)


@lru_cache(maxsize=64)          # each method that may not be used says of which plan, whether it is asked or not
def _words(t: Traits) -> str:
    """The plan in words that its facts allow."""
    for applies, words in (
        (t.seen is Seen.ALL, "tests on the training rows"),
        (t.alone, "one split"),
        (t.nested_folds > 0, f"nested cross-validation of {t.nested_folds} folds"),
        (t.halvings > 0, f"{t.splits_of_all} splits of all rows and of each half in {t.halvings} halvings"),
        (t.halves > 0, f"{t.halves} halvings of the rows after {t.full_passes} times {t.full_parts} parts"),
        (t.in_order, f"{t.splits} splits in order, each tested on rows after those it was trained on"),
        (t.successive and not t.single_units, f"{t.splits} blocks of successive times, trained on both sides of each"),
        (t.repeated, f"{t.splits} splits, of which only {t.different} differ"),
        (t.leaves_groups_out, f"leave-one-group-out over {t.splits} groups"),
        (t.single_units and t.passes == 1, "leave-one-out"),
        (t.single_units and t.passes > 1, f"leave-one-out {t.passes} times over"),
        (t.in_passes and t.passes == 1, f"one pass of {t.parts} parts"),
        (t.in_passes, f"{t.passes} passes of {t.parts} parts"),
        (t.training is Training.DRAWN, f"{t.splits} bootstrap samples"),
        (t.one_test_set, f"{t.splits} training samples and one test set"),
        (t.every_set, f"every one of {t.splits} possible test sets"),
        (t.by_chance and t.training is Training.UNKNOWN, f"{t.splits} test parts of models trained elsewhere"),
        (t.by_chance, f"{t.splits} random splits"),
        (t.tests_each_case_once, f"{t.splits} test parts that leave {t.never_tested} rows untested"),
    ):
        if applies:
            return words
    return f"{t.splits} test parts that overlap in no known way"
