"""Purged folds with an embargo, for labels that are settled only some times later.

López de Prado, M. (2018). Advances in Financial Machine Learning. Wiley, chapter 7. The label of a time t that looks
`span` times ahead is made of t … t + span: two such labels share evidence where their spans overlap. Training times
whose span overlaps that of any tested time are purged; `embargo` further times after the test part are left out because
features there still remember it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.designs._base import DESIGNS, Hand, whole_number
from referee.designs._in_time import InTime
from referee.designs.blocked import away_from, block_objection, blocks
from referee.designs.units import Units


@DESIGNS.add
@dataclass(frozen=True, slots=True, kw_only=True)
class Purged(InTime):
    """Test each of `folds` blocks on a model of times whose labels share nothing with it, and are not just after it.

    >>> for train, test in Purged(folds=3, span=1, embargo=1, seed=0).parts(9):
    ...     print(train, test)
    [5 6 7 8] [0 1 2]
    [0 1 8] [3 4 5]
    [0 1 2 3 4] [6 7 8]
    """

    name = "purged"
    summary = "folds of successive times without training labels that overlap those tested, and an embargo"

    folds: int = 5
    span: int = 1
    embargo: int = 0

    def __post_init__(self) -> None:
        whole_number("folds", self.folds, at_least=2)
        whole_number("span", self.span, at_least=0)
        whole_number("embargo", self.embargo, at_least=0)

    def parts(self, times: int) -> Iterator[Hand]:
        """Block after block."""
        for block in blocks(times, self.folds):
            yield away_from(block, times, before=self.span, after=self.span + self.embargo), block

    def objection(self, units: Units) -> str | None:
        """No order, more folds than times, or nothing left to train on."""
        return block_objection(units, self.folds, around=self.span + self.embargo)

    def describe(self) -> str:
        """For example: 5 blocks of successive times, purged of labels of 4 times, an embargo of 2."""
        return (f"{self.folds} blocks of successive times, purged of labels that span {self.span} more"
                + (f", an embargo of {self.embargo}" if self.embargo else ""))
