"""Which looks were at the rows that a study tests: on the same data, or on data that hold the same rows.

The same data are those whose targets agree row for row, with the columns of one among those of the other; there any
test row in common counts. Other data are compared by the keys of their rows (data/row_keys.py), or without features by
ids: looks count if at least a tenth of the rows that this study tests were tested there, beyond what chance would give,
and the target is the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from referee.data.known_rows import SHARE, Known, known_again
from referee.data.problem import Problem
from referee.data.row_keys import RowKeys
from referee.designs.card import PlanCard
from referee.kinds import Array
from referee.ledger import KnowsRows, Ledger, Look, StudyCard
from referee.study.known_by_ids import known_by_ids
from referee.study.same_target import same_target

SPLITS_AT_ONCE = 50


@dataclass(slots=True)
class RowsBefore:
    """Remembers what it found for one study, because a ledger has many looks at few plans."""

    ledger: Ledger
    card: StudyCard
    overlaps: dict[str, bool] = field(default_factory=dict)          # by plan
    shares: dict[str, Known] = field(default_factory=dict)           # by other problem: the largest share seen
    _tested: dict[str, Array] = field(default_factory=dict)
    _same: dict[str, bool] = field(default_factory=dict)
    _keys: dict[str, RowKeys | None] = field(default_factory=dict)
    _problems: dict[str, Problem] = field(default_factory=dict)
    _elsewhere: dict[str, bool] = field(default_factory=dict)

    def of(self, looks: Iterable[Look]) -> list[Look]:
        """The looks that were at test rows of this study."""
        return [look for look in looks if self._was_at(look)]

    def known_in(self, problem: str) -> Known | None:
        """Which rows of this study stand in other data of the same target, and where; None where that is not seen."""
        return self._matched(problem) if self._same_rows_elsewhere(problem) else None

    def _was_at(self, look: Look) -> bool:
        if look.plan not in self.overlaps:
            self.overlaps[look.plan] = look.plan == self.card.plan or self._overlap(look)
        return self.overlaps[look.plan]

    def _overlap(self, look: Look) -> bool:
        if self._same_data(look.problem):
            return bool((self._rows(self.card.plan) & self._rows(look.plan)).any())
        known = self._known(look)
        if known is None or known.share < SHARE:
            return False
        before = self.shares.get(look.problem)
        self.shares[look.problem] = known if before is None or known.share > before.share else before
        return True

    def _known(self, look: Look) -> Known | None:
        if not self._same_rows_elsewhere(look.problem):
            return None
        return self._matched(look.problem, self._rows(self.card.plan), self._rows(look.plan))

    def _same_rows_elsewhere(self, problem: str) -> bool:
        """Whether other data hold some of the same rows, with the same target; no split is read for that."""
        if problem not in self._elsewhere:
            known = self._matched(problem)
            self._elsewhere[problem] = known is not None and same_target(
                self._problem(self.card.problem), self._problem(problem), (known.ours, known.theirs))
        return self._elsewhere[problem]

    def _matched(self, problem: str, tested: Array | None = None, there: Array | None = None) -> Known | None:
        mine, keys = self._keys_at(self.card.problem), self._keys_at(problem)
        if mine is not None and keys is not None:
            return known_again(mine, keys, tested=tested, there=there)
        return known_by_ids(self._problem(self.card.problem), self._problem(problem), tested=tested, there=there)

    def _same_data(self, problem: str) -> bool:
        if problem not in self._same:
            self._same[problem] = problem == self.card.problem or same_rows(
                self._problem(self.card.problem), self._problem(problem))
        return self._same[problem]

    def _rows(self, plan: str) -> Array:
        if plan not in self._tested:
            self._tested[plan] = tested_rows(self.ledger, self.ledger.plan(plan))
        return self._tested[plan]

    def _problem(self, problem: str) -> Problem:
        if problem not in self._problems:
            self._problems[problem] = self.ledger.problem(problem)
        return self._problems[problem]

    def _keys_at(self, problem: str) -> RowKeys | None:
        if problem not in self._keys:
            self._keys[problem] = self.ledger.row_keys(problem) if isinstance(self.ledger, KnowsRows) else None
        return self._keys[problem]


def same_rows(one: Problem, other: Problem) -> bool:
    """Whether two problems hold the same rows, as far as targets and names of columns tell."""
    mine, theirs = ({column.name for column in p.columns} for p in (one, other))
    return (one.targets == other.targets and one.y.shape == other.y.shape and (mine <= theirs or theirs <= mine)
            and bool(np.array_equal(one.labels, other.labels)))


def tested_rows(ledger: Ledger, plan: PlanCard) -> Array:
    """Which rows a plan ever tests on, as a mask; it stops reading splits when that is all of them."""
    mask = np.zeros(ledger.problem(plan.problem).n_rows, dtype=bool)
    if {e.n_test for e in plan.entries} == {1} and len(plan.entries) == mask.size:      # leave-one-out
        return ~mask
    for start in range(0, len(plan.entries), SPLITS_AT_ONCE):
        for split in ledger.splits(e.split for e in plan.entries[start : start + SPLITS_AT_ONCE]):
            mask[split.test] = True
        if mask.all():
            break
    return mask
