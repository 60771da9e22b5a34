"""The bars that measured levels are held against: what each test promises, or is documented to miss.

A bar is failed only if the 99% Clopper–Pearson interval of the measured rate lies wholly outside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.estimates import clopper_pearson
from referee.lab.levels import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The rates at which a test may reject a true null."""

    test: str
    low: float = 0.0
    high: float = 1.0
    applies: Callable[[Cell], bool]


KEEPERS = {"1nn", "5nn", "kernel"}          # they answer from single training rows


def _stable(cell: Cell) -> bool:
    # Where two runs of one procedure agree on most cases (G1') the corrected t has no lower bar to keep.
    return cell.learner == "lda" and cell.generator == "G1"


BARS = (
    Bar(test="nb-100@0.9", low=0.02, high=0.075, applies=_stable),
    Bar(test="nb-100@0.9", high=0.13, applies=lambda cell: cell.learner in {"1nn", "tree"}),
    Bar(test="bf-10x10", low=0.02, high=0.065, applies=_stable),
    Bar(test="bf-10x10", high=0.13, applies=lambda cell: cell.learner in KEEPERS),
    Bar(test="bf-10x10", high=0.065, applies=lambda cell: cell.learner in {"tree", "forest"}),
    Bar(test="nb-100@0.6", high=0.065, applies=lambda cell: cell.learner in KEEPERS),       # their default
    Bar(test="5x2cv-f", high=0.065, applies=lambda cell: _stable(cell) and cell.n >= 300),
    Bar(test="5x2cv-f", high=0.15, applies=lambda cell: cell.n == 100),
    Bar(test="cv-clt-z", high=0.08, applies=lambda cell: _stable(cell) and cell.n >= 300),
    # The warnings must be true: these are far above what they claim.
    *(Bar(test=name, low=0.30, applies=lambda cell: cell.generator == "G1")
      for name in ("paired-t-100", "resampled-t-30", "reich-barai")),
)


def failed(test: str, cell: Cell, rejected: int, repetitions: int) -> bool:
    """Whether a measured level is certain to be outside its bar.

    >>> failed("bf-10x10", Cell(generator="G1", learner="lda", n=100), 100, 1000)
    True
    """
    if not cell.null:
        return False
    interval = clopper_pearson(rejected, repetitions, level=0.99)
    return any(interval.high < bar.low or interval.low > bar.high
               for bar in BARS if bar.test == test and bar.applies(cell))
